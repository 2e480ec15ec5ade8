package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Farthest chooses n of the points, each as far as can be from those before it
// (Gonzalez 1985); the number of the first one is given.
func Farthest(points []r3.Vec, n, first int) []int32 {
	gap := make([]float64, len(points)) // squared distance to the chosen ones
	for i := range gap {
		gap[i] = math.Inf(1)
	}
	chosen := make([]int32, 0, n)
	at := first
	for len(chosen) < n {
		chosen = append(chosen, int32(at))
		p, next, most := points[at], 0, -1.0
		for i, q := range points {
			dx, dy, dz := q.X-p.X, q.Y-p.Y, q.Z-p.Z
			g := min(gap[i], dx*dx+dy*dy+dz*dz)
			gap[i] = g
			if g > most {
				next, most = i, g
			}
		}
		at = next
	}
	return chosen
}
