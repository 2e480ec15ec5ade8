package baseline

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// streamed is an entropic transport problem whose costs are inner products,
//
//	C_ij = <p_i, q_j>,   P_ij = a_i b_j e^(f_i + g_j - C_ij/ε)  (p: n x k, q: m x k),
//
// solved without ever holding an n x m matrix: costs are made in tiles that stay in
// the cache, and each tile is summed and forgotten (the log-sum-exp with a running
// maximum that attention kernels use). Memory is O((n + m) k), time O(n m k) a
// sweep. Tiles are in single precision, potentials in double and in units of ε.
type streamed struct {
	p, q       blas32.General
	logA, logB []float64
	f, g       []float64
	eps        float64
	threads    int
}

// Tiles: rows that share one product, and columns that stay in a core's cache
// (64 x 512 floats are 128 kB).
const (
	tileRows    = 64
	tileColumns = 512
)

// negligible is the exponent below which a term is left out of a sum: 1e5 such
// terms change it by 2e-4 at most.
const negligible = -20

// rowSweep sets f_i = -log Σ_j b_j e^(g_j - C_ij/ε), after which rows have exactly
// their mass. If moments (n x k) is given, its row i becomes Σ_j P_ij q_j / a_i.
func (s *streamed) rowSweep(ctx context.Context, moments *blas32.General) error {
	return sweep(ctx, s.threads, s.eps, s.p, s.q, s.logB, s.g, s.f, moments)
}

// overRelaxed is how far a column sweep goes, 1 being to the columns' exact mass. As f
// is exact in between, the sweep contracts an error of rate λ in [0, 1) by
// 1 - 1.8 (1-λ), which ends almost twice as soon as λ itself where it is slow (over-
// relaxed Sinkhorn, Thibault et al. 2017); below 2 every rate contracts.
const overRelaxed = 1.8

// columnSweep is an over-relaxed rowSweep for g, and returns Σ_j |(P' 1)_j - b_j| of
// the plan before it, for which it needs nothing more: that plan's columns are
// b_j e^(old g_j - exact g_j).
func (s *streamed) columnSweep(ctx context.Context) (violation float64, err error) {
	old := append([]float64(nil), s.g...)
	if err := sweep(ctx, s.threads, s.eps, s.q, s.p, s.logA, s.f, s.g, nil); err != nil {
		return 0, err
	}
	for j, v := range s.g {
		violation += math.Exp(s.logB[j]) * math.Abs(math.Expm1(min(old[j]-v, 700)))
		s.g[j] = old[j] + overRelaxed*(v-old[j])
	}
	return violation, nil
}

// sweep sets out_i = -log Σ_j e^(pot_j + logWeight_j - <p_i, q_j>/ε). It reports the
// context's error with out partly written.
func sweep(ctx context.Context, threads int, eps float64, p, q blas32.General, logWeight, pot, out []float64, moments *blas32.General) error {
	n, m, k := p.Rows, q.Rows, p.Cols
	bias := make([]float32, m)
	for j := range bias {
		bias[j] = float32(pot[j] + logWeight[j])
	}
	tiles := make([][]float32, parallel.Threads(threads))
	return parallel.For(ctx, threads, n, tileRows, func(worker, lo, hi int) {
		if tiles[worker] == nil {
			tiles[worker] = make([]float32, tileRows*tileColumns)
		}
		rows := hi - lo
		block := blas32.General{Rows: rows, Cols: k, Stride: p.Stride, Data: p.Data[lo*p.Stride:]}
		sums := newRowSums(rows)
		if moments != nil {
			sums.moments = blas32.General{Rows: rows, Cols: k, Stride: moments.Stride, Data: moments.Data[lo*moments.Stride:]}
			for r := range rows {
				clear(sums.moment(r))
			}
		}
		for c := 0; c < m; c += tileColumns {
			w := min(tileColumns, m-c)
			tile := blas32.General{Rows: rows, Cols: w, Stride: tileColumns, Data: tiles[worker]}
			part := blas32.General{Rows: w, Cols: k, Stride: q.Stride, Data: q.Data[c*q.Stride:]}
			dense.Gemm32(1, blas.NoTrans, blas.Trans, float32(-1/eps), block, part, 0, tile)
			for r := range rows {
				sums.add(r, tile.Data[r*tileColumns:][:w], bias[c:][:w])
			}
			if moments != nil {
				dense.Gemm32(1, blas.NoTrans, blas.NoTrans, 1, tile, part, 1, sums.moments)
			}
		}
		for r := range rows {
			out[lo+r] = -(float64(sums.largest[r]) + math.Log(sums.total[r]))
			sums.scale(r, float32(1/sums.total[r]))
		}
	})
}

// rowSums are the sums of a tile's rows so far, in units of e^largest.
type rowSums struct {
	largest [tileRows]float32
	total   [tileRows]float64
	moments blas32.General // rows x k; none has k = 0
}

func newRowSums(rows int) *rowSums {
	s := &rowSums{}
	for r := range rows {
		s.largest[r] = float32(math.Inf(-1))
	}
	return s
}

func (s *rowSums) moment(r int) []float32 {
	return s.moments.Data[r*s.moments.Stride:][:s.moments.Cols]
}

// scale multiplies the moments of row r.
func (s *rowSums) scale(r int, by float32) {
	row := s.moment(r)
	for l, v := range row {
		row[l] = v * by
	}
}

// add puts row + bias into the sums of row r, and e^(row + bias) in units of them into row.
func (s *rowSums) add(r int, row, bias []float32) {
	if high := addMax(row, bias); high > s.largest[r] {
		shrink := math.Exp(float64(s.largest[r] - high))
		s.total[r] *= shrink
		s.scale(r, float32(shrink))
		s.largest[r] = high
	}
	s.total[r] += float64(expSum(row, s.largest[r]))
}

// addMax adds bias to row and returns the largest sum.
func addMax(row, bias []float32) float32 {
	high := float32(math.Inf(-1))
	bias = bias[:len(row)]
	for j, v := range row {
		v += bias[j]
		row[j] = v
		if v > high {
			high = v
		}
	}
	return high
}

// expSum replaces row by e^(row - largest) and returns its sum.
func expSum(row []float32, largest float32) float32 {
	var sum float32
	for j, v := range row {
		v -= largest
		if v < negligible {
			row[j] = 0
			continue
		}
		v = quickExp(v)
		row[j] = v
		sum += v
	}
	return sum
}

// quickExp is e^u for -87 < u <= 0 with a relative error below 5e-6, small enough to
// be compiled in line. Adding and subtracting 1.5 2^23 rounds z = u log2(e) to an
// integer k, whose bits then sit at the end of the sum; 2^(z-k) is a polynomial.
func quickExp(u float32) float32 {
	const log2e, round = 1.44269504, 3 << 22
	z := u * log2e
	shifted := z + round
	r := z - (shifted - round)
	p := ((((1.3333558e-3*r+9.6181291e-3)*r+5.5504109e-2)*r+2.4022651e-1)*r+6.9314718e-1)*r + 1
	return math.Float32frombits(math.Float32bits(p) + math.Float32bits(shifted)<<23)
}
