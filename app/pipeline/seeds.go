package pipeline

import (
	"context"
	"fmt"

	"gwscope/app/session"
	"gwscope/solver/correspond"
	"gwscope/solver/trust"
)

// ConsultSeeds solves the pair again with other seeds, and so with other samples and other starts.
// It returns m with the agreement of the seeds about each point in its [trust.Confidence]. It takes
// as long as one match for each seed.
func (e *Engine) ConsultSeeds(ctx context.Context, m *Match, seeds int, progress func(Progress)) (*Match, error) {
	if seeds < 1 {
		return nil, fmt.Errorf("agreement across seeds takes one more seed at least, not %d", seeds)
	}
	rep := newReporter(progress, m.Options)
	distances := [2][][]float64{}
	for k := range seeds {
		opt := m.Options
		opt.Seed += uint64(k + 1)
		opt.Surface = session.MapAlone // only the couplings are compared
		stage := fmt.Sprintf("solving from seed %d, %d of %d", opt.Seed, k+1, seeds)
		at := func(f float64) float64 { return (float64(k) + f) / float64(seeds) }
		rep.report(stage, at(0), nil)
		other, err := e.MatchMarked(ctx, m.A, m.B, opt, m.Marks, nil, func(p Progress) { rep.report(stage, at(p.Fraction), nil) })
		if err == nil {
			err = ctx.Err() // a cancelled match says nothing about its seed
		}
		if err != nil {
			return nil, err
		}
		// Domains do not depend on seeds, so points have the same numbers.
		onB, err := correspond.GeodesicErrors(ctx, m.Y.Domain, other.MapAToB.Places, m.MapAToB.Places)
		if err != nil {
			return nil, err
		}
		onA, err := correspond.GeodesicErrors(ctx, m.X.Domain, other.MapBToA.Places, m.MapBToA.Places)
		if err != nil {
			return nil, err
		}
		distances[0], distances[1] = append(distances[0], onB), append(distances[1], onA)
	}
	confidence, err := m.ConfidenceContext(ctx)
	if err != nil {
		return nil, err
	}
	c := confidence.Consulting(seeds, [2][]float64{
		correspond.AgreementOfPlaces(m.Y.Domain, distances[0]),
		correspond.AgreementOfPlaces(m.X.Domain, distances[1]),
	})
	out := *m
	out.SeedsAsked = seeds
	out.conf = &lazy[trust.Confidence]{value: c}
	rep.report("done", 1, nil)
	return &out, nil
}
