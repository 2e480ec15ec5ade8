package pipeline

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver"
)

// quick are options that finish in a blink on the small shapes used here.
func quick() session.Options {
	o := session.Defaults()
	o.Samples, o.Effort = 80, "fast"
	return o
}

// bumpyPair is an asymmetric surface and a shuffled, turned copy of it, with the truth.
func bumpyPair(t testing.TB) (a, b *Shape, newOf []int32) {
	t.Helper()
	m := meshtest.Bumpy(3)
	shuffled, newOf := meshtest.Shuffle(m, 5)
	return ShapeOf("a", m), ShapeOf("b", meshtest.RigidMove(shuffled, 6)), newOf
}

func match(t testing.TB, a, b *Shape, o session.Options) *Match {
	t.Helper()
	m, err := NewEngine().Match(context.Background(), a, b, o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMatchRecoversAShuffledTurnedCopy(t *testing.T) {
	t.Parallel()
	// A limbed shape: GW on a bumpy ball has many minima, and 80 samples lose it.
	cat, err := loadMesh(t.Context(), "sample:cat/1", quick())
	if err != nil {
		t.Fatal(err)
	}
	shuffled, newOf := meshtest.Shuffle(cat, 5)
	a, b := ShapeOf("a", cat), ShapeOf("b", meshtest.RigidMove(shuffled, 6))
	o := quick()
	o.Samples = 150
	vm := match(t, a, b, o).FromA().VertexMap()
	// A wrong side or a shuffle left in would give errors of the shape's size, about 1.
	var sum float64
	scale := math.Sqrt(a.Mesh.Area())
	for i, p := range vm.Position {
		sum += r3.Norm(r3.Sub(p, b.Mesh.Vertices[newOf[i]])) / scale
	}
	if mean := sum / float64(len(newOf)); mean > 0.02 {
		t.Errorf("mean distance from the truth is %.4f √area, want below 0.02", mean)
	}
}

// A vertex map is true for the file: its position is the position of the weighted corners of the
// named triangle of the file.
func TestVertexMapSpeaksOfTheFile(t *testing.T) {
	t.Parallel()
	bumpy := meshtest.Bumpy(3)
	shifted := bumpy.Clone()
	for i, v := range shifted.Vertices {
		shifted.Vertices[i] = r3.Add(r3.Scale(250, v), r3.Vec{X: 500_000, Y: 5_500_000, Z: 300})
	}
	for name, target := range map[string]*mesh.Mesh{
		"plain":         bumpy,
		"survey offset": shifted,
		"inside out":    insideOut(bumpy),
		"soup":          meshtest.Soup(bumpy),
		"isolated":      withIsolated(bumpy),
		"degenerate":    withDegenerate(bumpy),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := match(t, ShapeOf("a", bumpy), ShapeOf("b", target), quick())
			vm := m.FromA().VertexMap()
			size := math.Sqrt(target.Area())
			for i := range vm.Target {
				if vm.Face[i] < 0 || int(vm.Face[i]) >= len(target.Triangles) {
					t.Fatalf("vertex %d: face %d of %d", i, vm.Face[i], len(target.Triangles))
				}
				corners := target.Triangles[vm.Face[i]]
				var at r3.Vec
				sum, best := 0.0, math.Inf(1)
				for k, c := range corners {
					at = r3.Add(at, r3.Scale(vm.Bary[i][k], target.Vertices[c]))
					sum += vm.Bary[i][k]
					best = math.Min(best, r3.Norm(r3.Sub(target.Vertices[c], vm.Position[i])))
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("vertex %d: barycentric weights add up to %v", i, sum)
				}
				if d := r3.Norm(r3.Sub(at, vm.Position[i])); d > 1e-6*size {
					t.Fatalf("vertex %d: position and weighted corners are %g apart", i, d)
				}
				if d := r3.Norm(r3.Sub(target.Vertices[vm.Target[i]], vm.Position[i])); d > best+1e-6*size+size/20 {
					t.Fatalf("vertex %d: its target lies %g away, the nearest corner %g", i, d, best)
				}
				if c := vm.Confidence[i]; !(c >= 0 && c <= 1) {
					t.Fatalf("vertex %d: confidence %v", i, c)
				}
			}
			back := m.FromB().VertexMap()
			if len(back.Target) != len(target.Vertices) {
				t.Fatalf("the way back has %d rows for %d vertices", len(back.Target), len(target.Vertices))
			}
		})
	}
}

func insideOut(m *mesh.Mesh) *mesh.Mesh {
	out := m.Clone()
	for i, t := range out.Triangles {
		out.Triangles[i] = [3]int32{t[0], t[2], t[1]}
	}
	return out
}

func withIsolated(m *mesh.Mesh) *mesh.Mesh {
	out := m.Clone()
	out.Vertices = append([]r3.Vec{{X: 9, Y: 9, Z: 9}}, out.Vertices...)
	for i, t := range out.Triangles {
		out.Triangles[i] = [3]int32{t[0] + 1, t[1] + 1, t[2] + 1}
	}
	return out
}

func withDegenerate(m *mesh.Mesh) *mesh.Mesh {
	out := m.Clone()
	t := out.Triangles[0]
	out.Triangles = append([][3]int32{{t[0], t[0], t[1]}}, out.Triangles...)
	return out
}

func TestProgressNeverFallsAndEndsWithTheMatch(t *testing.T) {
	t.Parallel()
	a, b, _ := bumpyPair(t)
	var fraction float64
	var preview *Preview
	var over atomic.Bool
	_, err := NewEngine().Match(context.Background(), a, b, quick(), nil, func(p Progress) {
		if over.Load() {
			t.Error("progress after the match had ended")
		}
		if p.Fraction < fraction {
			t.Errorf("progress fell from %v to %v", fraction, p.Fraction)
		}
		fraction = p.Fraction
		if p.Stage == "" {
			t.Error("a stage without a name")
		}
		if p.Preview != nil {
			preview = p.Preview
		}
	})
	over.Store(true)
	if err != nil {
		t.Fatal(err)
	}
	if fraction != 1 {
		t.Errorf("the last progress is %v, want 1", fraction)
	}
	if preview == nil || preview.Plan.N != preview.X.Len() {
		t.Error("no plan was shown before the end")
	}
}

func TestCancelKeepsTheBestPlan(t *testing.T) {
	t.Parallel()
	a, b, _ := bumpyPair(t)
	o := quick()
	o.Effort = "thorough"
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m, err := NewEngine().Match(ctx, a, b, o, nil, func(p Progress) {
		if p.Preview != nil {
			cancel()
		}
	})
	if err != nil {
		t.Fatalf("a plan was there when the match was cancelled, yet it ended with: %v", err)
	}
	if m.Result.Status != solver.Cancelled || m.AToB == nil || len(m.FromA().VertexMap().Target) != len(a.Mesh.Vertices) {
		t.Errorf("status %v, want cancelled with a map of all vertices", m.Result.Status)
	}

	gone, stop := context.WithCancel(context.Background())
	stop()
	if _, err := NewEngine().Match(gone, a, b, o, nil, nil); !errors.Is(err, ErrCancelled) {
		t.Errorf("cancelled before the start: %v, want ErrCancelled", err)
	}
}

func TestChooseTakesAnotherMinimum(t *testing.T) {
	t.Parallel()
	o := quick()
	o.Samples, o.Surface = 120, session.MapAlone
	e := NewEngine()
	a := mustLoad(t, e, "sample:cat/1")
	b := mustLoad(t, e, "sample:cat/2")
	truth, err := LoadTruth(a, b, "")
	if err != nil || truth == nil || truth.Mirror == nil {
		t.Fatalf("two poses of one animal have no truth: %v", err)
	}
	m, err := e.Match(context.Background(), a, b, o, truth, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Result.Alternatives) < 2 {
		t.Fatal("a nearly symmetric animal has no second minimum")
	}
	other, err := e.Choose(context.Background(), m, 1, truth, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Chosen != 0 || other.Chosen != 1 {
		t.Errorf("chosen %d and %d, want 0 and 1", m.Chosen, other.Chosen)
	}
	if m.Errors.MeanDirect > 0.1 || other.Errors.MeanDirect < m.Errors.MeanDirect {
		t.Errorf("direct errors %.3f and, of the alternative, %.3f", m.Errors.MeanDirect, other.Errors.MeanDirect)
	}
	again, err := e.Choose(context.Background(), other, 0, truth, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.AToB.Places, again.AToB.Places); diff != "" {
		t.Errorf("choosing there and back changed the map: %s", diff)
	}
	if _, err := e.Choose(context.Background(), m, 99, truth, nil); err == nil {
		t.Error("an alternative that is not there was chosen")
	}
}

func TestEngineRepeatsOnlyWhatChanged(t *testing.T) {
	t.Parallel()
	a, b, _ := bumpyPair(t)
	e := NewEngine()
	run := func(o session.Options) *Match {
		m, err := e.Match(context.Background(), a, b, o, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	o := quick()
	first := run(o)
	if again := run(o); again.X != first.X || again.Result != first.Result || again.AToB != first.AToB {
		t.Error("the same settings were solved twice")
	}
	o.Polish = false
	plain := run(o)
	if plain.X != first.X {
		t.Error("changing the polish measured the distances again")
	}
	if plain.Result == first.Result {
		t.Error("changing the polish did not solve again")
	}
	o.Seed++
	if other := run(o); other.X == first.X {
		t.Error("changing the seed kept the samples")
	}
}

func TestUnequalSizesCloudsAndWeights(t *testing.T) {
	t.Parallel()
	small, large := meshtest.Bumpy(2), meshtest.Bumpy(3) // 162 and 642 vertices
	cloud := &mesh.Mesh{Name: "cloud", Vertices: large.Vertices}
	o := quick()
	// Above and below 300 samples the judge looks differently; a pair may have both.
	o.Samples, o.Weights, o.Surface = 400, "area", session.MapAlone
	for name, pair := range map[string][2]*mesh.Mesh{
		"n < m": {small, large}, "n > m": {large, small}, "cloud to mesh": {cloud, small}, "mesh to cloud": {small, cloud},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := match(t, ShapeOf("a", pair[0]), ShapeOf("b", pair[1]), o)
			if m.Result.MarginalError > 1e-9 {
				t.Errorf("marginals are off by %g", m.Result.MarginalError)
			}
			if got, want := len(m.FromA().VertexMap().Target), len(pair[0].Vertices); got != want {
				t.Errorf("the map has %d rows for %d vertices", got, want)
			}
			if m.GW2() > float64(m.Result.GW2Slicer)+1e-12 {
				t.Errorf("polish raised GW² from %g to %g", m.Result.GW2Slicer, m.GW2())
			}
		})
	}
}

func TestBadOptionsAreRefused(t *testing.T) {
	t.Parallel()
	a, b, _ := bumpyPair(t)
	o := quick()
	o.Effort = "heroic"
	if _, err := NewEngine().Match(context.Background(), a, b, o, nil, nil); err == nil {
		t.Error("an effort that does not exist was accepted")
	}
}

// Shapes that are too small for the task are refused before they are measured.
func TestTooManySamplesAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	a, b, _ := bumpyPair(t)
	o := quick()
	o.Method, o.Samples = "sdp", 60
	_, err := NewEngine().Match(context.Background(), a, b, o, nil, func(p Progress) {
		t.Errorf("work was begun: %s", p.Stage)
	})
	if err == nil || !strings.Contains(err.Error(), "--samples 24") {
		t.Errorf("60 samples: %v", err)
	}
	o.Samples = 8
	m := match(t, a, b, o)
	if own := m.Result.Own; own == nil || !(own.Bound >= 0 && float64(own.Bound) <= m.GW2()) {
		t.Errorf("8 samples: %+v, GW² %g", own, m.GW2())
	}
}
