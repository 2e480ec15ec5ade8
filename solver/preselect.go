package solver

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/stages"
	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// Where both shapes have manySamples, candidates are polished and judged with the first
// preselectSamples before they go to full size: a descent takes a time of about n², and one candidate
// of 5000 samples takes as long as a hundred of 500.
const (
	manySamples      = 1500
	preselectSamples = 500
)

// preselects reports whether there are so many samples that few candidates descend with all of them.
func (s *solve) preselects() bool {
	return !s.NoPolish && min(s.X.Len(), s.Y.Len()) >= manySamples
}

// fewSamples is the problem on the first samples of both shapes.
type fewSamples struct{ *search }

// fewSamples is the problem on the first c samples.
func (s *solve) fewSamples(c int) *fewSamples {
	problem, err := newCoarse(leading(s.X.Distances, c), leading(s.Y.Distances, c), s.features.leading(c), s.Alpha)
	if err != nil {
		panic("solver: " + err.Error()) // the search has made a smaller one of the same distances
	}
	x, y := s.jury.levels(c)
	return &fewSamples{&search{coarse: problem, x: x, y: y, polished: true, threads: s.threads, workers: make([]worker, s.threads)}}
}

// settle takes a map of fewer samples to all of these and improves it as far as it goes. There is none
// when ctx ends before.
func (f *fewSamples) settle(ctx context.Context, w int, sigma []int32) minimum {
	worker := &f.workers[w]
	if len(sigma) == f.c {
		return f.search.settle(ctx, worker, sigma)
	}
	plan, err := f.UpsampleAssign(ctx, gw.Permutation(sigma), 1, &worker.descent)
	if err != nil {
		return minimum{}
	}
	return f.search.settle(ctx, worker, plan.Targets())
}

// preselect polishes and judges candidates with the first preselectSamples of both shapes. It returns the
// different ones, the most plausible first, with their maps between these samples; none when ctx ends before.
func (s *solve) preselect(ctx context.Context, candidates []candidate) []candidate {
	ctx, end := stages.Begin(ctx, "preselect candidates")
	defer end()
	few := s.fewSamples(preselectSamples)
	found := make([]candidate, len(candidates))
	_ = parallel.For(ctx, s.threads, len(candidates), 1, func(w, k, _ int) {
		found[k] = candidate{minimum: few.settle(ctx, w, candidates[k].sigma), learned: candidates[k].learned}
	})
	if ctx.Err() != nil {
		return nil
	}
	verdicts := s.jury.judge(ctx, few.x, few.y, len(found), func(k int) (xToY, yToX []int32) {
		return found[k].sigma, order.Inverse(found[k].sigma)
	})
	if ctx.Err() != nil {
		return nil
	}
	for k, v := range verdicts {
		found[k].verdict = v
		if found[k].learned {
			v.Score -= learnedLead
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return s.jury.prefer(a.verdict, b.verdict) })
	return s.jury.differing(few.dy, found)
}

// differing keeps one candidate of each minimum. Of those that are one, as among finals, the score and
// the loss decide together.
func (j *jury) differing(dy *mat.Dense, all []candidate) []candidate {
	var kept []candidate
	for _, c := range all {
		k := slices.IndexFunc(kept, func(d candidate) bool {
			return apart(dy, c.sigma, d.sigma) < sameFine && sameSide(c.orientation, d.orientation)
		})
		switch {
		case k < 0:
			kept = append(kept, c)
		case c.verdict.Score+math.Log(c.objective) < kept[k].verdict.Score+math.Log(kept[k].objective) &&
			j.wanted(c.verdict) == j.wanted(kept[k].verdict):
			kept[k] = c
		}
	}
	slices.SortStableFunc(kept, func(a, b candidate) int { return j.prefer(a.verdict, b.verdict) })
	return kept
}

// closeCalls is how many candidates at the head of all, at most so many, are close to the first.
func (j *jury) closeCalls(all []candidate, most int) int {
	first := all[0].verdict
	n := 1
	for n < min(most, len(all)) && j.wanted(all[n].verdict) == j.wanted(first) && all[n].verdict.Score < first.Score+CloseCall {
		n++
	}
	return n
}
