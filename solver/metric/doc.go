// Package metric turns a mesh into a metric measure space: farthest-point
// samples, the geodesic distances between them, their weights, and an
// intrinsic embedding.
//
//	mesh.Mesh --NewDomain--> Domain --NewSpace--> Space
//
// A Domain is the shape that distances live on: welded, centred, scaled,
// consistently oriented outward where that is possible, with a way back to the
// vertices of the file. A Space is n samples of a Domain with everything that
// the solvers ask for. Both are immutable after construction.
package metric
