package amortized

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

var noCancel = context.Background()

// grid is the number of steps that a distance of 1, the radius of the cloud, is rounded
// to. 2^22 numbers are all that distances of up to 2 can be, which two passes sort.
const (
	gridBits = 20
	grid     = 1 << gridBits
	digit    = 11
)

// profiler looks at a cloud from one of its points at a time.
type profiler struct {
	points []r3.Vec
	mass   []float64

	self   int
	sorted []uint64 // distance to each other point on the grid, and its index
	swap   []uint64
	upTo   []float64 // mass of the first k others, k from 0
	even   bool      // all masses are the same
	cov    *mat.SymDense
	eigen  mat.EigenSym
	axes   mat.Dense
	values [3]float64
}

func newProfiler(points []r3.Vec, mass []float64) *profiler {
	n := len(points)
	p := &profiler{points: points, mass: mass, sorted: make([]uint64, n-1), swap: make([]uint64, n-1),
		upTo: make([]float64, n), even: true, cov: mat.NewSymDense(3, nil)}
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

// localShare is the share of the mass that is a point's neighbourhood: 16 points of
// 256, 64 of 1024.
const localShare = 1.0 / 16

// invariants are six numbers that say where a point lies in its shape and what the
// surface is like around it, and that no rigid motion changes (nor a reflection):
//
//	|p|                     its distance from the centre
//	√(Σ m_j |p - p_j|²)     its root mean squared distance from all
//	(σ1 - σ2)/σ1            how like a line the neighbourhood is, σ being the deviations
//	(σ2 - σ3)/σ1            how like a plane               along its principal axes
//	|p - mean|/σ1           how far from its middle: an end, a rim
//	|n·p|/|p|               how much the plane faces the centre, n being its normal
//
// The first two are on the grid of the distances. The others are rounded to 2^-16,
// which is far above what rounding can do to them unless two axes are equal.
func (p *profiler) invariants() [invariants]float64 {
	at := p.points[p.self]
	radius := r3.Norm(at)
	squares := 0.0
	for k := range p.sorted {
		d := p.distance(k)
		squares += (p.upTo[k+1] - p.upTo[k]) * d * d
	}
	near := 1
	for near < len(p.sorted) && p.upTo[near+1] <= localShare {
		near++
	}
	near = min(max(near, 3), len(p.sorted))
	var mean r3.Vec
	mass := p.mass[p.self]
	for _, key := range p.sorted[:near] {
		j := uint32(key)
		mean = r3.Add(mean, r3.Scale(p.mass[j], r3.Sub(p.points[j], at)))
		mass += p.mass[j]
	}
	mean = r3.Scale(1/mass, mean)
	p.cov.Zero()
	p.spread(r3.Scale(-1, mean), p.mass[p.self]/mass)
	for _, key := range p.sorted[:near] {
		j := uint32(key)
		p.spread(r3.Sub(r3.Sub(p.points[j], at), mean), p.mass[j]/mass)
	}
	out := [invariants]float64{toStep(radius, grid), toStep(math.Sqrt(squares), grid)}
	if !p.eigen.Factorize(p.cov, true) {
		return out
	}
	p.eigen.Values(p.values[:])
	p.eigen.VectorsTo(&p.axes)
	var s [3]float64 // largest first
	for k := range s {
		s[k] = math.Sqrt(max(p.values[2-k], 0))
	}
	if s[0] <= 2.0/grid { // all in one point
		return out
	}
	normal := r3.Vec{X: p.axes.At(0, 0), Y: p.axes.At(1, 0), Z: p.axes.At(2, 0)}
	out[2] = toStep((s[0]-s[1])/s[0], coarseGrid)
	out[3] = toStep((s[1]-s[2])/s[0], coarseGrid)
	out[4] = toStep(r3.Norm(mean)/s[0], coarseGrid)
	if radius > 2.0/grid {
		out[5] = toStep(math.Abs(r3.Dot(normal, at))/radius, coarseGrid)
	}
	return out
}

const coarseGrid = 1 << 16

func toStep(v float64, steps float64) float64 { return math.Round(v*steps) / steps }

// spread adds w x x' to the covariance.
func (p *profiler) spread(x r3.Vec, w float64) {
	v := [3]float64{x.X, x.Y, x.Z}
	for i := range 3 {
		for j := i; j < 3; j++ {
			p.cov.SetSym(i, j, p.cov.At(i, j)+w*v[i]*v[j])
		}
	}
}
