package anchor

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// bandwidthNeighbor: the Gaussian is as wide as the mean distance to this neighbour,
// two rings of samples.
const bandwidthNeighbor = 6

// basis are the k leading eigenvectors (count x k, fewer where there are fewer
// samples; mean square 1) of diffusion on the first count samples: a Gaussian graph
// whose weights are divided by the densities at both ends, so that uneven sampling
// does not count (Coifman & Lafon 2006, α = 1), and normalised symmetrically.
func basis(space *metric.Space, count, k int) (*functions, error) {
	reach := make([]float64, count)
	width := min(bandwidthNeighbor+1, count)
	near := judge.Nearest(space, count, width, 1)
	for i := range reach {
		reach[i] = space.Distances.At(i, int(near[(i+1)*width-1]))
	}
	sigma := stat.Mean(reach, nil)
	if !(sigma > 0) {
		sigma = 1
	}
	w := mat.NewSymDense(count, nil)
	for i := range count {
		for j, d := range space.Distances.RawRowView(i)[i:count] {
			w.SetSym(i, i+j, math.Exp(-d*d/(2*sigma*sigma)))
		}
	}
	divide(w, 1)
	divide(w, 0.5)
	_, vectors, err := dense.SymTop(w, k)
	if err != nil {
		return nil, fmt.Errorf("the distances of a shape give no diffusion basis: %w", err)
	}
	vectors.Scale(math.Sqrt(float64(count)), vectors)
	return newFunctions(dense.Single(vectors)), nil
}

// functions are a basis with products of its first functions.
type functions struct {
	blas32.General             // count x K
	squares        [][]float32 // [k-1]: squared lengths of the rows of the first k (count)
	means          []float64   // of each function
	meanSquares    []float64   // [k-1]: mean of squares[k-1]
}

func newFunctions(m blas32.General) *functions {
	f := &functions{General: m, means: make([]float64, m.Cols), meanSquares: make([]float64, m.Cols)}
	sums := make([]float32, m.Rows)
	for k := range m.Cols {
		for i := range sums {
			v := m.Data[i*m.Stride+k]
			sums[i] += v * v
			f.means[k] += float64(v) / float64(m.Rows)
		}
		f.squares = append(f.squares, slices.Clone(sums))
		f.meanSquares[k] = meanOf(sums)
	}
	return f
}

// first are the first k functions.
func (f *functions) first(k int) blas32.General {
	m := f.General
	m.Cols = k
	return m
}

// gap is the mean squared distance between the rows of the first k functions of x,
// turned by the orthogonal c (k x k), and those of y.
func (x *functions) gap(y *functions, c blas32.General) float32 {
	k := c.Cols
	sum := x.meanSquares[k-1] + y.meanSquares[k-1]
	for i := range k {
		for j, v := range c.Data[i*c.Stride:][:k] {
			sum -= 2 * x.means[i] * float64(v) * y.means[j]
		}
	}
	return float32(max(sum, 0))
}

// divide divides w_ij by (d_i d_j)^power, with d the row sums.
func divide(w *mat.SymDense, power float64) {
	n := w.SymmetricDim()
	raw := w.RawSymmetric()
	upper := func(i int) []float64 { return raw.Data[i*raw.Stride+i : i*raw.Stride+n] }
	factor := make([]float64, n)
	for i := range n {
		for j, v := range upper(i) {
			factor[i+j] += v
			if j > 0 {
				factor[i] += v
			}
		}
	}
	for i := range factor {
		factor[i] = math.Pow(factor[i], -power)
	}
	for i := range n {
		row := upper(i)
		for j := range row {
			row[j] = row[j] * factor[i] * factor[i+j]
		}
	}
}
