package neural

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/nn"
	"gwscope/solver/slicer"
)

// The network that represents a refined order: random Fourier features and a
// linear head, found by ridge regression.
var (
	representFeatures   = 1024
	representBandwidths = []float64{2, 4, 8, 16}
)

// ridge is the first penalty of the regression; it grows until the system can be
// solved.
const ridge = 1e-10

// Represent finds a slicer network and a lifting whose scores are those of an
// outcome, and returns the network's own scores: f is a head on random Fourier features
// of the target's embedding, h the Procrustes lifting of the outcome's plan. x and
// y are the shapes in one embedding. Where points lie too close together the scores differ
// a little, so a plan must be made from the returned scores.
func Represent(x, y slicer.Cloud, o Outcome, seed uint64) (pushX, pushY []float64, ok bool) {
	n, m, d := x.Len(), y.Len(), x.Dim
	rng := rand.New(rand.NewPCG(seed, 0xbf58476d1ce4e5b9))
	shape := nn.Shape{In: d, Out: 1, Features: representFeatures, Bandwidths: representBandwidths}
	lifted := slicer.Procrustes(x, y, o.Plan.I, o.Plan.J, o.Plan.Mass).Apply(x)
	features := mat.NewDense(n+m, shape.Features, nil)
	apply := nn.NewFourier(shape, rng)
	for i := range n + m {
		p := lifted.Points
		at := i
		if i >= n {
			p, at = y.Points, i-n
		}
		apply(features.RawRowView(i), p[at*d:(at+1)*d])
	}
	target := mat.NewVecDense(n+m, nil)
	for i, v := range o.PushX {
		target.SetVec(i, v-0.5)
	}
	for j, v := range o.PushY {
		target.SetVec(n+j, v-0.5)
	}
	// The dual form is smaller while there are fewer points than features.
	var fitted mat.VecDense
	if n+m <= shape.Features {
		var gram mat.SymDense
		gram.SymOuterK(1/float64(shape.Features), features)
		weights, solved := solveRidge(&gram, target)
		if !solved {
			return nil, nil, false
		}
		fitted.MulVec(&gram, weights)
	} else {
		var gram mat.SymDense
		var right mat.VecDense
		gram.SymOuterK(1/float64(shape.Features), features.T())
		right.MulVec(features.T(), target)
		right.ScaleVec(1/float64(shape.Features), &right)
		weights, solved := solveRidge(&gram, &right)
		if !solved {
			return nil, nil, false
		}
		fitted.MulVec(features, weights)
	}
	out := fitted.RawVector().Data
	for _, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, nil, false
		}
	}
	return out[:n], out[n:], true
}

// solveRidge solves (gram + λ mean diagonal) w = right for the least λ that works.
func solveRidge(gram *mat.SymDense, right *mat.VecDense) (*mat.VecDense, bool) {
	n := gram.SymmetricDim()
	mean := mat.Trace(gram) / float64(n)
	damped := mat.NewSymDense(n, nil)
	var chol mat.Cholesky
	for lambda := ridge; lambda < 1e-3; lambda *= 10 {
		damped.CopySym(gram)
		for i := range n {
			damped.SetSym(i, i, gram.At(i, i)+lambda*mean)
		}
		if chol.Factorize(damped) {
			w := new(mat.VecDense)
			if err := chol.SolveVecTo(w, right); err == nil || w.Len() == n {
				return w, true
			}
		}
	}
	return nil, false
}
