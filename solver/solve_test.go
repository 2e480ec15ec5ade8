package solver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
)

func mustSolve(t testing.TB, x, y *metric.Space, set Settings) *Result {
	t.Helper()
	r, err := Solve(context.Background(), Problem{x, y}, set)
	if err != nil {
		t.Fatal(err)
	}
	checkResult(t, x, y, r)
	return r
}

// checkResult holds a result to everything that the contract promises of any.
func checkResult(t testing.TB, x, y *metric.Space, r *Result) {
	t.Helper()
	if err := r.Plan().Validate(); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*gw.Plan{r.Plan(), r.Slicer} {
		if e := p.MarginalError(x.Weights, y.Weights); e > 1e-9 {
			t.Errorf("marginals are off by %g", e)
		}
	}
	if got := gw.Loss(x.Distances, y.Distances, x.Weights, y.Weights, r.Plan()); math.Abs(got-r.GW2()) > 1e-12 {
		t.Errorf("GW² is said to be %v and is %v", r.GW2(), got)
	}
	if got := gw.Loss(x.Distances, y.Distances, x.Weights, y.Weights, r.Slicer); math.Abs(got-float64(r.GW2Slicer)) > 1e-12 {
		t.Errorf("the slicer's GW² is said to be %v and is %v", r.GW2Slicer, got)
	}
	sorted := slicer.SortedPlan(r.PushX, r.PushY, x.Weights, y.Weights)
	if !slices.Equal(sorted.I, r.Slicer.I) || !slices.Equal(sorted.J, r.Slicer.J) {
		t.Error("sorting the push-forward values does not give the slicer's plan")
	}
	if len(r.Alternatives) == 0 || r.Alternatives[0].Plan != r.Plan() {
		t.Fatal("the first alternative must be the chosen one")
	}
	for k, a := range r.Alternatives {
		if len(a.SnappedXToY) != x.Len() || len(a.SnappedYToX) != y.Len() {
			t.Errorf("alternative %d has snapped maps of %d and %d points", k, len(a.SnappedXToY), len(a.SnappedYToX))
		}
		for _, p := range a.SnappedXToY {
			if p < 0 || int(p) >= len(y.Domain.Points) {
				t.Fatalf("alternative %d sends a sample to point %d", k, p)
			}
		}
	}
}

func TestSolveFindsTheDirectMatch(t *testing.T) {
	t.Parallel()
	for ids, efforts := range map[[2]string][]Effort{{"horse/1", "horse/3r"}: {Fast}, {"cat/3", "cat/1r"}: {Fast, Thorough}, {"elephant/2", "elephant/1r"}: {Fast}} {
		for _, effort := range efforts {
			t.Run(fmt.Sprintf("%s to %s, %s", ids[0], ids[1], effort), func(t *testing.T) {
				t.Parallel()
				p := embeddedPair(t, ids[0], ids[1], 200, 5)
				r := mustSolve(t, p.x, p.y, Settings{Effort: effort})
				direct := p.meanError(r.Alternatives[0].SnappedXToY, p.direct)
				mirrored := p.meanError(r.Alternatives[0].SnappedXToY, p.mirrored)
				t.Logf("direct %.3f, mirrored %.3f, margin %.2f, GW² %.5f after %.5f", direct, mirrored, r.Margin, r.GW2(), r.GW2Slicer)
				if direct > 0.1 || direct > mirrored {
					t.Errorf("error %.3f against the direct truth, %.3f against the mirrored one", direct, mirrored)
				}
				if !r.Alternatives[0].Direct() {
					t.Error("the match is said to be mirrored")
				}
				if r.GW2() > float64(r.GW2Slicer) {
					t.Errorf("polish has raised the loss from %v to %v", r.GW2Slicer, r.GW2())
				}
			})
		}
	}
}

func TestFlipRules(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "horse/1", "horse/3r", 200, 5)
	direct := mustSolve(t, p.x, p.y, Settings{Flip: FlipDirect, Effort: Fast})
	mirrored := mustSolve(t, p.x, p.y, Settings{Flip: FlipMirrored})
	if o := direct.Alternatives[0].Orientation; o < 0.7 {
		t.Errorf("direct: orientation %.2f", o)
	}
	if o := mirrored.Alternatives[0].Orientation; o > 0.3 {
		t.Errorf("mirrored: orientation %.2f", o)
	}
	if e := p.meanError(mirrored.Alternatives[0].SnappedXToY, p.mirrored); e > 0.1 {
		t.Errorf("the mirrored match is off its truth by %.3f", e)
	}
}

func TestFlipWithoutNormalsSaysSo(t *testing.T) {
	t.Parallel()
	x, y := cloudSpace(t, 60, 1), cloudSpace(t, 60, 2)
	r := mustSolve(t, x, y, Settings{Flip: FlipMirrored})
	notes := strings.Join(r.Notes, " ")
	if !strings.Contains(notes, "normals") || !strings.Contains(notes, "mirrored") {
		t.Errorf("notes: %q", notes)
	}
	if !math.IsNaN(r.Alternatives[0].Orientation) {
		t.Errorf("orientation %v without normals", r.Alternatives[0].Orientation)
	}
}

func TestSameBitsForAnyNumberOfThreads(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the race detector sees such a solve in TestProgressKeepsItsPromises")
	}
	p := embeddedPair(t, "cat/2", "cat/5r", 90, 3)
	for _, set := range []Settings{{}, {Effort: Fast}, {NoPolish: true}} {
		set.Seed = 11
		set.Threads = 2
		two := mustSolve(t, p.x, p.y, set)
		set.Threads = 1
		one := mustSolve(t, p.x, p.y, set)
		if !slices.Equal(one.Plan().J, two.Plan().J) || one.GW2() != two.GW2() || one.Margin != two.Margin ||
			len(one.Alternatives) != len(two.Alternatives) || one.Alternatives[0].Score != two.Alternatives[0].Score ||
			!slices.Equal(one.Alternatives[0].SnappedXToY, two.Alternatives[0].SnappedXToY) || !slices.Equal(one.PushX, two.PushX) {
			t.Errorf("%+v: one thread and two differ", set)
		}
	}
}

// Moving, turning, scaling and shuffling both shapes must change rounding only.
func TestMotionsAndShufflesDoNotMatter(t *testing.T) {
	t.Parallel()
	plain := embeddedPair(t, "elephant/1", "elephant/3r", 200, 3)
	source := plain.x.Domain
	m := &mesh.Mesh{Vertices: source.Points, Triangles: source.Triangles}
	moved, newIndex := disguise(m, 17)
	hidden := spaceOf(t, moved, 200, 3)
	a := mustSolve(t, plain.x, plain.y, Settings{Effort: Fast})
	b := mustSolve(t, hidden, plain.y, Settings{Effort: Fast})
	if math.Abs(a.GW2()-b.GW2()) > 1e-4*a.GW2() || math.Abs(float64(a.GW2Slicer-b.GW2Slicer)) > 1e-2*float64(a.GW2Slicer) {
		t.Errorf("GW² %v became %v, the slicer's %v became %v", a.GW2(), b.GW2(), a.GW2Slicer, b.GW2Slicer)
	}
	target := map[int32]int32{}
	for i, y := range b.Alternatives[0].SnappedXToY {
		target[hidden.Domain.VertexOf[hidden.Samples[i]]] = y
	}
	same := 0
	for i, y := range a.Alternatives[0].SnappedXToY {
		v := int32(newIndex[source.VertexOf[plain.x.Samples[i]]])
		if got, ok := target[v]; ok && got == y {
			same++
		}
	}
	if same < 198 {
		t.Errorf("%d of 200 samples keep their match", same)
	}
}

func TestRolesAreSymmetric(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "horse/2", "horse/4r", 160, 3)
	there, back := mustSolve(t, p.x, p.y, Settings{}), mustSolve(t, p.y, p.x, Settings{})
	if r := there.GW2() / back.GW2(); r < 0.9 || r > 1.1 {
		t.Errorf("GW² is %v one way and %v the other", there.GW2(), back.GW2())
	}
	if e := p.meanError(there.Alternatives[0].SnappedXToY, p.direct); e > 0.1 {
		t.Errorf("X to Y: error %.3f", e)
	}
	if e := p.meanError(back.Alternatives[0].SnappedYToX, p.direct); e > 0.1 {
		t.Errorf("Y to X, read backwards: error %.3f", e)
	}
}

func TestNoPolishStaysInTheSlicerClass(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "cat/3r", 200, 5)
	r := mustSolve(t, p.x, p.y, Settings{NoPolish: true})
	polished := mustSolve(t, p.x, p.y, Settings{})
	if r.Plan() != r.Slicer || r.GW2() != float64(r.GW2Slicer) {
		t.Error("plan and slicer's plan differ")
	}
	if r.GW2() < polished.GW2()*(1-1e-9) && r.Alternatives[0].Direct() == polished.Alternatives[0].Direct() {
		t.Errorf("slicing alone reaches %v, polish only %v", r.GW2(), polished.GW2())
	}
	if e := p.meanError(r.Alternatives[0].SnappedXToY, p.direct); e > 0.12 {
		t.Errorf("error %.3f", e)
	}
	t.Logf("slicing %.5f, polished %.5f", r.GW2(), polished.GW2())
}

func TestUnequalSizesAndWeights(t *testing.T) {
	t.Parallel()
	for weights, sets := range map[metric.WeightKind][]Settings{metric.WeightsUniform: {{Effort: Fast}, {NoPolish: true}}, metric.WeightsArea: {{}}} {
		p := embeddedPair(t, "cat/1", "cat/3r", 160, 5)
		x := weighted(t, p.x, 160, weights)
		y := weighted(t, p.y, 110, weights)
		for _, set := range sets {
			r := mustSolve(t, x, y, set)
			direct := p.meanError(r.Alternatives[0].SnappedXToY, p.direct)
			t.Logf("%v %+v: error %.3f GW² %.5f after %.5f", weights, set, direct, r.GW2(), r.GW2Slicer)
			if direct > 0.12 {
				t.Errorf("%v %+v: error %.3f", weights, set, direct)
			}
			if r.GW2() > float64(r.GW2Slicer) {
				t.Errorf("polish has raised the loss from %v to %v", r.GW2Slicer, r.GW2())
			}
		}
	}
}

// weighted samples the domain of a space again, with the same seed.
func weighted(t testing.TB, s *metric.Space, samples int, kind metric.WeightKind) *metric.Space {
	t.Helper()
	out, err := metric.NewSpace(context.Background(), s.Domain, metric.SpaceOptions{Samples: samples, Weights: kind, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A body with three planes of symmetry looks the same after half a turn about each
// axis: no score can say which of these matches is meant.
func TestSymmetricShapeIsACloseCall(t *testing.T) {
	t.Parallel()
	body := ellipsoid(1, 0.72, 0.5)
	x, y := spaceOf(t, body, 200, 1), spaceOf(t, body, 200, 2)
	r := mustSolve(t, x, y, Settings{})
	if r.Margin >= CloseCall || len(r.Alternatives) < 2 {
		t.Errorf("margin %v among %d alternatives", r.Margin, len(r.Alternatives))
	}
}

func TestIdenticalShapesMatchThemselves(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/4", "cat/4r", 200, 5)
	r := mustSolve(t, p.x, p.x, Settings{})
	if r.GW2() > 1e-12 || r.GW2Slicer > 1e-12 {
		t.Errorf("GW² to itself is %v, the slicer's %v", r.GW2(), r.GW2Slicer)
	}
	for k := range r.Plan().I {
		if r.Plan().I[k] != r.Plan().J[k] {
			t.Fatalf("sample %d goes to %d", r.Plan().I[k], r.Plan().J[k])
		}
	}
}

func TestSettingsAreChecked(t *testing.T) {
	t.Parallel()
	x := cloudSpace(t, 5, 1)
	for _, set := range []Settings{{Method: "magic"}, {Effort: "heroic"}, {Flip: "sideways"}} {
		if _, err := Solve(context.Background(), Problem{x, x}, set); err == nil || !strings.Contains(err.Error(), "use") {
			t.Errorf("%+v: error %v", set, err)
		}
	}
	if _, err := Solve(context.Background(), Problem{x, nil}, Settings{}); err == nil {
		t.Error("a missing space was accepted")
	}
}
