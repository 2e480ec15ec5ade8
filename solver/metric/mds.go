package metric

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/parallel"
)

// MDSOf is classical multidimensional scaling (Torgerson 1952) of a symmetric distance matrix D
// (n x n) with weights w (n, sum 1; nil: uniform). With J = I - 1w' the columns
// of the result (n x d) are W^-½ u √λ for the d largest eigenpairs (λ, u) of
// -½ W^½ J D∘D J' W^½: axes in order of variance, each turned so that its third moment is
// positive; axes that a metric does not have are zero.
func MDSOf(D *mat.Dense, w []float64, d int) *mat.Dense {
	coordinates, _ := scaling(D, w, d)
	return coordinates
}

// scaling is MDSOf, with the weighted means of the squared distances of each
// sample, which out-of-sample points need.
func scaling(D *mat.Dense, w []float64, d int) (coordinates *mat.Dense, meanSquare []float64) {
	n, _ := D.Dims()
	if w == nil {
		w = slices.Repeat([]float64{1 / float64(n)}, n)
	}
	meanSquare = make([]float64, n)
	var grand float64
	for i := range n {
		for j, x := range D.RawRowView(i) {
			meanSquare[i] += w[j] * x * x
		}
		grand += w[i] * meanSquare[i]
	}
	root := make([]float64, n)
	for i := range root {
		root[i] = math.Sqrt(w[i])
	}
	gram := mat.NewSymDense(n, nil)
	raw := gram.RawSymmetric()
	for i := range n {
		row := D.RawRowView(i)
		for j := i; j < n; j++ {
			raw.Data[i*raw.Stride+j] = -0.5 * root[i] * root[j] * (row[j]*row[j] - meanSquare[i] - meanSquare[j] + grand)
		}
	}
	values, vectors := topEigen(gram, d)
	coordinates = mat.NewDense(n, d, nil)
	for k, value := range values {
		if value <= 0 {
			continue
		}
		length, sign := math.Sqrt(value), axisSign(vectors, k, w)
		for i := range n {
			coordinates.Set(i, k, sign*length*vectors.At(i, k)/root[i])
		}
	}
	return coordinates, meanSquare
}

// symmetricMoment is the relative third moment below which an axis counts as
// symmetric, and the first sample that is clearly off the middle decides.
const symmetricMoment = 1e-6

// axisSign is the sign that makes the weighted third moment of the coordinates
// W^-½ u positive: a property of the shape, not of the order of its points.
func axisSign(vectors *mat.Dense, k int, w []float64) float64 {
	n, _ := vectors.Dims()
	var cubes, squares float64
	for i := range n {
		x := vectors.At(i, k) / math.Sqrt(w[i])
		cubes += w[i] * x * x * x
		squares += w[i] * x * x
	}
	if math.Abs(cubes) > symmetricMoment*math.Pow(squares, 1.5) {
		return math.Copysign(1, cubes)
	}
	for i := range n {
		if x := vectors.At(i, k) / math.Sqrt(w[i]); x*x > 0.1*squares {
			return math.Copysign(1, x)
		}
	}
	return 1
}

// LandmarkMDS embeds all points of the domain (v x d) by their distances to the
// samples (de Silva & Tenenbaum 2004; Gower 1968): x = ½ L# (μ - δ²), with the
// axes of MDSOf the samples. A sample's own point lands on the sample's place.
func (s *Space) LandmarkMDS(d, threads int) *mat.Dense {
	n, v := s.Len(), len(s.Domain.Points)
	coordinates, meanSquare := scaling(s.Distances, nil, d)
	// L# has the rows x_k/(n λ_k), where n λ_k is the sum of squares of axis k.
	pseudo := make([]float64, n*d)
	for k := range d {
		var squares float64
		for i := range n {
			squares += coordinates.At(i, k) * coordinates.At(i, k)
		}
		if squares == 0 {
			continue
		}
		for i := range n {
			pseudo[i*d+k] = coordinates.At(i, k) / (2 * squares)
		}
	}
	out := mat.NewDense(v, d, nil)
	raw := out.RawMatrix().Data
	_ = parallel.For(context.Background(), threads, v, 1024, func(_, lo, hi int) {
		part := make([]float32, hi-lo)
		for i := range n {
			axes, mean := pseudo[i*d:(i+1)*d], meanSquare[i]
			for p, x := range s.Row(i).Part(lo, hi, part) {
				gap := mean - float64(x)*float64(x)
				row := raw[(lo+p)*d : (lo+p+1)*d]
				for k, a := range axes {
					row[k] += a * gap
				}
			}
		}
	})
	return out
}

// RootDistances is √(D/mean D), which weakens long distances. It is a metric
// that embeds in Euclidean space better than D itself.
func RootDistances(D *mat.Dense) *mat.Dense {
	return relative(D, math.Sqrt)
}

// SaturatedDistances is 1 - exp(-(D/mean D)²/(2σ²)), which lets only near pairs
// speak; 0.5 is a good σ.
func SaturatedDistances(D *mat.Dense, sigma float64) *mat.Dense {
	return relative(D, func(x float64) float64 { return -math.Expm1(-x * x / (2 * sigma * sigma)) })
}

// relative applies f to D/mean D (the mean of all entries), diagonal included.
func relative(D *mat.Dense, f func(float64) float64) *mat.Dense {
	n, m := D.Dims()
	mean := mat.Sum(D) / float64(n*m)
	if mean == 0 {
		mean = 1
	}
	out := mat.NewDense(n, m, nil)
	out.Apply(func(_, _ int, x float64) float64 { return f(x / mean) }, D)
	return out
}
