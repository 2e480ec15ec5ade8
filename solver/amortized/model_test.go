package amortized

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gwscope/solver/gw"
	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
	"gwscope/solver/slicer"
)

// backends are the backends of this package's tests; package gpu runs Constraints on
// graphics cards.
func single(t testing.TB) nn.Backend {
	b := cpu.New[float32](2)
	t.Cleanup(b.Close)
	return b
}

// pairs are of different categories, numbers of points and masses.
type pair struct {
	name string
	x, y Cloud
}

func somePairs(t testing.TB) []pair {
	weighed := object(t, "lamp", 3, 90)
	weighed.Mass = uneven(90, 4)
	other := object(t, "lamp", 4, 131)
	other.Mass = uneven(131, 5)
	return []pair{
		{"two chairs", object(t, "chair", 1, 150), object(t, "chair", 2, 150)},
		{"other numbers of points", object(t, "airplane", 1, 100), object(t, "airplane", 2, 163)},
		{"masses", weighed, other},
	}
}

func match(t testing.TB, m *Model, x, y Cloud) (s, u []float64, plan *gw.Plan) {
	t.Helper()
	tx, ty := tokensOf(t, m.config, x), tokensOf(t, m.config, y)
	s, u, err := m.Scores(tx, ty)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Match(tx, ty)
	if err != nil {
		t.Fatal(err)
	}
	// Sorting the push-forward values is the plan.
	samePlan(t, "the sort of push-forward values", slicer.SortedPlan(r.PushX, r.PushY, tx.Mass, ty.Mass), r.Plan)
	return s, u, r.Plan
}

func samePlan(t testing.TB, what string, got, want *gw.Plan) {
	t.Helper()
	type entry struct {
		i, j int32
		mass float64
	}
	entries := func(p *gw.Plan) []entry {
		var out []entry
		for k := range p.I {
			out = append(out, entry{p.I[k], p.J[k], p.Mass[k]})
		}
		slices.SortFunc(out, func(a, b entry) int {
			if a.i != b.i {
				return int(a.i - b.i)
			}
			return int(a.j - b.j)
		})
		return out
	}
	a, b := entries(got), entries(want)
	if len(a) != len(b) {
		t.Errorf("%s: %d entries, want %d", what, len(a), len(b))
		return
	}
	for k := range a {
		if a[k].i != b[k].i || a[k].j != b[k].j || math.Abs(a[k].mass-b[k].mass) > 1e-12 {
			t.Errorf("%s: entry %d is %v, want %v", what, k, a[k], b[k])
			return
		}
	}
}

func TestAShapeMatchesItselfPointByPoint(t *testing.T) {
	t.Parallel()
	for kind, c := range kinds() {
		m := NewModel(fresh(t, c, 1), single(t))
		for _, p := range somePairs(t) {
			for _, c := range []Cloud{p.x, p.y} {
				_, _, plan := match(t, m, c, c)
				for k, i := range plan.I {
					if plan.J[k] != i {
						t.Fatalf("%s: point %d goes to %d", kind+", "+p.name, i, plan.J[k])
					}
				}
				if len(plan.I) != len(c.Points) {
					t.Errorf("%s: %d entries for %d points", kind+", "+p.name, len(plan.I), len(c.Points))
				}
			}
		}
	}
}

// Points that no motion tells apart have equal scores, and even then.
func TestASymmetricShapeMatchesItselfPointByPoint(t *testing.T) {
	t.Parallel()
	m := NewModel(fresh(t, shrunk(Paper()), 1), single(t))
	half := object(t, "chair", 1, 60)
	whole := Cloud{Points: slices.Clone(half.Points)}
	for _, p := range half.Points {
		p.X = -p.X
		whole.Points = append(whole.Points, p)
	}
	s, _, plan := match(t, m, whole, whole)
	for k, i := range plan.I {
		if plan.J[k] != i {
			t.Fatalf("point %d goes to %d", i, plan.J[k])
		}
	}
	equal := 0
	for i, v := range s[:60] {
		if s[60+i] == v {
			equal++
		}
	}
	if equal < 55 {
		t.Errorf("only %d of 60 mirrored points have equal scores", equal)
	}
}

func TestExchangingShapesTransposesThePlan(t *testing.T) {
	t.Parallel()
	for kind, c := range kinds() {
		m := NewModel(fresh(t, c, 2), single(t))
		for _, p := range somePairs(t) {
			s, u, plan := match(t, m, p.x, p.y)
			u2, s2, back := match(t, m, p.y, p.x)
			if !slices.Equal(s, s2) || !slices.Equal(u, u2) {
				t.Errorf("%s: the scores are others", kind+", "+p.name)
			}
			samePlan(t, kind+", "+p.name, back.Transpose(), plan)
		}
	}
}

func TestRigidMotionsChangeNothing(t *testing.T) {
	t.Parallel()
	for kind, c := range kinds() {
		m := NewModel(fresh(t, c, 3), single(t))
		for _, p := range somePairs(t) {
			s, u, plan := match(t, m, p.x, p.y)
			for seed := range uint64(3) {
				s2, u2, other := match(t, m, moved(p.x, seed, false, 5, 0.3), moved(p.y, seed+9, true, -2, 7))
				if !slices.Equal(s, s2) || !slices.Equal(u, u2) {
					t.Errorf("%s, motion %d: the scores are others", kind+", "+p.name, seed)
				}
				samePlan(t, kind+", "+p.name, other, plan)
			}
		}
	}
}

func TestThePlanFollowsPermutations(t *testing.T) {
	t.Parallel()
	for kind, c := range kinds() {
		m := NewModel(fresh(t, c, 4), single(t))
		for _, p := range somePairs(t) {
			_, _, plan := match(t, m, p.x, p.y)
			x, orderX := shuffled(p.x, 1)
			y, orderY := shuffled(p.y, 2)
			_, _, other := match(t, m, x, y)
			for k := range other.I {
				other.I[k], other.J[k] = int32(orderX[other.I[k]]), int32(orderY[other.J[k]])
			}
			samePlan(t, kind+", "+p.name, other, plan)
		}
	}
}

// The scores of single and double precision agree, and do not depend on what the model
// has done before.
func TestPrecisionsAgree(t *testing.T) {
	t.Parallel()
	w := fresh(t, small(), 5)
	double := cpu.New[float64](1)
	t.Cleanup(double.Close)
	m, m64 := NewModel(w, single(t)), NewModel(w, double)
	for _, p := range append(somePairs(t), somePairs(t)...) {
		s, u, _ := match(t, m, p.x, p.y)
		s64, u64, _ := match(t, m64, p.x, p.y)
		for i, v := range append(s64, u64...) {
			if got := append(slices.Clone(s), u...)[i]; math.Abs(got-v) > 1e-5 {
				t.Fatalf("%s: score %d is %g, want %g", p.name, i, got, v)
			}
		}
	}
}

// Shift and scale of the input do what the layout says.
func TestInputIsStandardized(t *testing.T) {
	t.Parallel()
	w := fresh(t, small(), 6)
	x, y := tokensOf(t, small(), object(t, "car", 1, 80)), tokensOf(t, small(), object(t, "car", 2, 80))
	w.FitInput([]*Tokens{x, y})
	m := NewModel(w, single(t))
	s, _, err := m.Scores(x, y)
	if err != nil {
		t.Fatal(err)
	}
	shift, scale := w.Get("input.shift"), w.Get("input.scale")
	for _, tokens := range []*Tokens{x, y} {
		for i := range tokens.Input {
			c := i % len(shift)
			tokens.Input[i] = (tokens.Input[i] - shift[c]) * scale[c]
		}
	}
	for c := range shift {
		shift[c], scale[c] = 0, 1
	}
	want, _, err := NewModel(w, single(t)).Scores(x, y)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range want {
		if math.Abs(s[i]-v) > 1e-4 {
			t.Fatalf("score %d is %g, want %g", i, s[i], v)
		}
	}
}

func TestMatchingAllocatesItsResultsAlone(t *testing.T) {
	b := cpu.New[float32](1)
	defer b.Close()
	m := NewModel(fresh(t, small(), 1), b)
	x, y := tokensOf(t, small(), object(t, "car", 1, 80)), tokensOf(t, small(), object(t, "car", 2, 70))
	run := func() {
		if _, _, err := m.Scores(x, y); err != nil {
			t.Fatal(err)
		}
	}
	run()
	if n := testing.AllocsPerRun(5, run); n > 2 {
		t.Errorf("a forward pass makes %g allocations beside its two results", n-2)
	}
}

func BenchmarkForward(b *testing.B) {
	for _, n := range []int{256, 512, 1024} {
		for _, width := range []int{128, 256} {
			c := Default()
			c.Width = width
			x, y := tokensOf(b, c, object(b, "chair", 1, n)), tokensOf(b, c, object(b, "chair", 2, n))
			for _, threads := range []int{1, 2} {
				b.Run(fmt.Sprintf("n=%d/d=%d/threads=%d", n, width, threads), func(b *testing.B) {
					backend := cpu.New[float32](threads)
					defer backend.Close()
					m := NewModel(fresh(b, c, 1), backend)
					if _, _, err := m.Scores(x, y); err != nil { // makes room
						b.Fatal(err)
					}
					b.ReportAllocs()
					for b.Loop() {
						if _, _, err := m.Scores(x, y); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
