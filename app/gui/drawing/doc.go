// Package drawing draws the window's pictures on an OpenGL context of its own, away from the
// window's, and goes on with another context when the graphics driver drops the first.
package drawing
