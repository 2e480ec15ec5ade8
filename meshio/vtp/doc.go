// Package vtp reads and writes VTK's XML files with surfaces and points: PolyData (.vtp) both
// ways, and of UnstructuredGrid (.vtu) the cells that make a surface. Numbers may be text,
// base64 in their place, or appended as base64 or as they are, all of these also compressed
// with zlib, in either byte order, with sizes of 32 or 64 bits. The data of points become
// normals, colours and scalars; lines, cells of volumes and the data of cells are left out
// with a warning. A field named SPACE names the anatomical axes, as 3D Slicer writes it.
//
// The format is described in "VTK XML File Formats" of VTK's documentation.
package vtp
