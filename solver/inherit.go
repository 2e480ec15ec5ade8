package solver

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gwscope/internal/figures"
)

// inherit passes the doubts of a match by extremities on to a result whose features came
// from it. An objective that is fused with them only refines the match that the extremities
// decided, so that its own minima are all alike however wrong that was: the runners-up
// among the matches join the alternatives, behind the result by as much as behind the
// first match, and no margin is larger than theirs.
func (s *solve) inherit(ctx context.Context, r *Result) error {
	if s.source == nil || r.Anchors != nil || len(r.Alternatives) == 0 || ctx.Err() != nil {
		return nil
	}
	a := s.source
	if r.Part == nil { // dissimilarity is that of wholes
		chosen := final{plan: r.Plan(), xToY: targetsOf(s.X.Distances, r.Plan())}
		if err := a.compare(ctx, s.kinship(), chosen); err != nil {
			return err
		}
	}
	finals, err := s.anchorFinals(ctx, a)
	if err != nil {
		return err
	}
	first := a.Matches[0]
	for _, f := range finals {
		if f.match == first || f.verdict == nil {
			continue
		}
		behind := f.match.Score - first.Score
		r.Margin = min(r.Margin, figures.Number(behind))
		f.verdict.Score = behind
		if !math.IsNaN(r.Alternatives[0].Score) {
			f.verdict.Score += r.Alternatives[0].Score
		}
		r.Alternatives = append(r.Alternatives, s.alternative(f))
	}
	slices.SortStableFunc(r.Alternatives[1:], func(a, b Alternative) int {
		return knownFirst(a.Score, b.Score)
	})
	r.Anchors = a.report(r.Alternatives)
	note := "The features are those of the match by extremities, the only one that was found: where that is wrong, so is this."
	if len(a.Matches) > 1 {
		note = fmt.Sprintf("The features are those of the match by extremities, which won over the next by %.2f in score: where that is wrong, so is this.",
			a.Matches[1].Score-first.Score)
	}
	if a.dissimilarity > CrossSpecies { // measured: half of 54 pairs end more than 0.1 off, with any margin
		note += " Between species the equal masses of this plan draw parts of unlike sizes apart: trust the match by extremities (method anchored) more."
	}
	r.Notes = append([]string{note}, append(r.Anchors.notesOnSpecies(), r.Notes...)...)
	return nil
}

// knownFirst orders scores, the least first and those that nobody knows (NaN) last.
func knownFirst(a, b float64) int {
	if math.IsNaN(a) || math.IsNaN(b) {
		return -cmp.Compare(a, b) // which puts NaN first
	}
	return cmp.Compare(a, b)
}
