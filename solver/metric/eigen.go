package metric

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Settings of topEigen, measured on distance matrices of 100-1000 samples.
const (
	eigenDirect = 48    // smaller matrices are decomposed whole
	eigenExtra  = 4     // block columns beyond the wanted pairs
	eigenDepth  = 5     // products with the matrix in one Krylov space
	eigenRounds = 60    // restarts before the whole matrix is decomposed after all
	eigenExact  = 1e-11 // residual of a pair, as a share of the largest eigenvalue
)

// topEigen returns the d largest eigenvalues of a symmetric matrix, largest
// first, with their eigenvectors as columns (n x d); values beyond n are 0. It is
// a block Krylov iteration with Rayleigh-Ritz restarts (Musco & Musco 2015),
// which unlike Lanczos with single vectors finds multiple eigenvalues, and at
// n = 500, d = 6 costs a twentieth of the whole decomposition.
func topEigen(a *mat.SymDense, d int) ([]float64, *mat.Dense) {
	n := a.SymmetricDim()
	values, vectors := make([]float64, d), mat.NewDense(n, d, nil)
	wanted := min(d, n)
	width := wanted + eigenExtra
	if n <= eigenDirect || n < 2*width*eigenDepth {
		wholeEigen(a, wanted, values, vectors)
		return values, vectors
	}
	// A fixed random start: deterministic, and not orthogonal to anything wanted.
	rng := rand.New(rand.NewPCG(1, 2))
	block := mat.NewDense(n, width, nil)
	for i := range n {
		for k := range width {
			block.Set(i, k, rng.NormFloat64())
		}
	}
	basis := mat.NewDense(n, width*eigenDepth, nil)
	var image, small, ritz mat.Dense
	for range eigenRounds {
		used := orthonormalise(basis, 0, block)
		last := used
		for depth := 1; depth < eigenDepth && last > 0; depth++ {
			image.Reset()
			image.Mul(a, basis.Slice(0, n, used-last, used))
			last = orthonormalise(basis, used, &image)
			used += last
		}
		q := basis.Slice(0, n, 0, used)
		image.Reset()
		image.Mul(a, q)
		small.Reset()
		small.Mul(q.T(), &image)
		projected := mat.NewSymDense(used, nil)
		for i := range used {
			for j := i; j < used; j++ {
				projected.SetSym(i, j, (small.At(i, j)+small.At(j, i))/2)
			}
		}
		keep := min(width, used)
		theta, u := make([]float64, keep), mat.NewDense(used, keep, nil)
		if !wholeEigen(projected, keep, theta, u) {
			break
		}
		ritz.Reset()
		ritz.Mul(q, u) // n x keep
		var moved mat.Dense
		moved.Mul(&image, u)
		if worstResidual(&moved, &ritz, theta[:min(wanted, keep)]) <= eigenExact*math.Abs(theta[0]) {
			copy(values, theta[:wanted])
			vectors.Slice(0, n, 0, wanted).(*mat.Dense).Copy(&ritz)
			return values, vectors
		}
		block.CloneFrom(&ritz)
	}
	wholeEigen(a, wanted, values, vectors)
	return values, vectors
}

// wholeEigen decomposes a small matrix and copies its d largest pairs.
func wholeEigen(a *mat.SymDense, d int, values []float64, vectors *mat.Dense) bool {
	var e mat.EigenSym
	if !e.Factorize(a, true) {
		return false // gonum's QL iteration converges on every finite matrix
	}
	n := a.SymmetricDim()
	all := e.Values(nil)
	var columns mat.Dense
	e.VectorsTo(&columns)
	for k := range d {
		values[k] = all[n-1-k]
		for i := range n {
			vectors.Set(i, k, columns.At(i, n-1-k))
		}
	}
	return true
}

// orthonormalise writes an orthonormal basis of the columns of block, orthogonal
// to the first have columns of basis, after those columns (Gram-Schmidt, twice
// for accuracy), and returns how many it added. Columns that add nothing new to
// rounding are dropped.
func orthonormalise(basis *mat.Dense, have int, block *mat.Dense) int {
	n, total := basis.Dims()
	_, width := block.Dims()
	// Columns are handled as contiguous vectors.
	columns := make([][]float64, have, have+width)
	for k := range columns {
		columns[k] = mat.Col(nil, k, basis)
	}
	added := 0
	for k := 0; k < width && have+added < total; k++ {
		x := mat.Col(nil, k, block)
		before := norm(x)
		for range 2 {
			for _, q := range columns {
				var dot float64
				for i, v := range q {
					dot += v * x[i]
				}
				for i, v := range q {
					x[i] -= dot * v
				}
			}
		}
		length := norm(x)
		if !(length > 1e-12*before) {
			continue
		}
		for i := range n {
			x[i] /= length
			basis.Set(i, have+added, x[i])
		}
		columns = append(columns, x)
		added++
	}
	return added
}

// worstResidual is the largest |A x - θ x| over the pairs.
func worstResidual(moved, ritz *mat.Dense, theta []float64) float64 {
	n, _ := ritz.Dims()
	var worst float64
	for k, t := range theta {
		var sum float64
		for i := range n {
			r := moved.At(i, k) - t*ritz.At(i, k)
			sum += r * r
		}
		worst = max(worst, math.Sqrt(sum))
	}
	return worst
}

func norm(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum)
}
