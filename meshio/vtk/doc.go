// Package vtk reads and writes legacy VTK files with surfaces and points: text and binary,
// versions 1 to 5.1. Of POLYDATA and UNSTRUCTURED_GRID it takes faces, triangle strips and
// the data of points: normals, colours and any other numbers, which become scalars. Lines,
// cells of volumes and the data of cells are left out with a warning. The second line may
// name the anatomical axes, as 3D Slicer writes it ("SPACE=LPS").
//
// The format is described in "VTK File Formats", the appendix of The VTK User's Guide.
package vtk
