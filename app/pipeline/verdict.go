package pipeline

import (
	"bytes"
	"context"
	"sync"

	"gwscope/assets"
	"gwscope/solver/verdict"
)

// verdictModel is the model that the program carries. It panics where the model cannot be read.
var verdictModel = sync.OnceValue(func() *verdict.Model {
	return must(verdict.Read(bytes.NewReader(assets.Verdict())))
})

// Verdict is the probability that the match is the meant one, with the reasons against it. It is
// safe for use by several goroutines, takes some tenths of a second the first time, for confidence
// and symmetries, and is the same each time.
func (m *Match) Verdict() *verdict.Verdict { return must(m.VerdictContext(context.Background())) }

// VerdictContext is Verdict with a context: it stops soon after ctx ends, with its error.
func (m *Match) VerdictContext(ctx context.Context) (*verdict.Verdict, error) {
	return m.judged.get(ctx, func(ctx context.Context) (*verdict.Verdict, error) {
		e, err := m.EvidenceContext(ctx)
		if err != nil {
			return nil, err
		}
		return verdictModel().Judge(e), nil
	})
}

// VerdictKnown reports whether Verdict was computed, as [Match.ConfidenceKnown] does.
func (m *Match) VerdictKnown() bool { return m.judged == nil || m.judged.known() }

// JudgeEvidence is the verdict on kept evidence.
func JudgeEvidence(e *verdict.Evidence) *verdict.Verdict { return verdictModel().Judge(e) }

// JudgePlace is the probability that a place is right.
func JudgePlace(a *verdict.At) float64 { return verdictModel().AtPlace(a) }
