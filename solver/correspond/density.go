package correspond

import "gwscope/solver/metric"

// Density returns how much of the source's area the map brings to each point of the
// target, as a multiple of the area there (v of the target): 1 where it is spread evenly,
// 0 where nothing lands, 2 where two parts lie on each other. Areas are shares of each
// shape's own, averaged over the cells of the target's samples. [Coverage] is one figure
// for how much is not bare.
func Density(source *metric.Domain, target *metric.Space, m *SurfaceMap) []float64 {
	cell := target.NearestSamples(0)
	landed, area := make([]float64, target.Len()), make([]float64, target.Len())
	for p, place := range m.Places {
		if !place.Known() {
			continue
		}
		if place.Face < 0 {
			landed[cell[place.Nearest]] += source.PointArea[p]
			continue
		}
		for k, corner := range target.Domain.Triangles[place.Face] {
			landed[cell[corner]] += place.Bary[k] * source.PointArea[p]
		}
	}
	for q, a := range target.Domain.PointArea {
		area[cell[q]] += a
	}
	out, below := Field(target, landed), Field(target, area)
	for q := range out {
		out[q] /= below[q]
	}
	return out
}
