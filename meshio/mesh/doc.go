// Package mesh holds the one mesh type of the program and the plain geometry
// that every other package asks of it: areas, normals, adjacency, components,
// and [Mesh.Validate], the report on what is odd about a mesh.
//
// Invariants. A Mesh is immutable once a decoder or generator has returned it:
// stages are cached by content, and several goroutines read it at once. Vertex
// order and polygons are those of the file, always; whoever needs welded or
// centred coordinates (solver/metric) derives them and keeps the way back.
package mesh
