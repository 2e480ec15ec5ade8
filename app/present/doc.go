// Package present makes scenes of a match: the colours of vertices, the lines, the
// words of the colour bar. It computes nothing about the match itself, and knows
// neither windows nor OpenGL.
package present
