package present

import (
	"context"
	"math"
	"sync"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/render/scene"
)

// matched is a cat and a shuffled, turned, moved and enlarged copy of it, matched; tests
// only read it.
func matched(t *testing.T) *pipeline.Match {
	t.Helper()
	m, err := matchedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var matchedOnce = sync.OnceValues(func() (*pipeline.Match, error) {
	m, err := shapes.Make("cat/1")
	if err != nil {
		return nil, err
	}
	shuffled, newOf := meshtest.Shuffle(m, 5)
	a, b := pipeline.ShapeOf("a", m), pipeline.ShapeOf("b", meshtest.RigidMove(meshtest.Scaled(shuffled, 40), 6))
	o := session.Defaults()
	o.Samples, o.Effort = 150, "fast"
	truth, err := pipeline.SameVertexTruth(a, b)
	if err != nil {
		return nil, err
	}
	for i := range truth.Target {
		truth.Target[i] = newOf[i]
	}
	return pipeline.NewEngine().Match(context.Background(), a, b, o, truth, nil)
})

// GW sees neither motion nor size, and the picture must not either: a turned,
// moved and enlarged copy lies on the original.
func TestBothShapesShareOneFrame(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	var sum float64
	for i := range m.A.Mesh.Vertices {
		sum += r3.Norm(r3.Sub(s.a.positions[i], s.Matched(i)))
	}
	if mean := sum / float64(len(m.A.Mesh.Vertices)); mean > 0.03 {
		t.Errorf("matched vertices lie %.3f √area from their own in the mean", mean)
	}
}

func TestMorphStartsAtAAndEndsAtTheMatch(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	v := NewView()
	at := func(t float64) []scene.Vec {
		v.T = t
		return s.Picture(v).Morph.Surfaces[0].Positions
	}
	start, middle, end := at(0), at(0.5), at(1)
	for i := range start {
		if start[i] != s.a.vecs[i] {
			t.Fatalf("t = 0: vertex %d is at %v, A's at %v", i, start[i], s.a.vecs[i])
		}
		if end[i] != toVec(s.arrives[i]) {
			t.Fatalf("t = 1: vertex %d is at %v, and lies on B at %v", i, end[i], toVec(s.arrives[i]))
		}
		for k := range 3 {
			if want := (start[i][k] + end[i][k]) / 2; math.Abs(float64(middle[i][k]-want)) > 1e-5 {
				t.Fatalf("t = 0.5: vertex %d is at %v, not in the middle", i, middle[i])
			}
		}
	}
}

// Carried colours must be equal where places are: each vertex of B has the colour
// of the place on A that it is matched with.
func TestColoursAreCarried(t *testing.T) {
	t.Parallel()
	m := matched(t)
	onA, onB := CarriedColors(m)
	back := m.FromB().VertexMap()
	var off float64
	for j, c := range onB {
		d := onA[back.Target[j]]
		off += math.Abs(float64(c.R)-float64(d.R)) + math.Abs(float64(c.G)-float64(d.G)) + math.Abs(float64(c.B)-float64(d.B))
	}
	// The nearest vertex is up to half an edge away, so colours differ a little.
	if mean := off / float64(3*len(onB)); mean > 4 {
		t.Errorf("carried colours differ from those of the matched vertices by %.1f of 255 in the mean", mean)
	}
	seen := map[[3]uint8]bool{}
	for _, c := range onA {
		seen[[3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}] = true
	}
	if len(seen) < 20 {
		t.Errorf("only %d different colours: places cannot be told apart", len(seen))
	}
}

func TestEveryQuantityHasColoursAndABar(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	for _, by := range []ColorBy{ByDistortion, ByConfidence, ByError, ByPush, ByStretch, ByAngles, ByOrientation} {
		v := NewView()
		v.ColorBy = by
		p := s.Picture(v)
		if p.Bar == nil || p.Bar.Label == "" || p.Bar.Max == p.Bar.Min {
			t.Errorf("%s: the bar is %+v", by, p.Bar)
			continue
		}
		for side, sc := range map[string]*scene.Scene{"A": p.A, "B": p.B} {
			surface := sc.Surfaces[0]
			if len(surface.Colors) != len(surface.Positions) {
				t.Errorf("%s on %s: %d colours for %d vertices", by, side, len(surface.Colors), len(surface.Positions))
			}
		}
	}
	v := NewView()
	v.ColorBy = ByMirroredError // unknown here: other colours are shown
	if p := s.Picture(v); p.Bar != nil || len(p.A.Surfaces[0].Colors) == 0 {
		t.Error("an unknown quantity left a bar, or no colours")
	}
}

func TestPicksMarkBothSides(t *testing.T) {
	t.Parallel()
	m := matched(t)
	v := NewView()
	v.PickedA, v.Lines = 17, 5
	p := Build(m, v)
	if len(p.A.Markers) != 1 || len(p.B.Markers) != 1 {
		t.Fatalf("%d and %d markers, want one on each side", len(p.A.Markers), len(p.B.Markers))
	}
	picked := 0
	for _, l := range p.Links {
		if l.Picked {
			picked++
			if l.A != p.A.Markers[0].Position || l.B != p.B.Markers[0].Position {
				t.Error("the picked line does not join the markers")
			}
		}
	}
	if picked != 1 || len(p.Links) != 6 {
		t.Errorf("%d lines, %d of them picked, want 6 and 1", len(p.Links), picked)
	}
	v = NewView()
	v.PickedB = 1 << 30 // of a shape that was replaced by a smaller one
	if p := Build(m, v); len(p.B.Markers) != 0 {
		t.Error("a vertex that is not there was marked")
	}
}

// A's end of a line is where A's point is at t, and both ends meet at t = 1.
func TestLinksFollowTheMorph(t *testing.T) {
	t.Parallel()
	m := matched(t)
	v := NewView()
	v.PickedA, v.Lines, v.T = 17, 5, 1
	p := Build(m, v)
	for _, l := range p.Links {
		if l.A != l.B {
			t.Errorf("at t = 1 a line goes from %v to %v", l.A, l.B)
		}
	}
	v.T = 0.5
	p = Build(m, v)
	if got, want := p.Links[len(p.Links)-1].A, p.Beside(v.T).Surfaces[0].Positions[17]; got != want {
		t.Errorf("the picked line begins at %v, its vertex is at %v", got, want)
	}
}

func TestDiscsOfFewPointsStaySmall(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 5, 100, 10000} {
		points := make([]r3.Vec, n)
		for i := range points {
			points[i] = r3.Vec{X: float64(i), Y: float64(i*i%7) * 0.1}
		}
		p := BuildShapes(pipeline.ShapeOf("a", &mesh.Mesh{Vertices: points}), nil, NewView())
		box := r3.Norm(r3.Vec{X: float64(p.Bounds[1][0] - p.Bounds[0][0]), Y: float64(p.Bounds[1][1] - p.Bounds[0][1])})
		if r := float64(p.A.Clouds[0].Radius); !(r > 0) || n > 1 && r > 0.03*box {
			t.Errorf("%d points on a diagonal of %.2f have discs of radius %.3f", n, box, r)
		}
	}
}

func TestShapesShowBeforeTheyAreMatched(t *testing.T) {
	t.Parallel()
	bumpy := pipeline.ShapeOf("a", meshtest.Bumpy(2))
	cloud := pipeline.ShapeOf("b", &mesh.Mesh{Vertices: meshtest.Bumpy(2).Vertices})
	for _, pair := range [][2]*pipeline.Shape{{nil, nil}, {bumpy, nil}, {nil, bumpy}, {bumpy, cloud}} {
		p := BuildShapes(pair[0], pair[1], NewView())
		if p.A == nil || p.B == nil || p.Morph != nil {
			t.Errorf("scenes of %v are %+v", pair, p)
		}
		if pair[0] != nil && len(p.A.Surfaces) != 1 {
			t.Error("A does not show")
		}
		if pair[1] == cloud && len(p.B.Clouds) != 1 {
			t.Error("the cloud does not show")
		}
	}
}

// While networks learn, both shapes show their values, matched or not; values of
// shapes that have gone are not shown.
func TestPushForwardOfATrainingShows(t *testing.T) {
	t.Parallel()
	m := matched(t)
	push := &PushForward{X: m.X, Y: m.Y, OfX: make([]float64, m.X.Len()), OfY: make([]float64, m.Y.Len())}
	for i := range push.OfX {
		push.OfX[i], push.OfY[i] = float64(i), -float64(i)
	}
	v := NewView()
	v.ColorBy, v.Push = ByPush, push
	for name, s := range map[string]*Stage{"matched": NewStage(m), "not matched": NewShapesStage(m.A, m.B)} {
		p := s.Picture(v)
		first, last := m.X.Domain.VertexOf[m.X.Samples[0]], m.Y.Domain.VertexOf[m.Y.Samples[0]]
		if a, b := p.Quantity.A[first], p.Quantity.B[last]; a != 0 || b != 1 {
			t.Errorf("%s: the least and the largest value are %g and %g, want 0 and 1", name, a, b)
		}
		if p.Bar == nil || len(p.B.Surfaces[0].Colors) == 0 {
			t.Errorf("%s: no colours, or nothing that explains them", name)
		}
	}
	other := pipeline.ShapeOf("c", meshtest.Bumpy(1))
	if p := NewShapesStage(other, other).Picture(v); p.Bar != nil {
		t.Error("values of other shapes are shown")
	}
}

// Several matches of one pair stand alike and can be coloured on one scale.
func TestMatchesOfOnePairAreComparable(t *testing.T) {
	t.Parallel()
	m := matched(t)
	other := *m
	other.AToB, other.BToA = m.AToB, m.BToA
	first := NewStage(m)
	second := NewStageLike(&other, first)
	v := NewView()
	v.ColorBy = ByError
	own := first.ScaleOf(ByError)
	if own == nil || first.ScaleOf(ByCarried) != nil {
		t.Fatal("an error has a scale, carried colours have none")
	}
	wide := *own
	wide.Max *= 2
	v.Scale = &wide
	a, b := first.Picture(v), second.Picture(v)
	if &a.B.Surfaces[0].Positions[0] != &b.B.Surfaces[0].Positions[0] {
		t.Error("the targets do not stand alike")
	}
	if a.Bar == nil || *a.Bar != wide || *b.Bar != wide {
		t.Errorf("the bars are %+v and %+v, want %+v", a.Bar, b.Bar, wide)
	}
	for j, value := range a.Quantity.B {
		if got, want := a.B.Surfaces[0].Colors[j], wide.At(value); got != want {
			t.Fatalf("vertex %d has %v, on the common scale %v", j, got, want)
		}
	}
}

// Build is the picture of a finished match.
func Build(m *pipeline.Match, v View) *Picture { return NewStage(m).Picture(v) }
