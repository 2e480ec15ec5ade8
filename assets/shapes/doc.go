// Package shapes holds the sample shapes, made by code when first asked for:
// horse, cat, elephant and human in several poses, each a closed mesh of about
// 5,000 vertices, four planar toys with their counterparts in space, and everyday
// objects of labelled parts (package parts), each fused into one closed surface
// (fuse.go).
//
// A body is an implicit surface, a smooth union of round cones along a skeleton
// (cone.go, field.go, plan.go). It is polygonized once (polygonize.go), remeshed
// (remesh.go) and posed by skinning with as-rigid-as-possible relaxation
// (skeleton.go, reach.go, skin.go). The three animals share one plan: a mesh of
// their common ancestor, the mean of their cones, is carried to each of them while
// the cones change from the one to the other (morph.go), so that a vertex of it
// keeps its meaning. The true correspondence is therefore known within a species,
// across the animals, and through remeshing (truth.go).
//
// Of each species there are individuals, too (individual.go), such as cats/3: of random
// proportions, in a pose, with a triangulation of their own. Their true correspondence is
// known as well, and named places on all animals and people are landmarks (landmarks.go).
//
// Figures (figure.go) are animals and people of random build, proportions and pose, of which each point
// knows its place on the body at rest: they are for learning.
//
// Bodies stand on y = 0 and face +x (animals, one unit about the length of the
// trunk) or +z (people, in metres). Vertices and triangles come in shuffled order:
// equal indices mean nothing. Everything is deterministic, and safe for use by
// several goroutines.
package shapes
