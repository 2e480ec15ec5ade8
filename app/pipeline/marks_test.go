package pipeline

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio/landmark"
	"gwscope/solver"
	"gwscope/solver/anchor"
)

// markedPair are two embedded shapes, with landmarks at vertices of the first and where
// they truly belong on the second.
func markedPair(t *testing.T, refA, refB string, vertices ...int) (e *Engine, a, b *Shape, marks session.Marks) {
	t.Helper()
	e = NewEngine()
	load := func(ref string) *Shape {
		s, err := e.Load(context.Background(), SamplePrefix+ref, session.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b = load(refA), load(refB)
	truth, err := shapes.Truth(refA, refB)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range vertices {
		name := string(rune('a' + k))
		place, at := truth[v], r3.Vec{}
		for c, w := range place.Bary {
			at = r3.Add(at, r3.Scale(w, b.Mesh.Vertices[b.Mesh.Triangles[place.Face][c]]))
		}
		marks.A.Landmarks = append(marks.A.Landmarks, landmark.New(name, a.Mesh.Vertices[v]))
		marks.B.Landmarks = append(marks.B.Landmarks, landmark.New(name, at))
	}
	return e, a, b, marks
}

func smallOptions() session.Options {
	o := session.Defaults()
	o.Samples, o.Surface = 200, session.MapAlone
	return o
}

// Landmarks go where they belong, there and back; pins exactly, and they are an input
// of the solve: the same shapes and options with other pins are another match.
func TestLandmarksAreCarriedAndPinsSteer(t *testing.T) {
	t.Parallel()
	e, a, b, marks := markedPair(t, "cat/2", "horse/3r", 100, 900, 1700, 2500)
	ctx := context.Background()
	free, err := e.MatchMarked(ctx, a, b, smallOptions(), marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := free.MarksAToB; got.Given != 4 || len(got.All) != 4 || !(got.OverArea < 0.15) || math.Abs(got.RMSE/free.Y.Domain.Scale-got.OverArea) > 1e-12 {
		t.Errorf("carried without pins: %+v", got)
	}
	if back := free.MarksBToA; back.Given != 4 || !(back.OverArea < 0.15) {
		t.Errorf("carried back: %+v", back)
	}

	marks.A.Landmarks[3].Name = "only here"
	if same, ok := free.Mark(marks); !ok || same.MarksAToB.Given != 3 || same.MarksAToB.All[3].Name != "only here" || same.Result != free.Result {
		t.Error("a landmark that pins nothing asks for another solve, or is not carried")
	}
	for k := range 3 {
		marks.A.Landmarks[k].Pinned, marks.B.Landmarks[k].Pinned = true, true
	}
	if _, ok := free.Mark(marks); ok {
		t.Error("pins ask for no other solve")
	}
	pinned, err := e.MatchMarked(ctx, a, b, smallOptions(), marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := pinned.MarksAToB; !(got.OverArea < 0.07) || got.Given != 3 { // samples are 0.07 apart
		t.Errorf("carried with pins: %+v", got)
	}
	again, err := e.MatchMarked(ctx, a, b, smallOptions(), marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Result != pinned.Result {
		t.Error("the same pins are solved again")
	}

	restored, err := NewEngine().Restore(ctx, a, b, Keep(pinned), marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if restored.MarksAToB.RMSE != pinned.MarksAToB.RMSE {
		t.Errorf("a session's match carries landmarks %v off, and %v before", restored.MarksAToB.RMSE, pinned.MarksAToB.RMSE)
	}
	tipsA, _ := pinned.FoundTipMarks()
	if len(tipsA)+3 != len(pinned.Result.Anchors.TipsX) {
		t.Errorf("%d extremities beside three pins of %+v", len(tipsA), pinned.Result.Anchors.TipsX)
	}
	// Pins are no extremities of a match from a session either.
	if d := cmp.Diff(pinned.Tips().Of, restored.Tips().Of); d != "" {
		t.Errorf("a session's extremities are others:\n%s", d)
	}
	onA, onB := restored.Tips().Count()
	if onA != len(tipsA) || onB == 0 {
		t.Errorf("a session's match has %d and %d extremities, %d on A before", onA, onB, len(tipsA))
	}
}

func TestTipsThatAPersonSetsAreUsed(t *testing.T) {
	t.Parallel()
	e, a, b, marks := markedPair(t, "cat/2", "horse/3r")
	o := smallOptions()
	o.Method = "anchored"
	m, err := e.MatchMarked(context.Background(), a, b, o, marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	// The places that helped beside extremities lie on both shapes, and a session keeps them.
	lesserA, lesserB := m.LesserMarks()
	if len(lesserA) != len(m.Alternative().Match.Lesser) || len(lesserA) != len(lesserB) {
		t.Errorf("%d and %d places for %v", len(lesserA), len(lesserB), m.Alternative().Match.Lesser)
	}
	restored, err := NewEngine().Restore(context.Background(), a, b, Keep(m), marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := restored.LesserMarks(); !slices.Equal(again, lesserA) {
		t.Errorf("a session keeps %v of %v", again, lesserA)
	}
	// A name that a person gives to an extremity of A goes over to its partner on B.
	first := m.Tips().pairs()[0][0]
	partnersShareNames(t, m)
	marks.A.Tips, _ = m.FoundTipMarks()
	marks.A.Tips[0].Name = "nose"
	half, err := e.MatchMarked(context.Background(), a, b, o, marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	partnersShareNames(t, half)
	if _, onB := half.FoundTipMarks(); !slices.ContainsFunc(onB, func(l session.Landmark) bool { return l.Name == "nose" }) {
		t.Errorf("the extremities of B are %v", onB)
	}
	marks.A.Tips, marks.B.Tips = m.FoundTipMarks()
	marks.A.Tips[0].Name = "nose"
	named, err := e.MatchMarked(context.Background(), a, b, o, marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := named.Result.Anchors.TipsX[0]; got.Name != "nose" || got.Point != m.Result.Anchors.TipsX[first].Point {
		t.Errorf("the first extremity is %+v, want the one found before, named", got)
	}
	marks.A.Tips = append(marks.A.Tips, marks.A.Tips...)
	if _, err := e.MatchMarked(context.Background(), a, b, o, marks, nil, nil); err == nil || !strings.Contains(err.Error(), "at most 7") {
		t.Errorf("twelve extremities: %v", err)
	}
}

// partnersShareNames checks that extremities that the match sends to each other have one name, in
// one order, and that no name stands on both shapes otherwise.
func partnersShareNames(t *testing.T, m *Match) {
	t.Helper()
	found, _ := m.FoundTips()
	tips, names, pairs := found.Of, found.Names(), found.pairs()
	if len(pairs) < anchor.LeastTips {
		t.Errorf("%d pairs of %d and %d extremities", len(pairs), len(tips[0]), len(tips[1]))
	}
	shared := map[string]int{}
	for _, p := range pairs {
		if a, b := names[0][p[0]], names[1][p[1]]; a != b {
			t.Errorf("%s of A is matched with %s of B", a, b)
		}
		shared[names[0][p[0]]]++
	}
	for s := range names {
		seen := map[string]bool{}
		for _, name := range names[s] {
			if other := names[1-s]; name == "" || seen[name] || slices.Contains(other, name) && shared[name] != 1 {
				t.Errorf("side %d has %v, and the other one %v", s, names[s], other)
			}
			seen[name] = true
		}
	}
	if a, b := m.FoundTipMarks(); m.Marks.A.Tips == nil && m.Marks.B.Tips == nil {
		for k := range pairs {
			if want := fmt.Sprintf("tip %d", k+1); a[k].Name != want || b[k].Name != want {
				t.Errorf("partners are listed as %q and %q, not as %q", a[k].Name, b[k].Name, want)
			}
		}
	}
}

// Where the match was not found by extremities, those are partners that its maps bring together.
func TestTipsOfAMapHavePartners(t *testing.T) {
	t.Parallel()
	e, a, b, marks := markedPair(t, "cat/2", "cat/4")
	o := smallOptions()
	o.Anchors = "on"
	m, err := e.MatchMarked(context.Background(), a, b, o, marks, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(m.Result.Alternatives, func(a solver.Alternative) bool { return a.Match == nil })
	if k < 0 {
		t.Skip("all minima come from extremities")
	}
	plain, err := e.Choose(context.Background(), m, k, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	partnersShareNames(t, plain)
}
