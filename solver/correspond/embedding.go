package correspond

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/internal/routine"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/fastmath"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

const (
	// maxBasisSamples bounds the eigenproblem (n³) and the extension (v n k); more
	// samples than this sharpen distances, not the first 120 functions.
	maxBasisSamples = 512
	// nearCount is how many nearest samples of a point are remembered: a hexagonal
	// neighbourhood, enough to bridge an error of one cell.
	nearCount = 6
	// leastEigenvalue, as a share of the largest, bounds how much Nyström's
	// division magnifies the noise of the distances. At 500 samples 120 functions
	// end near 0.03; on coarse meshes, whose graph distances are rough, functions
	// below 0.01 cost more than they bring.
	leastEigenvalue = 0.01
	// leastSigma and mostSigma bound σ in spacings of the samples.
	leastSigma, mostSigma = 1.5, 2.2
	// kernelReach in σ: beyond it exp(-d²/2σ²) is under 4e-6.
	kernelReach = 5
	pointChunk  = 256
)

// embedding places every point of a shape in R^k by the values of the leading
// eigenfunctions of its heat-like kernel. Rows are in the order of the cells:
// row r belongs to point pointOf[r], and the rows of cell c are cellStart[c] to
// cellStart[c+1].
type embedding struct {
	space *metric.Space // the samples of the basis, a prefix of the caller's
	width int           // functions worked out
	rows  blas32.General
	pointOf,
	rowOf []int32
	cellStart    []int32
	near         []int32   // nearCount (or n) nearest samples of each point, nearest first
	nearWidth    int       // entries a point has in near
	area         []float64 // of the cells, sum 1
	spacing      float64   // mean distance between neighbouring samples / Diameter
	meanDistance float64   // between samples / Diameter
	halfDoubt    float64   // the doubt at which confidence is 1/e
	norm2        []float32 // of the rows, once aligned
	blocks       *blocks   // of the rows, once aligned
	pins         *pinned   // nil without any
}

// embedBoth builds both embeddings. σ is the same share of the mean distance on
// both shapes, so that their kernels measure the same thing.
func embedBoth(ctx context.Context, x, y *metric.Space, threads, width int) (ex, ey *embedding, err error) {
	ex = &embedding{space: x.Prefix(maxBasisSamples), halfDoubt: halfDoubt}
	ey = &embedding{space: y.Prefix(maxBasisSamples), halfDoubt: halfDoubt}
	for _, e := range []*embedding{ex, ey} {
		if err := e.cells(ctx, threads); err != nil {
			return nil, nil, err
		}
		e.spacing, e.meanDistance = e.sampleSpacing(), meanDistance(e.space)
	}
	// 0.15 of the mean distance suits bodies with limbs at 500 samples. A kernel
	// narrower than the gaps between samples sees no neighbours, one much wider
	// than them wastes the samples' knowledge (long thin shapes): both bounds come
	// from runs with 30 to 500 samples.
	relative := max(ex.spacing/ex.meanDistance, ey.spacing/ey.meanDistance)
	sigma := min(max(0.15, leastSigma*relative), mostSigma*relative)

	var wg routine.Group
	var errs [2]error
	parts := [2]*embedding{ex, ey}
	scales := [2]float64{sigma * ex.meanDistance, sigma * ey.meanDistance}
	bases := [2]*mat.Dense{}
	for s, e := range parts {
		wg.Go(func() {
			bases[s], errs[s] = e.eigenfunctions(scales[s], width)
		})
		if parallel.Threads(threads) == 1 {
			wg.Wait()
		}
	}
	wg.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, nil, err
	}
	for s, e := range parts {
		if err := e.extend(ctx, bases[s], scales[s], threads); err != nil {
			return nil, nil, err
		}
	}
	return ex, ey, nil
}

func meanDistance(s *metric.Space) float64 {
	var sum float64
	for _, d := range s.Distances.RawMatrix().Data {
		sum += d
	}
	return sum / float64(s.Len()*s.Len())
}

// sampleSpacing is the mean distance from a sample to the nearest other one,
// weighted by the areas of the cells: where all points of an uneven mesh are
// samples, the wide gaps count, not the crowded corners.
func (e *embedding) sampleSpacing() float64 {
	var sum float64
	for i, area := range e.area {
		sum += area * e.space.Gap(i)
	}
	return sum
}

// cells finds each point's nearest samples and sorts the points by cell.
func (e *embedding) cells(ctx context.Context, threads int) error {
	s := e.space
	v, n := len(s.Domain.Points), s.Len()
	w := min(nearCount, n)
	e.nearWidth, e.near = w, make([]int32, v*w)
	err := s.EachNearest(ctx, threads, w, func(p int, near []int32, _ []float32) { copy(e.near[p*w:], near) })
	if err != nil {
		return err
	}
	e.cellStart = make([]int32, n+1)
	e.area = make([]float64, n)
	for p := range v {
		c := e.near[p*w]
		e.cellStart[c+1]++
		e.area[c] += s.Domain.PointArea[p]
	}
	for c := range n {
		e.cellStart[c+1] += e.cellStart[c]
	}
	next := append([]int32(nil), e.cellStart...)
	e.pointOf = make([]int32, v)
	for p := range v {
		c := e.near[p*w]
		e.pointOf[next[c]] = int32(p)
		next[c]++
	}
	// Within a cell by the next nearest samples, which keeps close points close.
	err = parallel.For(ctx, threads, n, 8, func(_, lo, hi int) {
		for c := lo; c < hi; c++ {
			slices.SortFunc(e.pointOf[e.cellStart[c]:e.cellStart[c+1]], func(p, q int32) int {
				return cmp.Or(slices.Compare(e.nearest(p)[:min(w, 3)], e.nearest(q)[:min(w, 3)]), cmp.Compare(p, q))
			})
		}
	})
	e.rowOf = order.Inverse(e.pointOf)
	return err
}

// nearest are the samples nearest to the point, nearest first.
func (e *embedding) nearest(point int32) []int32 {
	return e.near[int(point)*e.nearWidth : (int(point)+1)*e.nearWidth]
}

// eigenfunctions solves A^½ K A^½ u = λ u on the samples, with K the kernel and A
// the areas of the cells, and returns the n x k matrix that takes kernel values
// K(p, samples) to function values: A^½ u / λ (Williams & Seeger 2001).
func (e *embedding) eigenfunctions(sigma float64, width int) (*mat.Dense, error) {
	n := e.space.Len()
	root := make([]float64, n)
	var mean float64
	for _, a := range e.area {
		mean += a / float64(n)
	}
	for c, a := range e.area {
		// A sample whose cell is all but empty (a double point) still needs a weight.
		root[c] = math.Sqrt(max(a, 1e-3*mean))
	}
	k := mat.NewSymDense(n, nil)
	for i := range n {
		row := e.space.Distances.RawRowView(i)
		for j := i; j < n; j++ {
			k.SetSym(i, j, root[i]*root[j]*kernel(row[j], sigma))
		}
	}
	// Half the samples: a function needs two samples a wave. Few samples need all
	// the functions there are to tell points apart at all.
	values, vectors, err := dense.SymTop(k, min(width, max(n/2, min(n, 24))))
	if err != nil {
		return nil, fmt.Errorf("the distances of a shape give no diffusion basis: %w", err)
	}
	for e.width < len(values) && values[e.width] > leastEigenvalue*values[0] {
		e.width++
	}
	out := mat.NewDense(n, e.width, nil)
	for i := range n {
		for c := range e.width {
			out.Set(i, c, root[i]*vectors.At(i, c)/values[c])
		}
	}
	return out, nil
}

func kernel(d, sigma float64) float64 {
	if !(d < kernelReach*sigma) {
		return 0
	}
	return math.Exp(-d * d / (2 * sigma * sigma))
}

// extend carries the functions from the samples to all points: the kernel
// between points and samples (a chunk of points at a time) times the basis.
func (e *embedding) extend(ctx context.Context, basis *mat.Dense, sigma float64, threads int) error {
	v, n := len(e.pointOf), e.space.Len()
	b := dense.New32(n, e.width)
	for i, x := range basis.RawMatrix().Data {
		b.Data[i] = float32(x)
	}
	e.rows = dense.New32(v, e.width)
	far, scale := float32(kernelReach*sigma), float32(-1/(2*sigma*sigma)) // kernel in single precision, as the distances are
	scratch := make([][]float32, parallel.Threads(threads))
	chunkRows := make([][]float32, len(scratch))
	return parallel.For(ctx, threads, v, pointChunk, func(worker, lo, hi int) {
		if scratch[worker] == nil {
			scratch[worker] = make([]float32, n*pointChunk)
			chunkRows[worker] = make([]float32, pointChunk*e.width)
		}
		size := hi - lo
		var part [pointChunk]float32
		k := blas32.General{Rows: n, Cols: size, Stride: size, Data: scratch[worker][:n*size]}
		for i := range n {
			row := k.Data[i*size : (i+1)*size]
			for c, d := range e.space.Row(i).Part(lo, hi, part[:]) {
				row[c] = 0
				if d < far {
					row[c] = fastmath.Exp(d * d * scale)
				}
			}
		}
		out := blas32.General{Rows: size, Cols: e.width, Stride: e.width, Data: chunkRows[worker][:size*e.width]}
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, k, b, 0, out)
		for c := range size {
			copy(e.row(e.rowOf[lo+c]), out.Data[c*e.width:(c+1)*e.width])
		}
	})
}

// row is the place of row r in function space.
func (e *embedding) row(r int32) []float32 {
	return e.rows.Data[int(r)*e.rows.Stride : int(r)*e.rows.Stride+e.rows.Cols]
}
