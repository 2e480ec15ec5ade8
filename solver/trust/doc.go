// Package trust looks at a finished match and gathers evidence for and against it: parts of
// the shapes without a partner, agreement of the near-equal minima, orientation of patches, and
// the symmetries of both shapes. Package verdict turns these numbers into probabilities.
//
// The package knows spaces, results and maps. It knows no files and no options; callers
// keep values that are slow to work out. Every slow function stops within a moment when its context
// ends, with the error of the context, and gives the same bits for any number of threads.
package trust

import (
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Match is one minimum of a result, with its maps of all points. In arrays of two, index 0 is of
// A (of X and its Domain) and 1 of B (of Y and its Domain).
type Match struct {
	X, Y   *metric.Space
	Result *solver.Result
	// Chosen is the index of the minimum among Result.Alternatives.
	Chosen int
	// AToB sends the points of X's Domain to places on Y's, BToA the reverse.
	AToB, BToA *correspond.SurfaceMap
	// Threads is how many goroutines may work; 0 means all processors.
	Threads int
}

func (m *Match) alternative() *solver.Alternative { return &m.Result.Alternatives[m.Chosen] }

func (m *Match) spaces() [2]*metric.Space { return [2]*metric.Space{m.X, m.Y} }
