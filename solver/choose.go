package solver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/stages"
	"gwscope/solver/internal/parallel"
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
	x, y := s.levels(c)
	verdicts := s.judge(ctx, x, y, len(minima), func(k int) (xToY, yToX []int32) {
		return minima[k].sigma, invert(minima[k].sigma)
	})
	var all []candidate
	for k, v := range verdicts {
		if v != nil {
			all = append(all, candidate{minimum: minima[k], verdict: v})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return s.prefer(a.verdict, b.verdict) })
	return s.effort.line(s.Y.Distances, all)
}

// variant is the mean distance between the targets of two coarse maps, in
// diameters, below which they may well end in one minimum at full size: its own
// threshold, sameFine, and the jitter of a few samples.
const variant = 0.07

// line puts judged candidates, best first, in line for the last stage. Different
// matches come first, so that none is missed; then variants of the best one, for
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

// levels prepares the first c samples of both shapes for the judge, once.
func (s *solve) levels(c int) (x, y *judge.Level) {
	if s.shapeX == nil {
		s.shapeX, s.shapeY = judge.NewShape(s.X, s.threads), judge.NewShape(s.Y, s.threads)
	}
	if l, ok := s.judged[c]; ok {
		return l[0], l[1]
	}
	x, y = s.shapeX.Level(c, s.threads), s.shapeY.Level(c, s.threads)
	s.judged[c] = [2]*judge.Level{x, y}
	return x, y
}

// judge snaps and scores count maps between two levels. A verdict is nil when ctx
// ended before it.
func (s *solve) judge(ctx context.Context, x, y *judge.Level, count int, mapOf func(k int) (xToY, yToX []int32)) []*judge.Verdict {
	benches := make([]*judge.Bench, s.threads)
	verdicts := make([]*judge.Verdict, count)
	_ = parallel.For(ctx, s.threads, count, 1, func(w, k, _ int) {
		if benches[w] == nil {
			benches[w] = judge.NewBench(x, y)
		}
		xToY, yToX := mapOf(k)
		verdicts[k] = benches[w].Judge(ctx, xToY, yToX)
	})
	return verdicts
}

// prefer orders verdicts: the wanted side first, then the lower score.
func (s *solve) prefer(a, b *judge.Verdict) int {
	if wa, wb := s.wanted(a), s.wanted(b); wa != wb {
		if wa {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Score, b.Score)
}

// wanted reports whether a map lies on the side that the flip rule asks for. A map
// of unknown orientation counts as direct.
func (s *solve) wanted(v *judge.Verdict) bool {
	mirrored := v.Orientation < 0.5
	switch s.Flip {
	case FlipDirect:
		return !mirrored
	case FlipMirrored:
		return mirrored
	}
	return true
}
