package baseline

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
)

// randomPlan is a full plan with marginals a and b.
func randomPlan(t *testing.T, seed uint64, a, b []float64) *gw.Plan {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	d := mat.NewDense(len(a), len(b), nil)
	for i := range a {
		for j := range b {
			d.Set(i, j, a[i]*b[j]*rng.Float64())
		}
	}
	plan, err := gw.Round(d, a, b)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// momentsOf are Σ_j P_ij q_j / a_i.
func momentsOf(plan *gw.Plan, q blas32.General, a []float64) blas32.General {
	out := blas32.General{Rows: plan.N, Cols: q.Cols, Stride: q.Cols, Data: make([]float32, plan.N*q.Cols)}
	for k, w := range plan.Mass {
		for l := range q.Cols {
			out.Data[int(plan.I[k])*q.Cols+l] += float32(w/a[plan.I[k]]) * q.Data[int(plan.J[k])*q.Stride+l]
		}
	}
	return out
}

// The formula that CNT descends is the GW loss itself where the distances are squared
// Euclidean ones, whatever Γ the costs were made for.
func TestKernelObjectiveIsTheLoss(t *testing.T) {
	t.Parallel()
	x, y := limbed(1, 23), limbed(2, 31)
	a, b := unevenWeights(1, 23), unevenWeights(2, 31)
	dx, dy := distancesOf(x, 2), distancesOf(y, 2)
	ex, ey := embedded(dx, a, 5), embedded(dy, b, 5)
	if r := max(residual(dx, a, ex), residual(dy, b, ey)); r > 1e-9 {
		t.Fatalf("squared Euclidean distances are missed by %g", r)
	}
	for _, alpha := range []float64{1, 0.3} {
		fused := &Problem{DX: dx, DY: dy, A: a, B: b, FeaturesX: x, FeaturesY: y, Alpha: alpha}
		s := newKernelSpaces(ex, ey, mat.DenseCopyOf(x), mat.DenseCopyOf(y), a, b, alpha)
		for seed := range uint64(3) {
			plan := randomPlan(t, seed, a, b)
			gamma0 := s.startAt(int(seed), rand.New(rand.NewPCG(seed, 1)))
			gamma, linear := s.cross(s.left(gamma0), momentsOf(plan, s.right(), a))
			got := s.objective(gamma, gamma0, linear)
			want := alpha*gw.Loss(dx, dy, a, b, plan) + (1-alpha)*meanFeatureCost(fused, plan)
			// Factors are in single precision.
			if math.Abs(got-want) > 1e-6*want {
				t.Errorf("α = %g: the objective is %.9g, the loss %.9g", alpha, got, want)
			}
		}
	}
}

// Distances that are not squared Euclidean are of negative type in part; more
// dimensions miss less of them.
func TestEmbeddingMissesLessWithMoreDimensions(t *testing.T) {
	t.Parallel()
	d := distancesOf(limbed(3, 150), 1)
	before := 1.0
	for _, dimension := range []int{2, 5, 20, 149} {
		now := residual(d, gw.Uniform(150), embedded(d, gw.Uniform(150), dimension))
		if now >= before {
			t.Errorf("%d dimensions miss %.3g, fewer %.3g", dimension, now, before)
		}
		before = now
	}
	// Euclidean distances are conditionally of negative type (Schoenberg 1938).
	if before > 1e-6 {
		t.Errorf("all dimensions still miss %.3g of Euclidean distances", before)
	}
}

func TestStreamedTransportIsSinkhorn(t *testing.T) {
	t.Parallel()
	p := mismatch(false)
	s, _ := kernelsOf(p, 6, 1)
	gamma := s.startAt(1, rand.New(rand.NewPCG(1, 1)))
	n, m := p.Size()
	st := &streamed{p: s.left(gamma), q: s.right(), logA: logOf(p.A), logB: logOf(p.B), f: make([]float64, n), g: make([]float64, m), eps: 0.1 * s.spread()}
	for range 2000 {
		violation, err := st.columnSweep(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := st.rowSweep(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if violation < 1e-6 {
			break
		}
	}
	cost := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			sum := 0.0
			for k := range st.p.Cols {
				sum += float64(st.p.Data[i*st.p.Stride+k]) * float64(st.q.Data[j*st.q.Stride+k])
			}
			cost.Set(i, j, sum)
		}
	}
	solver, err := gw.NewSinkhornSolver(p.A, p.B)
	if err != nil {
		t.Fatal(err)
	}
	want, err := solver.Solve(t.Context(), cost, gw.SinkhornOptions{Reg: st.eps, MaxIter: 20000})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		for j := range m {
			got := p.A[i] * p.B[j] * math.Exp(st.f[i]+st.g[j]-cost.At(i, j)/st.eps)
			if w := want.Plan.At(i, j); math.Abs(got-w) > 1e-5*p.A[i] {
				t.Fatalf("entry (%d, %d) is %g, of the dense solver %g", i, j, got, w)
			}
		}
	}
}

func TestQuickExp(t *testing.T) {
	t.Parallel()
	for u := float32(0); u > -86; u -= 0.0137 {
		want := math.Exp(float64(u))
		if got := float64(quickExp(u)); math.Abs(got-want) > 1e-5*want {
			t.Fatalf("e^%g is %g, want %g", u, got, want)
		}
	}
}

// Each transport problem solved to the end, the objective never rises (Houry et al.
// 2026, section 4), and hardening does not raise GW² in the embedding.
func TestAlternationNeverRises(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*Problem{"weights": mismatch(false), "fused": mismatch(true)} {
		s, _ := kernelsOf(p, 10, 1)
		solver := &cntSolver{eps: 0.05 * s.spread(), threads: 1}
		for k := range 2 {
			start := s.startAt(k, rand.New(rand.NewPCG(uint64(k), 9)))
			state := solver.descend(t.Context(), s, start, nil, nil, cntTolerances{outer: 40, gamma: 1e-5, marginal: 1e-6, first: 1000, most: 1000})
			if len(state.history) < 2 {
				t.Fatalf("%s: only %d iterations", name, len(state.history))
			}
			for i := 1; i < len(state.history); i++ {
				if rise := state.history[i] - state.history[i-1]; rise > 2e-6 {
					t.Errorf("%s, start %d: iteration %d raised the objective by %g to %g", name, k, i, rise, state.history[i])
				}
			}
			plan, exact := hardened(t.Context(), state.transport, p.A, p.B)
			if !exact {
				t.Fatal("41 x 53 points were not hardened exactly")
			}
			gamma, linear := s.cross(s.left(state.gamma), momentsOf(plan, s.right(), p.A))
			hard := s.objective(gamma, state.gamma, linear)
			if hard > state.objective+1e-6 {
				t.Errorf("%s: hardening raised %g (with entropy) to %g", name, state.objective, hard)
			}
		}
	}
}

func TestCNTRecoversAPermutation(t *testing.T) {
	t.Parallel()
	for _, power := range []float64{1, 2} {
		for seed := range uint64(2) {
			p, order := twin(seed, 60, power)
			r, err := kernelGW.Run(t.Context(), p, Options{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if share := recovered(r.Plan, order); share < 1 || r.GW2 > 1e-12 {
				t.Errorf("distances to the power %g: %.0f %% recovered, GW² = %g", power, 100*share, r.GW2)
			}
		}
	}
}

func TestGreedyPlansAreFeasibleAndNearlyOptimal(t *testing.T) {
	t.Parallel()
	twins, _ := twin(7, 90, 1)
	for name, p := range map[string]*Problem{"weights": mismatch(false), "permutation": twins} {
		a, b := p.weights()
		s, _ := kernelsOf(p, 10, 1)
		solver := &cntSolver{eps: 0.02 * s.spread(), threads: 2}
		state := solver.descend(t.Context(), s, s.startAt(1, rand.New(rand.NewPCG(1, 9))), nil, nil, cntFine)
		plan := greedy(state.transport, a, b)
		if err := plan.Validate(); err != nil {
			t.Fatal(err)
		}
		if e := plan.MarginalError(a, b); e > 1e-12 {
			t.Errorf("%s: the marginals are off by %g", name, e)
		}
		if plan.Len() >= len(a)+len(b) {
			t.Errorf("%s: %d entries for %d + %d points", name, plan.Len(), len(a), len(b))
		}
		if name == "permutation" && !plan.IsPermutation() {
			t.Error("a plan between equal weights is no permutation")
		}
		best, _ := hardened(t.Context(), state.transport, a, b)
		value := func(q *gw.Plan) float64 {
			_, linear := s.cross(state.transport.p, momentsOf(q, state.transport.q, a))
			return linear
		}
		product := value(gw.Product(a, b))
		if gap := value(plan) - value(best); gap < -1e-6 || gap > 0.05*(product-value(best)) {
			t.Errorf("%s: greedy costs %g, the optimum %g, the product coupling %g", name, value(plan), value(best), product)
		}
	}
}

func TestCoarsePointsCarryAllMass(t *testing.T) {
	t.Parallel()
	a := unevenWeights(3, 80)
	points, weights := coarseOf(distancesOf(limbed(3, 80), 1), a, 17)
	if len(points) != 17 || math.Abs(dot(weights, constantly(1, 17))-1) > 1e-12 {
		t.Errorf("%d points with mass %g", len(points), dot(weights, constantly(1, 17)))
	}
	seen := map[int32]bool{}
	for _, i := range points {
		if seen[i] {
			t.Errorf("point %d twice", i)
		}
		seen[i] = true
	}
}

func constantly(v float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// BenchmarkCNTScale shows how time grows where no distance matrix is made: clouds
// under squared Euclidean distance, from embedding to rounded plan.
func BenchmarkCNTScale(b *testing.B) {
	for _, n := range []int{1000, 2000, 5000, 10000, 20000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := limbed(1, n)
			y, _ := shuffled(limbed(2, n), 2)
			w := gw.Uniform(n)
			for b.Loop() {
				s := newKernelSpaces(mat.DenseCopyOf(x), mat.DenseCopyOf(y), nil, nil, w, w, 1)
				solver := &cntSolver{eps: 0.05 * s.spread(), starts: 4}
				var levels []*kernelSpaces
				for count := 200; count*levelRatio/2 < n; count *= levelRatio {
					few := order.Natural(count) // points are in no order
					levels = append(levels, s.subset(few, few, gw.Uniform(count), gw.Uniform(count)))
				}
				state := solver.search(context.Background(), s, levels[0], rand.New(rand.NewPCG(1, 1)))
				state = solver.climb(context.Background(), state, append(levels[1:], s))
				plan := greedy(state.transport, w, w)
				gamma, linear := s.cross(state.transport.p, momentsOf(plan, state.transport.q, w))
				b.ReportMetric(s.objective(gamma, state.gamma, linear), "GW²")
				b.ReportMetric(float64(state.iterations), "iterations")
			}
		})
	}
}
