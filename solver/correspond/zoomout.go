package correspond

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// maxTargets bounds the points among which a sample's image is sought while the
// map is refined; every point of larger meshes gets its turn in extend.
const maxTargets = 8192

// zoomOut refines a match of two embeddings.
type zoomOut struct {
	x, y    *embedding
	threads int
	// Row numbers of the samples (which are matched each round) and of the points
	// they are matched with.
	samplesX, samplesY, targetsX, targetsY []int32
	// Images of the samples, as points, after the last round.
	imageXToY, imageYToX []int32
	c                    *mat.Dense // carries functions of X to functions of Y (k x k)
}

func newZoomOut(x, y *embedding, threads int) *zoomOut {
	z := &zoomOut{x: x, y: y, threads: threads}
	z.samplesX, z.targetsX = x.sampleRows(), x.targetRows()
	z.samplesY, z.targetsY = y.sampleRows(), y.targetRows()
	return z
}

func (e *embedding) sampleRows() []int32 {
	out := make([]int32, e.space.Len())
	for i, p := range e.space.Samples {
		out[i] = e.rowOf[p]
	}
	return out
}

// targetRows spreads the targets evenly over the cells: rows are sorted by cell.
func (e *embedding) targetRows() []int32 {
	v := len(e.pointOf)
	count := min(v, maxTargets)
	out := make([]int32, count)
	for i := range out {
		out[i] = int32(i * v / count)
	}
	return out
}

// round fits C to the pairs with the first k functions and matches the samples
// of both shapes anew. The pairs returned are weighted by the cells' areas.
func (z *zoomOut) round(ctx context.Context, pairs []pointPair, k int) ([]pointPair, error) {
	z.fit(pairs, k)
	c := dense.New32(k, k)
	for i, v := range z.c.RawMatrix().Data {
		c.Data[i] = float32(v)
	}
	queries := z.x.gather(z.samplesX, k)
	turned := dense.New32(len(z.samplesX), k)
	dense.Gemm32(z.threads, blas.NoTrans, blas.Trans, 1, queries, c, 0, turned)
	toY, err := nearestRows(ctx, z.threads, turned, z.y.gather(z.targetsY, k))
	if err != nil {
		return nil, err
	}
	queries = z.y.gather(z.samplesY, k)
	turned = dense.New32(len(z.samplesY), k)
	dense.Gemm32(z.threads, blas.NoTrans, blas.NoTrans, 1, queries, c, 0, turned)
	toX, err := nearestRows(ctx, z.threads, turned, z.x.gather(z.targetsX, k))
	if err != nil {
		return nil, err
	}
	z.imageXToY, z.imageYToX = make([]int32, len(toY)), make([]int32, len(toX))
	out := make([]pointPair, 0, len(toY)+len(toX))
	for i, t := range toY {
		z.imageXToY[i] = z.y.pointOf[z.targetsY[t]]
		out = append(out, pointPair{z.x.space.Samples[i], z.imageXToY[i], float32(z.x.area[i])})
	}
	for j, t := range toX {
		z.imageYToX[j] = z.x.pointOf[z.targetsX[t]]
		out = append(out, pointPair{z.imageYToX[j], z.y.space.Samples[j], float32(z.y.area[j])})
	}
	return out, nil
}

// fit sets C to the orthogonal matrix that minimises Σ w |C φ_X(x) - φ_Y(y)|² over
// the pairs: the polar factor of Σ w φ_Y(y) φ_X(x)'.
func (z *zoomOut) fit(pairs []pointPair, k int) {
	a, b := dense.New32(len(pairs), k), dense.New32(len(pairs), k)
	for i, p := range pairs {
		copy(a.Data[i*k:(i+1)*k], z.x.row(z.x.rowOf[p.x]))
		for c, f := range z.y.row(z.y.rowOf[p.y])[:k] {
			b.Data[i*k+c] = p.weight * f
		}
	}
	cross := dense.New32(k, k)
	dense.Gemm32(z.threads, blas.Trans, blas.NoTrans, 1, b, a, 0, cross)
	m := mat.NewDense(k, k, nil)
	for i, v := range cross.Data {
		m.RawMatrix().Data[i] = float64(v)
	}
	z.c = dense.Polar(m, false)
}

// align turns the rows of X by C, so that both embeddings share one space, and
// cuts both to the functions that C knows.
func (z *zoomOut) align(ctx context.Context) error {
	k, _ := z.c.Dims()
	c := dense.New32(k, k)
	for i, v := range z.c.RawMatrix().Data {
		c.Data[i] = float32(v)
	}
	z.x.rows.Cols, z.y.rows.Cols = k, k
	scratch := make([]blas32.General, parallel.Threads(z.threads))
	err := parallel.For(ctx, z.threads, z.x.rows.Rows, pointChunk, func(worker, lo, hi int) {
		if scratch[worker].Data == nil {
			scratch[worker] = dense.New32(pointChunk, k)
		}
		part := blas32.General{Rows: hi - lo, Cols: k, Stride: z.x.rows.Stride, Data: z.x.rows.Data[lo*z.x.rows.Stride:]}
		out := scratch[worker]
		out.Rows = hi - lo
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, part, c, 0, out)
		for r := range out.Rows {
			copy(z.x.row(int32(lo+r)), out.Data[r*k:(r+1)*k])
		}
	})
	if err != nil {
		return err
	}
	for _, e := range []*embedding{z.x, z.y} {
		e.norm2 = make([]float32, e.rows.Rows)
		err := parallel.For(ctx, z.threads, e.rows.Rows, 4*pointChunk, func(_, lo, hi int) {
			for r := lo; r < hi; r++ {
				e.norm2[r] = norm2(e.row(int32(r)))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// gather copies the first k functions at the given rows.
func (e *embedding) gather(rows []int32, k int) blas32.General {
	out := dense.New32(len(rows), k)
	for i, r := range rows {
		copy(out.Data[i*k:(i+1)*k], e.row(r))
	}
	return out
}

func norm2(a []float32) float32 {
	var sum float32
	for _, x := range a {
		sum += x * x
	}
	return sum
}
