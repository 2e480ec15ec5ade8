// Package figures holds the figures and notes on a match. The solver, sessions, result.json and cohorts
// share these types, so that a figure has one name and one form. It is pure data and imports nothing of
// the program.
package figures
