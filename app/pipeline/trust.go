package pipeline

import (
	"context"

	"gwscope/solver/trust"
)

// looked is the match in the form of package trust.
func (m *Match) looked() *trust.Match {
	return &trust.Match{X: m.X, Y: m.Y, Result: m.Result, Chosen: m.Chosen, AToB: m.AToB, BToA: m.BToA, Threads: m.Options.Threads}
}

// Confidence is the confidence of each point's match. It is safe for use by several goroutines, and
// the same each time.
func (m *Match) Confidence() *trust.Confidence {
	return must(m.ConfidenceContext(context.Background()))
}

// ConfidenceContext is Confidence with a context: it stops soon after ctx ends, with its error.
func (m *Match) ConfidenceContext(ctx context.Context) (*trust.Confidence, error) {
	return m.conf.get(ctx, func(ctx context.Context) (*trust.Confidence, error) {
		parts, err := m.confidenceParts(ctx)
		if err != nil {
			return nil, err
		}
		e, err := m.EvidenceContext(ctx)
		if err != nil {
			return nil, err
		}
		v, err := m.VerdictContext(ctx)
		if err != nil {
			return nil, err
		}
		return parts.Weighed(verdictModel(), e, v.Probability), nil
	})
}

// confidenceParts is the confidence without its Total.
func (m *Match) confidenceParts(ctx context.Context) (*trust.Confidence, error) {
	return m.confParts.get(ctx, func(ctx context.Context) (*trust.Confidence, error) {
		marks, err := m.UnmatchedContext(ctx)
		if err != nil {
			return nil, err
		}
		return m.looked().Confidence(ctx, marks)
	})
}

// ConfidenceKnown reports whether Confidence was computed. It is also true for a match that no
// engine made, which computes it each time, so that there is nothing to wait for.
func (m *Match) ConfidenceKnown() bool { return m.conf == nil || m.conf.known() }

// Below is the share of each shape's area whose confidence is less than a threshold.
func (m *Match) Below(threshold float64) (onA, onB float64) {
	return m.Confidence().Below(m.X.Domain, m.Y.Domain, threshold)
}

// Unmatched finds the parts without a partner. It is safe for use by several goroutines,
// takes some tenths of a second at 500 samples the first time, and is the same each time.
func (m *Match) Unmatched() *trust.Unmatched { return must(m.UnmatchedContext(context.Background())) }

// UnmatchedContext is Unmatched with a context: it stops soon after ctx ends, with its error.
func (m *Match) UnmatchedContext(ctx context.Context) (*trust.Unmatched, error) {
	return m.parts.get(ctx, m.looked().Unmatched)
}

// UnmatchedKnown reports whether Unmatched was computed.
func (m *Match) UnmatchedKnown() bool { return m.parts.known() }

// Sense says where the maps keep orientation. It is safe for use by several goroutines, takes
// some hundredths of a second the first time, and is the same each time.
func (m *Match) Sense() *trust.Sense { return must(m.SenseContext(context.Background())) }

// SenseContext is Sense with a context: it stops soon after ctx ends, with its error.
func (m *Match) SenseContext(ctx context.Context) (*trust.Sense, error) {
	return m.sense.get(ctx, func(ctx context.Context) (*trust.Sense, error) { return m.looked().Sense(ctx, m.MapAToB) })
}

// SenseKnown reports whether Sense was computed, as [Match.ConfidenceKnown] does.
func (m *Match) SenseKnown() bool { return m.sense == nil || m.sense.known() }
