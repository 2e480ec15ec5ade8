package gw

import (
	"context"
	"math"

	"gwscope/internal/heap"
	"gwscope/solver/internal/argmin"
)

// coreLeast is the size below which the core's set-up costs more than the plain
// method needs without it.
const coreLeast = 24

// coreWidth is the number of best columns of each row in the core: few enough that
// a row is looked through in 12 steps, not n, and that choosing them costs little
// more than one pass; enough that a row seldom has to choose anew.
const coreWidth = 12

// core is a sparse part of an assignment problem that is known to be enough: for
// each row some columns of least reduced cost, and a bound below the c_ij - v_j of
// all others. Column duals only fall while a problem is solved, so a bound stays
// true; whoever needs a column beyond it looks at the whole row again.
type core struct {
	width   int
	col     []int32
	cost    []float64
	bound   []float64
	matched []float64 // cost of each row's own pair

	heap    heap.Min[float64, int32]
	dist    []float64 // valid where stamp is current
	base    []float64 // path length to a row less its dual
	stamp   []int32
	current int32
	looked  []int32 // rows looked at whole in the present path

	chosen []bool // rows that have core columns of this size, of this problem or of the one before
}

func (l *core) row(i int32) ([]int32, []float64) {
	return l.col[int(i)*l.width:][:l.width], l.cost[int(i)*l.width:][:l.width]
}

func (l *core) resize(n int) {
	l.width = min(coreWidth, n)
	l.col, l.cost = grow(l.col, n*l.width), grow(l.cost, n*l.width)
	l.bound, l.matched = grow(l.bound, n), grow(l.matched, n)
	l.dist, l.base, l.stamp = grow(l.dist, n), grow(l.base, n), grow(l.stamp, n)
	if len(l.chosen) != n {
		l.chosen = grow(l.chosen, n)
		clear(l.chosen)
	}
	clear(l.stamp)
	l.current = 0
}

// choose selects the core columns of row i by the present duals and returns the
// least c_ij - v_j and the spread of those selected.
func choose[T Float](s *Assignment, cost []T, i int32) (least, spread float64) {
	l, n := &s.core, s.n
	v := s.v[:n]
	row := cost[int(i)*n:][:n]
	cols, costs := l.row(i)
	bound := math.Inf(1)
	if l.chosen[i] {
		// So many columns are no worse than the worst of the old core: only they can be in the new one.
		worst := math.Inf(-1)
		for _, j := range cols {
			worst = max(worst, float64(row[j])-v[j])
		}
		bound = math.Nextafter(worst, bound)
	}
	var room [coreWidth]float64
	keys := room[:l.width]
	found := argmin.Smallest(row, v, bound, cols, keys)
	for k, j := range cols[:found] {
		costs[k] = float64(row[j])
	}
	for k := found; k < l.width; k++ { // costs that are no numbers
		cols[k], costs[k] = 0, math.Inf(1)
	}
	if l.chosen[i] = found == l.width && !math.IsInf(keys[0], -1); !l.chosen[i] {
		return math.NaN(), 0
	}
	l.bound[i] = keys[l.width-1]
	if l.width == n {
		l.bound[i] = math.Inf(1)
	}
	return keys[0], keys[l.width-1] - keys[0]
}

// solveCore solves an assignment problem by Jonker and Volgenant's steps on the
// core: duals by auction (cold start), tight pairs, reduction, shortest augmenting
// paths. The bounds make the result optimal on the whole matrix.
func solveCore[T Float](ctx context.Context, s *Assignment, cost []T, start Start) error {
	l, v := &s.core, s.v
	l.resize(s.n)
	gap := 0.0
	for i := range int32(s.n) {
		if i&255 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		least, spread := choose(s, cost, i)
		if math.IsNaN(least) {
			return errNotFinite
		}
		gap += spread / float64(s.n)
	}
	if start != Warm {
		if err := auction(ctx, s, cost, gap, start); err != nil {
			return err
		}
	}
	for i := range int32(s.n) {
		least, at, price := math.Inf(1), int32(-1), 0.0
		for again := false; ; again = true {
			cols, costs := l.row(i)
			for k, j := range cols {
				if d := costs[k] - v[j]; d < least {
					least, at, price = d, j, costs[k]
				}
			}
			if again || least <= l.bound[i] {
				break
			}
			choose(s, cost, i)
			least = math.Inf(1)
		}
		if j := s.rowToCol[i]; j >= 0 {
			if l.matched[i]-v[j] <= least {
				continue
			}
			s.rowToCol[i], s.colToRow[j] = -1, -1
		}
		if s.colToRow[at] < 0 {
			s.rowToCol[i], s.colToRow[at], l.matched[i] = at, i, price
		}
	}
	if err := bid(ctx, s, cost, 0, 2*s.n); err != nil {
		return err
	}
	whole := 0
	for i := range int32(s.n) {
		if s.rowToCol[i] >= 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		// Many equal rows exhaust each other's cores at every path: then whole rows
		// without the core are cheaper.
		if whole > 2*s.n {
			shortestAugmentingPath(s, cost, i)
			continue
		}
		augmentInCore(s, cost, i)
		whole += len(l.looked)
	}
	return nil
}

// augmentInCore is shortestAugmentingPath by way of the core. Beyond its columns a
// row leads nowhere nearer than its bound; only when that is the nearest thing
// left is the whole row looked at. An entry of the heap is a column (its number) or the rest of
// a row (the complement of its number) within reach at a distance. A column may be there several
// times; only its nearest entry counts.
func augmentInCore[T Float](s *Assignment, cost []T, start int32) {
	l, v, pred, n := &s.core, s.v, s.pred, s.n
	l.current += 2
	found, final := l.current, l.current+1
	open, done := l.heap[:0], s.done[:0]
	l.looked = l.looked[:0]
	least := 0.0
	nearestFree := math.Inf(1) // nothing beyond it can be on the shortest path
	relax := func(i, j int32, d float64) {
		if d >= nearestFree || l.stamp[j] == final {
			return
		}
		if d < least {
			d = least // rounding must not make a path shorter than its beginning
		}
		if l.stamp[j] == found && d >= l.dist[j] {
			return
		}
		l.stamp[j], l.dist[j], pred[j] = found, d, i
		if s.colToRow[j] < 0 {
			nearestFree = d
		}
		open.Push(d, j)
	}
	i := start
	base := 0.0
	{ // Distances begin at the start's least reduced cost.
		cols, costs := l.row(start)
		shift := math.Inf(1)
		for k, j := range cols {
			shift = min(shift, costs[k]-v[j])
		}
		base = -min(shift, l.bound[start])
	}
	var end int32
	for {
		cols, costs := l.row(i)
		for k, j := range cols {
			relax(i, j, base+costs[k]-v[j])
		}
		if b := base + l.bound[i]; b < nearestFree {
			l.base[i] = base
			open.Push(max(b, least), ^i)
		}
		var j int32
		for {
			least, j = open.Pop()
			if j >= 0 {
				if l.stamp[j] != final {
					break
				}
				continue
			}
			k := ^j
			l.looked = append(l.looked, k)
			b := l.base[k]
			for j, c := range cost[int(k)*n:][:n] {
				if d := b + float64(c) - v[j]; d < nearestFree {
					relax(k, int32(j), d)
				}
			}
		}
		if s.colToRow[j] < 0 {
			end = j
			break
		}
		l.stamp[j] = final
		done = append(done, j)
		i = s.colToRow[j]
		base = least - (l.matched[i] - v[j])
	}
	l.heap = open
	for _, j := range done {
		v[j] += l.dist[j] - least
	}
	for j := end; ; {
		i := pred[j]
		l.matched[i] = float64(cost[int(i)*n+int(j)])
		s.colToRow[j] = i
		s.rowToCol[i], j = j, s.rowToCol[i]
		if i == start {
			break
		}
	}
	// Their old cores are exhausted: the duals have fallen to where other columns
	// are as good.
	for _, i := range l.looked {
		choose(s, cost, i)
	}
}
