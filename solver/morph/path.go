package morph

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
)

// Path is a way from one shape to another.
type Path interface {
	// At is the place of each point at t (n): the source at 0, the target at 1. Values
	// outside [0, 1] count as the nearer end. It may be called by several goroutines.
	At(t float64) []r3.Vec
	// Len is the number of points n.
	Len() int
}

type linear struct{ from, to []r3.Vec }

// Linear is the path on straight lines from each point to its target (both n).
func Linear(from, to []r3.Vec) Path {
	if len(from) != len(to) {
		panic("morph: each point needs one target")
	}
	return linear{from, to}
}

func (l linear) Len() int { return len(l.from) }

func (l linear) At(t float64) []r3.Vec {
	return correspond.Blend(l.from, l.to, min(max(t, 0), 1))
}

type reversed struct{ Path }

// Reversed is a path walked from its end to its beginning.
func Reversed(p Path) Path { return reversed{p} }

func (r reversed) At(t float64) []r3.Vec { return r.Path.At(1 - t) }
