package morph

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/meshgraph"
)

// Folds finds the folds of a surface that has moved. It is safe for use by several
// goroutines.
type Folds struct {
	from      []r3.Vec
	triangles [][3]int32
	g         *meshgraph.Graph
}

// foldRounds is how often the neighbourhoods of [Folds] are spread: wide enough not to
// follow a single triangle that turns over, narrow enough to follow the tip of an ear.
const foldRounds = 2

// NewFolds prepares the surface as it is at rest: places of its points (n) and triangles.
func NewFolds(from []r3.Vec, triangles [][3]int32) *Folds {
	return &Folds{from, triangles, meshgraph.Surface(from, triangles)}
}

// Folded marks the triangles that lie with their back up where the points are at given
// places (n). Their normal opposes two others: the one that they have at rest, turned with
// the neighbourhoods of their corners, and the mean of the triangles around their corners.
// The first alone would count sharp bends, the second sharp edges that were there
// at rest. At rest nothing is folded, and a triangle without area never is. A limb that
// is turned inside out as a whole shows at its borders only.
func (f *Folds) Folded(at []r3.Vec) []bool {
	turns := turnsOf(f.g, f.from, at, foldRounds)
	out := tangled(at, f.triangles)
	for k, t := range f.triangles {
		if !out[k] {
			continue
		}
		rest := normal(f.from, t)
		var turned r3.Vec
		for _, p := range t {
			turned = r3.Add(turned, turns[p].Times(rest))
		}
		out[k] = r3.Dot(normal(at, t), turned) < 0
	}
	return out
}

// Share is the share of the triangles that Folded marks.
func (f *Folds) Share(at []r3.Vec) float64 {
	n := 0
	for _, folded := range f.Folded(at) {
		if folded {
			n++
		}
	}
	return float64(n) / float64(max(len(f.triangles), 1))
}

// normal of a triangle, as long as twice its area.
func normal(points []r3.Vec, t [3]int32) r3.Vec {
	a := points[t[0]]
	return r3.Cross(r3.Sub(points[t[1]], a), r3.Sub(points[t[2]], a))
}
