package sparse

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"
)

// Cholesky is a factorisation P A P' = L D L' of a symmetric positive definite
// matrix, with a unit lower triangle L and a positive diagonal D.
type Cholesky struct {
	columns
	value []float64
	diag  []float64
}

// Factor factors a (N x N) with its rows in a given order, a permutation. The error is the
// context's, or says that a is not positive definite or the factor too large.
func Factor(ctx context.Context, a *Matrix, rows []int32) (*Cholesky, error) {
	p, err := Analyse(ctx, a, rows)
	if err != nil {
		return nil, err
	}
	return p.Factor(ctx, a, nil)
}

// Factor factors a matrix of this pattern by the up-looking method (Davis 2005, "Algorithm
// 849: LDL"). The factor takes the memory of old, one of this pattern that is not needed
// any more; nil: new memory. The error is the context's, or says that a is not positive definite.
func (p *Pattern) Factor(ctx context.Context, a *Matrix, old *Cholesky) (*Cholesky, error) {
	n := a.N
	c := old
	if c == nil {
		c = &Cholesky{columns: p.columns, value: make([]float64, len(p.index)), diag: make([]float64, n)}
	}
	row := make([]float64, n) // row k of L, then zero again
	filled := make([]int32, n)
	for k := range n {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		i := p.order[k]
		for e := a.Start[i]; e < a.Start[i+1]; e++ {
			if j := p.place[a.Index[e]]; j < int32(k) {
				row[j] += a.Value[e]
			}
		}
		pivot := a.Diagonal[i]
		for reach := p.reach[p.rows[k]:p.rows[k+1]]; len(reach) > 0; {
			j := reach[0]
			wide := 1 // columns that follow each other in this row, too
			if c.joint[j] == atOnce && len(reach) >= atOnce && reach[atOnce-1] == j+atOnce-1 {
				wide = atOnce
				c.subtractJoint(row, j, int(filled[j+atOnce-1]))
			} else {
				c.subtract(row, j, int(filled[j]))
			}
			for _, j := range reach[:wide] {
				y := row[j]
				row[j] = 0
				l := y / c.diag[j]
				pivot -= l * y
				c.value[c.start[j]+int(filled[j])] = l
				filled[j]++
			}
			reach = reach[wide:]
		}
		if !(pivot > 0) {
			return nil, fmt.Errorf("the system is not positive definite: pivot %d of %d is %g", k, n, pivot)
		}
		c.diag[k] = pivot
	}
	return c, nil
}

// subtract takes the first rows of column j of L from a row, times the row's number there.
func (c *Cholesky) subtract(row []float64, j int32, rows int) {
	y := row[j]
	values := c.value[c.start[j]:][:rows]
	for e, at := range c.index[c.start[j]:][:rows] {
		row[at] -= values[e] * y
	}
}

// subtractJoint takes the first rows below columns j to j+3 of L, and those between them, from a row: each
// column times the row's number there.
func (c *Cholesky) subtractJoint(row []float64, j int32, rows int) {
	c0, c1, c2, c3 := c.value[c.start[j]:], c.value[c.start[j+1]:], c.value[c.start[j+2]:], c.value[c.start[j+3]:]
	own := row[j : j+atOnce]
	own[1] -= c0[0] * own[0]
	own[2] -= c0[1] * own[0]
	own[2] -= c1[0] * own[1]
	own[3] -= c0[2] * own[0]
	own[3] -= c1[1] * own[1]
	own[3] -= c2[0] * own[2]
	y0, y1, y2, y3 := own[0], own[1], own[2], own[3]
	c0, c1, c2, c3 = c0[3:][:rows], c1[2:][:rows], c2[1:][:rows], c3[:rows]
	for e, at := range c.index[c.start[j+3]:][:rows] {
		x := row[at]
		x -= c0[e] * y0
		x -= c1[e] * y1
		x -= c2[e] * y2
		x -= c3[e] * y3
		row[at] = x
	}
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
