package pipeline

import (
	"bytes"
	"context"
	"sync"

	"gwscope/assets"
	"gwscope/solver/verdict"
)

// verdictModel is the model that the program carries. A model that cannot be read is a
// mistake of the program.
var verdictModel = sync.OnceValue(func() *verdict.Model {
	return must(verdict.Read(bytes.NewReader(assets.Verdict())))
})

// Verdict says how likely it is that the match is the one that is meant, and the reasons
// against it. It is safe for use by several goroutines, takes some tenths of a second the
// first time, for confidence and symmetries, and is the same each time.
func (m *Match) Verdict() *verdict.Verdict { return must(m.VerdictContext(context.Background())) }

// VerdictContext is Verdict, which stops within a moment when ctx ends, with its error.
func (m *Match) VerdictContext(ctx context.Context) (*verdict.Verdict, error) {
	return m.judged.get(ctx, func(ctx context.Context) (*verdict.Verdict, error) {
		e, err := m.EvidenceContext(ctx)
		if err != nil {
			return nil, err
		}
		return verdictModel().Judge(e), nil
	})
}

// VerdictKnown reports whether Verdict has been worked out, and takes no time.
func (m *Match) VerdictKnown() bool { return m.judged == nil || m.judged.known() }

// JudgeEvidence is the verdict on evidence that was kept, and JudgePlace that on a place.
func JudgeEvidence(e *verdict.Evidence) *verdict.Verdict { return verdictModel().Judge(e) }

// JudgePlace is the probability that a place lies where it is meant to.
func JudgePlace(a *verdict.At) float64 { return verdictModel().AtPlace(a) }
