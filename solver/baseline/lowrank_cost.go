package baseline

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// lowRankCost is gw times GW², plus a linear cost with factors:
//
//	F(P) = constant - 2 gw <DX P DY, P> + Σ <left_i, right_j> P_ij .
type lowRankCost struct {
	x, y        operator
	gw          float64
	constant    float64
	left, right *mat.Dense // n x k, m x k; nil: none
	moments     float64    // a'(DX∘DX)a + b'(DY∘DY)b
	notes       []string
}

// operator is a symmetric matrix of distances D, known by its products.
type operator interface {
	// times returns D q.
	times(q *mat.Dense) *mat.Dense
}

type fullOperator struct {
	d       *mat.Dense
	threads int
}

func (o fullOperator) times(q *mat.Dense) *mat.Dense { return product(o.threads, blas.NoTrans, o.d, q) }

// factored is D = A B', A and B both n x d.
type factored struct {
	a, b    *mat.Dense
	threads int
}

func (o factored) times(q *mat.Dense) *mat.Dense {
	return product(o.threads, blas.NoTrans, o.a, product(o.threads, blas.Trans, o.b, q))
}

// product is op(a) b.
func product(threads int, op blas.Transpose, a, b *mat.Dense) *mat.Dense {
	rows, inner := a.Dims()
	if op != blas.NoTrans {
		rows = inner
	}
	_, columns := b.Dims()
	out := mat.NewDense(rows, columns, nil)
	dense.Gemm64(threads, op, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, out.RawMatrix())
	return out
}

// fullUpTo is the number of points up to which the distances themselves are used
// unless told otherwise, factorTerms the number of terms beyond it: on surfaces they
// miss the distances by less than a percent.
const (
	fullUpTo    = 3000
	factorTerms = 100
)

// newLowRankCost is the objective of a problem, with the distances or with factors
// of them.
func newLowRankCost(p *Problem, par LowRankParameters, threads int) *lowRankCost {
	n, m := p.Size()
	a, b := p.weights()
	c := &lowRankCost{gw: 1, moments: secondMoment(p.DX, a) + secondMoment(p.DY, b)}
	if par.CostRank > 0 || par.CostRank == 0 && max(n, m) > fullUpTo {
		var ranks [2]int
		var misses [2]float64
		for side, d := range []*mat.Dense{p.DX, p.DY} {
			a, b := negativeTypeFactors(d, cmp.Or(par.CostRank, factorTerms))
			_, ranks[side] = a.Dims()
			misses[side] = factorError(d, a, b)
			if side == 0 {
				c.x = factored{a, b, threads}
			} else {
				c.y = factored{a, b, threads}
			}
		}
		c.notes = append(c.notes, fmt.Sprintf("Linear-time variant: factors of rank %d and %d stand for the distances, which they miss by %.2g %% and %.2g %%.",
			ranks[0], ranks[1], 100*misses[0], 100*misses[1]))
	} else {
		c.x, c.y = fullOperator{p.DX, threads}, fullOperator{p.DY, threads}
	}
	if p.Fused() {
		c.gw = p.Alpha
		c.left, c.right = squaredDistanceFactors(p.FeaturesX, p.FeaturesY, 1-p.Alpha)
	}
	c.constant = c.gw * c.moments
	return c
}

// eccentricityCost is the cost of the first lower bound of GW (Mémoli 2011), (e_i -
// e_j)² for the eccentricities e = (D∘D) a.
func eccentricityCost(p *Problem, a, b []float64) *lowRankCost {
	c := &lowRankCost{}
	c.left, c.right = squaredDistanceFactors(eccentricity(p.DX, a), eccentricity(p.DY, b), 1)
	return c
}

// eccentricity is (D∘D) a, as one column.
func eccentricity(D *mat.Dense, a []float64) *mat.Dense {
	n, _ := D.Dims()
	out := mat.NewDense(n, 1, nil)
	for i := range n {
		sum := 0.0
		for k, v := range D.RawRowView(i) {
			sum += a[k] * v * v
		}
		out.Set(i, 0, sum)
	}
	return out
}

// squaredDistanceFactors are l and r with <l_i, r_j> = weight |x_i - y_j|², of rank
// d + 2 for points of d coordinates.
func squaredDistanceFactors(x, y *mat.Dense, weight float64) (left, right *mat.Dense) {
	n, d := x.Dims()
	m, _ := y.Dims()
	left, right = mat.NewDense(n, d+2, nil), mat.NewDense(m, d+2, nil)
	for i, square := range squaredNorms(x) {
		row := left.RawRowView(i)
		row[0], row[1] = weight*square, weight
		for k, v := range x.RawRowView(i) {
			row[2+k] = -2 * weight * v
		}
	}
	for j, square := range squaredNorms(y) {
		row := right.RawRowView(j)
		row[0], row[1] = 1, square
		copy(row[2:], y.RawRowView(j))
	}
	return left, right
}

// lowRankGradient of F in Q, R and g, with F itself and GW² (where F has a part of it).
type lowRankGradient struct {
	q, r  *mat.Dense
	g     []float64
	value float64
	gw2   float64
}

// gradient is the gradient of F at P = Q W R', W = diag(1/g) unless the plan has another.
func (c *lowRankCost) gradient(p *lowRankPlan, threads int) lowRankGradient {
	n, rank := p.q.Dims()
	m, _ := p.r.Dims()
	w := p.latent()
	out := lowRankGradient{value: c.constant, q: mat.NewDense(n, rank, nil), r: mat.NewDense(m, rank, nil), g: make([]float64, rank)}
	inW := mat.NewDense(rank, rank, nil) // dF/dW
	add := func(to *mat.Dense, a, b mat.Matrix) {
		var part mat.Dense
		part.Mul(a, b)
		to.Add(to, &part)
	}
	if c.gw != 0 {
		u, v := c.x.times(p.q), c.y.times(p.r)
		s, t := product(threads, blas.Trans, p.q, u), product(threads, blas.Trans, p.r, v)
		var wt, sw, wtw, wsw, swt mat.Dense
		wt.Mul(w, t)
		sw.Mul(s, w)
		wtw.Mul(&wt, w.T())
		wsw.Mul(w.T(), &sw)
		swt.Mul(&sw, t)
		// <DX P DY, P> = tr(S W T W').
		cross := inner(s, &wtw)
		out.value -= 2 * c.gw * cross
		out.gw2 = c.moments - 2*cross
		wtw.Scale(-4*c.gw, &wtw)
		wsw.Scale(-4*c.gw, &wsw)
		swt.Scale(-4*c.gw, &swt)
		add(out.q, u, &wtw)
		add(out.r, v, &wsw)
		inW.Add(inW, &swt)
	}
	if c.left != nil {
		lq, rr := product(threads, blas.Trans, c.left, p.q), product(threads, blas.Trans, c.right, p.r)
		var rrw, lqw, both mat.Dense
		rrw.Mul(rr, w.T())
		lqw.Mul(lq, w)
		both.Mul(lq.T(), rr)
		out.value += inner(&lqw, rr)
		add(out.q, c.left, &rrw)
		add(out.r, c.right, &lqw)
		inW.Add(inW, &both)
	}
	for k := range out.g {
		// W_kk = 1/g_k.
		out.g[k] = -inW.At(k, k) * w.At(k, k) * w.At(k, k)
	}
	return out
}

// inner is Σ a_kl b_kl.
func inner(a, b *mat.Dense) float64 {
	r, c := a.Dims()
	sum := 0.0
	for k := range r {
		x, y := a.RawRowView(k), b.RawRowView(k)
		for l := range c {
			sum += x[l] * y[l]
		}
	}
	return sum
}
