package neural

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/nn"
)

// objective is the loss of soft sorts. With S_X (n x K) and S_Y (m x K) the plan
// is P = K diag(a) S_X S_Y' diag(b), whose marginals are a and b whatever the scores, and
//
//	L(P) = a'(DX∘DX)a + b'(DY∘DY)b - 2K² <S_X' DX̂ S_X, S_Y' DŶ S_Y> + λK <M̂ S_Y, S_X>
//
// with D̂ = diag(a) D diag(a) and M̂ = diag(a) M diag(b): no n x m matrix but M̂ appears.
// For n = m, K = n and equal weights P is the paper's soft plan; the paper couples
// two finer grids where n and m differ, here both shapes share min(n, m) bins.
//
// Distances are taken minus their mean, which changes no loss of a plan with the
// right marginals but keeps the large constant, and with it cancellation, small.
type objective struct {
	b        nn.Backend
	constant float64
	fused    float64
	x, y     softSide
	cost     nn.Tensor // M̂
	costX    nn.Tensor // M̂ S_Y (n x K)
	tau      float64
	bins     int
}

// softSide is one shape in the objective.
type softSide struct {
	n                                                 int
	distances                                         nn.Tensor // D̂
	mass                                              nn.Tensor // n x 1
	scores, stats                                     nn.Tensor // standardised
	soft, kernel                                      nn.Tensor // n x K
	pulled                                            nn.Tensor // D̂ S
	binned                                            nn.Tensor // S' D̂ S (K x K)
	grad, dScores                                     nn.Tensor // dL/dS, dL/dscores
	softAll, kernelAll, pulledAll, binnedAll, gradAll nn.Tensor
}

// newObjective prepares both shapes for up to the given number of bins. It is nil
// when ctx ended before it was ready: for thousands of points that takes a while.
func newObjective(ctx context.Context, b nn.Backend, x, y Side, bins int, s Settings) *objective {
	o := &objective{b: b, fused: s.Fused}
	mean := (meanDistance(x) + meanDistance(y)) / 2
	for side, to := range [2]*softSide{&o.x, &o.y} {
		o.constant += to.load(b, [2]Side{x, y}[side], mean)
		for _, t := range []*nn.Tensor{&to.softAll, &to.kernelAll, &to.pulledAll, &to.gradAll} {
			if ctx.Err() != nil {
				return nil
			}
			*t = b.New(to.n, bins)
		}
		to.binnedAll = b.New(bins, bins)
	}
	if ctx.Err() != nil {
		return nil
	}
	if s.Fused > 0 {
		cost := feature.Cost(x.Features, y.Features)
		cost.Apply(func(i, j int, v float64) float64 { return x.Weights[i] * y.Weights[j] * v }, cost)
		o.cost, o.costX = b.New(x.Len(), y.Len()), b.New(x.Len(), bins)
		b.Upload(o.cost, cost.RawMatrix().Data)
	}
	return o
}

// meanDistance is a' D a.
func meanDistance(s Side) float64 {
	sum := 0.0
	for i, a := range s.Weights {
		for k, v := range s.Distances.RawRowView(i) {
			sum += a * s.Weights[k] * v
		}
	}
	return sum
}

// load puts a side on the backend and returns a'((D - mean)∘(D - mean))a.
func (s *softSide) load(b nn.Backend, side Side, mean float64) float64 {
	n := side.Len()
	s.n = n
	weighted := mat.NewDense(n, n, nil)
	squares := 0.0
	for i, a := range side.Weights {
		row := weighted.RawRowView(i)
		for k, v := range side.Distances.RawRowView(i) {
			row[k] = a * side.Weights[k] * (v - mean)
			squares += row[k] * (v - mean)
		}
	}
	s.distances, s.mass = b.New(n, n), b.New(n, 1)
	b.Upload(s.distances, weighted.RawMatrix().Data)
	b.Upload(s.mass, side.Weights)
	s.scores, s.stats, s.dScores = b.New(n, 1), b.New(1, 2), b.New(n, 1)
	return squares
}

// setBins takes K bins from now on.
func (o *objective) setBins(bins int) {
	o.bins = bins
	for _, s := range []*softSide{&o.x, &o.y} {
		s.soft, s.kernel = s.softAll.Part(0, s.n, bins), s.kernelAll.Part(0, s.n, bins)
		s.pulled, s.grad = s.pulledAll.Part(0, s.n, bins), s.gradAll.Part(0, s.n, bins)
		s.binned = s.binnedAll.Part(0, bins, bins)
	}
}

// loss is the soft loss of raw scores (n x 1 and m x 1) at temperature tau.
func (o *objective) loss(scoresX, scoresY nn.Tensor, tau float64) float64 {
	o.tau = tau
	o.x.sort(o.b, scoresX, tau)
	o.y.sort(o.b, scoresY, tau)
	k := float64(o.bins)
	loss := o.constant - 2*k*k*o.b.Dot(o.x.binned, o.y.binned)
	if o.fused > 0 {
		costX := o.costX.Part(0, o.x.n, o.bins)
		o.b.Gemm(costX, o.cost, false, o.y.soft, false, 1, 0)
		loss += o.fused * k * o.b.Dot(costX, o.x.soft)
	}
	return loss
}

func (s *softSide) sort(b nn.Backend, scores nn.Tensor, tau float64) {
	b.Standardize(s.scores, s.stats, scores, s.mass)
	b.SoftSort(s.soft, s.kernel, s.scores, s.mass, tau)
	b.Gemm(s.pulled, s.distances, false, s.soft, false, 1, 0)
	b.Gemm(s.binned, s.soft, true, s.pulled, false, 1, 0)
}

// backward sets the gradients of the raw scores after a call of loss:
// dL/dS_X = -4K² DX̂ S_X (S_Y' DŶ S_Y) + λK M̂ S_Y, and the same with X and Y exchanged.
func (o *objective) backward(dX, dY nn.Tensor) {
	k := float64(o.bins)
	b, x, y := o.b, &o.x, &o.y
	b.Gemm(x.grad, x.pulled, false, y.binned, false, -4*k*k, 0)
	b.Gemm(y.grad, y.pulled, false, x.binned, false, -4*k*k, 0)
	if o.fused > 0 {
		b.Gemm(x.grad, o.cost, false, y.soft, false, o.fused*k, 1)
		b.Gemm(y.grad, o.cost, true, x.soft, false, o.fused*k, 1)
	}
	for side, to := range [2]nn.Tensor{dX, dY} {
		s := [2]*softSide{x, y}[side]
		b.SoftSortBackward(s.dScores, s.grad, s.kernel, s.mass, o.tau)
		b.StandardizeBackward(to, s.dScores, s.scores, s.stats, s.mass)
	}
}
