package baseline_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/baseline"
	"gwscope/solver/gw"
)

var slicedMethods = []string{"sgw", "max-min-sgw", "ri-sgw"}

// bent is a lopsided curve in space, which no rotation or reflection maps to itself.
func bent(n, dim int) *mat.Dense {
	m := mat.NewDense(n, dim, nil)
	for i := range n {
		t := float64(i) / float64(n)
		at := [3]float64{2 * t, math.Sin(3*t) + t*t, 0.6 * math.Sin(5*t+1)}
		m.SetRow(i, at[:dim])
	}
	return m
}

// turned rotates, moves and shuffles points.
func turned(seed uint64, x *mat.Dense) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 8))
	n, d := x.Dims()
	var qr mat.QR
	m := mat.NewDense(d, d, nil)
	m.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, m)
	qr.Factorize(m)
	var q, y mat.Dense
	qr.QTo(&q)
	y.Mul(x, &q)
	out := mat.NewDense(n, d, nil)
	for to, from := range rng.Perm(n) {
		for c, v := range y.RawRowView(from) {
			out.Set(to, c, v+float64(c)-3)
		}
	}
	return out
}

func slicedWith(directions int, slicing string) baseline.Options {
	return baseline.Options{Seed: 4, Parameters: baseline.Parameters{Sliced: baseline.SlicedParameters{Directions: directions, Slicing: slicing}}}
}

func TestSlicedPlansAreFeasible(t *testing.T) {
	t.Parallel()
	for _, name := range slicedMethods {
		for _, size := range []struct{ n, m, p, q int }{{40, 40, 3, 3}, {40, 40, 2, 3}, {30, 40, 3, 2}, {1, 5, 3, 3}, {25, 25, 1, 3}} {
			for _, weighted := range []bool{false, true} {
				t.Run(fmt.Sprint(name, size, weighted), func(t *testing.T) {
					t.Parallel()
					p := spaces(bent(size.n, size.p), turned(1, bent(size.m, size.q)))
					if weighted {
						p.A, p.B = unevenly(1, size.n), unevenly(2, size.m)
					}
					r := run(t, name, p, slicedWith(20, ""))
					feasible(t, p, r)
					if r.Status != gw.Converged || !(r.Value >= 0) || !strings.Contains(r.ValueName, "20") {
						t.Errorf("%v: %s %g", r.Status, r.ValueName, r.Value)
					}
					if r.Plan.Len() > size.n+size.m-1 {
						t.Errorf("sorting gives at most n + m - 1 entries, not %d", r.Plan.Len())
					}
				})
			}
		}
	}
}

// Properties that the papers prove or deplore: translations change nothing; rotations
// change shared SGW; independent SGW is not zero between congruent shapes; RI-SGW and
// max-min SGW are.
func TestSlicedDistancesAsTheirPapersState(t *testing.T) {
	t.Parallel()
	x := bent(80, 3)
	other := bent(80, 3)
	other.Apply(func(i, c int, v float64) float64 { return v * (1 + 0.5*float64(c)) }, other)
	moved := mat.DenseCopyOf(x)
	moved.Apply(func(_, c int, v float64) float64 { return v + 10*float64(c+1) }, moved)
	value := func(name, slicing string, x, y *mat.Dense) float64 {
		return run(t, name, spaces(x, y), slicedWith(100, slicing)).Value
	}
	scale := value("sgw", baseline.Shared, x, other)

	for _, c := range [][2]string{{"sgw", baseline.Shared}, {"sgw", baseline.Independent}, {"max-min-sgw", ""}, {"ri-sgw", ""}} {
		before, after := value(c[0], c[1], x, other), value(c[0], c[1], moved, other)
		if math.Abs(before-after) > 1e-6*scale {
			t.Errorf("%v: %g, but %g after a translation", c, before, after)
		}
		// Directions are drawn for x first, so both ways see other samples of them.
		if back := value(c[0], c[1], other, x); math.Abs(before-back) > 0.2*before {
			t.Errorf("%v: %g from x to y, %g back", c, before, back)
		}
	}
	if self := value("sgw", baseline.Shared, x, moved); self > 1e-12*scale {
		t.Errorf("shared SGW of a shape and itself moved is %g", self)
	}

	copies := []*mat.Dense{turned(1, x), turned(2, x), turned(3, x)}
	for k, y := range copies {
		if v := value("sgw", baseline.Shared, x, y); v < 0.02*scale {
			t.Errorf("copy %d: shared SGW is %g: rotations ought to show", k, v)
		}
		if v := value("sgw", baseline.Independent, x, y); v < 0.1*scale {
			t.Errorf("copy %d: independent SGW is %g: it does not know congruent shapes", k, v)
		}
		if v := value("ri-sgw", "", x, y); v > 1e-6*scale {
			t.Errorf("copy %d: RI-SGW is %g, and the copy is congruent (%g is large)", k, v, scale)
		}
		if v := value("max-min-sgw", "", x, y); v > 1e-6*scale {
			t.Errorf("copy %d: max-min SGW is %g, and the copy is congruent (%g is large)", k, v, scale)
		}
		// Against another shape, RI-SGW does not see how x is turned.
		if v, w := value("ri-sgw", "", x, other), value("ri-sgw", "", y, other); math.Abs(v-w) > 1e-3*v {
			t.Errorf("copy %d: RI-SGW is %g, and %g after a rotation", k, v, w)
		}
		if v, w := value("sgw", baseline.Shared, x, other), value("sgw", baseline.Shared, y, other); math.Abs(v-w) < 0.02*v {
			t.Errorf("copy %d: shared SGW is %g, and %g after a rotation: they ought to differ", k, v, w)
		}
	}
	if v := value("max-min-sgw", "", x, other); v < 1e-3*scale {
		t.Errorf("max-min SGW of different shapes is %g", v)
	}
	if v := value("ri-sgw", "", x, other); v > scale {
		t.Errorf("RI-SGW is %g, above the SGW %g that it minimises", v, scale)
	}
}

// Δ pads the lower-dimensional shape with zeros.
func TestSGWPads(t *testing.T) {
	t.Parallel()
	flat, y := bent(60, 2), bent(60, 3)
	padded := mat.NewDense(60, 3, nil)
	padded.Slice(0, 60, 0, 2).(*mat.Dense).Copy(flat)
	low, high := run(t, "sgw", spaces(flat, y), slicedWith(50, "")), run(t, "sgw", spaces(padded, y), slicedWith(50, ""))
	if math.Abs(low.Value-high.Value) > 1e-12*high.Value {
		t.Errorf("%g in the plane, %g padded", low.Value, high.Value)
	}
	// Turned in space the flat shape is at zero from itself for RI-SGW only.
	standing := turned(5, padded)
	if v := run(t, "ri-sgw", spaces(flat, standing), slicedWith(50, "")).Value; v > 1e-7 {
		t.Errorf("RI-SGW of a planar shape and its copy in space is %g", v)
	}
	if v := run(t, "ri-sgw", spaces(standing, flat), slicedWith(50, "")).Value; v > 1e-7 {
		t.Errorf("RI-SGW of a planar shape in space and its copy in the plane is %g", v)
	}
}

// A point of two masses is two points in one place.
func TestSlicedDistancesSeeMassesOnly(t *testing.T) {
	t.Parallel()
	x, y := bent(20, 3), turned(2, bent(21, 3))
	twice := mat.NewDense(21, 3, nil)
	twice.Slice(0, 20, 0, 3).(*mat.Dense).Copy(x)
	twice.SetRow(20, x.RawRowView(19))
	weights := gw.Uniform(20)
	for i := range weights {
		weights[i] = 1.0 / 21
	}
	weights[19] = 2.0 / 21
	heavy := spaces(x, y)
	heavy.A = weights
	for _, name := range slicedMethods {
		one, two := run(t, name, heavy, slicedWith(30, "")), run(t, name, spaces(twice, y), slicedWith(30, ""))
		// Descents end within about 1e-5 of where they would.
		if math.Abs(one.Value-two.Value) > 1e-4*two.Value {
			t.Errorf("%s: %g with a heavy point, %g with two points", name, one.Value, two.Value)
		}
	}
}

func TestSlicedMethodsHaveTheSameBitsForAnyThreads(t *testing.T) {
	t.Parallel()
	p := spaces(bent(60, 3), turned(1, bent(50, 3)))
	for _, name := range slicedMethods {
		o := slicedWith(40, "")
		o.Threads = 3
		three := run(t, name, p, o)
		if testing.Short() {
			continue // see threadtest.Counts
		}
		o.Threads = 1
		one := run(t, name, p, o)
		if one.Value != three.Value || one.GW2 != three.GW2 || !slices.Equal(one.Plan.J, three.Plan.J) {
			t.Errorf("%s: %v and %v with one thread, %v and %v with three", name, one.Value, one.GW2, three.Value, three.GW2)
		}
		o.Seed++
		if other := run(t, name, p, o); other.Value == one.Value {
			t.Errorf("%s: another seed gives the same value", name)
		}
	}
}

func TestSlicedMethodsStopWhenTold(t *testing.T) {
	t.Parallel()
	p := spaces(bent(300, 3), turned(1, bent(300, 3)))
	for _, name := range slicedMethods {
		m, _ := baseline.Find(name)
		ctx, cancel := context.WithCancel(context.Background())
		o := slicedWith(500, "")
		calls := 0
		o.Progress = func(q baseline.Progress) {
			if calls++; q.Plan == nil || q.Fraction < 0 || q.Fraction > 1 || q.Stage == "" {
				t.Errorf("%s: progress %+v", name, q)
			}
			cancel()
		}
		r, err := m.Run(ctx, p, o)
		if err != nil || r.Status != gw.Cancelled || r.Plan == nil {
			t.Fatalf("%s: %+v, %v", name, r, err)
		}
		feasible(t, p, r)
		if calls != 1 {
			t.Errorf("%s: %d reports, all but one after the end of the context", name, calls)
		}
		if r, err := m.Run(ctx, p, o); err != nil || r.Status != gw.Cancelled || r.Plan != nil {
			t.Errorf("%s, cancelled before it began: %+v, %v", name, r, err)
		}
	}
}

func TestSlicedMethodsRefuse(t *testing.T) {
	t.Parallel()
	good := func() *baseline.Problem { return spaces(bent(5, 3), bent(5, 3)) }
	for _, name := range slicedMethods {
		m, _ := baseline.Find(name)
		for what, spoil := range map[string]func(*baseline.Problem, *baseline.Options){
			"coordinates":  func(p *baseline.Problem, _ *baseline.Options) { p.PointsX = nil },
			"finite":       func(p *baseline.Problem, _ *baseline.Options) { p.PointsY.Set(2, 1, math.NaN()) },
			"4 points":     func(p *baseline.Problem, _ *baseline.Options) { p.PointsX = bent(4, 3) },
			"3 weights":    func(p *baseline.Problem, _ *baseline.Options) { p.B = gw.Uniform(3) },
			"\"together\"": func(_ *baseline.Problem, o *baseline.Options) { o.Sliced.Slicing = "together" },
		} {
			if strings.Contains(what, "together") && name != "sgw" {
				continue
			}
			p, o := good(), baseline.Options{}
			spoil(p, &o)
			if _, err := m.Run(context.Background(), p, o); err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v, want a word about %s", name, err, what)
			}
		}
	}
}

func BenchmarkSliced(b *testing.B) {
	for _, name := range slicedMethods {
		for _, n := range []int{500, 1000, 5000} {
			b.Run(fmt.Sprint(name, " ", n), func(b *testing.B) {
				p := spaces(bent(n, 3), turned(1, bent(n, 3)))
				for b.Loop() {
					run(b, name, p, slicedWith(500, ""))
				}
			})
		}
	}
}
