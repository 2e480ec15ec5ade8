// Package polydata is shared by the two file formats of VTK: it makes faces of cells, and normals,
// colours and scalars of arrays of point data, and the other way round.
package polydata
