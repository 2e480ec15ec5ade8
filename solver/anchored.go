package solver

import (
	"context"
	"slices"

	"gwscope/solver/internal/parallel"
)

// Anchored matches by extremities (package anchor): for shapes of different species,
// where the least GW loss is not the meant match.
const Anchored Method = "anchored"

// anchored is the method. Among its alternatives, a Score is that of anchor.Match, the
// logarithm of a product, so that a Margin is the logarithm of a ratio of scores. Of 216
// pairs of species, 14 ended more than 0.1 off: 4 with a margin below CloseCall,
// 10 with one of up to 1.4.
func (s *solve) anchored(ctx context.Context) (*candidates, error) {
	a, err := s.findAnchors(ctx, 0, anchorEnds)
	if a.few != nil {
		return s.withoutAnchors(ctx, a, a.few.Error()+": this is the hierarchical slicer's match.")
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	s.report.stage("finding plans of equal mass", anchorEnds)
	finals, err := s.anchorFinals(ctx, a)
	if err != nil {
		return nil, err
	}
	if len(finals) == 0 { // cancelled: the first plan of the hierarchical slicer
		return s.withoutAnchors(ctx, a, "The solve was cancelled before the extremities were matched.")
	}
	for k := range finals {
		finals[k].verdict.Score = finals[k].match.Score
	}
	slices.SortStableFunc(finals, s.jury.order)
	if err := s.compareAndSlice(ctx, a, finals[0]); err != nil {
		return nil, err
	}
	return &candidates{finals: finals, anchors: a, judged: true}, nil
}

// compareAndSlice compares the species, which one core does alone for the most part, and
// meanwhile embeds the shapes for the slicer.
func (s *solve) compareAndSlice(ctx context.Context, a *anchors, chosen final) (err error) {
	// A cancelled solve needs both as well: the first looks at ctx itself.
	_ = parallel.For(context.WithoutCancel(ctx), s.threads, 2, 1, func(_, k, _ int) {
		if k == 0 {
			err = a.compare(ctx, s.kinship(), chosen)
		} else {
			s.cloudX, s.cloudY = s.memory.slicerClouds(s.X, s.Y)
		}
	})
	return err
}

// withoutAnchors are the hierarchical slicer's candidates, with a note why.
func (s *solve) withoutAnchors(ctx context.Context, a *anchors, why string) (*candidates, error) {
	finals, err := s.remembered(ctx)
	if err != nil {
		return nil, err
	}
	return &candidates{finals: finals, anchors: a, judged: true,
		tell: func(r *Result) { r.Notes = append([]string{why}, r.Notes...) }}, nil
}

// anchorEnds is the share of the progress bar of matching by extremities.
const anchorEnds = 0.8
