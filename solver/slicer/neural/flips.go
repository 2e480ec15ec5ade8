package neural

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/nn"
	"gwscope/solver/slicer"
)

// Trying flips: on how many samples, with how many random slicers, made of how many
// Fourier features of which bandwidth. Slicers of higher frequency tell less, for two
// poses of one shape are not near enough to each other.
const (
	tryPoints   = 128
	tryAxes     = 6 // 64 flips
	trySlicers  = 48
	tryFeatures = 32
)

var tryBandwidths = []float64{0.5, 1}

// flips lists, best first, the sign flips that liftings may start from: bit c reverses axis
// c. Embeddings know no signs, and a lifting learns a reversal only by way of 0, where
// all is flat. Right signs are told from wrong ones before anything is learned by
// random slicers: under right signs their sorts match better on average, though
// each of them matches badly. It is the coupling of both slicers by a lifting that makes
// this possible. Few flips come out when ctx ends.
func (t *run) flips(ctx context.Context) []uint {
	_, p := t.X.Points.Dims()
	_, q := t.Y.Points.Dims()
	axes := min(p, q, tryAxes)
	x, y := leadingSide(t.X, tryPoints), leadingSide(t.Y, tryPoints)
	problem, err := gw.NewProblem(x.Distances, y.Distances, x.Weights, y.Weights)
	if err != nil {
		return []uint{0} // no distances to go by
	}
	rng := rand.New(rand.NewPCG(t.Seed, 0x632be59bd9b4e019))
	loss := make([]float64, 1<<axes)
	pushX, pushY := make([]float64, x.Len()), make([]float64, y.Len())
	for k := range trySlicers {
		if ctx.Err() != nil {
			break
		}
		slice := t.randomSlicer(q, tryBandwidths[k%len(tryBandwidths)], rng)
		lifted := make([]float64, q)
		for j := range pushY {
			pushY[j] = slice(y.Points.RawRowView(j))
		}
		for flips := range loss {
			for i := range pushX {
				copy(lifted, x.Points.RawRowView(i)[:min(p, q)])
				for c := range axes {
					if flips>>c&1 == 1 {
						lifted[c] = -lifted[c]
					}
				}
				pushX[i] = slice(lifted)
			}
			loss[flips] += problem.Loss(slicer.SortedPlan(pushX, pushY, x.Weights, y.Weights))
		}
	}
	order := make([]uint, len(loss))
	for k := range order {
		order[k] = uint(k)
	}
	slices.SortStableFunc(order, func(a, b uint) int { return cmp.Compare(loss[a], loss[b]) })
	return order
}

// randomSlicer draws a slicer of the class that is trained: a field of random Fourier
// features, or a direction.
func (s *Settings) randomSlicer(dim int, bandwidth float64, rng *rand.Rand) func(point []float64) float64 {
	count := tryFeatures
	apply := func(to, point []float64) { copy(to, point) }
	if s.Net.Depth > 0 || s.Net.Features > 0 {
		apply = nn.NewFourier(nn.Shape{In: dim, Features: count, Bandwidths: []float64{bandwidth}}, rng)
	} else {
		count = dim
	}
	weights := make([]float64, count)
	for k := range weights {
		weights[k] = rng.NormFloat64()
	}
	features := make([]float64, count)
	return func(point []float64) float64 {
		apply(features, point)
		sum := 0.0
		for k, w := range weights {
			sum += w * features[k]
		}
		return sum
	}
}

// leadingSide are the first points of a side: samples are nested, so that these are a
// coarser sample.
func leadingSide(s Side, count int) Side {
	n := min(count, s.Len())
	_, d := s.Points.Dims()
	out := Side{Points: s.Points.Slice(0, n, 0, d).(*mat.Dense), Distances: mat.DenseCopyOf(s.Distances.Slice(0, n, 0, n)), Weights: slices.Clone(s.Weights[:n])}
	sum := 0.0
	for _, w := range out.Weights {
		sum += w
	}
	for i := range out.Weights {
		out.Weights[i] /= sum
	}
	return out
}
