// Package slicer makes couplings by sorting: min-GSGW, min Generalized Sliced
// Gromov-Wasserstein (Shahbazi, Liu, He and Kolouri, arXiv 2605.13753).
//
// A lifting h carries the source's points into the space of the target's, one
// slicer f gives every point of both a real number, and sorting both sequences
// gives the plan:
//
//	s_i = f(h(x_i)), t_j = f(y_j), plan = monotone coupling of the sorted weights
//
// Every such plan has the right marginals, so its loss bounds GW² from above,
// and getting it costs no more than a sort.
//
// The slicer here is hierarchical and needs no training; package neural trains
// one. Both shapes are given by
// an embedding of their distances (classical scaling); the lifting is an
// orthogonal matrix between the embeddings. One direction, shared by both shapes,
// cuts each of them at its own weighted median; the halves are cut again along
// directions of their own, until single points are left. The order of the leaves
// is the sort. Only the lifting remains to be searched: see [Flip],
// [Rotations] and [Procrustes].
//
// The package knows nothing of meshes or of the GW loss; package solver decides
// which lifting is worth keeping.
package slicer
