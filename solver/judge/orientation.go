package judge

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// slimmest is the sine below which a triangle is too slim to have an orientation.
const slimmest = 0.25

// Orientation is o of a map between samples as it stands, xToY a sample of Y for
// each of X: 1 direct, 0 mirrored, between where parts differ. NaN without normals.
func Orientation(x, y *Level, xToY []int32) float64 {
	return orientation(x, y, order.Take(y.space.Samples, xToY))
}

// orientation is o: the share of small triangles of from, a sample and two of its
// neighbours, whose sense about the outward normal survives the map. Triangles
// that collapse count half: they say nothing. NaN without normals or triangles.
func orientation(from, to *Level, snapped []int32) float64 {
	if !from.HasNormals() || !to.HasNormals() {
		return math.NaN()
	}
	kept, count := 0.0, 0
	rings := from.rings()
	for i := range from.count {
		ring := rings[i]
		q, m := to.at(snapped[i])
		for _, t := range ring {
			u := r3.Sub(to.space.Domain.Points[snapped[t.j]], q)
			v := r3.Sub(to.space.Domain.Points[snapped[t.k]], q)
			there := sense(u, v, m)
			count++
			switch {
			case math.Abs(there) < slimmest/4:
				kept += 0.5
			case (there > 0) == t.left:
				kept++
			}
		}
	}
	if count == 0 {
		return math.NaN()
	}
	return kept / float64(count)
}

// corner is a small triangle at a sample: with its neighbours j and k, which are not in line.
// left says that the turn from j to k is to the left, seen from outside.
type corner struct {
	j, k int32
	left bool
}

// rings are the corners at each of the level's samples, worked out when they are first asked for.
func (l *Level) rings() [][]corner {
	l.turned.Do(func() {
		l.corners = make([][]corner, l.count)
		size := min(orientationReach+1, l.reach)
		for i := range l.corners {
			p, n := l.at(l.space.Samples[i])
			ring := l.near[i*l.reach+1 : i*l.reach+size]
			for a, j := range ring {
				u := r3.Sub(l.space.Domain.Points[l.space.Samples[j]], p)
				for _, k := range ring[:a] {
					v := r3.Sub(l.space.Domain.Points[l.space.Samples[k]], p)
					if here := sense(u, v, n); !(math.Abs(here) < slimmest) {
						l.corners[i] = append(l.corners[i], corner{j, k, here > 0})
					}
				}
			}
		}
	})
	return l.corners
}

// sense is n·(u × v)/(|u||v|), the signed sine of the turn from u to v about n.
func sense(u, v, n r3.Vec) float64 {
	// Coordinates are of the order of 1: r3.Norm's care for overflow would only cost.
	lengths2 := r3.Norm2(u) * r3.Norm2(v)
	if lengths2 == 0 {
		return 0
	}
	return r3.Dot(n, r3.Cross(u, v)) / math.Sqrt(lengths2)
}
