package gw

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Float is the number type of a cost matrix. Duals are always float64.
type Float interface{ float32 | float64 }

// Assignment solves linear assignment problems of one size after another and
// keeps its memory and its duals between them. The zero value is ready. It is not
// safe for concurrent use.
//
// The method is Jonker and Volgenant's (Computing 38, 1987): a dual start,
// augmenting row reduction, shortest augmenting paths. Duals (u, v) satisfy
// u_i + v_j <= c_ij with equality on the assignment, which proves it optimal. The
// dual start is a sparse ε-auction (Bertsekas 1988) from a cold start, and the
// duals of the previous problem from a warm one.
type Assignment struct {
	n        int
	u, v     []float64
	rowToCol []int32
	colToRow []int32

	free   []int32   // rows without a column
	dist   []float64 // shortest path to each column
	pred   []int32   // row before each column on that path
	remain []int32   // columns not yet reached for good
	done   []int32   // columns reached, in order

	core core
}

// Start is the state of an Assignment's column duals when it begins.
type Start int

const (
	// Cold begins with an auction from the column duals as they are.
	Cold Start = iota
	// Warm trusts the duals to be nearly optimal, as after a similar problem.
	Warm
	// Far begins with an auction of large bids first: for duals that know nothing of
	// the costs, from which paths would be long.
	Far
)

// Resize prepares for n x n problems and zeroes the column duals.
func (s *Assignment) Resize(n int) {
	s.n = n
	s.u, s.v = grow(s.u, n), grow(s.v, n)
	s.rowToCol, s.colToRow = grow(s.rowToCol, n), grow(s.colToRow, n)
	s.dist, s.pred = grow(s.dist, n), grow(s.pred, n)
	s.remain, s.done, s.free = grow(s.remain, n), grow(s.done, n), grow(s.free, n)
	clear(s.u)
	clear(s.v)
}

// grow returns s with length n, its contents unspecified.
func grow[E any](s []E, n int) []E {
	return slices.Grow(s[:0], n)[:n]
}

// Duals returns the row and column duals of the last problem (n each), shared:
// writing the column duals before the next Assign gives it another start.
func (s *Assignment) Duals() (u, v []float64) { return s.u, s.v }

// Assign finds the permutation σ of least Σ cost[i*n+σ(i)] for an n x n row-major
// cost, n the size given to Resize. The result is shared with s until its next
// problem. The error is the context's, within a few milliseconds of its end, or
// says that costs are not finite numbers.
func Assign[T Float](ctx context.Context, s *Assignment, cost []T, start Start) ([]int32, error) {
	n := s.n
	if len(cost) < n*n {
		panic("gw: the cost matrix is smaller than the assignment's size")
	}
	for i := range s.rowToCol {
		s.rowToCol[i], s.colToRow[i] = -1, -1
	}
	solve := solvePlain[T]
	if n >= coreLeast {
		solve = solveCore[T]
	}
	if err := solve(ctx, s, cost, start); err != nil {
		return nil, err
	}
	for i, j := range s.rowToCol {
		s.u[i] = float64(cost[i*n+int(j)]) - s.v[j]
	}
	return s.rowToCol, nil
}

var errNotFinite = errors.New("the costs of the assignment are not finite numbers; check the distances for NaN and infinity")

// solvePlain solves a small problem on its whole matrix.
func solvePlain[T Float](ctx context.Context, s *Assignment, cost []T, _ Start) error {
	n := s.n
	for i := range int32(n) {
		least, at := math.Inf(1), int32(-1)
		for j, c := range cost[int(i)*n:][:n] {
			if d := float64(c) - s.v[j]; d < least {
				least, at = d, int32(j)
			}
		}
		if at < 0 || math.IsInf(least, -1) {
			return errNotFinite
		}
		if s.colToRow[at] < 0 {
			s.rowToCol[i], s.colToRow[at] = at, i
		}
	}
	for i := range int32(n) {
		if s.rowToCol[i] >= 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		shortestAugmentingPath(s, cost, i)
	}
	return nil
}

// shortestAugmentingPath gives row start a column: Dijkstra over reduced costs to
// the nearest free column, then the pairs along the path are exchanged and the
// duals of the columns passed are lowered to keep them tight.
func shortestAugmentingPath[T Float](s *Assignment, cost []T, start int32) {
	n := s.n
	v, dist, pred := s.v, s.dist, s.pred
	remain, done := s.remain[:n], s.done[:0]
	row := cost[int(start)*n:][:n]
	least, at := math.Inf(1), 0
	for j, c := range row {
		d := float64(c) - v[j]
		dist[j], pred[j], remain[j] = d, start, int32(j)
		if d < least {
			least, at = d, j
		}
	}
	var end int32
	for {
		j := remain[at]
		if s.colToRow[j] < 0 {
			end = j
			break
		}
		done = append(done, j)
		last := len(remain) - 1
		remain[at] = remain[last]
		remain = remain[:last]

		i := s.colToRow[j]
		row := cost[int(i)*n:][:n]
		base := least - (float64(row[j]) - v[j])
		reached := least
		least = math.Inf(1)
		for k, j := range remain {
			d := base + float64(row[j]) - v[j]
			if d < dist[j] {
				if d < reached {
					d = reached // rounding must not make a path shorter than its beginning
				}
				dist[j], pred[j] = d, i
			} else {
				d = dist[j]
			}
			if d < least {
				least, at = d, k
			}
		}
	}
	for _, j := range done {
		v[j] += dist[j] - least
	}
	for j := end; ; {
		i := pred[j]
		s.colToRow[j] = i
		s.rowToCol[i], j = j, s.rowToCol[i]
		if i == start {
			break
		}
	}
}
