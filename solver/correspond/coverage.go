package correspond

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// patchReach is how far the image of a point covers the target about it, in radii
// of a disc of the point's own area: neighbouring patches overlap by half, so that
// a map that only stretches a little leaves no holes.
const patchReach = 2

// Coverage is the share of the target's area that the map hits, from 0 to 1. Each
// point of the source brings a patch of its own area to its place; a map that
// folds, or sends much of the source to little of the target, leaves the rest bare.
func Coverage(source, target *metric.Domain, m *SurfaceMap) float64 {
	v := len(target.Points)
	hit := make([]bool, v)
	unit := rootArea(target)
	for p, at := range m.Positions {
		hit[m.Places[p].Nearest] = true
		reach := patchReach * unit * math.Sqrt(source.PointArea[p]/math.Pi)
		// As many points as an area of that size holds on average, and as many again.
		count := 2 + int(2*patchReach*patchReach*source.PointArea[p]*float64(v))
		for _, q := range target.NearestPoints(at, count) {
			if r3.Norm(r3.Sub(target.Points[q], at)) > reach {
				break
			}
			hit[q] = true
		}
	}
	var covered, all float64
	for q, a := range target.PointArea {
		all += a
		if hit[q] {
			covered += a
		}
	}
	return covered / all
}

// rootArea is √area of a domain in its own units: 1 for a mesh; for a cloud a guess
// from the distances between neighbours, which are about 0.8 √(area/points) for
// scans, between the 0.5 of random points and the 1.07 of a perfect lattice. A curve has no
// area: a quarter of its length stands for it, as it does about a circle.
func rootArea(d *metric.Domain) float64 {
	if !d.IsCloud() {
		return 1
	}
	near, width := d.Neighbors(1)
	if width == 0 {
		return 0
	}
	var sum float64
	for p, q := range near {
		sum += r3.Norm(r3.Sub(d.Points[p], d.Points[q]))
	}
	if d.IsCurve() {
		return sum / 4
	}
	v := float64(len(d.Points))
	return sum / v * math.Sqrt(v) / 0.8
}
