// Package obj reads and writes the geometry of Wavefront OBJ files: vertices
// with optional colours, normals, faces with any number of corners, groups.
// Of materials and textures, the diffuse colour becomes that of the vertices; lines and
// free-form surfaces are passed over.
//
// The format is described in appendix B1 of the Wavefront Advanced Visualizer
// manual (1992), materials in the MTL specification of Alias/Wavefront (1995); colours
// after the coordinates are the extension of MeshLab and others.
package obj
