// Package register lays the mesh of one shape on the surface of another, along a map
// between them: A's triangles at B's places, without folds and tears, and the map that
// follows from it.
//
//	map of all points, both ways --Surface--> A's mesh on B, its maps, how well it lies
//
// A map of single points jitters, and it may turn a limb over: distances hardly see
// whether the front of an arm is matched with its back. A sheet that resists stretching
// (as-rigid-as-possible: Sorkine and Alexa 2007) knows better. [Surface] works in this
// order, one file each:
//
//	side.go       which side of A lies outside on B, and whether the map mirrors
//	proportions.go where B has other proportions, A's rest shape is stretched to them, limb by limb
//	starts.go     two sheets, with the limbs turned as the map says and as they are; of parts
//	              that end apart the less strained
//	torn.go       small parts that the map tears off do not follow it, but what is about them
//	tomap.go      the sheet, stiff at first, follows the map: its mean over the cells of
//	              the samples everywhere (spread.go), its single places where patches keep
//	              their orientation. A mean over the cross-section of a limb is the same
//	              whether the limb is turned over or not
//	tosurface.go  closest places that face alike, both ways (nearest.go): B's points pull
//	              too, so that A's mesh reaches into B's fingers
//	unfold.go     what still is folded is unfolded (distortion.go), and all points are
//	              put on the surface
//	bridges.go    triangles that still span a gap of B are drawn into it: points glide along
//	              the surface (glide.go), and the outcome counts only where it lies nearer
//	even.go       where B has other proportions, the stretch is evened out: points slide, and
//	              the outcome counts only where it lies nearer
//	maps.go       the places under the points, and the way back
//	quality.go    folds, distances, stretch
//
// [Strain] goes the first part of this way alone and with A's own proportions, to compare maps.
//
// sheet.go holds the moving mesh, systems.go the factors that sheets share. Meshes of many
// points are registered coarsely first (coarse.go), those with a level (metric.Level) on it,
// and all their points follow it (level.go).
//
// All lengths are in units of B's √area, all positions in Domain coordinates. The same
// input gives the same bits for any number of threads.
package register
