package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// AgreementReach is how near, in units of √area, two maps send a point where they
// agree about it: at that distance they count as agreeing by exp(-1). It is two
// spacings of 500 samples, for good maps differ by half of one; a limb and its
// neighbour are three or more apart.
const AgreementReach = 0.1

// Agreement says how much of the weight of several maps goes, source by source (n),
// where one of them goes:
//
//	Σ_k w_k exp(-(d(σ_c(i), σ_k(i)) / reach)²) / Σ_k w_k
//
// with σ_k the maps (each n points of y's Domain), w_k their weights, and c the chosen
// one; reach is [AgreementReach] √area. It is 1 where all agree, and about 1/K where K
// maps of one weight go different ways. A map that does not know (-1, or no map at all) does not vote, and
// where the chosen one does not know the result is NaN.
//
// The distance is the largest of three lower bounds: the straight one, and |d(h,p) -
// d(h,q)| from the samples nearest to either point; at worst a spacing too short.
// It stops within a moment when ctx ends, with its error.
func Agreement(ctx context.Context, y *metric.Space, maps [][]int32, weights []float64, chosen int) ([]float64, error) {
	if len(maps) != len(weights) {
		panic("correspond: Agreement needs a weight for every map")
	}
	near, err := y.NearestSamplesContext(ctx, 0)
	if err != nil {
		return nil, err
	}
	reach := AgreementReach * rootArea(y.Domain)
	out := make([]float64, len(maps[chosen]))
	for i, at := range maps[chosen] {
		if at < 0 {
			out[i] = math.NaN()
			continue
		}
		var agree, all float64
		for k, m := range maps {
			if i >= len(m) || m[i] < 0 {
				continue
			}
			to := m[i]
			d := apart(y, near, at, to) / reach
			agree += weights[k] * math.Exp(-d*d)
			all += weights[k]
		}
		out[i] = agree / all
		if !(all > 0) {
			out[i] = 1 // nobody else has a say
		}
	}
	return out, nil
}

// apart is about the distance between two points, in Domain units.
func apart(s *metric.Space, near []int32, p, q int32) float64 {
	d := r3.Norm(r3.Sub(s.Domain.Points[p], s.Domain.Points[q]))
	for _, h := range [2]int32{near[p], near[q]} {
		row := s.Row(int(h))
		d = max(d, math.Abs(float64(row.At(p))-float64(row.At(q)))*s.Diameter)
	}
	return d
}

// AgreementOfPlaces is [Agreement] of whole maps, point by point (v): the mean over the
// others of exp(-(d/reach)²), d the geodesic distance on y between where chosen and
// where the other sends a point. distances has those of each other map, as
// [GeodesicErrors] gives them, NaN where one does not know.
func AgreementOfPlaces(y *metric.Domain, distances [][]float64) []float64 {
	if len(distances) == 0 {
		return nil
	}
	reach := AgreementReach * rootArea(y)
	out := make([]float64, len(distances[0]))
	for p := range out {
		sum, known := 0.0, 0
		for _, of := range distances {
			if d := of[p] / reach; !math.IsNaN(d) {
				sum += math.Exp(-d * d)
				known++
			}
		}
		out[p] = sum / float64(known) // NaN where nobody knows
	}
	return out
}
