package sparse

import (
	"context"
	"fmt"

	"gwscope/solver/internal/order"
)

// Most is how many entries a factor may have: 16 bytes each while it is made, so 2.4 GB.
const Most = 150_000_000

// Pattern is where the factor of a matrix has entries. Matrices with entries in the same
// places share it: it takes a third of the time of a first factor. It is immutable.
type Pattern struct {
	columns
	place []int32 // of row i of A in the factor
	// The entries of row k of the factor are in the columns reach[rows[k]:rows[k+1]], each
	// after those that change it.
	rows  []int
	reach []int32
}

// columns are the entries of a factor by columns.
type columns struct {
	order []int32 // row k of the factor is row order[k] of A
	start []int
	index []int32 // row of each entry, ascending
	joint []uint8 // how many columns from this one on are worked on at once: 1 to atOnce
}

// atOnce is how many columns are worked on at once. Columns of a supernode, which have
// the same rows below them, share reading and writing of these rows: that takes more time
// than the arithmetic. Each number is worked out as column by column.
const atOnce = 4

// Analyse finds the pattern of a (N x N) with its rows in a given order, a permutation. The
// error is the context's, or says that the factor would be too large.
func Analyse(ctx context.Context, a *Matrix, rows []int32) (*Pattern, error) {
	n := a.N
	p := &Pattern{columns: columns{order: rows, start: make([]int, n+1), joint: make([]uint8, n)}, place: order.Inverse(rows), rows: make([]int, n+1)}
	parent, flag, count := make([]int32, n), make([]int32, n), make([]int32, n)
	for k := range n {
		parent[k], flag[k] = -1, int32(k)
		for _, j := range a.Row(rows[k]) {
			for i := p.place[j]; i < int32(k) && flag[i] != int32(k); i = parent[i] {
				if parent[i] < 0 {
					parent[i] = int32(k)
				}
				count[i]++
				flag[i] = int32(k)
			}
		}
	}
	for k := range n {
		p.start[k+1] = p.start[k] + int(count[k])
	}
	if p.start[n] > Most {
		return nil, fmt.Errorf("the factor of this surface would have %d million entries, more than %d million", p.start[n]/1_000_000, Most/1_000_000)
	}
	for k := n - 1; k >= 0; k-- {
		p.joint[k] = 1
		if k+1 < n && parent[k] == int32(k+1) && count[k] == count[k+1]+1 {
			p.joint[k] = min(p.joint[k+1]+1, atOnce)
		}
	}
	p.index, p.reach = make([]int32, p.start[n]), make([]int32, p.start[n])
	pattern, filled := make([]int32, n), count
	for k := range n {
		flag[k], filled[k] = int32(k), 0
	}
	for k := range n {
		if k%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		top := n
		for _, i := range a.Row(rows[k]) {
			j := p.place[i]
			if j > int32(k) {
				continue
			}
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
		for _, j := range pattern[top:] {
			p.index[p.start[j]+int(filled[j])] = int32(k)
			filled[j]++
		}
		p.rows[k+1] = p.rows[k] + copy(p.reach[p.rows[k]:], pattern[top:])
	}
	return p, nil
}
