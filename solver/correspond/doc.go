// Package correspond turns a coupling of samples into maps of whole shapes:
// every point of one shape to a place on the other, in both directions, with a
// confidence; barycentric projections, best rigid motions, and the measures of
// error by which a map is judged.
//
//	matches of samples --Dense--> SurfaceMap of X to Y, SurfaceMap of Y to X
//	truth file --ReadTruth--> Truth --Places--> []Place --GeodesicErrors--> errors / √area
//
// [Dense] works in this order, one file each: function values for every point
// (embedding.go), refinement of the samples' matches (zoomout.go, with nearest
// neighbours in nearest.go and the fit of C in procrustes.go), every point to its
// nearest neighbour (extend.go, blocks.go), from there into a triangle
// (triangles.go), and how far to trust it (confidence.go).
//
// Of large surfaces the levels (metric.Level) are mapped, and all points go where the triangle
// of the level that they lie on goes (level.go).
//
// Directions are always in the names: MapXToY sends points of X to places on Y.
// Lengths are in units of the metric.Domain they belong to, which is √area for
// meshes and the diagonal of the bounding box for point clouds. Everything here
// gives the same bits for any number of threads.
package correspond
