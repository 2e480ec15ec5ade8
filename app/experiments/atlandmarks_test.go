package experiments

import (
	"slices"
	"testing"

	"gwscope/app/race"
	"gwscope/app/session"
)

// The paper's 18 landmarks are matched as they are: all of A's, those of B in another order, and the
// hierarchical slicer finds nearly all of two cats'.
func TestLandmarksAreMatchedInsteadOfSamples(t *testing.T) {
	t.Parallel()
	src := AtLandmarks([]PairSource{embeddedPair("cat/1", "cat/2r")})[0]
	o := session.Defaults()
	o.Samples, o.Surface, o.Seed = Landmarks, session.MapAlone, 42
	c, err := race.ParseContestant("hierarchical:polish=false")
	if err != nil {
		t.Fatal(err)
	}
	m, row, err := (&Matches{}).Match(t.Context(), src, c, o)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := src.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	inOrder := 0
	for k, v := range pair.At[0] {
		if got := m.X.Samples[k]; got != m.X.Domain.PointOf[v] {
			t.Fatalf("sample %d is the point %d, not %d of the landmark", k, got, m.X.Domain.PointOf[v])
		}
		if pair.At[1][k] == pair.Truth.Target[v] {
			inOrder++
		}
	}
	if m.X.Len() != Landmarks || m.Y.Len() != Landmarks || inOrder > Landmarks/3 {
		t.Errorf("%d and %d samples, of which %d are in the order of their partners", m.X.Len(), m.Y.Len(), inOrder)
	}
	if seen := slices.Compact(slices.Sorted(slices.Values(m.X.Samples))); len(seen) != Landmarks {
		t.Errorf("%d different landmarks", len(seen))
	}
	if e := row.Number("plan_direct"); !(e < 0.1) {
		t.Errorf("the plan is wrong by %.3f", e)
	}
}
