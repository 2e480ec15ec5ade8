// Package closest finds the place on a surface of triangles that is closest to a position in space. It
// serves shapes that are laid onto each other, landmarks, and maps that end between vertices. It knows
// positions and triangles only.
package closest
