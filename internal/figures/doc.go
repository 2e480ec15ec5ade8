// Package figures holds what is told of a match in numbers and words. The solver, sessions,
// result.json and cohorts share these types, so that a figure has one name and one form.
// It is pure data and imports nothing of the program.
package figures
