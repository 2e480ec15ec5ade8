// Package matlab reads meshes from MAT files of version 5, which MATLAB writes unless it is told
// otherwise: as TOSCA's struct "surface" (X, Y, Z and TRIV), as fields or variables VERT or
// vertices (n x 3) with TRIV or faces, and alike. Numbers of any type, in both orders of bytes, compressed
// or not. Nothing is written: PLY and OBJ are read by MATLAB's own toolboxes.
//
// A MAT file is a list of elements, each with a tag that tells type and size. Elements that are
// compressed are read as they unpack, and other variables are passed over, so that a file takes
// memory for its mesh alone.
package matlab
