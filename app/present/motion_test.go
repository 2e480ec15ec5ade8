package present

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
	"gwscope/solver/morph"
)

func motion(t *testing.T, m *pipeline.Match, w Way) *Motion {
	t.Helper()
	mo, note, err := NewMotion(context.Background(), m, w)
	if err != nil || note != "" {
		t.Fatal(err, note)
	}
	return mo
}

// Whichever way is taken: at t = 0 stands the source and at t = 1 the matched target, to
// the last bit, and the picture shows just that.
func TestMotionsBeginAndEndExactly(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	backOnA := make([]r3.Vec, len(m.B.Mesh.Vertices))
	for j := range backOnA {
		backOnA[j] = s.MatchedOnA(j)
	}
	for _, mode := range []string{LinearWay, TurningWay} {
		for on, ends := range map[string][2][]r3.Vec{"a": {s.a.positions, s.arrives}, "b": {backOnA, s.b.positions}} {
			mo := motion(t, m, Way{mode, on, SurfaceTargets})
			for end, want := range ends {
				for k, at := range [][]r3.Vec{mo.At(float64(end)), mo.Shown(float64(end))} {
					if len(at) != len(want) || len(at) != len(mo.Mesh().Vertices) {
						t.Fatalf("%s on %s: %d places for %d vertices", mode, on, len(at), len(want))
					}
					for i := range want {
						if at[i] != want[i] {
							t.Fatalf("%s on %s, t = %d (%d): vertex %d is at %v, want %v", mode, on, end, k, i, at[i], want[i])
						}
					}
				}
			}
			v := NewView()
			v.Motion, v.T = mo, 0.3
			surface := s.Picture(v).Morph.Surfaces[0]
			shown := mo.Shown(0.3)
			for i := range shown {
				if surface.Positions[i] != toVec(shown[i]) {
					t.Fatalf("%s on %s: the picture has vertex %d at %v, want %v", mode, on, i, surface.Positions[i], shown[i])
				}
			}
			if want := map[string]string{"a": IDMorph, "b": IDMorphB}[on]; surface.ID != want || len(surface.Triangles) != len(mo.Mesh().Triangles) {
				t.Errorf("on %s the morph is called %q and has %d triangles", on, surface.ID, len(surface.Triangles))
			}
		}
	}
}

// A motion of another match is not shown.
func TestAForeignMotionIsLeftOut(t *testing.T) {
	t.Parallel()
	m := matched(t)
	other := *m
	v := NewView()
	v.T, v.Motion = 0.5, motion(t, &other, Way{LinearWay, "b", SurfaceTargets})
	if id := NewStage(m).Picture(v).Morph.Surfaces[0].ID; id != IDMorph {
		t.Errorf("the morph is %q", id)
	}
}

func TestMarkedPairsRideOnTheMotion(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	for _, on := range []string{"a", "b"} {
		v := NewView()
		v.Motion, v.T, v.PickedB = motion(t, m, Way{TurningWay, on, SurfaceTargets}), 0.6, 31
		p := s.Picture(v)
		var least = math.Inf(1)
		for _, at := range p.Morph.Surfaces[0].Positions {
			d := 0.0
			for k := range 3 {
				d += math.Pow(float64(at[k]-p.Links[0].A[k]), 2)
			}
			least = math.Min(least, d)
		}
		if least != 0 {
			t.Errorf("on %s the line begins %g beside the morph", on, math.Sqrt(least))
		}
	}
}

// Vertices that coincide in a file of loose triangles stay together, and those that take
// no part begin where they are.
func TestSoupAndIsolatedVerticesMove(t *testing.T) {
	t.Parallel()
	bumpy := meshtest.Bumpy(2)
	soup := meshtest.Soup(bumpy)
	loose := *bumpy
	loose.Vertices = append(append([]r3.Vec{}, bumpy.Vertices...), r3.Vec{X: 5})
	for _, a := range []*mesh.Mesh{soup, &loose} {
		o := session.Defaults()
		o.Samples, o.Effort = 60, "fast"
		m, err := pipeline.NewEngine().Match(context.Background(), pipeline.ShapeOf("a", a), pipeline.ShapeOf("b", meshtest.RigidMove(bumpy, 2)), o, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		mo := motion(t, m, DefaultWay())
		at := mo.At(0.5)
		first := map[r3.Vec]r3.Vec{}
		for i, v := range a.Vertices {
			if was, ok := first[v]; ok && was != at[i] {
				t.Fatalf("%s: coinciding vertices part at t = 0.5", a.Name)
			}
			first[v] = at[i]
		}
		for i, p := range mo.At(0) {
			if want := m.X.Domain.FromFile(a.Vertices[i]); p != want {
				t.Fatalf("vertex %d begins at %v, want %v", i, p, want)
			}
		}
	}
}

// A soft plan draws the target together, and only where it was asked for or is soft.
func TestSoftPlansMoveToTheirProjection(t *testing.T) {
	t.Parallel()
	bumpy := meshtest.Bumpy(3)
	shuffled, _ := meshtest.Shuffle(bumpy, 5)
	o := session.Defaults()
	o.Samples, o.Method, o.Epsilon, o.Surface = 80, "entropic", 0.05, session.MapAlone
	m, err := pipeline.NewEngine().Match(context.Background(), pipeline.ShapeOf("a", bumpy), pipeline.ShapeOf("b", shuffled), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !correspond.Soft(m.Alternative().Plan) {
		t.Skip("this plan is not soft: nothing to see")
	}
	size := func(ps []r3.Vec) float64 {
		var sum float64
		for _, p := range ps {
			sum += r3.Norm2(p)
		}
		return math.Sqrt(sum / float64(len(ps)))
	}
	surface := size(motion(t, m, Way{TurningWay, "a", SurfaceTargets}).At(1))
	auto := motion(t, m, DefaultWay())
	if soft := size(auto.At(1)); soft > 0.97*surface {
		t.Errorf("the projection of a soft plan has size %.3f, the surface %.3f", soft, surface)
	}
	x := m.X
	turn := turnOf(m)
	for i, p := range correspond.BarycentricProjection(m.Alternative().Plan, m.Y) {
		at := auto.At(1)[x.Domain.VertexOf[x.Samples[i]]]
		if off := r3.Norm(r3.Sub(at, turn.Apply(p))); off > 1e-9 {
			t.Fatalf("sample %d ends %g beside its barycentric projection", i, off)
		}
	}
	if label := auto.Way.Label(m); label != "limbs turning, to the barycentric projection, after best rigid motion" {
		t.Errorf("the label is %q", label)
	}
}

// On the true map of real poses, limbs turn without being squeezed: edges on the way are
// as long as at the ends, a fifth as far off as on straight lines, and less.
func TestTurningKeepsTheLengthsOfPoses(t *testing.T) {
	t.Parallel()
	load := func(name string) *pipeline.Shape {
		m, err := shapes.Make(name)
		if err != nil {
			t.Fatal(err)
		}
		return pipeline.ShapeOf("sample:"+name, m)
	}
	a, b := load("horse/1"), load("horse/2")
	truth, err := pipeline.LoadTruth(a, b, "")
	if err != nil || truth == nil {
		t.Fatal("the embedded poses have no truth", err)
	}
	to := make([]r3.Vec, len(a.Mesh.Vertices))
	for i, target := range truth.Target {
		to[i] = b.Mesh.Vertices[target]
		if truth.Face != nil && truth.Face[i] >= 0 {
			to[i] = r3.Vec{}
			for c, v := range b.Mesh.Triangles[truth.Face[i]] {
				to[i] = r3.Add(to[i], r3.Scale(truth.Bary[i][c], b.Mesh.Vertices[v]))
			}
		}
	}
	from := a.Mesh.Vertices
	to = correspond.BestRigid(to, from, nil).ApplyAll(to)
	turning, err := morph.NewTurning(context.Background(), morph.Ends{From: from, To: to, Triangles: a.Mesh.Triangles})
	if err != nil {
		t.Fatal(err)
	}
	off := func(p morph.Path) float64 {
		at := p.At(0.5)
		var sum float64
		edges := a.Mesh.Edges()
		long := func(ps []r3.Vec, e [2]int32) float64 { return r3.Norm(r3.Sub(ps[e[0]], ps[e[1]])) }
		for _, e := range edges {
			sum += math.Abs(math.Log(long(at, e) / math.Sqrt(long(from, e)*long(to, e))))
		}
		return sum / float64(len(edges))
	}
	straight, turned := off(morph.Linear(from, to)), off(turning)
	if turned > straight/5 {
		t.Errorf("edges half way are off by %.4f with limbs that turn, and by %.4f on straight lines", turned, straight)
	}
}

// In the coordinates of either file, the ends are that file's own vertices, and those of
// the matched mesh.
func TestPlacesGoBackToTheFiles(t *testing.T) {
	t.Parallel()
	m := matched(t)
	near := func(what string, got, want []r3.Vec, scale float64) {
		for i := range want {
			if r3.Norm(r3.Sub(got[i], want[i])) > 1e-9*scale {
				t.Fatalf("%s: vertex %d is at %v, want %v", what, i, got[i], want[i])
			}
		}
	}
	a := motion(t, m, DefaultWay())
	near("A at t = 0", a.InFile(a.At(0), false), m.A.Mesh.Vertices, m.X.Domain.Scale)
	near("A at t = 1 beside B", a.InFile(a.At(1), true), m.FromA().VertexMap().Position, m.Y.Domain.Scale)
	b := motion(t, m, Way{TurningWay, "b", SurfaceTargets})
	near("B at t = 1", b.InFile(b.At(1), true), m.B.Mesh.Vertices, m.Y.Domain.Scale)
	near("B at t = 0 beside A", b.InFile(b.At(0), false), m.FromB().VertexMap().Position, m.X.Domain.Scale)
}

func TestWaysAreChecked(t *testing.T) {
	t.Parallel()
	for _, w := range []Way{{}, {"sideways", "a", "auto"}, {"linear", "c", "auto"}, {"linear", "a", "somewhere"}} {
		if w.Check() == nil {
			t.Errorf("%+v passes", w)
		}
	}
	if err := DefaultWay().Check(); err != nil {
		t.Error(err)
	}
}

// The morph ends where A's mesh lies on B, and hardly a triangle turns over on the way; a
// match that lays no mesh ends at the places of its map.
func TestAMorphEndsWithAsMeshOnB(t *testing.T) {
	t.Parallel()
	m := matched(t)
	if m.Registered == nil {
		t.Fatal("A's mesh was not laid on B")
	}
	alone := *m
	alone.Registered, alone.AToB, alone.BToA = nil, m.MapAToB, m.MapBToA
	for name, c := range map[string]struct {
		m    *pipeline.Match
		want []r3.Vec
	}{"registered": {m, m.Registered.AOnB}, "map": {&alone, m.MapAToB.Positions}} {
		turn := turnOf(c.m)
		mo := motion(t, c.m, DefaultWay())
		for i, p := range c.m.X.Domain.PointOf {
			if got := mo.At(1)[i]; r3.Norm(r3.Sub(got, turn.Apply(c.want[p]))) > 1e-12 {
				t.Fatalf("%s: vertex %d ends at %v", name, i, got)
			}
			if i > 20 { // each asks for the whole way
				break
			}
		}
	}
	for _, on := range []string{"a", "b"} {
		mo := motion(t, m, Way{TurningWay, on, AutoTargets})
		for _, at := range []float64{0.25, 0.5, 0.75, 1} {
			if folded := mo.Folded(at); !(folded <= 0.002) {
				t.Errorf("mesh of %s: %.4f of the triangles are folded at t = %g", on, folded, at)
			}
		}
	}
}

// The edges of A's mesh are drawn on B where they are asked for, each once.
func TestAsMeshIsDrawnOnB(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	v := NewView()
	if p := s.Picture(v); len(p.B.Lines) != 0 {
		t.Fatal("lines are drawn that nobody asked for")
	}
	v.Registered = true
	p := s.Picture(v)
	if len(p.B.Lines) != 1 || len(p.A.Lines) != 0 {
		t.Fatalf("%d sets of lines on B, %d on A", len(p.B.Lines), len(p.A.Lines))
	}
	edges := m.A.Mesh.Edges()
	if got := len(p.B.Lines[0].Positions); got != 2*len(edges) {
		t.Errorf("%d ends of lines for %d edges", got, len(edges))
	}
	alone := *m
	alone.Registered = nil
	if p := NewStage(&alone).Picture(v); len(p.B.Lines) != 0 {
		t.Error("a mesh is drawn that does not lie on B")
	}
}

// A mesh that keeps its size is not stretched, and nothing of it is turned over.
func TestStretchIsToldOfAMeshOnB(t *testing.T) {
	t.Parallel()
	s := NewStage(matched(t)) // a copy, turned and enlarged
	for by, want := range map[ColorBy]float64{ByStretch: 0, ByAngles: 1, ByOrientation: 1} {
		q := s.Quantity(by)
		sum, n := 0.0, 0
		for _, v := range append(append([]float64{}, q.A...), q.B...) {
			if !math.IsNaN(v) {
				sum += math.Abs(v - want)
				n++
			}
		}
		if mean := sum / float64(n); !(mean < 0.15) {
			t.Errorf("%s is %.3f off %g in the mean", by, mean, want)
		}
	}
}

// Between poses hardly a triangle turns over on the way, whatever triangulation B has.
func TestMorphsOfPosesHardlyFold(t *testing.T) {
	t.Parallel()
	e, o := pipeline.NewEngine(), session.Defaults()
	o.Samples, o.Effort = 150, "fast"
	var pair [2]*pipeline.Shape
	for k, ref := range []string{"sample:horse/1", "sample:horse/3r"} {
		s, err := e.Load(context.Background(), ref, o)
		if err != nil {
			t.Fatal(err)
		}
		pair[k] = s
	}
	m, err := e.Match(context.Background(), pair[0], pair[1], o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	mo := motion(t, m, DefaultWay())
	for _, at := range []float64{0.25, 0.5, 0.75, 1} {
		if folded := mo.Folded(at); !(folded <= 0.001) {
			t.Errorf("%.4f of the triangles are folded at t = %g", folded, at)
		}
	}
	o.Surface = session.MapAlone
	alone, err := e.Match(context.Background(), pair[0], pair[1], o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if folded := motion(t, alone, DefaultWay()).Folded(1); !(folded > 0.01) {
		t.Errorf("the map alone folds %.4f of the triangles: the test proves nothing", folded)
	}
}
