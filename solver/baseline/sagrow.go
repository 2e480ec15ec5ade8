package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// SaGroWParameters of sampled GW.
type SaGroWParameters struct {
	// Samples is M, the number of sampled index pairs an iteration; default 100.
	Samples int
	// Epsilon is the weight ε of the Kullback-Leibler proximity to the last plan, in
	// units of the largest sampled cost; default 1. Without it, below 0, every iteration
	// moves to a plan of least sampled cost.
	Epsilon float64
	// MaxIter is the largest number of iterations; default 500.
	MaxIter int
}

func (p SaGroWParameters) withDefaults() SaGroWParameters {
	p.Samples = cmp.Or(p.Samples, 100)
	p.Epsilon = cmp.Or(p.Epsilon, 1)
	p.MaxIter = cmp.Or(p.MaxIter, 500)
	return p
}

var sampledGW = Method{
	Name: "sagrow", Title: "Sampled GW (SaGroW)",
	About: "Looks at a few random pairs in each step. Quick and coarse",
	Cite:  "Kerdoncuff, Emonet, Sebban 2021, Sampled Gromov Wasserstein",
	Fused: true, Warm: true, run: runSaGroW,
}

// runSaGroW is SaGroW (Kerdoncuff et al. 2021, algorithm 2). The cost of coupling i
// and j, given the plan P, is an expectation over pairs (k, l) drawn from P,
//
//	Λ_ij = Σ_kl (DX_ik - DY_jl)² P_kl ≈ 1/M Σ_s (DX_i,k(s) - DY_j,l(s))² ,
//
// half the gradient of GW². Each iteration samples M pairs, divides the cost by its
// largest entry (as POT does, so that ε means the same for all shapes), and moves to
//
//	argmin over plans Q of <Λ, Q> + ε KL(Q | P)
//
// by Sinkhorn's scaling of P e^(-Λ/ε). A fused objective adds its feature cost to Λ.
// It ends after MaxIter iterations, or when more than a hundred in succession have
// changed the entries of the plan by less than 1e-9.5 in the mean square (POT's
// rule). Every few iterations the loss of the plan is taken; the best plan is kept.
func runSaGroW(ctx context.Context, p *Problem, o Options) (*Result, error) {
	par := o.SaGroW.withDefaults()
	if par.Samples < 1 || par.MaxIter < 1 || math.IsNaN(par.Epsilon) || math.IsInf(par.Epsilon, 0) {
		return nil, fmt.Errorf("%d samples and %d iterations with ε = %g: samples and iterations must be positive, ε a number", par.Samples, par.MaxIter, par.Epsilon)
	}
	s := newSampler(p, o)
	status := gw.IterationLimit
	still, iteration := 0, 0
	if err := s.consider(ctx, 0); err != nil {
		status = gw.Cancelled
	}
	for iteration = 1; iteration <= par.MaxIter && status == gw.IterationLimit; iteration++ {
		ks, ls := s.pairs(par.Samples)
		moved, err := s.step(ctx, ks, ls, par.Epsilon)
		if err == nil && (iteration%lookEvery == 0 || iteration == par.MaxIter) {
			err = s.consider(ctx, float64(iteration)/float64(par.MaxIter))
		}
		switch {
		case ctx.Err() != nil:
			status = gw.Cancelled
		case err != nil:
			return nil, err
		case moved > stillMove:
			still = 0
		default:
			if still++; still > stillCount {
				status = gw.Converged
			}
		}
	}
	if status == gw.Converged {
		_ = s.consider(ctx, 1)
	}
	if s.best == nil {
		return result(nil, math.NaN(), 0, status), nil
	}
	r := result(s.best, s.bestLoss, iteration-1, status)
	if p.Fused() {
		r.Value, r.ValueName = s.bestObjective, "fused objective"
	}
	return r, nil
}

// Settings of the iteration; the first two are POT's.
const (
	stillMove  = 1e-19 // mean squared change of the entries that counts as none
	stillCount = 100
	// lookEvery is the number of iterations between looks at the loss, which costs
	// about as much as some ten of them.
	lookEvery = 25
	// Scalings of one proximal step at most, and the violation of the columns that
	// is good enough: the sampling noise is much larger. The result is made
	// feasible.
	scalings      = 30
	scalingsGood  = 1e-3
	samplerBlocks = 64 // rows that are worked on together
)

// sampler holds the plan and the memory of the iteration.
type sampler struct {
	p       *Problem
	a, b    []float64
	x, y    blas32.General // distances in single precision
	feature blas32.General // (1-α) |φ_i - φ_j|² (n x m), empty without
	alpha   float64
	plan    blas32.General
	cost    blas32.General
	rng     *rand.Rand
	threads int
	report  func(Progress)

	constant                float64 // a'(DX∘DX)a + b'(DY∘DY)b
	features                *mat.Dense
	best                    *gw.Plan
	bestLoss, bestObjective float64
}

func newSampler(p *Problem, o Options) *sampler {
	n, m := p.Size()
	s := &sampler{p: p, x: dense.Single(p.DX), y: dense.Single(p.DY), alpha: 1, plan: dense.New32(n, m), cost: dense.New32(n, m),
		rng: rand.New(rand.NewPCG(o.Seed, 0x5a67)), threads: o.Threads, report: o.Progress, bestObjective: math.Inf(1)}
	s.a, s.b = p.weights()
	if p.Fused() {
		s.alpha = p.Alpha
		s.features = feature.Cost(p.FeaturesX, p.FeaturesY)
		s.feature = dense.Single(s.features)
		blas32.Scal(float32(1-p.Alpha), blas32.Vector{N: n * m, Inc: 1, Data: s.feature.Data})
	}
	s.constant = secondMoment(p.DX, s.a) + secondMoment(p.DY, s.b)
	if o.Start != nil {
		for k, w := range o.Start.Mass {
			s.plan.Data[int(o.Start.I[k])*m+int(o.Start.J[k])] = float32(w)
		}
		return s
	}
	for i, w := range s.a {
		for j, v := range s.b {
			s.plan.Data[i*m+j] = float32(w * v)
		}
	}
	return s
}

// pairs draws count index pairs from the plan: rows by systematic sampling, which
// takes row k count a_k times up to one more or less (POT takes each at most once),
// then for each a column from its row of the plan. Every pair (k, l) has the
// expected count count P_kl, so the sampled cost is unbiased.
func (s *sampler) pairs(count int) (ks, ls []int32) {
	n, m := s.plan.Rows, s.plan.Cols
	ks, ls = make([]int32, count), make([]int32, count)
	at, reached := 0, s.a[0]
	offset := s.rng.Float64()
	for k := range count {
		for target := (float64(k) + offset) / float64(count); reached < target && at < n-1; {
			at++
			reached += s.a[at]
		}
		ks[k] = int32(at)
		row := s.plan.Data[at*m:][:m]
		sum := 0.0
		for _, v := range row {
			sum += float64(v)
		}
		left := sum * s.rng.Float64()
		for l, v := range row {
			if v > 0 {
				ls[k] = int32(l)
			}
			if left -= float64(v); left <= 0 {
				break
			}
		}
	}
	return ks, ls
}

// sampled fills cost with α/M Σ_s (DX_i,k(s) - DY_j,l(s))² plus the features' share,
// and returns its largest entry.
func (s *sampler) sampled(ks, ls []int32) float32 {
	n, m, count := s.plan.Rows, s.plan.Cols, len(ks)
	gx, gy := dense.New32(count, n), dense.New32(count, m)
	squareX, squareY := make([]float32, n), make([]float32, m)
	scale := float32(s.alpha / float64(count))
	gather := func(from blas32.General, rows []int32, to blas32.General, squares []float32) {
		for r, k := range rows {
			row := to.Data[r*to.Stride:][:to.Cols]
			copy(row, from.Data[int(k)*from.Stride:][:from.Cols])
			for i, v := range row {
				squares[i] += scale * v * v
			}
		}
	}
	gather(s.x, ks, gx, squareX)
	gather(s.y, ls, gy, squareY)
	dense.Gemm32(s.threads, blas.Trans, blas.NoTrans, -2*scale, gx, gy, 0, s.cost)
	var largest float32
	for i := range n {
		row := s.cost.Data[i*m:][:m]
		for j, v := range row {
			v += squareX[i] + squareY[j]
			if s.features != nil {
				v += s.feature.Data[i*m+j]
			}
			row[j] = v
			largest = max(largest, v)
		}
	}
	return largest
}

// step moves the plan, and returns the mean squared change of its entries.
func (s *sampler) step(ctx context.Context, ks, ls []int32, eps float64) (float64, error) {
	largest := s.sampled(ks, ls)
	if largest <= 0 {
		return 0, nil // all samples agree already
	}
	if eps < 0 {
		return s.leastCost(ctx)
	}
	return s.proximal(ctx, float32(1/(eps*float64(largest))))
}

// leastCost moves to a plan of least cost.
func (s *sampler) leastCost(ctx context.Context) (float64, error) {
	n, m := s.plan.Rows, s.plan.Cols
	plan, err := gw.LeastCost(ctx, s.cost.Data, s.a, s.b)
	if err != nil {
		return 0, err
	}
	next := make([]float32, n*m)
	for k, w := range plan.Mass {
		next[int(plan.I[k])*m+int(plan.J[k])] = float32(w)
	}
	change := 0.0
	for k, v := range next {
		d := float64(v - s.plan.Data[k])
		change += d * d
	}
	s.plan.Data = next
	return change / float64(n*m), nil
}

// proximal scales K = P e^(-rate cost) to the marginals: u_i = a_i/(K v)_i and
// v_j = b_j/(K'u)_j in turn, both in one pass over K.
func (s *sampler) proximal(ctx context.Context, rate float32) (float64, error) {
	n, m := s.plan.Rows, s.plan.Cols
	kernel := s.cost.Data
	dense.Blocks(s.threads, n, samplerBlocks, func(lo, hi int) {
		for k := lo * m; k < hi*m; k++ {
			if mass := s.plan.Data[k]; mass > 0 {
				kernel[k] = mass * quickExp(max(-rate*kernel[k], -80))
			} else {
				kernel[k] = 0
			}
		}
	})
	u, v := make([]float32, n), make([]float32, m)
	for j := range v {
		v[j] = 1
	}
	blocks := (n + samplerBlocks - 1) / samplerBlocks
	partial := make([]float32, blocks*m)
	column := make([]float64, m)
	for range scalings {
		err := parallel.For(ctx, s.threads, n, samplerBlocks, func(_, lo, hi int) {
			sums := partial[lo/samplerBlocks*m:][:m]
			clear(sums)
			block := blas32.General{Rows: hi - lo, Cols: m, Stride: m, Data: kernel[lo*m:]}
			part := blas32.Vector{N: hi - lo, Inc: 1, Data: u[lo:hi]}
			blas32.Gemv(blas.NoTrans, 1, block, blas32.Vector{N: m, Inc: 1, Data: v}, 0, part)
			for i := lo; i < hi; i++ {
				u[i] = float32(s.a[i]) / max(u[i], math.SmallestNonzeroFloat32)
			}
			blas32.Gemv(blas.Trans, 1, block, part, 0, blas32.Vector{N: m, Inc: 1, Data: sums})
		})
		if err != nil {
			return 0, err
		}
		clear(column)
		for k := range blocks {
			for j, w := range partial[k*m:][:m] {
				column[j] += float64(w)
			}
		}
		violation := 0.0
		for j, w := range column {
			violation += math.Abs(float64(v[j])*w - s.b[j])
		}
		if violation < scalingsGood {
			break
		}
		for j, w := range column {
			v[j] = float32(s.b[j] / max(w, math.SmallestNonzeroFloat32))
		}
	}
	sum, err := parallel.Sum(ctx, s.threads, n, samplerBlocks, func(lo, hi int) float64 {
		change := 0.0
		for i := lo; i < hi; i++ {
			to := s.plan.Data[i*m:][:m]
			for j, k := range kernel[i*m:][:m] {
				w := u[i] * k * v[j]
				d := float64(w - to[j])
				change += d * d
				to[j] = w
			}
		}
		return change
	})
	return sum / float64(n*m), err
}

// consider makes a feasible plan of the present one and keeps it if it is the best.
func (s *sampler) consider(ctx context.Context, fraction float64) error {
	n, m := s.plan.Rows, s.plan.Cols
	full := mat.NewDense(n, m, nil)
	raw := full.RawMatrix().Data
	for i := range n {
		least := float32(dropShare * s.a[i] / float64(m))
		for j, v := range s.plan.Data[i*m:][:m] {
			if v >= least {
				raw[i*m+j] = float64(v)
			}
		}
	}
	plan, err := gw.Round(full, s.a, s.b)
	if err != nil {
		return err
	}
	cross, err := crossTerm(ctx, s.threads, s.p.DX, s.p.DY, plan)
	if err != nil {
		return err
	}
	loss := s.constant - 2*cross
	objective := loss
	if s.features != nil {
		objective *= s.alpha
		for k, w := range plan.Mass {
			objective += (1 - s.alpha) * w * s.features.At(int(plan.I[k]), int(plan.J[k]))
		}
	}
	if s.best == nil || objective < s.bestObjective {
		s.best, s.bestLoss, s.bestObjective = plan, loss, objective
	}
	if s.report != nil {
		s.report(Progress{Stage: "sampling", Fraction: fraction, GW2: s.bestLoss, Plan: s.best})
	}
	return nil
}

// dropShare is the share of an even spread below which an entry of the plan is left
// out: all of them together hold less than that share of the mass.
const dropShare = 1e-6

// secondMoment is a'(D∘D)a.
func secondMoment(D *mat.Dense, a []float64) float64 {
	total := 0.0
	for i, w := range a {
		sum := 0.0
		for k, v := range D.RawRowView(i) {
			sum += a[k] * v * v
		}
		total += w * sum
	}
	return total
}

// crossTerm is <DX P DY, P> by blocks of rows, between which the context is asked.
func crossTerm(ctx context.Context, threads int, dx, dy *mat.Dense, plan *gw.Plan) (float64, error) {
	const block = 32
	full := plan.Dense()
	x, y, p := dx.RawMatrix(), dy.RawMatrix(), full.RawMatrix()
	return parallel.Sum(ctx, threads, plan.N, block, func(lo, hi int) float64 {
		rows := x
		rows.Rows, rows.Data = hi-lo, x.Data[lo*x.Stride:]
		half, all := dense.New64(hi-lo, plan.M), dense.New64(hi-lo, plan.M)
		dense.Gemm64(1, blas.NoTrans, blas.NoTrans, 1, rows, p, 0, half)
		dense.Gemm64(1, blas.NoTrans, blas.NoTrans, 1, half, y, 0, all)
		sum := 0.0
		for r := range hi - lo {
			for j, v := range all.Data[r*all.Stride:][:plan.M] {
				sum += v * p.Data[(lo+r)*p.Stride+j]
			}
		}
		return sum
	})
}
