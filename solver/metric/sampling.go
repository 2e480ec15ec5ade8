package metric

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// farthestPoints picks n points, each the farthest from those before it
// (Gonzalez 1985, Eldar et al. 1997), so that every prefix is a sample too. Each
// new point corrects distances only where it is the nearest, which makes all of
// it cost little more than a few full searches.
//
// Equal distances (regular grids, symmetric shapes) are settled by the distance
// from the centroid, so that neither rounding nor the order of the file decides.
func farthestPoints(ctx context.Context, d *Domain, m metricOn, n int, seed uint64, report func(done int)) ([]int32, error) {
	search, g := m.searcher(), m.graph
	radius := make([]float64, len(d.Points))
	for p := range radius {
		radius[p] = r3.Norm(d.Points[p])
	}
	toSamples := slices.Repeat([]float64{math.Inf(1)}, g.size())
	samples := make([]int32, 0, n)
	next := startPoint(radius, seed)
	for {
		samples = append(samples, next)
		if err := search.spread(ctx, g.node[next], toSamples); err != nil {
			return nil, err
		}
		report(len(samples))
		if len(samples) == n {
			return samples, nil
		}
		next = farthest(g, toSamples, radius)
	}
}

// farthest is the point of largest distance; among equal ones that farthest from
// the centroid, then that of least index.
func farthest(g *graph, dist, radius []float64) int32 {
	most, best := 0.0, int32(-1)
	for _, x := range dist { // slices.Max, which cares for NaN, takes several times as long
		if x > most {
			most = x
		}
	}
	least := most * (1 - tieTolerance)
	for node, x := range dist {
		if x < least {
			continue
		}
		p := g.point[node]
		if best < 0 || radius[p] > radius[best]*(1+tieTolerance) ||
			radius[p] >= radius[best]*(1-tieTolerance) && p < best {
			best = p
		}
	}
	return best
}

// startPoint chooses the first sample by rank of distance from the centroid,
// which neither moving nor shuffling a shape changes, with a rank drawn by seed.
func startPoint(radius []float64, seed uint64) int32 {
	rng := rand.New(rand.NewPCG(seed, 0x6765_6f64_6573_6963))
	return order.Ascending(radius)[rng.IntN(len(radius))]
}
