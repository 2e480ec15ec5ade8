package pipeline

import (
	"context"
	"testing"

	"gwscope/app/session"
)

// A mesh of A that lies badly on B makes the match less likely; one that was not laid says nothing.
func TestTheVerdictSeesHowAMeshLies(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort = 150, "fast"
	m, err := e.Match(context.Background(), mustLoad(t, e, "sample:cat/1"), mustLoad(t, e, "sample:cat/2r"), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	evidence, err := m.EvidenceContext(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !(evidence.Near > 0 && evidence.Near <= evidence.Off && evidence.Near < evidence.Edge && evidence.AngleStretch > 1 && evidence.Moved > 0) {
		t.Errorf("the mesh lies %+v", evidence)
	}
	good := JudgeEvidence(evidence).Probability
	bad := *evidence
	bad.Near, bad.AngleStretch, bad.Moved = 1.5*bad.Edge, 3, 0.1
	if p := JudgeEvidence(&bad).Probability; !(good >= 0.9 && p < good-0.05) {
		t.Errorf("%.2f sure, and %.2f with a mesh that lies badly", good, p)
	}
	o.Surface = session.MapAlone
	if m, err = e.Match(context.Background(), m.A, m.B, o, nil, nil); err != nil {
		t.Fatal(err)
	}
	if p := m.Verdict().Probability; !(p >= 0.8 && p <= 0.99) {
		t.Errorf("%.2f sure without a mesh on B, %.2f with one", p, good)
	}
}
