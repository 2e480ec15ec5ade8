package slicer

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Lifting is an orthogonal d x d matrix R, row-major: h(x) = R E_X(x).
type Lifting []float64

// Flip is the lifting that reverses the axes whose bit is set in mask. The axes
// of an embedding come in order of variance but with signs that mean nothing, so
// the 2^d flips are the first liftings to try.
func Flip(d int, mask uint) Lifting {
	r := make(Lifting, d*d)
	for c := range d {
		r[c*d+c] = 1
		if mask>>c&1 == 1 {
			r[c*d+c] = -1
		}
	}
	return r
}

// Rotations gives count random liftings, uniform over all orthogonal matrices,
// reflections included (QR of a Gaussian matrix with a positive diagonal in R).
func Rotations(d, count int, seed uint64) []Lifting {
	rng := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	all := make([]Lifting, count)
	var qr mat.QR
	var q mat.Dense
	for k := range all {
		g := mat.NewDense(d, d, nil)
		for i := range d {
			for j := range d {
				g.Set(i, j, rng.NormFloat64())
			}
		}
		qr.Factorize(g)
		q.Reset()
		qr.QTo(&q)
		r := make(Lifting, d*d)
		for i := range d {
			for j := range d {
				// Without the sign of R's diagonal the distribution would not be uniform.
				r[i*d+j] = q.At(i, j) * math.Copysign(1, qr.At(j, j))
			}
		}
		all[k] = r
	}
	return all
}

// Apply carries the cloud by the lifting.
func (r Lifting) Apply(c Cloud) Cloud {
	d := c.Dim
	out := make([]float64, len(c.Points))
	for i := range c.Len() {
		p, q := c.Points[i*d:(i+1)*d], out[i*d:(i+1)*d]
		for a := range d {
			sum := 0.0
			for b, v := range p {
				sum += r[a*d+b] * v
			}
			q[a] = sum
		}
	}
	return Cloud{Points: out, Dim: d, Weights: c.Weights}
}

// Procrustes is the lifting that fits X to Y best on matched pairs: pair k joins
// source i[k] and target j[k] with the given mass, and R minimises
// Σ mass |R x_i - y_j|² over the orthogonal matrices (Schönemann 1966). The
// embeddings are centred already, so no translation is wanted.
func Procrustes(x, y Cloud, i, j []int32, mass []float64) Lifting {
	d := x.Dim
	cross := mat.NewDense(d, d, nil)
	raw := cross.RawMatrix()
	for k := range i {
		p := x.Points[int(i[k])*d : (int(i[k])+1)*d]
		q := y.Points[int(j[k])*d : (int(j[k])+1)*d]
		for a, v := range q {
			for b, u := range p {
				raw.Data[a*raw.Stride+b] += mass[k] * v * u
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(cross, mat.SVDFull) {
		return Flip(d, 0)
	}
	var u, v, r mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	r.Mul(&u, v.T())
	out := make(Lifting, d*d)
	for a := range d {
		for b := range d {
			out[a*d+b] = r.At(a, b)
		}
	}
	return out
}
