package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// CNTParameters of kernel GW for costs conditionally of negative type.
type CNTParameters struct {
	// Epsilon is the weight of the entropy as a share of the spread of the transport
	// costs (the standard deviation of those of an isometry), so that one value serves
	// shapes of any size; default 0.05.
	Epsilon float64
	// Dimension is the number of kernel principal components kept; default 40.
	Dimension int
	// Starts is the number of initial cross-covariances tried on the coarse spaces: the
	// first is zero (the product coupling), the others are random; default 32.
	Starts int
	// Coarse is the number of points of the coarse spaces; default 200.
	Coarse int
}

func (p CNTParameters) withDefaults() CNTParameters {
	p.Epsilon = cmp.Or(p.Epsilon, 0.05)
	p.Dimension = cmp.Or(p.Dimension, 40)
	p.Starts = cmp.Or(p.Starts, 32)
	p.Coarse = cmp.Or(p.Coarse, 200)
	return p
}

var kernelGW = Method{
	Name: "cnt", Title: "Kernel GW (CNT)",
	About: "Turns distances into points in space by kernels. For many samples",
	Cite:  "Houry, Feydy, Vialard 2026, Gromov-Wasserstein at Scale, Beyond Squared Norms",
	Fused: true, run: runCNT,
}

// runCNT is CNT-GW with the multiscale scheme (Houry et al. 2026, arXiv 2602.06658).
//
// A cost D is conditionally of negative type when D_ik = |x_i - x_k|² for some
// embedding x; kernel PCA finds it (see [embedded]). For centred clouds all odd
// terms vanish and
//
//	GW²(P) = constant - 4 Σ P_ij |x_i|² |y_j|² - 8 |Γ(P)|²,   Γ(P) = X' P Y  (d x d).
//
// As -8|Γ|² = min over Z of 8|Z|² - 16 <Z, Γ>, GW² is the minimum over Z of transport
// problems with costs C_ij = -4 |x_i|² |y_j|² - 16 <x_i, Z y_j>. Alternating an
// entropic transport plan for Z with Z = Γ(P) never raises GW² + ε KL(P | ab'). Costs
// are inner products of d + 1 numbers, so no n x m matrix is needed (see [streamed]).
//
// Several starts are descended on farthest-point subsets (the paper coarsens by
// k-means); the best goes on to four times as many points, and so to all, with the
// potentials that its coarser plan implies; and the result is made a sparse plan by [hardened], which in exact arithmetic does not raise GW² in the
// embedding: the last step is the same alternation at ε = 0.
//
// Geodesic distances are conditionally of negative type only nearly; the notes
// say how far the embedding is from them, and GW2 is taken in the distances
// themselves.
func runCNT(ctx context.Context, p *Problem, o Options) (*Result, error) {
	par := o.CNT.withDefaults()
	if !(par.Epsilon > 0) || par.Dimension < 1 || par.Starts < 1 || par.Coarse < 1 {
		return nil, fmt.Errorf("ε = %g, %d dimensions, %d starts and %d coarse points: all must be positive", par.Epsilon, par.Dimension, par.Starts, par.Coarse)
	}
	a, b := p.weights()
	var spaces *kernelSpaces
	var misses [2]float64
	if !parallel.Await(ctx, func() { spaces, misses = kernelsOf(p, par.Dimension, o.Threads) }) {
		return result(nil, math.NaN(), 0, gw.Cancelled), nil
	}
	_, d := spaces.x.Dims()
	notes := []string{fmt.Sprintf("The embedding in %d dimensions reproduces the distances up to %.1f %% and %.1f %%.", d, 100*misses[0], 100*misses[1])}
	own := func(plan *gw.Plan, s *cntState, status gw.Status) *Result {
		r := result(plan, gw.Loss(p.DX, p.DY, a, b, plan), s.iterations, status)
		r.Value, r.ValueName, r.Notes = s.objective, "entropic objective in the embedding", notes
		return r
	}

	solver := &cntSolver{eps: par.Epsilon * spaces.spread(), starts: par.Starts, threads: o.Threads, report: o.Progress}
	if solver.eps == 0 { // one shape is a point: all plans are equally good
		plan := gw.Monotone(order.Natural(len(a)), order.Natural(len(b)), a, b)
		return own(plan, &cntState{objective: spaces.alpha * spaces.constant}, gw.Converged), nil
	}
	var levels []*kernelSpaces
	for count := par.Coarse; len(levels) == 0 || count*levelRatio/2 < max(len(a), len(b)); count *= levelRatio {
		rowsX, weightsX := coarseOf(p.DX, a, count)
		rowsY, weightsY := coarseOf(p.DY, b, count)
		levels = append(levels, spaces.subset(rowsX, rowsY, weightsX, weightsY))
	}
	state := solver.search(ctx, spaces, levels[0], rand.New(rand.NewPCG(o.Seed, 0x636e74)))
	first := solver.carried(ctx, state, spaces)
	if first == nil {
		return result(nil, math.NaN(), 0, gw.Cancelled), nil
	}
	// A plan to show, and to keep if the context ends from here on.
	early := own(greedy(first.transport, a, b), first, gw.Cancelled)
	if o.Progress != nil {
		o.Progress(Progress{Stage: "all points", Fraction: cntCoarseShare, GW2: early.GW2, Plan: early.Plan})
	}
	state = solver.climb(ctx, state, append(levels[1:], spaces))
	if state.status == gw.Cancelled {
		return early, nil
	}
	plan, exact := hardened(ctx, state.transport, a, b)
	if plan == nil {
		return early, nil
	}
	if !exact {
		notes = append(notes, "The entropic plan is rounded greedily, from the heaviest cell down.")
	}
	return own(plan, state, state.status), nil
}

// kernelsOf embeds both shapes, and says by how much the embeddings miss.
func kernelsOf(p *Problem, dimension, threads int) (*kernelSpaces, [2]float64) {
	n, m := p.Size()
	a, b := p.weights()
	d := min(dimension, max(n, m))
	var x, y *mat.Dense
	_ = parallel.For(context.Background(), threads, 2, 1, func(_, side, _ int) {
		if side == 0 {
			x = embedded(p.DX, a, d)
		} else {
			y = embedded(p.DY, b, d)
		}
	})
	misses := [2]float64{residual(p.DX, a, x), residual(p.DY, b, y)}
	if !p.Fused() {
		return newKernelSpaces(x, y, nil, nil, a, b, 1), misses
	}
	return newKernelSpaces(x, y, mat.DenseCopyOf(p.FeaturesX), mat.DenseCopyOf(p.FeaturesY), a, b, p.Alpha), misses
}

// cntSolver is how the alternation is run.
type cntSolver struct {
	eps     float64
	starts  int
	threads int
	report  func(Progress)
	// The part of the progress bar that a descent fills: it begins where, and is how long.
	begin, share float64
}

// cntState is where an alternation stands.
type cntState struct {
	transport *streamed
	gamma     *mat.Dense // of the last plan
	// objective is GW² (fused: with the features) + ε KL(P | ab') of the last plan,
	// history all of them.
	objective  float64
	history    []float64
	iterations int
	status     gw.Status
}

// cntTolerances say when to stop.
type cntTolerances struct {
	outer    int     // alternations at most
	gamma    float64 // change of Γ, as a share of |Γ|, that ends the alternation
	marginal float64 // violation of the columns that ends the sweeps of one transport problem
	// Sweeps of one transport problem: at first, and at most. The potentials of the last
	// problem are nearly right already. The number doubles whenever the objective rises
	// by more than rounding can make it (the paper's adaptive schedule).
	first, most int
}

var (
	cntCoarse = cntTolerances{outer: 40, gamma: 1e-2, marginal: 1e-2, first: 4, most: 8}
	cntFine   = cntTolerances{outer: 200, gamma: 2e-3, marginal: 5e-3, first: 4, most: 256}
)

// cntRise is the rise of the objective, as a share of <C, P>, that rounding can make.
const cntRise = 1e-6

// descend alternates from Γ = gamma and potentials f, g (in units of ε; nil: zero).
func (c *cntSolver) descend(ctx context.Context, s *kernelSpaces, gamma *mat.Dense, f, g []float64, tol cntTolerances) *cntState {
	n, m := len(s.a), len(s.b)
	t := &streamed{p: s.left(gamma), q: s.right(), logA: logOf(s.a), logB: logOf(s.b), f: f, g: g, eps: c.eps, threads: c.threads}
	if f == nil {
		t.f, t.g = make([]float64, n), make([]float64, m)
	}
	state := &cntState{transport: t, gamma: gamma, objective: math.Inf(1), status: gw.IterationLimit}
	moments := blas32.General{Rows: n, Cols: t.p.Cols, Stride: t.p.Stride, Data: make([]float32, n*t.p.Stride)}
	inner := tol.first
	for k := range tol.outer {
		t.p = s.left(state.gamma)
		for range inner {
			violation, err := t.columnSweep(ctx)
			if err == nil {
				err = t.rowSweep(ctx, &moments)
			}
			if err != nil {
				state.status = gw.Cancelled
				return state
			}
			if violation < tol.marginal {
				break
			}
		}
		next, linear := s.cross(t.p, moments)
		// KL(P | ab') = Σ P (f + g - C/ε).
		objective := s.objective(next, state.gamma, linear) + c.eps*(dot(s.a, t.f)+dot(s.b, t.g)) - linear
		if objective > state.objective+cntRise*math.Abs(linear) {
			inner = min(2*inner, tol.most)
		}
		var change mat.Dense
		change.Sub(next, state.gamma)
		moved, size := mat.Norm(&change, 2), mat.Norm(next, 2)
		state.gamma, state.objective, state.iterations = next, objective, k+1
		state.history = append(state.history, objective)
		if c.report != nil {
			c.report(Progress{Stage: fmt.Sprintf("%d points, iteration %d", n, k+1), Fraction: c.begin + c.share*(1-1/float64(k+2))})
		}
		if moved <= tol.gamma*size || size == 0 {
			state.status = gw.Converged
			break
		}
	}
	t.p = s.left(state.gamma)
	return state
}

// cntCoarseShare is the coarse descents' share of the progress bar.
const cntCoarseShare = 0.4

// search descends all starts on the coarse spaces, side by side, and returns the
// best; nil where the context ended before that.
func (c *cntSolver) search(ctx context.Context, spaces, coarse *kernelSpaces, rng *rand.Rand) *cntState {
	starts := make([]*mat.Dense, c.starts)
	for k := range starts {
		starts[k] = spaces.startAt(k, rng)
	}
	single := &cntSolver{eps: c.eps, threads: 1}
	states := make([]*cntState, c.starts)
	var done atomic.Int32
	var reports sync.Mutex
	err := parallel.For(ctx, c.threads, c.starts, 1, func(_, k, _ int) {
		states[k] = single.descend(ctx, coarse, starts[k], nil, nil, cntCoarse)
		if count := done.Add(1); c.report != nil {
			reports.Lock()
			defer reports.Unlock() // also where the report panics, for which others would wait
			c.report(Progress{Stage: fmt.Sprintf("start %d of %d", count, c.starts), Fraction: cntCoarseShare * float64(count) / float64(c.starts)})
		}
	})
	if err != nil || ctx.Err() != nil {
		return nil
	}
	best, iterations := states[0], 0
	for _, state := range states {
		iterations += state.iterations
		if state.objective < best.objective {
			best = state
		}
	}
	best.iterations = iterations
	return best
}

// levelRatio is how many times more points the next level has.
const levelRatio = 4

// climb descends one level after the other, each from where the last one led.
func (c *cntSolver) climb(ctx context.Context, state *cntState, levels []*kernelSpaces) *cntState {
	c.share = (1 - cntCoarseShare) / float64(len(levels))
	for k, level := range levels {
		c.begin = cntCoarseShare + float64(k)*c.share
		start := c.carried(ctx, state, level)
		if start == nil {
			state.status = gw.Cancelled
			break
		}
		state = c.descend(ctx, level, start.gamma, start.transport.f, start.transport.g, cntFine)
		state.iterations += start.iterations
		if state.status == gw.Cancelled {
			break
		}
	}
	return state
}

// carried is the state with the potentials that its plan implies for other points of
// the same shapes; nil where the context or the state ended.
func (c *cntSolver) carried(ctx context.Context, state *cntState, spaces *kernelSpaces) *cntState {
	if state == nil {
		return nil
	}
	t := state.transport
	all := &streamed{p: spaces.left(state.gamma), q: spaces.right(), logA: logOf(spaces.a), logB: logOf(spaces.b),
		f: make([]float64, len(spaces.a)), g: make([]float64, len(spaces.b)), eps: c.eps, threads: c.threads}
	if sweep(ctx, c.threads, c.eps, all.p, t.q, t.logB, t.g, all.f, nil) != nil ||
		sweep(ctx, c.threads, c.eps, all.q, t.p, t.logA, t.f, all.g, nil) != nil {
		return nil
	}
	return &cntState{transport: all, gamma: state.gamma, objective: state.objective, iterations: state.iterations}
}

// coarseOf are count points spread by farthest-point sampling, beginning at the
// point of least eccentricity, each with the mass of the points that are nearest
// to it.
func coarseOf(D *mat.Dense, a []float64, count int) ([]int32, []float64) {
	n, _ := D.Dims()
	first, least := 0, math.Inf(1)
	for i := range n {
		if v := dot(a, D.RawRowView(i)); v < least {
			first, least = i, v
		}
	}
	away := append([]float64(nil), D.RawRowView(first)...)
	nearest := make([]int32, n)
	points := []int32{int32(first)}
	for len(points) < min(count, n) {
		far := order.Largest(away)
		if away[far] == 0 {
			break // all other points lie on points chosen already
		}
		for i, v := range D.RawRowView(far) {
			if v < away[i] {
				away[i], nearest[i] = v, int32(len(points))
			}
		}
		points = append(points, int32(far))
	}
	weights := make([]float64, len(points))
	for i, k := range nearest {
		weights[k] += a[i]
	}
	return points, weights
}

func logOf(w []float64) []float64 {
	out := make([]float64, len(w))
	for i, v := range w {
		out[i] = math.Log(v)
	}
	return out
}
