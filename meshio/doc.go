// Package meshio loads and saves meshes and point clouds: OBJ, OFF, PLY, STL,
// glTF and GLB, VTK and VTP, TOSCA's files, NumPy arrays, PCD, XYZ and PTS, and loads
// MATLAB's files.
//
// It is the one place that opens files. The content of a file decides its format first, and
// its name second; the codecs in the folders below take
// readers and writers only. Whatever goes wrong with a file is an error that
// names the file, the line or byte, the reason and the mend, never a panic.
// Files are written to a temporary name and renamed, so that a full disk costs
// no earlier version.
package meshio
