package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// farthest chooses n of the points, each as far as can be from those before it
// (Gonzalez 1985); the first is point 0.
func farthest(points []r3.Vec, n int) []int32 {
	gap := make([]float64, len(points)) // squared distance to the chosen ones
	for i := range gap {
		gap[i] = math.Inf(1)
	}
	chosen := make([]int32, 0, n)
	at := 0
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
