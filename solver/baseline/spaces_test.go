package baseline

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
)

// limbed are n points of a body with five limbs of different lengths in space:
// distances among them have no symmetry.
func limbed(seed uint64, n int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 77))
	limbs := [][4]float64{{1, 0.2, 0.1, 1}, {-0.4, 1, 0, 0.75}, {-0.5, -0.8, 0.3, 0.6}, {0.1, -0.2, 1, 0.5}, {0.2, 0.3, -1, 0.35}}
	points := mat.NewDense(n, 3, nil)
	for i := range n {
		l := limbs[rng.IntN(len(limbs))]
		t := l[3] * math.Sqrt(rng.Float64())
		for k := range 3 {
			points.Set(i, k, t*l[k]+0.08*rng.NormFloat64())
		}
	}
	return points
}

// distancesOf are the distances of rows to the given power, the largest being 1.
func distancesOf(points *mat.Dense, power float64) *mat.Dense {
	n, d := points.Dims()
	out := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			s := 0.0
			for k := range d {
				s += (points.At(i, k) - points.At(j, k)) * (points.At(i, k) - points.At(j, k))
			}
			out.Set(i, j, math.Pow(s, power/2))
		}
	}
	if largest := mat.Max(out); largest > 0 {
		out.Scale(1/largest, out)
	}
	return out
}

// shuffled are the rows of points in another order: row i went to order[i].
func shuffled(points *mat.Dense, seed uint64) (moved *mat.Dense, order []int32) {
	n, d := points.Dims()
	moved = mat.NewDense(n, d, nil)
	order = make([]int32, n)
	for i, to := range rand.New(rand.NewPCG(seed, 5)).Perm(n) {
		order[i] = int32(to)
		moved.SetRow(to, points.RawRowView(i))
	}
	return moved, order
}

func unevenWeights(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	w := make([]float64, n)
	total := 0.0
	for i := range w {
		w[i] = 0.3 + rng.Float64()
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	return w
}

// recovered is the share of points that a plan sends where they went.
func recovered(plan *gw.Plan, order []int32) float64 {
	right := 0
	for i, j := range plan.Targets() {
		if j == order[i] {
			right++
		}
	}
	return float64(right) / float64(len(order))
}

// twin is a shape and its shuffled copy, by distances to a power.
func twin(seed uint64, n int, power float64) (*Problem, []int32) {
	points := limbed(seed, n)
	moved, order := shuffled(points, seed)
	return &Problem{DX: distancesOf(points, power), DY: distancesOf(moved, power), Alpha: 1}, order
}

// mismatch is a problem of 41 and 53 points with uneven weights and, if asked for,
// features.
func mismatch(fused bool) *Problem {
	x, y := limbed(1, 41), limbed(2, 53)
	p := &Problem{DX: distancesOf(x, 1), DY: distancesOf(y, 1), A: unevenWeights(1, 41), B: unevenWeights(2, 53), Alpha: 1}
	if fused {
		p.Alpha, p.FeaturesX, p.FeaturesY = 0.6, x, y
	}
	return p
}

func samePlan(t *testing.T, what string, p, q *gw.Plan) {
	t.Helper()
	if p.Len() != q.Len() {
		t.Fatalf("%s: %d entries, and %d", what, p.Len(), q.Len())
	}
	for k := range p.Mass {
		if p.I[k] != q.I[k] || p.J[k] != q.J[k] || p.Mass[k] != q.Mass[k] {
			t.Fatalf("%s: entry %d differs", what, k)
		}
	}
}

// meanFeatureCost is Σ |φ_i - φ_j|² P_ij.
func meanFeatureCost(p *Problem, plan *gw.Plan) float64 {
	return feature.Mean(p.FeaturesX, p.FeaturesY, plan.I, plan.J, plan.Mass)
}
