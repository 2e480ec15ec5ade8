package pipeline

import (
	"context"
	"testing"

	"gwscope/solver"
)

// Every match knows the number of extremities of both shapes, and whether they look like one
// species, also where the solve did not look. A plan of a part, and a rival's, may not know it.
func TestMatchesTellExtremitiesAndSpecies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b, method string
		mass         float64
		want         solver.Kin
	}{
		{"cat/2", "horse/3r", "hierarchical", 1, solver.OtherSpecies},
		{"horse/1", "horse/2r", "hierarchical", 1, solver.SameSpecies},
		{"horse/1", "horse/2r", "cg", 0.8, solver.KinUnknown},
	} {
		e, a, b, marks := markedPair(t, c.a, c.b)
		o := smallOptions()
		o.Effort, o.Method, o.Mass, o.Start = "fast", c.method, c.mass, "hierarchical"
		m, err := e.MatchMarked(context.Background(), a, b, o, marks, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if kin, figure := m.Kin(); kin != c.want {
			t.Errorf("%s to %s, %s: %v, %.4f", c.a, c.b, c.method, kin, figure)
		}
		onA, onB := m.Tips().Count()
		markA, markB := m.Tips().Marks()
		if onA != 6 || onB != 6 || len(markA) != onA || len(markB) != onB {
			t.Errorf("%s to %s: %d and %d extremities, %d and %d places", c.a, c.b, onA, onB, len(markA), len(markB))
		}
		found, _ := m.FoundTipMarks()
		if looked, should := m.Result.Anchors != nil, c.want == solver.OtherSpecies; looked != should || (found != nil) != should {
			t.Errorf("%s to %s: the solve looked at extremities: %t, and it should in haste: %t", c.a, c.b, looked, should)
		}
		if d := m.MeanDistortion(); !(d > 0 && d < 0.2) {
			t.Errorf("%s to %s, %s: mean pair distortion %g", c.a, c.b, c.method, d)
		}
	}
}
