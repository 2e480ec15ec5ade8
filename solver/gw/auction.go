package gw

import (
	"context"
	"math"
)

// auctionLeast is the size below which an auction's set-up costs more than the
// exact method needs without it.
const auctionLeast = 32

// auctionWidth is the number of best columns of each row that take part in the
// auction: enough that nearly every row finds its column among them (what it
// misses, the exact method mends), few enough that a bid costs 24 steps, not n.
const auctionWidth = 24

// auctionStages are the values of ε, in units of the mean gap between a row's
// least and its auctionWidth-th reduced cost. Large steps first settle who
// competes for what; small ones bring the duals close to optimal.
var auctionStages = [3]float64{0.2, 0.04, 0.008}

// auctionList is the sparse problem: for each row its best columns and their costs.
type auctionList struct {
	col  []int32
	cost []float64
}

// auction improves the column duals and finds a nearly optimal partial
// assignment by a forward ε-auction (Bertsekas, Annals of OR 14, 1988) over the
// best columns of each row.
func auction[T Float](ctx context.Context, s *Assignment, cost []T) error {
	n := s.n
	width := min(auctionWidth, n)
	gap := fillList(&s.list, n, width, cost, s.v)
	if err := ctx.Err(); err != nil {
		return err
	}
	if !(gap > 0) || math.IsInf(gap, 1) {
		return nil // all equal: nothing to bid for
	}
	v := s.v
	for _, stage := range auctionStages {
		eps := stage * gap
		for i := range s.rowToCol {
			s.rowToCol[i], s.colToRow[i] = -1, -1
		}
		s.free = s.free[:0]
		for i := n - 1; i >= 0; i-- {
			s.free = append(s.free, int32(i))
		}
		// A sparse problem may have no perfect matching, and then bids never end.
		bids := 30 * n
		for len(s.free) > 0 && bids > 0 {
			if bids--; bids&4095 == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			i := s.free[len(s.free)-1]
			s.free = s.free[:len(s.free)-1]
			cols := s.list.col[int(i)*width:][:width]
			costs := s.list.cost[int(i)*width:][:width]
			first, second := math.Inf(1), math.Inf(1)
			at := int32(0)
			for k, j := range cols {
				if d := costs[k] - v[j]; d < second {
					if d < first {
						first, second, at = d, first, j
					} else {
						second = d
					}
				}
			}
			v[at] -= second - first + eps
			if other := s.colToRow[at]; other >= 0 {
				s.rowToCol[other] = -1
				s.free = append(s.free, other)
			}
			s.colToRow[at], s.rowToCol[i] = i, at
		}
	}
	return nil
}

// fillList selects for each row the width columns of least c_ij - v_j and returns
// the mean over rows of the spread between the first and the last of them.
func fillList[T Float](l *auctionList, n, width int, cost []T, v []float64) float64 {
	l.col, l.cost = grow(l.col, n*width), grow(l.cost, n*width)
	total := 0.0
	var key [auctionWidth]float64
	var col [auctionWidth]int32
	for i := range n {
		row := cost[i*n:][:n]
		count := 0
		worst := math.Inf(1)
		for j, c := range row {
			d := float64(c) - v[j]
			if !(d < worst) {
				continue
			}
			// Sorted insertion: after the first few columns it is rare.
			k := count
			if count < width {
				count++
			} else {
				k--
			}
			for ; k > 0 && key[k-1] > d; k-- {
				key[k], col[k] = key[k-1], col[k-1]
			}
			key[k], col[k] = d, int32(j)
			if count == width {
				worst = key[width-1]
			}
		}
		total += key[max(count, 1)-1] - key[0]
		for k := range count {
			l.col[i*width+k] = col[k]
			l.cost[i*width+k] = float64(row[col[k]])
		}
		for k := count; k < width; k++ { // NaN costs only
			l.col[i*width+k], l.cost[i*width+k] = 0, math.Inf(1)
		}
	}
	return total / float64(n)
}
