package pipeline

import (
	"testing"

	"gwscope/app/session"
	"gwscope/solver"
)

// The standard weights and the paper's come along; both are named without a file.
func TestThePaperWeightsHaveAName(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	o.Method = string(solver.Amortized)
	standard, err := matcherOf(o)
	if err != nil || standard != nil {
		t.Errorf("the standard weights are %v, %v", standard, err)
	}
	o.Model = session.PaperModel
	paper, err := matcherOf(o)
	if err != nil || paper == nil || paper.Config.Places || canMatch(o) != nil {
		t.Fatalf("the paper's weights: %v", err)
	}
	if ModelKey(o) == ModelKey(session.Options{}) {
		t.Error("matches by both would be taken for the same")
	}
	o.Model = "nowhere.gwt"
	if canMatch(o) == nil {
		t.Error("weights that are nowhere can match")
	}
}
