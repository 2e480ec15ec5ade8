package anchor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/parallel"
)

const (
	chooseSamples = 250
	// rescored of the best candidates are scored on a second set of samples.
	rescored = 12
)

// chooseSizes are the numbers of functions that candidates are refined with.
var chooseSizes = []int{15, 20, 25, 30, 35, 40}

// choose refines candidates at a middling number of samples, scores them, and keeps
// the best few that differ. The best are scored once more, on samples that had no part
// in it, for the jitter of the samples is as large as what parts the first from the second.
func (s *solver) choose(ctx context.Context, all []candidate) ([]candidate, error) {
	if err := s.refine(ctx, all); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, byScore)
	if min(s.x.space.Len(), s.y.space.Len()) >= 2*chooseSamples {
		again := slices.Clone(all[:min(rescored, len(all))])
		others := &solver{x: s.x.part(chooseSamples, 2*chooseSamples), y: s.y.part(chooseSamples, 2*chooseSamples), threads: s.threads}
		if err := others.refine(ctx, again); err != nil {
			return nil, err
		}
		all = all[:len(again)]
		for k, c := range again {
			all[k].Parts = all[k].Parts.mean(c.Parts)
			all[k].score = all[k].Parts.score()
		}
		slices.SortStableFunc(all, byScore)
	}
	var kept []candidate
	for _, c := range all {
		if len(kept) < maxMatches && !slices.ContainsFunc(kept, func(k candidate) bool { return s.apart(c, k) < sameMatch }) {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// refine fills in maps, parts and scores of candidates.
func (s *solver) refine(ctx context.Context, all []candidate) error {
	costs := s.costsAt(chooseSamples)
	bases, err := s.bases(ctx, costs.x.count, costs.y.count, chooseSizes)
	if err != nil {
		return err
	}
	scoreX, scoreY := newScorer(s.x, costs.x.count), newScorer(s.y, costs.y.count)
	climbs := make([]*climb, s.threads)
	rooms := make([][2]*ordered, s.threads)
	var done atomic.Int64
	return parallel.For(ctx, s.threads, len(all), 1, func(w, k, _ int) {
		if climbs[w] == nil {
			climbs[w], rooms[w] = newClimb(bases[0], bases[1]), costs.room()
		}
		z, c := climbs[w], &all[k]
		costs.fill(c, rooms[w], z.cost, z.total)
		z.run(chooseSizes)
		c.Residual = z.residual
		c.Bending = bending(scoreX, scoreY, z.xToY) + bending(scoreY, scoreX, z.yToX)
		c.Stretching = stretching(scoreX, scoreY, z.xToY) + stretching(scoreY, scoreX, z.yToX)
		c.score = c.Parts.score()
		c.xToY, c.yToX = slices.Clone(z.xToY), slices.Clone(z.yToX)
		if n := done.Add(1); n%8 == 0 {
			s.tell(fmt.Sprintf("refining pairing %d of %d", n, len(all)), 0.2+0.5*float64(n)/float64(len(all)))
		}
	})
}

// score is the logarithm of the product.
func (p Parts) score() float64 {
	return math.Log(p.Residual+tiny) + math.Log(p.Bending+tiny) + math.Log(p.Stretching+tiny)
}

// mean is the geometric one.
func (p Parts) mean(q Parts) Parts {
	of := func(a, b float64) float64 { return math.Sqrt(a * b) }
	return Parts{of(p.Residual, q.Residual), of(p.Bending, q.Bending), of(p.Stretching, q.Stretching)}
}

// tiny keeps the logarithms of a perfect match finite.
const tiny = 1e-9

// apart is the mean distance between the images of two candidates, both ways.
func (s *solver) apart(a, b candidate) float64 {
	mean := func(d *mat.Dense, a, b []int32) float64 {
		sum := 0.0
		for i := range a {
			sum += d.At(int(a[i]), int(b[i]))
		}
		return sum / float64(len(a))
	}
	return (mean(s.y.space.Distances, a.xToY, b.xToY) + mean(s.x.space.Distances, a.yToX, b.yToX)) / 2
}
