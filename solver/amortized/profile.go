package amortized

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
)

var noCancel = context.Background()

// grid is the number of steps that a distance of 1, the radius of the cloud, is rounded
// to. 2^22 numbers are all that distances of up to 2 can be, which two passes sort.
const (
	gridBits = 20
	grid     = 1 << gridBits
	digit    = 11
)

// shape is a cloud that is centred and scaled, with normals of unit length.
type shape struct {
	points, normals []r3.Vec
	mass            []float64
}

// profiler looks at a shape from one of its points at a time.
type profiler struct {
	*shape
	self   int
	sorted []uint64 // distance to each other point on the grid, and its index
	swap   []uint64
	upTo   []float64 // mass of the first k others, k from 0
	even   bool      // all masses are the same

	plane, turn, spare, swap32 []uint32 // of heights

	eigen eigen
}

// each calls f for all points, for each with a profiler that has read it.
func (s *shape) each(threads int, f func(p *profiler, i int)) {
	workers := make([]*profiler, parallel.Threads(threads))
	_ = parallel.For(noCancel, threads, len(s.points), 16, func(w, lo, hi int) {
		if workers[w] == nil {
			workers[w] = newProfiler(s)
		}
		for i := lo; i < hi; i++ {
			workers[w].read(i)
			f(workers[w], i)
		}
	})
}

func newProfiler(s *shape) *profiler {
	n := len(s.points)
	p := &profiler{shape: s, sorted: make([]uint64, n-1), swap: make([]uint64, n-1), upTo: make([]float64, n), even: true}
	mass := s.mass
	for _, a := range mass {
		p.even = p.even && a == mass[0]
	}
	for k := range p.upTo {
		p.upTo[k] = float64(k) / float64(n)
	}
	return p
}

// read sorts the distances from point i to all others.
func (p *profiler) read(i int) {
	p.self = i
	at, out := p.points[i], p.sorted[:0]
	for j, q := range p.points {
		if j == i {
			continue
		}
		x, y, z := q.X-at.X, q.Y-at.Y, q.Z-at.Z
		d := math.Sqrt(x*x + y*y + z*z)
		out = append(out, uint64(d*grid+0.5)<<32|uint64(j))
	}
	p.radix(32)
	p.radix(32 + digit)
	if !p.even {
		sum := 0.0
		for k, key := range p.sorted {
			sum += p.mass[uint32(key)]
			p.upTo[k+1] = sum
		}
	}
}

// radix sorts by one digit, and keeps the order of equal ones.
func (p *profiler) radix(shift uint) {
	var count [1 << digit]int32
	for _, key := range p.sorted {
		count[key>>shift&(1<<digit-1)]++
	}
	sum := int32(0)
	for d, c := range count {
		count[d] = sum
		sum += c
	}
	for _, key := range p.sorted {
		d := key >> shift & (1<<digit - 1)
		p.swap[count[d]] = key
		count[d]++
	}
	p.sorted, p.swap = p.swap, p.sorted
}

func (p *profiler) distance(k int) float64 { return float64(p.sorted[k]>>32) / grid }

// farthest is the mass of all other points.
func (p *profiler) farthest() float64 { return p.upTo[len(p.sorted)] }

// at is the distance within which a share of the mass lies, the point itself apart:
// with n equal masses that to the k-th nearest point for a share of k/n, in between
// interpolated, and 0 for none.
func (p *profiler) at(share float64) float64 {
	others := len(p.sorted)
	if others == 0 {
		return 0
	}
	k, part := 0, 0.0
	if p.even {
		// Within rounding of k it is k: whoever asks for k/n means the k-th point.
		place := share * float64(others+1)
		if r := math.Round(place); math.Abs(place-r) < 1e-9*place {
			place = r
		}
		k = int(place)
		part = place - float64(k)
	} else {
		for k < others && p.upTo[k+1] <= share {
			k++
		}
		if k < others {
			part = (share - p.upTo[k]) / (p.upTo[k+1] - p.upTo[k])
		}
	}
	if k >= others {
		return p.distance(others - 1)
	}
	near := 0.0
	if k > 0 {
		near = p.distance(k - 1)
	}
	return near + part*(p.distance(k)-near)
}

// quantile is the q-th of count quantiles of the distances to all others.
func (p *profiler) quantile(q, count int) float64 {
	return p.at((float64(q) + 0.5) / float64(count) * p.farthest())
}

// nearest is the number of other points that a share of the mass holds together with the point
// itself: at least least, unless there are fewer points.
func (p *profiler) nearest(share float64, least int) int {
	others := len(p.sorted)
	if share >= 1 {
		return others
	}
	k := 0
	if p.even {
		k = int(math.Round(share*float64(others+1))) - 1
	} else {
		for k < others && p.upTo[k+1]+p.mass[p.self] <= share+1e-12 {
			k++
		}
	}
	return min(max(k, least), others)
}

// coarse is the grid of what is computed from coordinates in floating-point numbers: far
// above what a rigid motion or another order of points can do to their roundings.
const coarse = 1 << 16

func toStep(v float64) float32 { return float32(math.Round(v*coarse) / coarse) }
