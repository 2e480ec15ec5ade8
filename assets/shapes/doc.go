// Package shapes holds the sample shapes, made by code when first asked for:
// horse, cat, elephant and human in several poses, each a closed mesh of about
// 5,000 vertices, and four planar toys with their counterparts in space.
//
// A body is an implicit surface, a smooth union of round cones along a skeleton
// (cone.go, field.go, plan.go). It is polygonized once (polygonize.go), remeshed
// (remesh.go) and posed by skinning with as-rigid-as-possible relaxation
// (skeleton.go, reach.go, skin.go). The three animals are one template, grown on
// the mean animal and carried to each species while the cones change from the
// one to the other (morph.go), so that a vertex keeps its meaning: the true
// correspondence is known within a species, across the animals, and through
// remeshing (truth.go).
//
// Vertices and triangles come in shuffled order: equal indices mean nothing.
// Everything is deterministic, and safe for use by several goroutines.
package shapes
