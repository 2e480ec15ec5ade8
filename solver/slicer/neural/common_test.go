package neural

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/nn"
	"gwscope/solver/slicer"
)

// bent makes a plane sheet of n points, its distances, and its points in dim
// dimensions, in an order of their own.
func bent(rng *rand.Rand, n, dim int, weighted bool) Side {
	points := mat.NewDense(n, dim, nil)
	for i := range n {
		u, v := 3*rng.Float64(), rng.Float64()
		for c, x := range []float64{u, v * (1 + 0.3*u), 0.3 * u * u} {
			if c < dim {
				points.Set(i, c, x)
			}
		}
	}
	return sideOf(points, rng, weighted)
}

func sideOf(points *mat.Dense, rng *rand.Rand, weighted bool) Side {
	n, dim := points.Dims()
	d := mat.NewDense(n, n, nil)
	largest := 0.0
	for i := range n {
		for k := range n {
			s := 0.0
			for c := range dim {
				s += (points.At(i, c) - points.At(k, c)) * (points.At(i, c) - points.At(k, c))
			}
			d.Set(i, k, math.Sqrt(s))
			largest = max(largest, math.Sqrt(s))
		}
	}
	d.Scale(1/largest, d)
	w, sum := make([]float64, n), 0.0
	for i := range w {
		w[i] = 1
		if weighted {
			w[i] = 0.5 + rng.Float64()
		}
		sum += w[i]
	}
	for i := range w {
		w[i] /= sum
	}
	return Side{Points: points, Distances: d, Weights: w, Features: feature.Profiles(d, 4)}
}

// shuffled is a side with its points in another order.
func shuffled(rng *rand.Rand, s Side) Side {
	n, d := s.Points.Dims()
	perm := rng.Perm(n)
	out := Side{Points: mat.NewDense(n, d, nil), Distances: mat.NewDense(n, n, nil), Weights: make([]float64, n)}
	_, features := s.Features.Dims()
	out.Features = mat.NewDense(n, features, nil)
	for i, p := range perm {
		out.Features.SetRow(i, s.Features.RawRowView(p))
		out.Weights[i] = s.Weights[p]
		out.Points.SetRow(i, s.Points.RawRowView(p))
		for k, q := range perm {
			out.Distances.Set(i, k, s.Distances.At(p, q))
		}
	}
	return out
}

func problemOf(x, y Side) *gw.Problem {
	p, err := gw.NewProblem(x.Distances, y.Distances, x.Weights, y.Weights)
	if err != nil {
		panic(err)
	}
	return p
}

func cloudOf(s Side, dim int) slicer.Cloud {
	return slicer.Cloud{Points: metric.MDSOf(s.Distances, s.Weights, dim).RawMatrix().Data, Dim: dim, Weights: s.Weights}
}

// outcomeOf is the plan of one hierarchical slicing.
func outcomeOf(problem *gw.Problem, x, y Side, cx, cy slicer.Cloud) Outcome {
	slicing := new(slicer.Slicer).Slice(cx, cy, slicer.PrincipalCuts)
	return OutcomeOf(problem, x, y, 0, slicing.PushX, slicing.PushY)
}

func newModel(b nn.Backend, s Settings, x, y Side, flips uint, seed uint64) *model {
	mo := drawModel(s, x, y, flips, seed)
	mo.build(b, x, y)
	return mo
}
