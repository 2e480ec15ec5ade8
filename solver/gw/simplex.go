package gw

import (
	"context"
	"math"
)

// greedy builds the first tree: every row in turn sends its mass to the columns
// of least c_ij - hint_j that still have room. Each arc exhausts one of its ends,
// so there are no cycles.
func greedy[T Float](t *Transporter, cost []T) {
	n, m := t.n, t.m
	t.tree.reset(n + m)
	copy(t.tree.pot[n:n+m], t.hint)
	left := append([]int64(nil), t.supply...)
	arcs := make([]arc, 0, n+m)
	open := make([]int32, 0, m) // columns with room
	for j := range m {
		if left[n+j] > 0 {
			open = append(open, int32(j))
		}
	}
	for i := range n {
		row := cost[i*m:][:m]
		for left[i] > 0 && len(open) > 0 {
			least, at := math.Inf(1), 0
			for k, j := range open {
				if d := float64(row[j]) - t.hint[j]; d < least {
					least, at = d, k
				}
			}
			j := open[at]
			f := min(left[i], left[n+int(j)])
			left[i] -= f
			left[n+int(j)] -= f
			arcs = append(arcs, arc{int32(i), int32(n) + j, f})
			if left[n+int(j)] == 0 {
				open[at] = open[len(open)-1]
				open = open[:len(open)-1]
			}
		}
	}
	t.tree.hang(n, arcs)
}

// simplex pivots until no arc has a reduced cost below -tol.
func simplex[T Float](ctx context.Context, t *Transporter, cost []T, tol float64) error {
	n, m := t.n, t.m
	g := &t.tree
	potentials(g, n, m, cost)
	u, v := g.pot[:n], g.pot[n:n+m]
	// Pricing looks at blocks of about the square root of the number of arcs and
	// takes the best arc of a block: the usual balance between the cost of looking
	// and the number of pivots (Bonneel et al. 2011, section 3).
	rows := max(1, int(math.Sqrt(float64(n)*float64(m)))/m)
	clean := 0 // rows without an arc to enter, in a row
	best, bi, bj := -tol, -1, 0
	inBlock := 0
	pivots := 0
	verified := false
	for i := 0; ; i = (i + 1) % n {
		base := u[i]
		row := cost[i*m:][:m]
		for j, c := range row {
			if d := float64(c) - base - v[j]; d < best {
				best, bi, bj = d, i, j
			}
		}
		if inBlock++; inBlock < rows && clean+inBlock < n {
			continue
		}
		if bi < 0 {
			clean += inBlock
			inBlock = 0
			if clean < n {
				continue
			}
			if verified {
				return nil
			}
			// Updates have rounded the duals: judge once more by fresh ones.
			potentials(g, n, m, cost)
			clean, verified = 0, true
			continue
		}
		g.pivot(int32(n), int32(bi), int32(n+bj), best)
		pivots++
		clean, inBlock, verified = 0, 0, false
		best, bi = -tol, -1
		if pivots&63 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
}
