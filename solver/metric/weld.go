package metric

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
)

// weldTolerance is the distance, in bounding-box diagonals, within which two
// vertices are one point: wide enough for the rounding of coordinates that were
// moved far from the origin, far below any detail a file can mean.
const weldTolerance = 1e-9

// mostWeld is the largest value that a person can ask for: a hundredth of the diagonal is detail.
const mostWeld = 0.01

// weld joins vertices within a tolerance of each other (positions in bounding-
// box diagonals) and numbers the points in the order of their first vertices.
//
// Vertices are swept along one generic direction; only those whose projections
// agree within the tolerance are compared. The direction has no rational
// relation to the axes, so regular grids do not pile up along it.
func weld(positions []r3.Vec, tolerance float64) (pointOf []int32, count int) {
	direction := r3.Unit(r3.Vec{X: 0.5545497, Y: 0.8346268, Z: 0.3298765})
	type swept struct {
		at float64
		v  int32
	}
	order := make([]swept, len(positions))
	for v, p := range positions {
		order[v] = swept{r3.Dot(direction, p), int32(v)}
	}
	slices.SortFunc(order, func(a, b swept) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.v, b.v))
	})
	sets := disjoint.New(len(positions))
	for i, a := range order {
		for _, b := range order[i+1:] {
			if b.at-a.at > tolerance {
				break
			}
			if r3.Norm(r3.Sub(positions[a.v], positions[b.v])) <= tolerance {
				sets.Union(a.v, b.v)
				// A pile of equal vertices is a chain: each one needs only the next.
				if positions[a.v] == positions[b.v] {
					break
				}
			}
		}
	}
	return sets.Labels()
}
