// Package obj reads and writes the geometry of Wavefront OBJ files: vertices
// with optional colours, normals, faces with any number of corners, groups.
// Materials, texture coordinates, lines and free-form surfaces are passed over.
//
// The format is described in appendix B1 of the Wavefront Advanced Visualizer
// manual (1992); colours after the coordinates are the extension of MeshLab
// and others.
package obj
