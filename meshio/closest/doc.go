// Package closest finds the place on a surface of triangles that is closest to a
// position in space: for shapes that are laid onto each other, for landmarks, and for
// maps that end between vertices. It knows positions and triangles only.
package closest
