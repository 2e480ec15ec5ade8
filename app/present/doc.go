// Package present turns a match into scenes: which colour each vertex gets,
// which lines are drawn, what the colour bar says. It computes nothing about
// the match itself, and knows neither windows nor OpenGL.
package present
