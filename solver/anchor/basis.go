package anchor

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/metric"
)

// bandwidthNeighbor: the Gaussian is as wide as the mean distance to this neighbour,
// two rings of samples.
const bandwidthNeighbor = 6

// basis are the k leading eigenvectors (count x k, fewer where there are fewer
// samples; mean square 1) of diffusion on the first count samples: a Gaussian graph
// whose weights are divided by the densities at both ends, so that uneven sampling
// does not count (Coifman & Lafon 2006, α = 1), and normalised symmetrically.
func basis(space *metric.Space, count, k int) (blas32.General, error) {
	reach := make([]float64, count)
	for i := range reach {
		row := slices.Clone(space.Distances.RawRowView(i)[:count])
		slices.Sort(row)
		reach[i] = row[min(bandwidthNeighbor, count-1)]
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
		return blas32.General{}, fmt.Errorf("the distances of a shape give no diffusion basis: %w", err)
	}
	vectors.Scale(math.Sqrt(float64(count)), vectors)
	return single(vectors), nil
}

// divide divides w_ij by (d_i d_j)^power, with d the row sums.
func divide(w *mat.SymDense, power float64) {
	n := w.SymmetricDim()
	factor := make([]float64, n)
	for i := range n {
		for j := range n {
			factor[i] += w.At(i, j)
		}
	}
	for i := range factor {
		factor[i] = math.Pow(factor[i], -power)
	}
	for i := range n {
		for j := i; j < n; j++ {
			w.SetSym(i, j, w.At(i, j)*factor[i]*factor[j])
		}
	}
}

// single is a matrix in single precision.
func single(m *mat.Dense) blas32.General {
	r, c := m.Dims()
	out := dense.New32(r, c)
	for i := range r {
		for j, v := range m.RawRowView(i) {
			out.Data[i*c+j] = float32(v)
		}
	}
	return out
}
