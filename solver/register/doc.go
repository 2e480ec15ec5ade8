// Package register lays the mesh of one shape on the surface of another, along a map
// between them: A's triangles at B's places, without folds and tears.
package register
