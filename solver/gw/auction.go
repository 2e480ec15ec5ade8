package gw

import (
	"context"
	"math"
	"slices"
)

// auctionStages are the values of ε, in units of the mean spread of reduced costs
// in a row's core. Large steps first settle who competes for which column; small ones
// bring the duals close to optimal.
var auctionStages = []float64{0.2, 0.04, 0.008}

// farStages come before them where the duals are far off: at n = 1000 they cut the
// time of such a problem to a sixth. With farRows rows or more, small bids leave rows over from every cold start.
var farStages = []float64{5, 1}

const farRows = 1500

// auction improves the column duals and finds a nearly optimal assignment by
// forward ε-auctions (Bertsekas, Annals of OR 14, 1988) with falling ε. Where small bids leave rows
// over, because the duals are farther off than start says, it begins again with large ones.
func auction[T Float](ctx context.Context, s *Assignment, cost []T, gap float64, start Start) error {
	if !(gap > 0) || math.IsInf(gap, 1) {
		return nil // all equal: nothing to bid for
	}
	far := start == Far || s.n >= farRows
	stages := auctionStages
	if far {
		stages = slices.Concat(farStages, auctionStages)
	}
	for len(stages) > 0 {
		eps := stages[0] * gap
		stages = stages[1:]
		for i := range s.rowToCol {
			s.rowToCol[i], s.colToRow[i] = -1, -1
		}
		// Bids end by themselves, but a price war can take long at small ε; paths
		// end it sooner.
		if err := bid(ctx, s, cost, eps, 30*s.n); err != nil {
			return err
		}
		if len(s.free) > 0 && !far {
			far, stages = true, slices.Concat(farStages, auctionStages)
		}
	}
	return nil
}

// bid lets rows without a column bid until all have one, or that number of bids is made.
// A bid lowers the column's dual until the row's second choice is as good, and by
// eps more. With eps = 0 pairs stay tight.
func bid[T Float](ctx context.Context, s *Assignment, cost []T, eps float64, bids int) error {
	l, v := &s.core, s.v
	s.free = s.free[:0]
	for i := s.n - 1; i >= 0; i-- {
		if s.rowToCol[i] < 0 {
			s.free = append(s.free, int32(i))
		}
	}
	for len(s.free) > 0 && bids > 0 {
		if bids--; bids&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		i := s.free[len(s.free)-1]
		s.free = s.free[:len(s.free)-1]
		var first, second, price float64
		var at int32
		for again := false; ; again = true {
			first, second = math.Inf(1), math.Inf(1)
			cols, costs := l.row(i)
			for k, j := range cols {
				c := costs[k]
				if d := c - v[j]; d < second {
					if d < first {
						first, second, at, price = d, first, j, c
					} else {
						second = d
					}
				}
			}
			if again || second <= l.bound[i] {
				break
			}
			choose(s, cost, i) // a column outside the core may be better
		}
		v[at] -= second - first + eps
		if other := s.colToRow[at]; other >= 0 {
			s.rowToCol[other] = -1
			s.free = append(s.free, other)
		}
		s.colToRow[at], s.rowToCol[i], l.matched[i] = i, at, price
	}
	return nil
}
