// Package scene describes a picture as plain arrays: surfaces, point
// clouds, lines and markers, each with a colour for every element. It knows no
// algorithm and no graphics library, so a new solver shows without a change of
// the renderer, and a new view needs no change of a solver.
package scene
