package sparse

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// leafSize is where cutting ends: within so few points any order will do.
const leafSize = 24

// Dissect orders the rows of a matrix whose rows belong to points in space (N) so
// that its factor has few entries: by geometric nested dissection (George 1973).
// Points are cut in two across their longest extent; the points of one half that
// touch the other come last. On surfaces these are few, about the root of the
// number of points.
func Dissect(points []r3.Vec, a *Matrix) []int32 {
	rows := order.Natural(a.N)
	d := &dissector{points: points, a: a, part: make([]int32, a.N), scratch: make([]int32, a.N)}
	d.cut(rows)
	return rows
}

type dissector struct {
	points  []r3.Vec
	a       *Matrix
	part    []int32 // number of the last half that a point was in
	parts   int32
	scratch []int32
}

// cut orders a set of points in place.
func (d *dissector) cut(set []int32) {
	for len(set) > leafSize {
		low := d.halve(set)
		if low == 0 {
			return // all in one place
		}
		below, above := d.parts+1, d.parts+2
		d.parts += 2
		for k, i := range set {
			d.part[i] = below
			if k >= low {
				d.part[i] = above
			}
		}
		first, last := set[:low], set[low:]
		edgeBelow, edgeAbove := d.touching(first, above), d.touching(last, below)
		// The separator moves to the end: at the end of the upper half, or of the lower half
		// and then behind the upper one.
		if edgeAbove <= edgeBelow {
			d.toEnd(last, below)
			last = last[:len(last)-edgeAbove]
		} else {
			d.toEnd(first, above)
			separator := append([]int32(nil), first[low-edgeBelow:]...)
			copy(set[low-edgeBelow:], last)
			copy(set[len(set)-edgeBelow:], separator)
			first, last = set[:low-edgeBelow], set[low-edgeBelow:len(set)-edgeBelow]
		}
		d.cut(first)
		set = last
	}
}

// halve puts the points below the middle of the longest extent first, and says how
// many there are; 0 where nothing tells the points apart.
func (d *dissector) halve(set []int32) int {
	lo, hi := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	var mean [3]float64
	for _, i := range set {
		for c, x := range coordinates(d.points[i]) {
			lo[c], hi[c] = math.Min(lo[c], x), math.Max(hi[c], x)
			mean[c] += x / float64(len(set))
		}
	}
	axis := 0
	for c := range 3 {
		if hi[c]-lo[c] > hi[axis]-lo[axis] {
			axis = c
		}
	}
	// The mean lies nearer to the median than the middle of the extent does.
	return d.partition(set, func(i int32) bool { return coordinates(d.points[i])[axis] < mean[axis] })
}

// touching counts the points of a half with a neighbour in the other one.
func (d *dissector) touching(half []int32, other int32) int {
	n := 0
	for _, i := range half {
		if d.touches(i, other) {
			n++
		}
	}
	return n
}

func (d *dissector) touches(i, other int32) bool {
	for _, j := range d.a.Row(i) {
		if d.part[j] == other {
			return true
		}
	}
	return false
}

// toEnd moves the points that touch the other half behind the rest.
func (d *dissector) toEnd(half []int32, other int32) {
	d.partition(half, func(i int32) bool { return !d.touches(i, other) })
}

// partition puts the points that satisfy first before the others, keeping the order
// of either kind, and says how many there are.
func (d *dissector) partition(set []int32, first func(int32) bool) int {
	n, rest := 0, d.scratch[:0]
	for _, i := range set {
		if first(i) {
			set[n] = i
			n++
		} else {
			rest = append(rest, i)
		}
	}
	copy(set[n:], rest)
	return n
}

func coordinates(p r3.Vec) [3]float64 { return [3]float64{p.X, p.Y, p.Z} }
