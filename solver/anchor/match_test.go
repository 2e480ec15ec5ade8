package anchor

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

func mustSolve(t testing.TB, x, y *metric.Space, opt Options) *Result {
	t.Helper()
	r, err := Solve(context.Background(), x, y, opt)
	if err != nil {
		t.Fatal(err)
	}
	checkResult(t, x, y, r)
	return r
}

func tipsOf(t testing.TB, x *metric.Space, threads int) []Extremity {
	t.Helper()
	tips, err := Tips(context.Background(), x, threads)
	if err != nil {
		t.Fatal(err)
	}
	return tips
}

// checkResult holds a result to its contract.
func checkResult(t testing.TB, x, y *metric.Space, r *Result) {
	t.Helper()
	if len(r.Matches) == 0 || len(r.Matches) > maxMatches {
		t.Fatalf("%d matches", len(r.Matches))
	}
	for k, m := range r.Matches {
		if k > 0 && m.Score < r.Matches[k-1].Score {
			t.Error("matches are not in the order of their scores")
		}
		if want := math.Log(m.Bending*m.Bending*m.Stretching*m.Curving) - pairWorth*float64(len(m.TipsX)+len(m.Lesser)); math.Abs(m.Score-want) > 1e-3 {
			t.Errorf("score %g of parts %+v", m.Score, m.Parts)
		}
		if len(m.XToY) != x.Len() || len(m.YToX) != y.Len() {
			t.Fatalf("maps of %d and %d samples", len(m.XToY), len(m.YToX))
		}
		for _, p := range m.XToY {
			if p < 0 || int(p) >= len(y.Domain.Points) {
				t.Fatalf("a sample is sent to point %d", p)
			}
		}
		cost := m.Cost()
		if r, c := cost.Rows, cost.Cols; r != x.Len() || c != y.Len() {
			t.Errorf("cost of %d x %d", r, c)
		}
		for _, v := range cost.Data {
			if !(v >= 0) || math.IsInf(float64(v), 1) {
				t.Fatalf("cost %v", v)
			}
		}
	}
}

// Spikes that are known to belong together are paired, and the points between follow.
func TestStarsArePairedSpikeBySpike(t *testing.T) {
	t.Parallel()
	m, ends := star(5)
	hidden, newIndex := disguise(m, 6, false)
	x, y := spaceOf(t, m, 250, 1), spaceOf(t, hidden, 250, 2)
	r := mustSolve(t, x, y, Options{})
	best := r.Matches[0]
	endOf := func(space *metric.Space, index func(int) int32, point int32) int {
		return slices.IndexFunc(ends, func(v int) bool {
			return r3.Norm(r3.Sub(space.Domain.Points[point], space.Domain.Points[space.Domain.PointOf[index(v)]])) < 0.06
		})
	}
	for k := range best.TipsX {
		a := endOf(x, func(v int) int32 { return int32(v) }, r.TipsX[best.TipsX[k]].Point)
		b := endOf(y, func(v int) int32 { return newIndex[v] }, r.TipsY[best.TipsY[k]].Point)
		if a < 0 || a != b {
			t.Errorf("spike %d is paired with spike %d", a, b)
		}
	}
	sum := 0.0
	for i, s := range x.Samples {
		want := y.Domain.PointOf[newIndex[x.Domain.VertexOf[s]]]
		sum += r3.Norm(r3.Sub(y.Domain.Points[best.XToY[i]], y.Domain.Points[want])) / float64(x.Len())
	}
	if sum > 0.05 {
		t.Errorf("samples end %.3f from where they belong", sum)
	}
}

// Hips and the like: what is cut off lies below the belly and on one side.
func leg(p r3.Vec) bool { return p.Y < 0.45 && p.X > 0 && p.Z > 0 }

func TestMatchesAcrossSpecies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, a, b string
		n, m       int
		cut        func(r3.Vec) bool
		opt        func(p *pair) Options
		limit      float64
	}{
		{name: "cat and horse", a: "cat/1", b: "horse/2r", limit: 0.08},
		{name: "horse and elephant", a: "horse/4", b: "elephant/1r", limit: 0.1},
		{name: "unequal samples", a: "cat/2", b: "horse/4", n: 150, m: 350, limit: 0.1},
		{name: "a leg cut off", a: "cat/1", b: "horse/3r", cut: leg, limit: 0.12},
		{name: "a tip hidden", a: "cat/2", b: "horse/5r", limit: 0.11, opt: func(p *pair) Options {
			tips := tipsOf(t, p.x, 0)
			return Options{TipsX: append(slices.Clone(tips[:3]), tips[4:]...)}
		}},
		{name: "a tip doubled", a: "cat/2", b: "horse/5r", limit: 0.11, opt: func(p *pair) Options {
			tips := tipsOf(t, p.x, 0)
			near := p.x.Domain.NearestPoints(p.x.Domain.Points[tips[4].Point], 12)
			return Options{TipsX: append(tips, Extremity{Name: "twin", Point: near[11], Persistence: 0.2})}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n, m := tt.n, tt.m
			if n == 0 {
				n, m = 300, 300
			}
			p := newPair(t, tt.a, tt.b, n, m, tt.cut)
			var opt Options
			if tt.opt != nil {
				opt = tt.opt(p)
			}
			r := mustSolve(t, p.x, p.y, opt)
			best := r.Matches[0]
			direct, mirrored := p.meanError(t, best.XToY, p.direct), p.meanError(t, best.XToY, p.mirrored)
			t.Logf("%d and %d tips, direct %.3f, mirrored %.3f, ratio %.2f", len(r.TipsX), len(r.TipsY), direct, mirrored, math.Exp(r.Matches[1].Score-best.Score))
			if direct > tt.limit || mirrored < direct {
				t.Errorf("samples are %.3f off on average, and %.3f off the mirror image", direct, mirrored)
			}
		})
	}
}

func TestMirroredOnRequest(t *testing.T) {
	t.Parallel()
	p := newPair(t, "horse/1", "horse/4r", 300, 300, nil)
	direct := mustSolve(t, p.x, p.y, Options{}).Matches[0]
	mirrored := mustSolve(t, p.x, p.y, Options{Mirrored: true}).Matches[0]
	if e := p.meanError(t, direct.XToY, p.direct); e > 0.06 {
		t.Errorf("direct: %.3f off", e)
	}
	if e := p.meanError(t, mirrored.XToY, p.mirrored); e > 0.06 {
		t.Errorf("mirrored: %.3f off the mirror image", e)
	}
}

func TestBitsDoNotDependOnThreads(t *testing.T) {
	t.Parallel()
	if testing.Short() { // the race detector, ten times slower, needs no animals, and has nothing to find with one thread
		m, _ := star(6)
		mustSolve(t, spaceOf(t, m, 100, 1), spaceOf(t, m, 100, 2), Options{Threads: 3})
		return
	}
	p := newPair(t, "cat/3", "elephant/2r", 100, 100, nil)
	many := mustSolve(t, p.x, p.y, Options{Threads: 3})
	one := mustSolve(t, p.x, p.y, Options{Threads: 1})
	if !slices.Equal(one.TipsX, many.TipsX) || len(one.Matches) != len(many.Matches) {
		t.Fatal("other tips or other matches")
	}
	for k, m := range one.Matches {
		o := many.Matches[k]
		if m.Score != o.Score || !slices.Equal(m.XToY, o.XToY) || !slices.Equal(m.YToX, o.YToX) {
			t.Errorf("match %d differs", k)
		}
	}
	rows, _, err := one.Matches[0].Rows(context.Background(), p.x.Known(), p.y.Known(), 1)
	if err != nil {
		t.Fatal(err)
	}
	same, _, err := many.Matches[0].Rows(context.Background(), p.x.Known(), p.y.Known(), 3)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows.Data, same.Data) {
		t.Error("rows of all points differ")
	}
}

func TestFewTipsAreAnError(t *testing.T) {
	t.Parallel()
	spiky, _ := star(3)
	x, y := spaceOf(t, spiky, 100, 1), spaceOf(t, meshtest.Icosphere(3), 100, 1)
	for _, pair := range [][2]*metric.Space{{x, x}, {x, y}, {y, x}} {
		r, err := Solve(context.Background(), pair[0], pair[1], Options{})
		var few *FewTipsError
		if !errors.As(err, &few) || few.X != len(r.TipsX) || few.Y != len(r.TipsY) {
			t.Errorf("error %v with %+v", err, r)
		}
	}
}

func TestTooManyTipsAreAnError(t *testing.T) {
	t.Parallel()
	m, _ := star(5)
	x := spaceOf(t, m, 60, 1)
	if _, err := Solve(context.Background(), x, x, Options{TipsY: make([]Extremity, 8)}); err == nil {
		t.Error("eight tips are taken")
	}
}

func TestCancelEndsTheSolve(t *testing.T) {
	t.Parallel()
	m, _ := star(6)
	samples, times := 250, []float64{0, 0.1, 0.3, 0.7}
	if testing.Short() {
		samples, times = 100, times[2:3]
	}
	x := spaceOf(t, m, samples, 1)
	for _, at := range times {
		ctx, cancel := context.WithCancel(context.Background())
		last := -1.0
		_, err := Solve(ctx, x, x, Options{Progress: func(stage string, fraction float64) {
			if stage == "" || fraction < last {
				t.Errorf("stage %q goes from %v to %v", stage, last, fraction)
			}
			last = fraction
			if fraction >= at {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %v: %v", at, err)
		}
	}
}

// Few samples, needles, clouds and pieces: no panic, and a result that keeps its
// contract or a clear error.
func TestOddInputs(t *testing.T) {
	t.Parallel()
	spiky, _ := star(5)
	cloud := &mesh.Mesh{Name: "cloud", Vertices: spiky.Vertices}
	flat := &mesh.Mesh{Name: "flat star", Triangles: spiky.Triangles}
	for _, p := range spiky.Vertices {
		flat.Vertices = append(flat.Vertices, r3.Vec{X: p.X, Y: p.Y, Z: 1e-6 * p.Z})
	}
	for _, m := range []*mesh.Mesh{spiky, cloud, flat, meshtest.TwoComponents(), meshtest.Grid(1, 1, 3, 3)} {
		for _, n := range []int{2, 3, 9, 30} {
			x := spaceOf(t, m, n, 1)
			y := spaceOf(t, spiky, n+3, 2)
			var tips []Extremity // four of them, even where there are none to find
			for k := range 5 {
				tips = append(tips, Extremity{Point: int32(k * (len(x.Domain.Points) - 1) / 4)})
			}
			for _, opt := range []Options{{}, {TipsX: tips}} {
				r, err := Solve(context.Background(), x, y, opt)
				var few *FewTipsError
				if err != nil && !errors.As(err, &few) {
					t.Errorf("%s, %d samples: %v", m.Name, n, err)
				}
				if err == nil {
					checkResult(t, x, y, r)
				}
			}
		}
	}
}
