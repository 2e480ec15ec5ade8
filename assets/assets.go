// Package assets embeds the files that the program carries besides code: the application's icon, the
// weights of the amortised matcher, and the lessons. The sample shapes are code, in package shapes.
package assets

import "embed"

// Icon is the application's icon, a PNG of 512 x 512 pixels with a transparent
// surround.
//
//go:embed icon.png
var Icon []byte

// Lessons are the built-in lessons, one YAML file each (package lesson of the application
// reads them), in the order of their names.
//
//go:embed lessons/*.yaml
var Lessons embed.FS
