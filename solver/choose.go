package solver

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/stages"
	"gwscope/solver/internal/order"
	"gwscope/solver/judge"
)

// candidate is a coarse minimum with the judge's verdict.
type candidate struct {
	minimum
	verdict *judge.Verdict
	learned bool // see final
}

// shortlist judges the near-equal minima on their samples, orders them for the last
// stage, and says how many of them it should take: the wanted side first, the most
// plausible first, different ones before variants.
func (s *solve) shortlist(ctx context.Context, minima []minimum) (ordered []candidate, take int) {
	ctx, end := stages.Begin(ctx, "judge candidates")
	defer end()
	begin := time.Now()
	defer func() { s.times.Choice += time.Since(begin) }()
	if ctx.Err() != nil || len(minima) == 0 {
		return nil, 0
	}
	c := len(minima[0].sigma)
	s.report.stage(fmt.Sprintf("judging %d candidates", len(minima)), 0.46)
	x, y := s.jury.levels(c)
	verdicts := s.jury.judge(ctx, x, y, len(minima), func(k int) (xToY, yToX []int32) {
		return minima[k].sigma, order.Inverse(minima[k].sigma)
	})
	var all []candidate
	for k, v := range verdicts {
		if v != nil {
			all = append(all, candidate{minimum: minima[k], verdict: v})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return s.jury.prefer(a.verdict, b.verdict) })
	return s.effort.line(s.Y.Distances, all)
}

// variant is the mean distance between the targets of two coarse maps, in
// diameters, below which they may well end in one minimum at full size: its own
// threshold, sameFine, and the jitter of a few samples.
const variant = 0.07

// line puts judged candidates, best first, in line for the last stage. Different
// matches come first, so that none is missed; then variants of the best one, because
// among them the coarse samples cannot tell which will end lowest. take is how many
// of the line are wanted.
func (e effort) line(dy *mat.Dense, all []candidate) (ordered []candidate, take int) {
	alike := func(a, b candidate) bool {
		return apart(dy, a.sigma, b.sigma) < variant && sameSide(a.verdict.Orientation, b.verdict.Orientation)
	}
	var different, variants, rest []candidate
	for k, c := range all {
		switch {
		case k > 0 && alike(all[0], c):
			variants = append(variants, c)
		case slices.ContainsFunc(different, func(o candidate) bool { return alike(o, c) }):
			rest = append(rest, c)
		default:
			different = append(different, c)
		}
	}
	d, v := min(e.different, len(different)), min(e.variants, len(variants))
	ordered = slices.Concat(different[:d], variants[:v], different[d:], variants[v:], rest)
	withLeastLoss(ordered, d+v)
	return ordered, d + v
}

// withLeastLoss moves the candidate of least loss to the last of the first n places
// if it would come later: whoever doubts the judge can look at it.
func withLeastLoss(all []candidate, n int) {
	least := 0
	for k, c := range all {
		if c.objective < all[least].objective {
			least = k
		}
	}
	if n > 2 && least >= n {
		c := all[least]
		copy(all[n:least+1], all[n-1:least])
		all[n-1] = c
	}
}
