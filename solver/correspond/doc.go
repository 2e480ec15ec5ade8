// Package correspond turns a coupling of samples into maps of whole shapes:
// every point of one shape to a place on the other, in both directions, with a
// confidence; barycentric projections, best rigid motions, and the measures of
// error by which a map is judged.
//
// Directions are always in the names: MapXToY sends points of X to places on Y.
package correspond
