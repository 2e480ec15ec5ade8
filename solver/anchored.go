package solver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/anchor"
	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// Anchored matches by extremities (package anchor): for shapes of different species,
// where the least GW loss is not the meant match.
const Anchored Method = "anchored"

// Anchors are the extremities of a pair, and what matching by them says beside the plan.
type Anchors struct {
	TipsX, TipsY []anchor.Tip
	// Pairs are the matched tips (of X, of Y) of each of Result.Alternatives; empty
	// where there were too few.
	Pairs [][][2]int
	// GW2Map is the GW² of the chosen map itself, each sample of X sending all its mass
	// to one of Y, which does not keep Y's weights. Result.GW2 is that of the plan nearest to it
	// that does.
	GW2Map float64
	// Dissimilarity is the least GW² near the chosen match, with the distances of both
	// shapes over their means; above CrossSpecies the shapes are called different species.
	Dissimilarity float64
}

// CrossSpecies is the Dissimilarity that tells pairs of one species from pairs of two.
const CrossSpecies = 0.016

// anchored is the method. Among the alternatives, a Score is the logarithm of
// anchor.Match's product, so that a Margin is the logarithm of a ratio of scores;
// ratios below 1.5, which is MarginUncertain, have seen wrong choices.
func (s *solve) anchored(ctx context.Context) (*Result, error) {
	begin := time.Now()
	found, err := anchor.Solve(ctx, s.X, s.Y, anchor.Options{
		Threads: s.threads, Mirrored: s.Flip == FlipMirrored,
		Progress: func(stage string, fraction float64) { s.report.stage(stage, anchorEnds*fraction) },
	})
	var few *anchor.ErrFewTips
	switch {
	case errors.As(err, &few):
		r, err := s.run(ctx)
		if err != nil {
			return nil, err
		}
		r.Anchors = &Anchors{TipsX: found.TipsX, TipsY: found.TipsY, GW2Map: math.NaN(), Dissimilarity: math.NaN()}
		r.Notes = append([]string{few.Error() + ": this is the hierarchical slicer's match."}, r.Notes...)
		return r, nil
	case ctx.Err() != nil:
		return s.run(ctx) // what can be had at once
	case err != nil:
		return nil, err
	}
	s.times.Rival = time.Since(begin)
	finals, err := s.anchoredFinals(ctx, found.Matches)
	if err != nil {
		if ctx.Err() != nil {
			return s.run(ctx)
		}
		return nil, err
	}
	return s.anchoredResult(ctx, found, finals)
}

// anchorEnds is the share of the progress bar of matching by extremities.
const anchorEnds = 0.8

// anchoredFinals gives each match its plan and its verdict.
func (s *solve) anchoredFinals(ctx context.Context, matches []*anchor.Match) ([]final, error) {
	begin := time.Now()
	s.report.stage("finding plans of equal mass", anchorEnds)
	x, y := s.levels(max(s.X.Len(), s.Y.Len()))
	finals := make([]final, len(matches))
	errs := make([]error, len(matches))
	err := parallel.For(ctx, s.threads, len(matches), 1, func(_, k, _ int) {
		m, f := matches[k], &finals[k]
		if f.plan, errs[k] = equalMass(ctx, m.Cost(), s.X.Weights, s.Y.Weights); errs[k] != nil {
			return
		}
		f.gw2, f.status, f.xToY = s.full.Loss(f.plan), Converged, f.plan.Targets()
		f.verdict = judge.NewBench(x, y).Rate(m.XToY, m.YToX)
		f.verdict.Score = m.Score
	})
	s.times.Choice += time.Since(begin)
	return finals, errors.Join(append(errs, err)...)
}

// equalMass is the plan with weights a and b of least cost (n x m).
func equalMass(ctx context.Context, cost *mat.Dense, a, b []float64) (*gw.Plan, error) {
	same := func(w []float64) bool { return slices.Max(w) == slices.Min(w) }
	if len(a) == len(b) && same(a) && same(b) {
		sigma, _, err := gw.AssignDense(ctx, cost)
		if err != nil {
			return nil, err
		}
		return gw.Permutation(sigma), nil
	}
	plan, _, err := gw.Transport(ctx, cost, a, b)
	return plan, err
}

func (s *solve) anchoredResult(ctx context.Context, found *anchor.Result, finals []final) (*Result, error) {
	order := allOf(make([]int32, len(finals)))
	slices.SortStableFunc(order, func(a, b int32) int { return s.order(finals[a], finals[b]) })
	sorted := make([]final, len(finals))
	a := &Anchors{TipsX: found.TipsX, TipsY: found.TipsY}
	for k, o := range order {
		sorted[k] = finals[o]
		m := found.Matches[o]
		var pairs [][2]int
		for t := range m.TipsX {
			pairs = append(pairs, [2]int{m.TipsX[t], m.TipsY[t]})
		}
		a.Pairs = append(a.Pairs, pairs)
	}
	best := found.Matches[order[0]]
	a.GW2Map = s.lossOfMap(best.XToY)
	var err error
	if a.Dissimilarity, err = s.dissimilarity(ctx, best, sorted[0].plan); err != nil {
		return nil, err
	}
	s.cloudX, s.cloudY = slicerCloud(s.X), slicerCloud(s.Y)
	r := s.result(ctx, sorted)
	r.Anchors = a
	for k := range r.Alternatives {
		r.Alternatives[k].Match, r.Alternatives[k].foreign = found.Matches[order[k]], a.Dissimilarity > CrossSpecies
	}
	r.Own = &Own{Title: "Matching by extremities", Value: a.GW2Map, Name: "GW² of the map (masses not equal)", Bound: math.NaN()}
	kind := "one species"
	if a.Dissimilarity > CrossSpecies {
		kind = "different species"
	}
	r.Notes = append([]string{
		fmt.Sprintf("Matched by extremities: %d on the source, %d on the target, %d paired.", len(a.TipsX), len(a.TipsY), len(a.Pairs[0])),
		fmt.Sprintf("The shapes look like %s: GW² with distances over their means is %.4f, and %.3f parts the two.", kind, a.Dissimilarity, CrossSpecies),
		"The reported plan is the equal-mass plan nearest to the map; the map itself lets many points meet in one.",
	}, r.Notes...)
	return r, nil
}

// lossOfMap is the GW² of a map from samples of X to points of Y as it stands: the
// images, with the masses that they get, are a space of their own.
func (s *solve) lossOfMap(xToY []int32) float64 {
	cell := s.Y.NearestSamples(s.threads)
	images := make([]int32, len(xToY))
	for i, p := range xToY {
		images[i] = cell[p]
	}
	plan := &gw.Plan{N: s.X.Len(), M: s.Y.Len(), I: allOf(images), J: images, Mass: s.X.Weights}
	return gw.Loss(s.X.Distances, s.Y.Distances, nil, nil, plan)
}

// dissimilaritySamples are enough for GW² to tell species apart.
const dissimilaritySamples = 500

// dissimilarity descends from the match's plan to the nearest local minimum of GW²
// with distances over their means.
func (s *solve) dissimilarity(ctx context.Context, match *anchor.Match, plan *gw.Plan) (float64, error) {
	x, y := s.X.Prefix(dissimilaritySamples), s.Y.Prefix(dissimilaritySamples)
	if x != s.X || y != s.Y {
		var err error
		cost := mat.DenseCopyOf(match.Cost().Slice(0, x.Len(), 0, y.Len()))
		if plan, err = equalMass(ctx, cost, x.Weights, y.Weights); err != nil {
			return 0, err
		}
	}
	problem, err := gw.NewProblem(overMean(x), overMean(y), x.Weights, y.Weights)
	if err != nil {
		return 0, err
	}
	r, err := problem.ConditionalGradient(ctx, plan, gw.CGOptions{Threads: s.threads}, nil)
	return r.Loss, err
}

func overMean(space *metric.Space) *mat.Dense {
	out := mat.DenseCopyOf(space.Distances)
	if sum := mat.Sum(out); sum > 0 {
		n := float64(space.Len())
		out.Scale(n*n/sum, out)
	}
	return out
}
