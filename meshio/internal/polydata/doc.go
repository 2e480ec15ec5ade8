// Package polydata is what the two file formats of VTK share: cells become faces, arrays of
// point data become normals, colours and scalars of a mesh, and the same the other way.
package polydata
