// Package meshio loads and saves meshes and point clouds: OBJ, OFF, PLY, STL,
// glTF and GLB, VTK and VTP, TOSCA's files, NumPy arrays, PCD, XYZ and PTS, and loads
// MATLAB's files.
//
// Only this package opens files; the codecs in the folders below take readers and writers. The format
// of a file is found by its content first, and by its name second. Every fault of a file is an error
// that names the file, the line or byte, the reason and the mend, never a panic. Files are written to a
// temporary name and renamed, so that a full disk costs no earlier version.
package meshio
