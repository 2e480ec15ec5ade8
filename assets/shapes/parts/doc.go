// Package parts makes everyday objects of the sixteen ShapeNet-part categories (airplane, bag, ...,
// table) from random parameters: surface points with normals and part labels, and the solids behind
// them as meshes. The amortised matcher learns from them, and is tested on them where the published set
// is not at hand.
//
// An object is a union of closed solids with labelled faces. The forms (forms.go)
// are lofts, lathes, tubes and boxes; each category has a file that puts them
// together (chair.go, ...). Styles, proportions and optional parts come from a
// seed, and so does a gentle bend of the whole (object.go). Points lie on the
// outside of the union alone (cloud.go, inside.go).
//
// Labels are the labels of the published set: the same parts in the same order, so that label 2 of a
// chair is a leg in both (category.go). An object is a function of its category and seed alone, and
// training, validation, test and sample objects have seeds from ranges that never meet (split.go).
//
// The published set: Yi et al., "A scalable active framework for region
// annotation in 3D shape collections", SIGGRAPH Asia 2016, over ShapeNetCore.
//
// Objects stand with y up and their front towards +z, centred in a sphere of
// radius one. All functions are safe for use by several goroutines.
package parts
