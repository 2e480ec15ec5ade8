package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/parallel"
)

// Block sizes of the search: a block of products (64 x 1024 float32, 256 kB)
// stays in a core's cache between the product and the look for its maximum.
const (
	queryBlock   = 64
	targetBlock  = 1024
	leastVectors = 512 // products of queries and targets, see searchBlocks
)

// nearestRows returns, for each row of queries (q x k), the row of targets (t x k)
// that is nearest to it, the lowest among equals: |a - b|² is least where
// a·b - |b|²/2 is greatest, so that the work is one matrix product.
func nearestRows(ctx context.Context, threads int, queries, targets blas32.General) ([]int32, error) {
	half := halfNorms(targets)
	out := make([]int32, queries.Rows)
	scratch := make([][]float32, parallel.Threads(threads))
	err := parallel.For(ctx, threads, queries.Rows, queryBlock, func(worker, lo, hi int) {
		if scratch[worker] == nil {
			scratch[worker] = make([]float32, queryBlock*targetBlock)
		}
		best := make([]float32, hi-lo)
		for i := range best {
			best[i] = float32(math.Inf(-1))
		}
		searchBlocks(rowsOf(queries, lo, hi), targets, half, 0, scratch[worker], best, out[lo:hi])
	})
	return out, err
}

// halfNorms are |b|²/2 of all rows.
func halfNorms(m blas32.General) []float32 {
	half := make([]float32, m.Rows)
	for t := range half {
		half[t] = norm2(m.Data[t*m.Stride:t*m.Stride+m.Cols]) / 2
	}
	return half
}

func rowsOf(m blas32.General, lo, hi int) blas32.General {
	m.Data, m.Rows = m.Data[lo*m.Stride:], hi-lo
	return m
}

// searchBlocks improves best and at (one for each query) with the given targets,
// whose rows count from first. There are at most queryBlock queries.
//
// Package argmin looks through blocks of leastVectors products or more. For fewer a call costs more than it saves.
func searchBlocks(queries, targets blas32.General, half []float32, first int32, scratch, best []float32, at []int32) {
	for from := 0; from < targets.Rows; from += targetBlock {
		to := min(from+targetBlock, targets.Rows)
		product := blas32.General{Rows: queries.Rows, Cols: to - from, Stride: to - from, Data: scratch[:queries.Rows*(to-from)]}
		h := half[from:to]
		if len(product.Data) >= leastVectors {
			// With the sign turned, the largest v - h is the least -v + h.
			blas32.Gemm(blas.NoTrans, blas.Trans, -1, queries, rowsOf(targets, from, to), 0, product)
			var least [queryBlock]int32
			argmin.OfRows(product.Data, h, least[:queries.Rows])
			for q, t := range least[:queries.Rows] {
				if s := -(product.Data[q*product.Stride+int(t)] + h[t]); s > best[q] {
					best[q], at[q] = s, first+int32(from)+t
				}
			}
			continue
		}
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, queries, rowsOf(targets, from, to), 0, product)
		for q := range queries.Rows {
			row := product.Data[q*product.Stride : (q+1)*product.Stride]
			most, where := best[q], int32(-1)
			for t, v := range row {
				if s := v - h[t]; s > most {
					most, where = s, int32(t)
				}
			}
			if where >= 0 {
				best[q], at[q] = most, first+int32(from)+where
			}
		}
	}
}
