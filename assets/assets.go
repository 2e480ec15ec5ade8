// Package assets embeds what the program carries with it besides code: the
// application's icon, and the weights of the amortised matcher. The sample shapes are
// code, in package shapes.
package assets

import _ "embed"

// Icon is the application's icon, a PNG of 512 x 512 pixels with a transparent
// surround.
//
//go:embed icon.png
var Icon []byte
