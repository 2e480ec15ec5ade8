// Package matlab reads meshes from MAT files of version 5, which MATLAB writes unless it is told
// otherwise: as TOSCA's struct "surface" (X, Y, Z and TRIV), as fields or variables VERT or vertices (n
// x 3) with TRIV or faces, and the like. Numbers may be of any type, in both orders of bytes,
// compressed or not. Nothing is written: MATLAB's own toolboxes read PLY and OBJ.
//
// A MAT file is a list of elements, each with a tag that tells type and size. Elements that are
// compressed are read as they unpack, and other variables are passed over, so that a file takes
// memory for its mesh alone.
package matlab
