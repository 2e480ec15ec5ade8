package metric

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// Settings of topEigen, measured on distance matrices of 100 to 2000 samples.
const (
	eigenWhole  = 400   // smaller matrices are tridiagonalised, which is quicker there
	eigenExtra  = 4     // block rows beyond the wanted pairs
	eigenDepth  = 4     // blocks in one Krylov space
	eigenRounds = 40    // restarts before the matrix is tridiagonalised after all
	eigenExact  = 1e-11 // residual of a pair, as a share of the largest eigenvalue
)

// topEigen returns the d largest eigenvalues of a symmetric matrix, largest
// first, with their eigenvectors as columns (n x d); values beyond n are 0.
//
// Large matrices go through a block Krylov iteration with Rayleigh-Ritz restarts
// (Musco & Musco 2015), which unlike Lanczos with single vectors finds multiple
// eigenvalues too. It starts from fixed random numbers, so the result is a
// function of the matrix alone.
func topEigen(a *mat.SymDense, d int) ([]float64, *mat.Dense) {
	n := a.SymmetricDim()
	wanted := min(d, n)
	if width := wanted + eigenExtra; n > eigenWhole && n > 2*width*eigenDepth {
		if values, rows := blockKrylov(a, wanted, width); values != nil {
			return values, mat.DenseCopyOf(rows.T())
		}
	}
	values, vectors := make([]float64, d), mat.NewDense(n, d, nil)
	// The error is for matrices that are not finite; distances are.
	if top, columns, err := dense.SymTop(a, wanted); err == nil {
		copy(values, top)
		vectors.Slice(0, n, 0, wanted).(*mat.Dense).Copy(columns)
	}
	return values, vectors
}

// blockKrylov returns the pairs with the vectors as rows, or nil when they do not
// settle: vectors are rows throughout, contiguous in memory.
func blockKrylov(a *mat.SymDense, wanted, width int) ([]float64, *mat.Dense) {
	n := a.SymmetricDim()
	rng := rand.New(rand.NewPCG(1, 2))
	block := mat.NewDense(width, n, nil)
	for k := range width {
		for i, row := 0, block.RawRowView(k); i < n; i++ {
			row[i] = rng.NormFloat64()
		}
	}
	basis := mat.NewDense(width*eigenDepth, n, nil)
	images := mat.NewDense(width*eigenDepth, n, nil) // basis times a
	for range eigenRounds {
		used, fresh := 0, extendBasis(basis, 0, block)
		for fresh > 0 {
			image := images.Slice(used, used+fresh, 0, n).(*mat.Dense)
			image.Mul(basis.Slice(used, used+fresh, 0, n), a)
			used += fresh
			fresh = 0
			if used < width*eigenDepth {
				fresh = extendBasis(basis, used, mat.DenseCopyOf(image))
			}
		}
		q, aq := basis.Slice(0, used, 0, n), images.Slice(0, used, 0, n)
		var small mat.Dense
		small.Mul(q, aq.T())
		projected := mat.NewSymDense(used, nil)
		for i := range used {
			for j := i; j < used; j++ {
				projected.SetSym(i, j, (small.At(i, j)+small.At(j, i))/2)
			}
		}
		theta, u, err := dense.SymTop(projected, width)
		if err != nil || len(theta) < wanted {
			return nil, nil
		}
		var ritz, moved mat.Dense
		ritz.Mul(u.T(), q)
		moved.Mul(u.T(), aq)
		if worstResidual(&moved, &ritz, theta[:wanted]) <= eigenExact*math.Abs(theta[0]) {
			return theta[:wanted], ritz.Slice(0, wanted, 0, n).(*mat.Dense)
		}
		block = &ritz
	}
	return nil, nil
}

// extendBasis makes the rows of block orthonormal and orthogonal to the first
// have rows of basis, and writes them after those (Gram-Schmidt, twice for
// accuracy). It overwrites block, drops rows that add nothing new to rounding, and
// returns how many it added.
func extendBasis(basis *mat.Dense, have int, block *mat.Dense) int {
	width, n := block.Dims()
	total, _ := basis.Dims()
	before := make([]float64, width)
	for k := range width {
		before[k] = blas64.Nrm2(blas64.Vector{N: n, Inc: 1, Data: block.RawRowView(k)})
	}
	if have > 0 {
		q := basis.Slice(0, have, 0, n)
		var share, part mat.Dense
		for range 2 {
			share.Mul(block, q.T())
			part.Mul(&share, q)
			block.Sub(block, &part)
		}
	}
	added := 0
	for k := 0; k < width && have+added < total; k++ {
		x := blas64.Vector{N: n, Inc: 1, Data: block.RawRowView(k)}
		for range 2 {
			for j := range added {
				y := blas64.Vector{N: n, Inc: 1, Data: basis.RawRowView(have + j)}
				blas64.Axpy(-blas64.Dot(x, y), y, x)
			}
		}
		length := blas64.Nrm2(x)
		if !(length > 1e-10*before[k]) {
			continue
		}
		blas64.Scal(1/length, x)
		copy(basis.RawRowView(have+added), x.Data)
		added++
	}
	return added
}

// worstResidual is the largest |A x - θ x| over the pairs, with vectors as rows.
func worstResidual(moved, ritz *mat.Dense, theta []float64) float64 {
	var worst float64
	for k, t := range theta {
		var sum float64
		x := ritz.RawRowView(k)
		for i, y := range moved.RawRowView(k) {
			r := y - t*x[i]
			sum += r * r
		}
		worst = max(worst, math.Sqrt(sum))
	}
	return worst
}
