// Package gldraw draws scenes with OpenGL 3.3 into off-screen pictures.
//
// A [Frame] says everything about one picture: its size, its panes (a scene seen
// by a camera in a rectangle), and the links drawn across panes. Nothing is
// remembered from one frame to the next except uploads: the renderer keeps the
// arrays of recent frames on the graphics card and knows them by the identity of
// their slices, so that turning a camera uploads nothing and a new colouring
// uploads colours only. Slices of a scene must therefore never be changed in
// place.
//
// [Renderer.Render] draws one picture and waits. A [Viewer] draws for a window:
// the newest frame wins, finished pictures are read back while the next is being
// drawn, and a callback receives them. While something moves, a viewer draws as
// finely as the machine keeps up with: large surfaces by fewer of their triangles
// (package simplify), then pictures with fewer samples.
//
// Rows are top-down everywhere: the cameras' clip space has y downwards, so row
// 0 of the frame buffer is the top of the picture, and no copy is flipped.
//
// Anti-aliasing of shapes is by supersampling, the same on every driver; frames and
// links are drawn over them with smooth sides of their own. Translucent surfaces are
// depth-peeled: exact, whatever the order of the triangles. Where the processor draws,
// pictures for files are drawn in tiles that fit its cache, each by the triangles seen in it.
package gldraw
