package sparse

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// Most is how many entries a factor may have: 12 bytes each, so 2.4 GB.
const Most = 200_000_000

// Cholesky is a factorisation P A P' = L D L' of a symmetric positive definite
// matrix, with a unit lower triangle L and a positive diagonal D. It is immutable.
type Cholesky struct {
	order []int32 // row k of the factor is row order[k] of A
	start []int   // of the columns of L
	index []int32
	value []float64
	diag  []float64
}

// Factor factors a (N x N) with its rows in a given order, a permutation, by the
// up-looking method (Davis 2005, "Algorithm 849: LDL"). The error is the context's, or
// says that a is not positive definite or the factor too large.
func Factor(ctx context.Context, a *Matrix, rows []int32) (*Cholesky, error) {
	n := a.N
	place := order.Inverse(rows)
	c := &Cholesky{order: rows, start: make([]int, n+1), diag: make([]float64, n)}
	parent, flag, count := make([]int32, n), make([]int32, n), make([]int32, n)
	for k := range n {
		parent[k], flag[k] = -1, int32(k)
		for _, j := range a.Row(rows[k]) {
			for i := place[j]; i < int32(k) && flag[i] != int32(k); i = parent[i] {
				if parent[i] < 0 {
					parent[i] = int32(k)
				}
				count[i]++
				flag[i] = int32(k)
			}
		}
	}
	for k := range n {
		c.start[k+1] = c.start[k] + int(count[k])
	}
	if c.start[n] > Most {
		return nil, fmt.Errorf("the factor of this surface would have %d million entries, more than %d million", c.start[n]/1_000_000, Most/1_000_000)
	}
	c.index, c.value = make([]int32, c.start[n]), make([]float64, c.start[n])

	row := make([]float64, n) // row k of L, then zero again
	pattern := make([]int32, n)
	filled := count
	for k := range n {
		flag[k], filled[k] = int32(k), 0
	}
	for k := range n {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		top := n
		i := rows[k]
		for e := a.Start[i]; e < a.Start[i+1]; e++ {
			j := place[a.Index[e]]
			if j > int32(k) {
				continue
			}
			row[j] += a.Value[e]
			length := 0
			for ; flag[j] != int32(k); j = parent[j] {
				pattern[length] = j
				length++
				flag[j] = int32(k)
			}
			for length > 0 {
				length--
				top--
				pattern[top] = pattern[length]
			}
		}
		pivot := a.Diagonal[i]
		for ; top < n; top++ {
			j := pattern[top]
			y := row[j]
			row[j] = 0
			from, to := c.start[j], c.start[j]+int(filled[j])
			values := c.value[from:to]
			for e, at := range c.index[from:to] {
				row[at] -= values[e] * y
			}
			l := y / c.diag[j]
			pivot -= l * y
			c.index[to], c.value[to] = int32(k), l
			filled[j]++
		}
		if !(pivot > 0) {
			return nil, fmt.Errorf("the system is not positive definite: pivot %d of %d is %g", k, n, pivot)
		}
		c.diag[k] = pivot
	}
	return c, nil
}

// Entries is the number of entries of L below the diagonal.
func (c *Cholesky) Entries() int { return len(c.index) }

// Solve replaces b by x with A x = b, for all three coordinates (N).
func (c *Cholesky) Solve(b []r3.Vec) {
	x := make([]r3.Vec, len(b))
	for k, i := range c.order {
		x[k] = b[i]
	}
	for k := range x {
		v := x[k]
		from, to := c.start[k], c.start[k+1]
		values := c.value[from:to]
		for e, i := range c.index[from:to] {
			l, p := values[e], &x[i]
			p.X -= l * v.X
			p.Y -= l * v.Y
			p.Z -= l * v.Z
		}
	}
	for k := len(x) - 1; k >= 0; k-- {
		v := r3.Scale(1/c.diag[k], x[k])
		from, to := c.start[k], c.start[k+1]
		values := c.value[from:to]
		for e, i := range c.index[from:to] {
			l, p := values[e], &x[i]
			v.X -= l * p.X
			v.Y -= l * p.Y
			v.Z -= l * p.Z
		}
		x[k] = v
	}
	for k, i := range c.order {
		b[i] = x[k]
	}
}
