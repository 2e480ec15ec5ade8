// Package closest finds the place on a surface of triangles that is closest to a position in space. It
// serves shapes that are laid onto each other, landmarks, and maps that end between vertices. It knows
// positions and triangles only.
//
// A [Tree] has four boxes a node, in single precision, a little larger than what is in them. On Linux and
// Windows the search is written in C and compares the four at once (search.c); elsewhere it is in Go
// (search.go). Both give the same bits: distances to triangles are in double precision, and of triangles that are equally
// near the first counts, whatever the order of the search.
package closest
