package slicer

import (
	"cmp"
	"math"
	"slices"

	"gwscope/solver/gw"
)

// Cuts says along which direction a node of the hierarchy is cut.
type Cuts int

// AxisCuts take the coordinate axis of the largest joint variance, PrincipalCuts
// the first joint principal direction.
const (
	AxisCuts Cuts = iota
	PrincipalCuts
)

// Cloud is one embedded shape: n points in R^d with positive weights.
type Cloud struct {
	Points  []float64 // n x d, row-major
	Dim     int       // d
	Weights []float64 // n, sum 1
}

// Len is the number of points n.
func (c Cloud) Len() int { return len(c.Weights) }

// Slicing is one sort of two shapes.
type Slicing struct {
	// OrderX and OrderY are the points in leaf order (n and m).
	OrderX, OrderY []int32
	// PushX and PushY are the push-forward values (n and m, within (0, 1)): the
	// mass to the left of a point in leaf order, plus half its own.
	PushX, PushY []float64
}

// Plan is the coupling that the slicing means, with source weights a and target
// weights b.
func (s *Slicing) Plan(a, b []float64) *gw.Plan { return gw.Monotone(s.OrderX, s.OrderY, a, b) }

// Slicer cuts pairs of clouds; it keeps its buffers between calls. The zero value
// is ready. One goroutine at a time.
type Slicer struct {
	x, y  half
	cov   []float64
	power []float64
	dir   []float64
}

// half is one shape while it is being cut.
type half struct {
	Cloud
	order []int32
	keyed []keyed
}

type keyed struct {
	key   float64
	index int32
}

// span is a node's share of one shape: order[first:last], whose mass interval
// starts at start and ends at end.
type span struct {
	first, last int
	start, end  float64
}

func (s span) count() int      { return s.last - s.first }
func (s span) middle() float64 { return (s.start + s.end) / 2 }

// Slice cuts X (already lifted) and Y, of the same dimension, down to single
// points. The cost is O((n+m) d² log² (n+m)). The result does not depend on the
// order of the points as long as no two of a shape coincide.
func (s *Slicer) Slice(x, y Cloud, cuts Cuts) *Slicing {
	if x.Dim != y.Dim {
		panic("slicer: clouds of different dimension")
	}
	s.x.reset(x)
	s.y.reset(y)
	s.cov = resize(s.cov, x.Dim*x.Dim)
	s.power = resize(s.power, x.Dim*x.Dim)
	s.dir = resize(s.dir, x.Dim)
	s.cut(span{0, x.Len(), 0, 1}, span{0, y.Len(), 0, 1}, cuts)
	return &Slicing{
		OrderX: slices.Clone(s.x.order), OrderY: slices.Clone(s.y.order),
		PushX: s.x.push(), PushY: s.y.push(),
	}
}

func (h *half) reset(c Cloud) {
	h.Cloud = c
	h.order = h.order[:0]
	for i := range c.Len() {
		h.order = append(h.order, int32(i))
	}
}

// push gives the middle of every point's mass interval in the present order.
func (h *half) push() []float64 {
	values := make([]float64, h.Len())
	left := 0.0
	for _, i := range h.order {
		values[i] = left + h.Weights[i]/2
		left += h.Weights[i]
	}
	return values
}

// cut divides a node at the middle of its mass, in each shape at the gap between
// points that is nearest to it, and goes on with the two halves.
func (s *Slicer) cut(x, y span, cuts Cuts) {
	for {
		if max(x.count(), y.count()) < 2 {
			return
		}
		if x.count() == 0 || y.count() == 0 {
			// Nothing is left to match here, yet the order must not depend on the file's.
			s.direction(x, y, cuts)
			s.x.sort(x, s.dir)
			s.y.sort(y, s.dir)
			return
		}
		s.direction(x, y, cuts)
		s.x.sort(x, s.dir)
		s.y.sort(y, s.dir)
		// With unequal weights the two spans drift apart by up to half a point's
		// mass; cutting at the mean of their middles keeps the drift from growing.
		middle := (x.middle() + y.middle()) / 2
		xLeft, xRight := s.x.split(x, middle)
		yLeft, yRight := s.y.split(y, middle)
		if xLeft.count()+yLeft.count() == 0 || xRight.count()+yRight.count() == 0 {
			return // only rounding could do this; the order along dir stands
		}
		s.cut(xLeft, yLeft, cuts)
		x, y = xRight, yRight
	}
}

// sort orders the points of a node along dir. Equal projections are ordered by
// their coordinates, and only then by index.
func (h *half) sort(s span, dir []float64) {
	h.keyed = h.keyed[:0]
	for _, i := range h.order[s.first:s.last] {
		p := h.at(i)
		key := 0.0
		for c, v := range dir {
			key += v * p[c]
		}
		h.keyed = append(h.keyed, keyed{key, i})
	}
	slices.SortFunc(h.keyed, func(p, q keyed) int {
		switch {
		case p.key < q.key:
			return -1
		case p.key > q.key:
			return 1
		}
		return cmp.Or(slices.Compare(h.at(p.index), h.at(q.index)), cmp.Compare(p.index, q.index))
	})
	for k, e := range h.keyed {
		h.order[s.first+k] = e.index
	}
}

func (h *half) at(i int32) []float64 {
	return h.Points[int(i)*h.Dim : (int(i)+1)*h.Dim]
}

// split puts every point whose mass lies mostly left of middle into the left
// span. A point exactly astride goes right in both shapes, whatever the rounding.
func (h *half) split(s span, middle float64) (left, right span) {
	at, k := s.start, s.first
	for ; k < s.last; k++ {
		w := h.Weights[h.order[k]]
		if at+w/2 >= middle-1e-9*w {
			break
		}
		at += w
	}
	return span{s.first, k, s.start, at}, span{k, s.last, at, s.end}
}

// direction sets s.dir to the node's cut direction: the joint covariance is the
// mean of the two shapes' covariances, each about its own mean.
func (s *Slicer) direction(x, y span, cuts Cuts) {
	d := s.x.Dim
	clear(s.cov)
	s.x.addCovariance(x, s.cov, s.dir, cuts)
	s.y.addCovariance(y, s.cov, s.dir, cuts)
	if cuts == PrincipalCuts {
		principal(s.cov, s.power, s.dir, d)
		return
	}
	best := 0
	for c := 1; c < d; c++ {
		if s.cov[c*d+c] > s.cov[best*d+best] {
			best = c
		}
	}
	clear(s.dir)
	s.dir[best] = 1
}

// addCovariance adds the weighted covariance of a node's points (d x d; for axis
// cuts only its diagonal), with mean as scratch (d).
func (h *half) addCovariance(s span, cov, mean []float64, cuts Cuts) {
	if s.count() < 2 {
		return
	}
	d := h.Dim
	clear(mean)
	total := 0.0
	for _, i := range h.order[s.first:s.last] {
		w := h.Weights[i]
		total += w
		for c, v := range h.at(i) {
			mean[c] += w * v
		}
	}
	for c := range mean {
		mean[c] /= total
	}
	for _, i := range h.order[s.first:s.last] {
		w, p := h.Weights[i]/total, h.at(i)
		if cuts == AxisCuts {
			for c, v := range p {
				cov[c*d+c] += w * (v - mean[c]) * (v - mean[c])
			}
			continue
		}
		for r := range d {
			wr := w * (p[r] - mean[r])
			for c := 0; c <= r; c++ {
				cov[r*d+c] += wr * (p[c] - mean[c])
			}
		}
	}
}

// principal sets dir to the leading eigenvector of the symmetric positive
// semidefinite matrix cov (d x d, lower triangle given), its largest component
// positive. Squaring the matrix six times is power iteration with 64 steps, by far
// enough for a direction to cut along.
func principal(cov, power, dir []float64, d int) {
	trace := 0.0
	for r := range d {
		trace += cov[r*d+r]
		for c := range r {
			cov[c*d+r] = cov[r*d+c]
		}
	}
	if !(trace > 0) {
		clear(dir)
		dir[0] = 1
		return
	}
	scale(cov, 1/trace)
	for range 6 {
		for r := range d {
			for c := 0; c <= r; c++ {
				sum := 0.0
				for k := range d {
					sum += cov[r*d+k] * cov[c*d+k]
				}
				power[r*d+c], power[c*d+r] = sum, sum
			}
		}
		trace = 0
		for r := range d {
			trace += power[r*d+r]
		}
		for k, v := range power[:d*d] {
			cov[k] = v / trace
		}
	}
	// The matrix is now nearly v v': its largest column is the steadiest multiple of v.
	best := 0
	for c := 1; c < d; c++ {
		if cov[c*d+c] > cov[best*d+best] {
			best = c
		}
	}
	norm, largest := 0.0, 0
	for r := range d {
		dir[r] = cov[best*d+r]
		norm += dir[r] * dir[r]
		if math.Abs(dir[r]) > math.Abs(dir[largest]) {
			largest = r
		}
	}
	scale(dir, math.Copysign(1/math.Sqrt(norm), dir[largest]))
}

func scale(v []float64, by float64) {
	for k := range v {
		v[k] *= by
	}
}

func resize(buffer []float64, n int) []float64 {
	return slices.Grow(buffer[:0], n)[:n]
}
