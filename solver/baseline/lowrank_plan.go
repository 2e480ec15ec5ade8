package baseline

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// lowRankPlan is P = Q W R' with W = diag(1/g), or the given W (r x r).
type lowRankPlan struct {
	q, r *mat.Dense
	g    []float64
	w    *mat.Dense
}

func (p *lowRankPlan) clone() *lowRankPlan {
	out := &lowRankPlan{q: mat.DenseCopyOf(p.q), r: mat.DenseCopyOf(p.r), g: append([]float64(nil), p.g...)}
	if p.w != nil {
		out.w = mat.DenseCopyOf(p.w)
	}
	return out
}

// latent is W.
func (p *lowRankPlan) latent() *mat.Dense {
	if p.w != nil {
		return p.w
	}
	w := mat.NewDense(len(p.g), len(p.g), nil)
	for k, v := range p.g {
		w.Set(k, k, 1/v)
	}
	return w
}

// randomLowRank is a plan near the product coupling: every point's mass is shared
// among the r components by uniform random numbers between 1 and 2, the same sums
// being made for both sides by a projection. Without randomness all components would
// be the same, and stay so.
func randomLowRank(ctx context.Context, a, b []float64, rank int, alpha float64, rng *rand.Rand) (*lowRankPlan, error) {
	factor := func(n int) *mat.Dense {
		f := mat.NewDense(n, rank, nil)
		for i := range n {
			row := f.RawRowView(i)
			for k := range row {
				row[k] = math.Log(1 + rng.Float64())
			}
		}
		return f
	}
	return dykstra(ctx, factor(len(a)), factor(len(b)), make([]float64, rank), a, b, alpha)
}

// tinyShare is the share of a point's mass below which an entry of Q or R is dropped
// when the descent is over. The multiplicative steps leave every entry positive; the plan that
// is left is a plan with few entries where the components are clusters.
const tinyShare = 1e-6

// tidy drops tiny entries, gives rows exactly their mass, and sets W to
// diag(1/g_Q) T diag(1/g_R), T a coupling (r x r) of the column sums g_Q = Q' 1 and
// g_R = R' 1 with as much on its diagonal as can be. Then P 1 = Q diag(1/g_Q) T 1 =
// Q 1 = a, and P' 1 = b.
func (p *lowRankPlan) tidy(a, b []float64) {
	rank := len(p.g)
	tidied := func(f *mat.Dense, mass []float64) []float64 {
		sums := make([]float64, rank)
		for i, w := range mass {
			row := f.RawRowView(i)
			total := 0.0
			for k, v := range row {
				if v < tinyShare*w {
					row[k] = 0
				}
				total += row[k]
			}
			for k := range row {
				row[k] *= w / total
				sums[k] += row[k]
			}
		}
		return sums
	}
	gq, gr := tidied(p.q, a), tidied(p.r, b)
	coupling := mat.NewDense(rank, rank, nil)
	left, room := append([]float64(nil), gq...), append([]float64(nil), gr...)
	for k := range rank {
		v := min(gq[k], gr[k])
		coupling.Set(k, k, v)
		left[k] -= v
		room[k] -= v
	}
	for k, l := 0, 0; k < rank && l < rank; {
		v := min(left[k], room[l])
		coupling.Set(k, l, coupling.At(k, l)+v)
		left[k] -= v
		room[l] -= v
		if left[k] <= room[l] {
			k++
		} else {
			l++
		}
	}
	p.w = mat.NewDense(rank, rank, nil)
	for k := range rank {
		p.g[k] = coupling.At(k, k)
		for l := range rank {
			if v := coupling.At(k, l); v > 0 {
				p.w.Set(k, l, v/(gq[k]*gr[l]))
			}
		}
	}
}

// plan writes the entries of Q W R' out.
func (p *lowRankPlan) plan(threads int) *gw.Plan {
	n, _ := p.q.Dims()
	m, rank := p.r.Dims()
	const block = 64
	out := &gw.Plan{N: n, M: m}
	qw := product(threads, blas.NoTrans, p.q, p.latent())
	right := mat.DenseCopyOf(p.r.T())
	for lo := 0; lo < n; lo += block {
		hi := min(lo+block, n)
		part := product(threads, blas.NoTrans, qw.Slice(lo, hi, 0, rank).(*mat.Dense), right)
		for i := lo; i < hi; i++ {
			for j, v := range part.RawRowView(i - lo) {
				if v > sliver {
					out.I, out.J, out.Mass = append(out.I, int32(i)), append(out.J, int32(j)), append(out.Mass, v)
				}
			}
		}
	}
	return out
}
