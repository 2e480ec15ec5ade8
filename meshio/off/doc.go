// Package off reads and writes Object File Format meshes: OFF and its variants
// with normals (N), colours (C), texture coordinates (ST) and homogeneous
// coordinates (4) before the word OFF, in any combination, as described in the
// Geomview manual. Binary OFF is not read.
package off
