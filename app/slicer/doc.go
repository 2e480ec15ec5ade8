// Package slicer describes the program as modules of 3D Slicer, which runs any executable
// that describes itself in XML (the Slicer Execution Model), and installs the modules. Their
// settings come from the table of options.
package slicer
