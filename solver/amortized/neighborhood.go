package amortized

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	lapackgo "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/spatial/r3"
)

// shares of the mass that a point's neighbourhoods hold.
var shares = [...]float64{1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4}

const (
	eachSize  = 7
	localSize = len(shares) * eachSize
	// fewestNear is the number of other points below which a neighbourhood says nothing.
	fewestNear = 5
)

// neighborhoods says of each neighbourhood of the point what it is like, free of its size:
// with σ1 <= σ2 <= σ3 the deviations along its principal axes, σ² the sum of their squares,
// m its middle, N the normals,
//
//	σ1/σ, σ2/σ, σ3/σ        line, plane or lump
//	|p - m|/σ, |N·(p - m)|/σ  at an end or rim, bent
//	the two larger eigenvalues of mean N N', the smaller first  how normals spread
func (p *profiler) neighborhoods(out []float32) {
	at, own := p.points[p.self], p.normals[p.self]
	var around, turned moments
	around.add(r3.Vec{}, p.mass[p.self])
	turned.add(own, p.mass[p.self])
	done := 0
	for k, share := range shares {
		near := p.nearest(share, fewestNear)
		for ; done < near; done++ {
			j := uint32(p.sorted[done])
			around.add(r3.Sub(p.points[j], at), p.mass[j])
			turned.add(p.normals[j], p.mass[j])
		}
		row := out[k*eachSize : (k+1)*eachSize]
		variances := p.eigen.of(around.covariance(), false)
		size := math.Sqrt(variances[0] + variances[1] + variances[2])
		if size <= 2.0/grid { // all in one point
			clear(row)
			continue
		}
		for a, v := range variances {
			row[a] = toStep(math.Sqrt(max(v, 0)) / size)
		}
		middle := around.mean()
		row[3] = toStep(r3.Norm(middle) / size)
		row[4] = toStep(math.Abs(r3.Dot(own, middle)) / size)
		spread := p.eigen.of(turned.second(), false)
		row[5], row[6] = toStep(spread[1]), toStep(spread[2])
	}
}

// normalShare is the share of the mass whose plane is taken for the tangent plane where a
// cloud has no normals: eight points of 256, as few as make one, 32 of 1024.
const normalShare = 1.0 / 32

// normal estimates the normal at the point: the axis of its neighbourhood's least spread.
func (p *profiler) normal() r3.Vec {
	var around moments
	around.add(r3.Vec{}, p.mass[p.self])
	for _, key := range p.sorted[:p.nearest(normalShare, fewestNear)] {
		j := uint32(key)
		around.add(r3.Sub(p.points[j], p.points[p.self]), p.mass[j])
	}
	p.eigen.of(around.covariance(), true)
	return r3.Vec{X: p.eigen.a[0], Y: p.eigen.a[3], Z: p.eigen.a[6]}
}

// moments are weighted sums of vectors.
type moments struct {
	mass  float64
	first r3.Vec
	xx    [9]float64 // upper triangle
}

func (m *moments) add(x r3.Vec, w float64) {
	m.mass += w
	m.first = r3.Add(m.first, r3.Scale(w, x))
	m.xx[0] += w * x.X * x.X
	m.xx[1] += w * x.X * x.Y
	m.xx[2] += w * x.X * x.Z
	m.xx[4] += w * x.Y * x.Y
	m.xx[5] += w * x.Y * x.Z
	m.xx[8] += w * x.Z * x.Z
}

func (m *moments) mean() r3.Vec { return r3.Scale(1/m.mass, m.first) }

// second is the mean of x x'.
func (m *moments) second() [9]float64 {
	out := m.xx
	for k := range out {
		out[k] /= m.mass
	}
	return out
}

func (m *moments) covariance() [9]float64 {
	out, c := m.second(), m.mean()
	out[0] -= c.X * c.X
	out[1] -= c.X * c.Y
	out[2] -= c.X * c.Z
	out[4] -= c.Y * c.Y
	out[5] -= c.Y * c.Z
	out[8] -= c.Z * c.Z
	return out
}

// eigen decomposes symmetric 3 x 3 matrices without allocating.
type eigen struct {
	a    [9]float64
	work [32]float64
}

// of are the eigenvalues of the matrix with this upper triangle, the least first; with
// vectors set, a is left with the eigenvectors as columns.
func (e *eigen) of(upper [9]float64, vectors bool) (values [3]float64) {
	e.a = upper
	job := lapack.EVNone
	if vectors {
		job = lapack.EVCompute
	}
	lapackgo.Implementation{}.Dsyev(job, blas.Upper, 3, e.a[:], 3, values[:], e.work[:], len(e.work))
	return values
}
