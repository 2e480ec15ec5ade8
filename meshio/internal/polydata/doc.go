// Package polydata is shared by the two file formats of VTK: cells become faces, arrays of
// point data become normals, colours and scalars of a mesh, and the same the other way.
package polydata
