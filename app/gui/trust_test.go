package gui

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/internal/figures"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// All words about a match follow from the verdict alone: reasons with their mends,
// and pictures of the other minima, where it is doubted, whatever the margin.
func TestAdviceFollowsTheVerdict(t *testing.T) {
	d, _ := testDesk(t)
	r := &solver.Result{Outcome: figures.Outcome{Margin: 0.01}, Alternatives: []solver.Alternative{{Orientation: 0.9, Plan: gw.Permutation([]int32{0, 1}), SnappedXToY: []int32{0, 1}}, {Orientation: 0.1, Plan: gw.Permutation([]int32{1, 0}), SnappedXToY: []int32{1, 0}}}}
	space := &metric.Space{Samples: []int32{0, 1}, Weights: []float64{0.5, 0.5}, Distances: mat.NewDense(2, 2, []float64{0, 1, 1, 0})}
	m := new(pipeline.Match)
	m.X, m.Y, m.Result = space, space, r
	sure := &verdict.Verdict{Probability: 0.99, Reasons: []verdict.Reason{{Input: "margin", Text: "Close.", Mend: "Look."}}}
	doubted := &verdict.Verdict{Probability: 0.3, Rival: "the mirror image", Reasons: []verdict.Reason{{Input: "margin", Text: "Close.", Mend: "Look."}, {Input: "novelty", Text: "New.", Mend: "Refine."}}}
	strange := &verdict.Verdict{Probability: 0.3, Strange: true}
	onTestMain(func() {
		p := d.inspector.result.minima
		for _, c := range []struct {
			v                     *verdict.Verdict
			thumbs, advice, place bool
			other                 string
		}{
			{sure, false, false, false, ""},
			{doubted, true, true, true, "Another match, the mirror image, may be meant."},
			{strange, true, false, false, "The shapes may not belong together."},
		} {
			p.show(m)
			if p.thumbs.Visible() || p.advice.Visible() || p.place.Visible() || p.other.Visible() {
				t.Error("something is said before the verdict is there")
			}
			p.judged(m, c.v)
			if p.thumbs.Visible() != c.thumbs || p.advice.Visible() != c.advice || p.place.Visible() != c.place || p.other.Visible() != (c.other != "") || c.other != "" && p.other.Text != c.other {
				t.Errorf("%s: pictures %v, reasons %v, landmarks %v, %q", c.v.Line(), p.thumbs.Visible(), p.advice.Visible(), p.place.Visible(), p.other.Text)
			}
		}
		p.show(m)
		p.judged(&pipeline.Match{}, doubted)
		if p.advice.Visible() {
			t.Error("the verdict on another match is shown")
		}
	})
	r.Unfamiliar = "Shape A is unlike what the matcher has learned."
	if got := adviceOf(m, doubted); len(got) != 2 || got[0] != "Close. Look." || got[1] != r.Unfamiliar {
		t.Errorf("of an unfamiliar shape it says %q", got)
	}
}

// A minimum from a symmetry has the symmetry's name.
func TestMinimaAreNamedByTheirSymmetry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a    solver.Alternative
		want string
	}{
		{solver.Alternative{Orientation: 0.9}, "Direct"}, {solver.Alternative{Orientation: 0.1}, "Mirrored"},
		{solver.Alternative{Orientation: 0.9, Symmetry: "half turn about the long axis"}, "Half turn about the long axis"},
		{solver.Alternative{Orientation: 0.9, Symmetry: "any rotation, here by 72°"}, "Any rotation"},
	} {
		if got := minimumName(c.a); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	m := new(pipeline.Match)
	m.Result = &solver.Result{Alternatives: []solver.Alternative{{Orientation: 0.9}, {Orientation: 0.1}, {Orientation: 0.8}}}
	if got := minimumNames(m); !slices.Equal(got, []string{"Direct 1", "Mirrored", "Direct 2"}) {
		t.Errorf("two of one name are called %q", got)
	}
	m.Result, m.Chosen = &solver.Result{Alternatives: make([]solver.Alternative, 5)}, 4
	if got := thumbnails(m); len(got) != mostThumbs || got[mostThumbs-1] != 4 {
		t.Errorf("pictures of %v; the chosen one must be among them", got)
	}
}

// A click leaves out far points, and another closes cracks: through the option, so that undo takes it back,
// and with a solve.
func TestOneClickMendsAShape(t *testing.T) {
	d, b := settledDesk(t)
	var before int
	onTestMain(func() {
		if d.inspector.shapes.mends.object.Visible() {
			t.Error("shapes without a fault are to be mended")
		}
		far := *d.m.shapes[sideB]
		far.Report.Far = 2
		d.shapes.setShape(sideB, &far)
		cracked := *d.m.shapes[sideA]
		cracked.Report.CrackVertices, cracked.Report.CrackWidth, cracked.Report.Diagonal = 9, 6.5e-5, 1
		d.shapes.setShape(sideA, &cracked)
		p := d.inspector.shapes.mends
		if want := "9 vertices of A lie in cracks. 2 vertices of B lie far from all others. This distorts all distances."; !p.object.Visible() || p.says.Text != want {
			t.Errorf("it says %q", p.says.Text)
		}
		if !p.mends.drop.Visible() || !p.mends.weld.Visible() {
			t.Error("a mend is missing")
		}
		b.mu.Lock()
		before = b.matches
		b.mu.Unlock()
	})
	act(t, d, func() { d.inspector.shapes.mends.mends.drop.Tapped(nil) }, "Drop far vertices")
	eventually(t, "a solve", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.matches == before+1 && d.m.options.DropOutliers
	})
	act(t, d, func() { d.inspector.shapes.mends.mends.weld.Tapped(nil) }, "Weld cracks up to")
	eventually(t, "another solve", func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return b.matches == before+2 && d.m.options.Weld == 7e-05
	})
	onTestMain(func() {
		if d.inspector.shapes.mends.object.Visible() {
			t.Error("a mend that is done is offered again")
		}
		d.solving.cancel()
		d.documents.undo()
		if d.m.options.Weld != 0 || !d.m.options.DropOutliers {
			t.Errorf("undo leaves weld at %g", d.m.options.Weld)
		}
		d.documents.undo()
		if d.m.options.DropOutliers || !d.inspector.shapes.mends.mends.drop.Visible() {
			t.Error("undo does not take the points back in")
		}
	})
	// The verdict's reasons offer the same.
	onTestMain(func() {
		p := d.inspector.result.minima
		v := &verdict.Verdict{Probability: 0.2, Reasons: []verdict.Reason{{Input: "far points", Text: "Far.", Mend: "Leave."}}}
		m := new(pipeline.Match)
		m.Result = &solver.Result{Alternatives: make([]solver.Alternative, 1)}
		p.of = m
		p.judged(m, v)
		if !p.mends.drop.Visible() || p.mends.weld.Visible() {
			t.Error("the result offers another mend than its reasons ask for")
		}
		d.solving.setOption(option.Find("drop-outliers"), "true")
		if p.mends.object.Visible() {
			t.Error("the result offers a mend that the options have already")
		}
	})
}

func TestExtremitiesAreCounted(t *testing.T) {
	t.Parallel()
	space := &metric.Space{Samples: []int32{0, 1}, Weights: []float64{0.5, 0.5}, Distances: mat.NewDense(2, 2, []float64{0, 1, 1, 0})}
	r := &solver.Result{Alternatives: make([]solver.Alternative, 2), Anchors: &solver.Anchors{TipsX: make([]anchor.Extremity, 6), TipsY: make([]anchor.Extremity, 5), Dissimilarity: 2 * solver.CrossSpecies}}
	m := new(pipeline.Match)
	m.X, m.Y, m.Result = space, space, r
	if got := tipsOf(m); got != "6 on A, 5 on B" {
		t.Errorf("extremities read %q", got)
	}
	for factor, want := range map[float64]string{2: "may be two, 0.0320", 1.04: "one or two, 0.0166", 0.9: "like one, 0.0144", 0.2: "like one, 0.00320"} {
		r.Anchors.Dissimilarity = factor * solver.CrossSpecies
		if text, _ := kinOf(m); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
