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
	// rescored of the best candidates are scored on all samples. The difference between them is often
	// no more than the jitter of 250, which are enough to rank the others.
	rescored = 8
	// climbing candidates go on after the first step: on 32 pairs of animals all those that
	// were among the eight best in the end were among the best 24 then.
	climbing = 40
)

// chooseSizes are the numbers of functions that candidates are refined with.
var chooseSizes = []int{15, 20, 25, 30, 35, 40}

// chooseCoarsely refines and scores candidates on a part of the samples, and leaves the
// best.
func (s *solver) chooseCoarsely(ctx context.Context, all []candidate) ([]candidate, error) {
	costs := s.costsAt(chooseSamples)
	bases, err := s.bases(ctx, costs.x.count, costs.y.count, chooseSizes)
	if err != nil {
		return nil, err
	}
	stage := fmt.Sprintf("refining %d pairings", len(all))
	first := chooseSizes[:1]
	if len(all) <= climbing {
		first = chooseSizes
	}
	if err := s.refine(ctx, all, costs, bases, first, func(share float64) { s.tell(stage, 0.2+0.3*share) }); err != nil {
		return nil, err
	}
	if len(all) <= climbing {
		return all, nil
	}
	// The others are out of the race: scores after few steps are not those after many.
	all = all[:climbing]
	err = s.refine(ctx, all, costs, bases, chooseSizes[1:], func(share float64) { s.tell(stage, 0.5+0.1*share) })
	return all, err
}

// choose refines and scores the best candidates on all samples, and keeps the best few
// that differ.
func (s *solver) choose(ctx context.Context, all []candidate) ([]candidate, error) {
	all = all[:min(rescored, len(all))]
	if fine, costs := s.fine, s.costsAt(chooseSamples); fine.costs.x.count > costs.x.count || fine.costs.y.count > costs.y.count {
		for k := range all {
			all[k].climbed = 0
		}
		if err := s.refine(ctx, all, fine.costs, fine.bases, chooseSizes, func(share float64) {
			s.tell("choosing among the best", 0.6+0.2*share)
		}); err != nil {
			return nil, err
		}
	}
	if err := s.grow(ctx, s.growing(all)); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, byScore)
	var kept []candidate
	for _, c := range all {
		if len(kept) < maxMatches && !slices.ContainsFunc(kept, func(k candidate) bool { return s.apart(c, k) < sameMatch }) {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

// refine fills in maps, parts and scores of candidates and puts the best first.
func (s *solver) refine(ctx context.Context, all []candidate, costs *costs, bases [2]*functions, sizes []int, report func(share float64)) error {
	err := s.measure(ctx, all, costs, bases, sizes, report)
	slices.SortStableFunc(all, byScore)
	return err
}

// measure fills in maps, parts and scores of candidates. Those that have climbed before
// go on with these sizes.
func (s *solver) measure(ctx context.Context, all []candidate, costs *costs, bases [2]*functions, sizes []int, report func(share float64)) error {
	scoreX, scoreY := s.x.scorerOf(costs.x.count, s.threads), s.y.scorerOf(costs.y.count, s.threads)
	climbs := make([]*climb, s.threads)
	rooms := make([][2]*ordered, s.threads)
	var done atomic.Int64
	return parallel.For(ctx, s.threads, len(all), 1, func(w, k, _ int) {
		if climbs[w] == nil {
			climbs[w], rooms[w] = newClimb(bases[0], bases[1]), costs.room()
		}
		z, c := climbs[w], &all[k]
		if mean := costs.fill(c, rooms[w], z.cost, z.total); c.climbed > 0 {
			z.resume(sizes, mean, c.xToY, c.yToX)
		} else {
			z.run(sizes, mean)
		}
		c.climbed += len(sizes)
		c.Residual = z.residual
		c.xToY, c.yToX = slices.Clone(z.xToY()), slices.Clone(z.yToX())
		c.Bending = bending(scoreX, scoreY, c.xToY) + bending(scoreY, scoreX, c.yToX)
		c.Stretching = stretching(scoreX, scoreY, c.xToY) + stretching(scoreY, scoreX, c.yToX)
		c.Curving = curving(scoreX, scoreY, c.xToY, c.yToX)
		c.score = c.Parts.score() - pairWorth*float64(len(c.tipsX))
		report(float64(done.Add(1)) / float64(len(all)))
	})
}

// pairWorth is the gain of a score by each pair of tips. A pair is a claim more that
// a match has to fulfil: a right one costs next to nothing, and settles the places near it.
const pairWorth = 0.06

// score is log(Bending² Stretching Curving), which compares two surfaces whatever
// was paired, so that pairings of few tips and of many can be compared. Bending is the
// surest of the parts and counts twice. Curvature knows the front of a body from its
// rear, which its distances and its neighbourhoods hardly do.
func (p Parts) score() float64 {
	return 2*math.Log(p.Bending+tiny) + math.Log(p.Stretching+tiny) + math.Log(p.Curving+tiny)
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
