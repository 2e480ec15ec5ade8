package gw

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/order"
)

// Plan is a sparse coupling of n source and m target points: entry k puts
// Mass[k] on (I[k], J[k]). Entries are sorted by I, then J, without repeats and
// without zeros.
type Plan struct {
	N, M int
	I, J []int32
	Mass []float64
}

// newPlan is an empty plan with room for a number of entries.
func newPlan(n, m, entries int) *Plan {
	return &Plan{N: n, M: m, I: make([]int32, 0, entries), J: make([]int32, 0, entries), Mass: make([]float64, 0, entries)}
}

// Permutation makes the plan that sends source i to target sigma[i] with mass 1/n.
func Permutation(sigma []int32) *Plan {
	n := len(sigma)
	return &Plan{N: n, M: n, I: order.Natural(n), J: append([]int32(nil), sigma...), Mass: Uniform(n)}
}

// FromDense makes the plan of a dense coupling (n x m), leaving out entries that
// are zero or below drop.
func FromDense(d *mat.Dense, drop float64) *Plan {
	n, m := d.Dims()
	p := &Plan{N: n, M: m}
	for i := range n {
		for j, v := range d.RawRowView(i) {
			if v > 0 && v >= drop {
				p.add(int32(i), int32(j), v)
			}
		}
	}
	return p
}

// Product is the independent coupling a b', full but for zero weights.
func Product(a, b []float64) *Plan {
	p := newPlan(len(a), len(b), len(a)*len(b))
	for i, ai := range a {
		for j, bj := range b {
			if v := ai * bj; v > 0 {
				p.add(int32(i), int32(j), v)
			}
		}
	}
	return p
}

// Uniform returns n weights 1/n.
func Uniform(n int) []float64 {
	return slices.Repeat([]float64{1 / float64(n)}, n)
}

func (p *Plan) add(i, j int32, mass float64) {
	p.I, p.J, p.Mass = append(p.I, i), append(p.J, j), append(p.Mass, mass)
}

// Len is the number of entries.
func (p *Plan) Len() int { return len(p.Mass) }

// Clone returns a copy that shares nothing.
func (p *Plan) Clone() *Plan {
	return &Plan{N: p.N, M: p.M, I: append([]int32(nil), p.I...), J: append([]int32(nil), p.J...), Mass: append([]float64(nil), p.Mass...)}
}

// Dense returns the plan as an n x m matrix.
func (p *Plan) Dense() *mat.Dense {
	d := mat.NewDense(p.N, p.M, nil)
	raw := d.RawMatrix()
	for k, w := range p.Mass {
		raw.Data[int(p.I[k])*raw.Stride+int(p.J[k])] = w
	}
	return d
}

// Transpose returns the coupling of target and source, m x n.
func (p *Plan) Transpose() *Plan {
	q := &Plan{N: p.M, M: p.N, I: append([]int32(nil), p.J...), J: append([]int32(nil), p.I...), Mass: append([]float64(nil), p.Mass...)}
	q.sortByRow()
	return q
}

// sortByRow orders entries by I, then J.
func (p *Plan) sortByRow() {
	start := make([]int, p.N+1)
	for _, i := range p.I {
		start[i+1]++
	}
	for i := range p.N {
		start[i+1] += start[i]
	}
	next := append([]int(nil), start[:p.N]...)
	si, sj, sw := make([]int32, len(p.I)), make([]int32, len(p.J)), make([]float64, len(p.Mass))
	for k, i := range p.I {
		at := next[i]
		next[i]++
		si[at], sj[at], sw[at] = i, p.J[k], p.Mass[k]
	}
	p.I, p.J, p.Mass = si, sj, sw
	for k := range si { // rows are short, and mostly in order: insertion
		for ; k > 0 && si[k-1] == si[k] && sj[k-1] > sj[k]; k-- {
			sj[k-1], sj[k] = sj[k], sj[k-1]
			sw[k-1], sw[k] = sw[k], sw[k-1]
		}
	}
}

// Marginals returns P 1 (n) and P' 1 (m).
func (p *Plan) Marginals() (rows, columns []float64) {
	rows, columns = make([]float64, p.N), make([]float64, p.M)
	for k, w := range p.Mass {
		rows[p.I[k]] += w
		columns[p.J[k]] += w
	}
	return rows, columns
}

// MarginalError is the largest deviation of the plan's marginals from the
// weights a (n) and b (m).
func (p *Plan) MarginalError(a, b []float64) float64 {
	rows, columns := p.Marginals()
	worst := 0.0
	for i, r := range rows {
		worst = math.Max(worst, math.Abs(r-a[i]))
	}
	for j, c := range columns {
		worst = math.Max(worst, math.Abs(c-b[j]))
	}
	return worst
}

// Validate reports breaches of the form of a plan: entries out of range, out of
// order, repeated, not positive, or not finite. It does not look at marginals.
func (p *Plan) Validate() error {
	if p.N < 0 || p.M < 0 || len(p.I) != len(p.Mass) || len(p.J) != len(p.Mass) {
		return fmt.Errorf("a plan of %d x %d points has %d rows, %d columns and %d masses; the three lists must be equally long",
			p.N, p.M, len(p.I), len(p.J), len(p.Mass))
	}
	for k, w := range p.Mass {
		i, j := p.I[k], p.J[k]
		switch {
		case i < 0 || int(i) >= p.N || j < 0 || int(j) >= p.M:
			return fmt.Errorf("plan entry %d couples points %d and %d, outside its %d x %d points", k, i, j, p.N, p.M)
		case !(w > 0) || math.IsInf(w, 1):
			return fmt.Errorf("plan entry %d, between points %d and %d, has mass %g; a mass must be positive and finite", k, i, j, w)
		case k > 0 && (i < p.I[k-1] || i == p.I[k-1] && j <= p.J[k-1]):
			return fmt.Errorf("plan entry %d, between points %d and %d, is out of order or repeated", k, i, j)
		}
	}
	return nil
}

// Sigma returns the target of every source point when the plan is a permutation
// (n = m, one entry in each row and column, all masses equal up to rounding).
func (p *Plan) Sigma() ([]int32, bool) {
	if p.N != p.M || len(p.Mass) != p.N {
		return nil, false
	}
	seen := make([]bool, p.M)
	for k, w := range p.Mass {
		if int(p.I[k]) != k || seen[p.J[k]] || math.Abs(w-p.Mass[0]) > 1e-12*p.Mass[0] {
			return nil, false
		}
		seen[p.J[k]] = true
	}
	return append([]int32(nil), p.J...), true
}

// IsPermutation reports whether every point has exactly one partner and all
// partners carry the same mass.
func (p *Plan) IsPermutation() bool {
	_, ok := p.Sigma()
	return ok
}

// Targets returns for every source point the target with the most of its mass
// (the first of equals), -1 for a point without mass.
func (p *Plan) Targets() []int32 {
	best, mass := slices.Repeat([]int32{-1}, p.N), make([]float64, p.N)
	for k, w := range p.Mass {
		if i := p.I[k]; w > mass[i] {
			best[i], mass[i] = p.J[k], w
		}
	}
	return best
}

// Entropy is -Σ P_ij ln P_ij in nats: ln n for a permutation, H(a) + H(b) at most.
func (p *Plan) Entropy() float64 {
	h := 0.0
	for _, w := range p.Mass {
		h -= w * math.Log(w)
	}
	return h
}
