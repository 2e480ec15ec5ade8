// Package export writes a match to files: the result, both maps,
// the coloured and matched meshes, the morph, and a picture. The command line
// and the window's export menu call the same functions. Every file is written
// under a temporary name and renamed, so that a full disk loses nothing.
package export
