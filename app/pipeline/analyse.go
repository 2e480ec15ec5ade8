package pipeline

import (
	"context"
	"errors"

	"gwscope/internal/routine"
	"gwscope/internal/stages"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Analyse computes the facts about the match beside its maps: trust, parts without a partner,
// extremities, orientation and coverage. Each is computed once and kept. It stops soon after ctx
// ends, with its error.
func (m *Match) Analyse(ctx context.Context) error {
	var wg routine.Group
	errs := make([]error, 4)
	for k, part := range []struct {
		name string
		work func(ctx context.Context) error
	}{
		{"trust", func(ctx context.Context) error { _, err := m.ConfidenceContext(ctx); return err }},
		{"extremities", func(ctx context.Context) error { _, err := m.TipsContext(ctx); return err }},
		{"orientation", func(ctx context.Context) error { _, err := m.SenseContext(ctx); return err }},
		{"coverage", func(ctx context.Context) error {
			if ctx.Err() == nil {
				m.Coverage()
			}
			return ctx.Err()
		}},
	} {
		wg.Go(func() {
			ctx, end := stages.Begin(ctx, part.name)
			defer end()
			errs[k] = part.work(ctx)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// findAhead begins to find what is asked of the coupling alone: the parts without a partner, and what an
// analysis asks beside. An error is found again by whoever needs the value. wait waits for the end.
func (m *Match) findAhead(ctx context.Context, judged bool) (wait func()) {
	var wg routine.Group
	wg.Go(func() {
		if _, err := m.UnmatchedContext(ctx); err != nil || !judged {
			return
		}
		if _, err := m.TipsContext(ctx); err != nil {
			return
		}
		for _, x := range [2]*metric.Space{m.X, m.Y} {
			if correspond.PrepareFields(ctx, x) != nil {
				return
			}
		}
	})
	return wg.Wait
}

// Coverage is the share of the area of A that the map from B hits, and of B that the map
// from A hits; 1 is all of it.
func (m *Match) Coverage() (ofA, ofB float64) {
	c := must(m.coverage.get(context.Background(), func(context.Context) (*[2]float64, error) {
		var c [2]float64
		var wg routine.Group
		wg.Go(func() { c[0] = correspond.Coverage(m.Y.Domain, m.X.Domain, m.BToA) })
		wg.Go(func() { c[1] = correspond.Coverage(m.X.Domain, m.Y.Domain, m.AToB) })
		wg.Wait()
		return &c, nil
	}))
	return c[0], c[1]
}
