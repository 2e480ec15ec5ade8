// Package mesh holds the one mesh type of the program and the plain geometry
// that every other package asks of it: areas, normals, adjacency, components,
// welding, triangulation of polygons, and [Validate], the report on things that are
// odd about a mesh.
//
// Invariants. A Mesh is immutable once a decoder or generator has returned it: stages are cached by
// content, and several goroutines read it at once. Vertex order and polygons are always those of the
// file; code that needs welded or centred coordinates (solver/metric) derives them and keeps the way
// back. A polygon of k corners always gives k-2 triangles, next to each other.
//
// A Mesh is built in three ways: by a decoder through [Builder], by a
// generator that fills Vertices and Triangles itself, or from another Mesh
// ([Mesh.WithVertices], [Mesh.DropInvalid]).
package mesh
