package judge

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// slimmest is the sine below which a triangle is too slim to have an orientation.
const slimmest = 0.25

// Orientation is o of a map between samples as it stands, xToY a sample of Y for
// each of X: 1 direct, 0 mirrored, between where parts differ. NaN without normals.
func Orientation(x, y *Level, xToY []int32) float64 {
	points := make([]int32, len(xToY))
	for i, j := range xToY {
		points[i] = y.space.Samples[j]
	}
	return orientation(x, y, points)
}

// orientation is o: the share of small triangles of from, a sample and two of its
// neighbours, whose sense about the outward normal survives the map. Triangles
// that collapse count half: they say nothing. NaN without normals or triangles.
func orientation(from, to *Level, snapped []int32) float64 {
	if !from.HasNormals() || !to.HasNormals() {
		return math.NaN()
	}
	kept, count := 0.0, 0
	size := min(orientationReach+1, from.reach)
	for i := range from.count {
		p, n := from.at(from.space.Samples[i])
		q, m := to.at(snapped[i])
		ring := from.near[i*from.reach+1 : i*from.reach+size]
		for a, j := range ring {
			u := r3.Sub(from.space.Domain.Points[from.space.Samples[j]], p)
			u2 := r3.Sub(to.space.Domain.Points[snapped[j]], q)
			for _, k := range ring[:a] {
				v := r3.Sub(from.space.Domain.Points[from.space.Samples[k]], p)
				here := sense(u, v, n)
				if math.Abs(here) < slimmest {
					continue
				}
				v2 := r3.Sub(to.space.Domain.Points[snapped[k]], q)
				there := sense(u2, v2, m)
				count++
				switch {
				case math.Abs(there) < slimmest/4:
					kept += 0.5
				case (here > 0) == (there > 0):
					kept++
				}
			}
		}
	}
	if count == 0 {
		return math.NaN()
	}
	return kept / float64(count)
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
