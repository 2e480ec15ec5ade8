// Package slicer describes the program as modules of 3D Slicer, which runs any executable
// that describes itself in XML (the Slicer Execution Model), and writes what puts them
// there. The settings come from the table of options.
package slicer
