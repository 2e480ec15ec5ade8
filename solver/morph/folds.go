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
	extent    float64
}

// NewFolds prepares the surface as it is at rest: places of its points (n) and triangles.
func NewFolds(from []r3.Vec, triangles [][3]int32) *Folds {
	return &Folds{from, triangles, meshgraph.Surface(from, triangles), extent(Ends{From: from, Triangles: triangles})}
}

// Folded marks the triangles that lie with their back up where the points are at given
// places (n): those whose normal opposes the normal that they have at rest, turned with
// the neighbourhoods of their corners. At rest no triangle is folded. A triangle without
// area has no normal, and is not.
func (f *Folds) Folded(at []r3.Vec) []bool {
	turns := turnsOf(f.g, f.from, at, f.extent)
	out := make([]bool, len(f.triangles))
	for k, t := range f.triangles {
		rest, now := normal(f.from, t), normal(at, t)
		sum := 0.0
		for _, p := range t {
			r := &turns[p]
			sum += now.X*(r[0]*rest.X+r[1]*rest.Y+r[2]*rest.Z) + now.Y*(r[3]*rest.X+r[4]*rest.Y+r[5]*rest.Z) + now.Z*(r[6]*rest.X+r[7]*rest.Y+r[8]*rest.Z)
		}
		out[k] = sum < 0
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
