// Package simplify makes coarse stand-ins for large meshes, for pictures that change while somebody
// drags the mouse.
//
// A stand-in is a shorter list of triangles over the same vertices: whatever a
// vertex carries (colour, value, normal, a place on its way in a morph) serves the
// stand-in as it is, and a renderer uploads nothing but the list.
package simplify
