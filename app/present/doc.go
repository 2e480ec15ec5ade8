// Package present turns a match into scenes: which colour each vertex gets,
// which lines are drawn, the words of the colour bar. It computes nothing about
// the match itself, and knows neither windows nor OpenGL.
package present
