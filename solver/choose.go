package solver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
)

// candidate is a coarse minimum with the judge's verdict.
type candidate struct {
	minimum
	verdict *judge.Verdict
}

// shortlist judges the near-equal minima on the first c samples and picks the most
// plausible, those on the wanted side first.
func (s *solve) shortlist(ctx context.Context, c int, minima []minimum) []candidate {
	begin := time.Now()
	defer func() { s.times.Choice += time.Since(begin) }()
	if ctx.Err() != nil {
		return nil
	}
	s.report.stage(fmt.Sprintf("judging %d candidates", len(minima)), 0.45)
	s.shapeX, s.shapeY = judge.NewShape(s.X, s.threads), judge.NewShape(s.Y, s.threads)
	verdicts := s.judge(ctx, c, len(minima), func(k int) (xToY, yToX []int32) {
		return minima[k].sigma, invert(minima[k].sigma)
	})
	var all []candidate
	for k, v := range verdicts {
		if v != nil {
			all = append(all, candidate{minima[k], v})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return s.prefer(a.verdict, b.verdict) })
	return all[:min(len(all), s.effort.finish)]
}

// judge snaps and scores count maps between the first c samples of both shapes
// (all samples of a shape that has fewer). A verdict is nil when ctx ended before it.
func (s *solve) judge(ctx context.Context, c, count int, mapOf func(k int) (xToY, yToX []int32)) []*judge.Verdict {
	x, y := s.shapeX.Level(c, s.threads), s.shapeY.Level(c, s.threads)
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
