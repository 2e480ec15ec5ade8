// Package stl reads and writes stereolithography files, text and binary. STL
// repeats a vertex for every triangle that uses it; the mesh keeps these
// repetitions (3 vertices a triangle, in file order), so that a mesh that is exported
// lines up with the file. [mesh.Weld] joins them where a surface is wanted.
package stl
