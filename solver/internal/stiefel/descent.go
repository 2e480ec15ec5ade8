// Package stiefel minimises functions of matrices with orthonormal columns.
package stiefel

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Descent of a function on the Stiefel manifold of q x p matrices Δ with Δ'Δ = I:
// unit vectors for p = 1, orthogonal matrices for p = q.
type Descent struct {
	// F gives the value at delta, not negative, and writes the Euclidean gradient to
	// slope (q x p).
	F          func(delta, slope *mat.Dense) float64
	Iterations int // at most
	// Tolerance is the relative fall of the value below which a descent ends, Floor the
	// value that counts as zero.
	Tolerance, Floor float64
}

// From goes downhill from a start by Riemannian gradients: steps of Barzilai and
// Borwein's length, halved until the value falls enough (Armijo), back to the manifold
// by the QR decomposition. The value never rises. It returns where it ended,
// at the latest soon after the end of ctx.
func (s *Descent) From(ctx context.Context, start *mat.Dense) (at *mat.Dense, value float64, iterations int) {
	q, p := start.Dims()
	at = start
	slope := mat.NewDense(q, p, nil)
	value = s.F(at, slope)
	tangent := project(at, slope)
	length := 0.0
	for iterations < s.Iterations && value > s.Floor && ctx.Err() == nil {
		steepness := mat.Norm(tangent, 2)
		if steepness == 0 {
			break
		}
		if length == 0 {
			length = 0.1 / steepness // a tenth of a radian
		}
		length = math.Min(length, 1/steepness)
		iterations++
		var next *mat.Dense
		nextValue, nextSlope := math.Inf(1), mat.NewDense(q, p, nil)
		for range 30 {
			var moved mat.Dense
			moved.Scale(-length, tangent)
			moved.Add(at, &moved)
			next = Orthonormal(&moved)
			if nextValue = s.F(next, nextSlope); nextValue <= value-1e-4*length*steepness*steepness || ctx.Err() != nil {
				break
			}
			length /= 2
		}
		if !(nextValue < value) {
			break
		}
		nextTangent := project(next, nextSlope)
		var move, bend mat.Dense
		move.Sub(next, at)
		bend.Sub(nextTangent, tangent)
		length = 2 * length
		if along := math.Abs(dot(&move, &bend)); along > 0 {
			length = dot(&move, &move) / along
		}
		fall := value - nextValue
		at, value, tangent = next, nextValue, nextTangent
		if fall <= s.Tolerance*value {
			break
		}
	}
	return at, value, iterations
}

// project gives the tangent part of a gradient g at delta: g - delta sym(delta'g).
func project(delta, g *mat.Dense) *mat.Dense {
	var inner, part mat.Dense
	inner.Mul(delta.T(), g)
	inner.Add(&inner, mat.DenseCopyOf(inner.T()))
	inner.Scale(0.5, &inner)
	part.Mul(delta, &inner)
	out := new(mat.Dense)
	out.Sub(g, &part)
	return out
}

// Orthonormal is the Q of the QR decomposition with a positive diagonal of R, by Gram
// and Schmidt, twice for the rounding.
func Orthonormal(m *mat.Dense) *mat.Dense {
	q, p := m.Dims()
	out := mat.DenseCopyOf(m)
	for c := range p {
		for range 2 {
			for b := range c {
				along := 0.0
				for r := range q {
					along += out.At(r, b) * out.At(r, c)
				}
				for r := range q {
					out.Set(r, c, out.At(r, c)-along*out.At(r, b))
				}
			}
		}
		norm := 0.0
		for r := range q {
			norm = math.Hypot(norm, out.At(r, c))
		}
		for r := range q {
			out.Set(r, c, out.At(r, c)/norm)
		}
	}
	return out
}

func dot(a, b *mat.Dense) float64 {
	total := 0.0
	r, _ := a.Dims()
	for i := range r {
		for j, v := range a.RawRowView(i) {
			total += v * b.At(i, j)
		}
	}
	return total
}
