package race

import (
	"context"
	"math"
	"strings"
	"testing"

	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// markedCats are cats with pins at true pairs of places, far from each other, and a
// landmark that is only carried.
func markedCats(t *testing.T) Pair {
	t.Helper()
	p := catPair(t)
	va, vb := p.A.Mesh.Vertices, p.B.Mesh.Vertices
	for k, name := range []string{"one", "two", "three", "loose"} {
		i := k * len(va) / 4
		a, b := landmark.New(name, va[i]), landmark.New(name, vb[p.Truth.Target[i]])
		a.Pinned, b.Pinned = name != "loose", name != "loose"
		p.Marks.A.Landmarks = append(p.Marks.A.Landmarks, a)
		p.Marks.B.Landmarks = append(p.Marks.B.Landmarks, b)
	}
	return p
}

// The maps of all methods honour pins; methods that cannot be steered by them say so.
func TestPinsHoldInARace(t *testing.T) {
	t.Parallel()
	p := markedCats(t)
	rows, err := Run(context.Background(), p, contestants(t, "hierarchical,cg"), Settings{Options: small()})
	if err != nil {
		t.Fatal(err)
	}
	for i, knows := range []bool{true, false} {
		r := &rows[i]
		if !r.Result() {
			t.Fatalf("%s: %v", r.Contestant, r.Err)
		}
		for _, c := range r.Match.MarksAToB.All {
			if c.Name != "loose" && c.Off > 0.1*r.Match.Y.Domain.Scale {
				t.Errorf("%s: the pin %q ends %g off", r.Contestant, c.Name, c.Off)
			}
		}
		if says := strings.Contains(r.Said(), "knows no pins"); says == knows {
			t.Errorf("%s says %q", r.Contestant, r.Said())
		}
		if !(r.Landmarks >= 0 && r.Landmarks < 1) {
			t.Errorf("%s: the landmark that is not pinned ends %g / √area off", r.Contestant, r.Landmarks)
		}
	}
	var md strings.Builder
	if err := WriteMarkdown(&md, About{A: "a", B: "b", Pins: 3}, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 pinned pairs", "| Landmarks ", "- cg: This method knows no pins"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, md.String())
		}
	}
}

func TestPinsThatContradictEachOtherAreNamedInEveryRow(t *testing.T) {
	t.Parallel()
	p := markedCats(t)
	p.Marks = p.Marks.Clone()
	p.Marks.B.Landmarks[0].Position = p.Marks.B.Landmarks[1].Position // two places, one partner
	rows, err := Run(context.Background(), p, contestants(t, "hierarchical:fast,cg"), Settings{Options: small()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Result() || !strings.Contains(r.Said(), `"one"`) {
			t.Errorf("%s says %q", r.Contestant, r.Said())
		}
	}
}

// Without landmarks there is no figure for them.
func TestNoLandmarksNoFigure(t *testing.T) {
	t.Parallel()
	p := bumpy(t)
	p.Marks = session.Marks{}
	rows, err := Run(context.Background(), p, contestants(t, "cg"), Settings{Options: small()})
	if err != nil || !math.IsNaN(rows[0].Landmarks) {
		t.Errorf("landmarks end %g off, %v", rows[0].Landmarks, err)
	}
}
