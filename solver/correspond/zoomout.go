package correspond

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// zoomOut refines a match of two embeddings by ZoomOut (Melzi et al. 2019). Each side matches its samples with
// the other's targets.
//
// Package anchor has a ZoomOut of its own. It matches samples with samples by functions and features together, in
// whole tables of costs, and counts all matches alike; here targets lie between the samples, matches are weighed by
// area, the given ones keep a say, and a climb may join another. Only the products of matrices are common to both,
// and these are in package dense.
type zoomOut struct {
	x, y    *zoomSide
	threads int
	given   *crossSum  // of the matches that came in
	c       *mat.Dense // carries functions of X to functions of Y (k x k)
	fit     float64    // of C, 1 where it carries every match exactly
}

// zoomSide are the data of one shape for refinement: function values (first k
// columns of K) at its samples and at the points it is matched with.
type zoomSide struct {
	e                *embedding
	samples, targets blas32.General
	rowOf            []int32 // embedding row of each target
	first            []int32 // target of each cell, and the end
	image            []int32 // target of the other side for each sample
}

func newZoomOut(x, y *embedding, given []pointPair, threads int) *zoomOut {
	z := &zoomOut{x: newZoomSide(x), y: newZoomSide(y), threads: threads}
	k := min(x.width, y.width)
	a, b := dense.New32(len(given), k), dense.New32(len(given), k)
	w := make([]float32, len(given))
	for i, p := range given {
		copy(a.Data[i*k:(i+1)*k], x.row(x.rowOf[p.x]))
		copy(b.Data[i*k:(i+1)*k], y.row(y.rowOf[p.y]))
		w[i] = p.weight
	}
	z.given = newCrossSum(k)
	z.given.add(threads, a, b, w)
	return z
}

func newZoomSide(e *embedding) *zoomSide {
	s := &zoomSide{e: e}
	s.samples = e.gather(order.Take(e.rowOf, e.space.Samples))
	return s
}

// setTargets picks at most count points to be matched with. Rows are sorted by
// cell, so equal steps spread them over the shape.
func (s *zoomSide) setTargets(count int) {
	v := len(s.e.pointOf)
	s.rowOf = make([]int32, min(v, count))
	for i := range s.rowOf {
		s.rowOf[i] = int32(i * v / len(s.rowOf))
	}
	s.targets = s.e.gather(s.rowOf)
	s.first = make([]int32, len(s.e.cellStart))
	for c, row := range s.e.cellStart {
		at, _ := slices.BinarySearch(s.rowOf, row)
		s.first[c] = int32(at)
	}
}

func (z *zoomOut) setTargets(count int) {
	z.x.setTargets(count)
	z.y.setTargets(count)
}

func (e *embedding) gather(rows []int32) blas32.General {
	return dense.Rows(e.rows, rows, dense.New32(len(rows), e.width))
}

// refine climbs through the sizes from several starts, keeps the climb that fits
// best, and settles it among more targets. Matches of the samples are then in
// image, and C belongs to them.
func (z *zoomOut) refine(ctx context.Context, sizes []int, progress func(fraction float64)) error {
	last := sizes[len(sizes)-1]
	alpha := z.givenWeight(last)
	starts := climbStarts(sizes)
	rounds, done := fineRounds+1, 0
	for _, start := range starts {
		rounds += len(sizes) - start
	}
	step := func(n int) {
		done += n
		progress(float64(done) / float64(rounds))
	}
	z.setTargets(roughTargets)
	var best *mat.Dense
	var bestFit float64
	before := ways{}
	for _, start := range starts {
		joined, err := z.climb(ctx, sizes[start:], alpha, before, step)
		if err != nil {
			return err
		}
		if !joined && (best == nil || z.fit > bestFit) {
			best, bestFit = z.c, z.fit
		}
	}
	z.c = best
	z.setTargets(fineTargets)
	for round := range fineRounds {
		if err := z.match(ctx, round > 0); err != nil { // images hardly move any more
			return err
		}
		z.refit(last, alpha)
		step(1)
	}
	err := z.match(ctx, true)
	step(1)
	return err
}

// climbStarts are the places in sizes where climbs start.
func climbStarts(sizes []int) []int {
	var out []int
	for _, k := range startSizes {
		i, _ := slices.BinarySearch(sizes, k)
		if i < len(sizes) && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	if len(out) == 0 { // fewer functions than the least start
		out = append(out, 0)
	}
	return out
}

// givenWeight is how much the given matches count beside the refined ones, from
// leastGiven for isometric shapes to mostGiven for others.
func (z *zoomOut) givenWeight(last int) float64 {
	var fit float64
	for _, k := range [2]int{20, 30} {
		_, f := newCrossSum(min(k, last)).blend(1, z.given).solve()
		fit += f / 2
	}
	foreign := min(1, max(0, (isometricFit-fit)/(isometricFit-foreignFit)))
	return leastGiven + (mostGiven-leastGiven)*foreign
}

// Two climbs are on one way, and end alike, where sameWay of their images are the same and at most
// elsewhere of them lie further apart than nearby spacings of the samples: a limb that is taken for
// another is a few per cent of a shape. On shapes of one species the later climbs join the first
// with 10 to 30 functions more, and their fits then end some 1e-4 apart. Between species they
// share about half to the end.
const (
	sameWay   = 0.92
	elsewhere = 0.002
	nearby    = 3
)

// besideFrom is the number of functions above which a climb looks for images beside the ones before: by then
// they move by less than a cell.
const besideFrom = 60

// ways are the images that climbs had with each number of functions.
type ways map[int][]way

type way struct{ x, y []int32 }

// joins reports whether the current images are on a way.
func (z *zoomOut) joins(w way) bool {
	same, far := z.y.compare(z.x.image, w.x)
	s, f := z.x.compare(z.y.image, w.y)
	n := float64(len(w.x) + len(w.y))
	return float64(same+s) >= sameWay*n && float64(far+f) <= elsewhere*n
}

// compare counts images that are the same targets, and those that are not even near each other.
func (s *zoomSide) compare(images, others []int32) (same, far int) {
	reach := nearby * s.e.spacing
	for i, t := range images {
		switch u := others[i]; {
		case t == u:
			same++
		case s.e.space.Distances.At(s.cellOf(t), s.cellOf(u)) > reach:
			far++
		}
	}
	return same, far
}

// cellOf is the sample that is nearest to a target.
func (s *zoomSide) cellOf(target int32) int {
	return int(s.e.nearest(s.e.pointOf[s.rowOf[target]])[0])
}

// climb refines the given matches with more and more functions, C being fitted to
// the result with the last of the sizes. It stops, and says so, where it joins a climb before it;
// its own images are added to before.
func (z *zoomOut) climb(ctx context.Context, sizes []int, alpha float64, before ways, step func(int)) (joined bool, err error) {
	z.c, z.fit = newCrossSum(sizes[0]).blend(1, z.given).solve()
	for i, size := range sizes {
		if err := z.match(ctx, i > 0 && size > besideFrom); err != nil {
			return false, err
		}
		if slices.ContainsFunc(before[size], z.joins) {
			step(len(sizes) - i)
			return true, nil
		}
		before[size] = append(before[size], way{z.x.image, z.y.image})
		z.refit(sizes[min(i+1, len(sizes)-1)], alpha)
		step(1)
	}
	return false, nil
}

// match sends the samples of both sides through C to their nearest targets; beside: of those in the cells about the
// present images alone.
func (z *zoomOut) match(ctx context.Context, beside bool) error {
	c := z.single()
	var err error
	if z.x.image, err = z.nearest(ctx, z.x, z.y, c, blas.Trans, beside); err != nil {
		return err
	}
	z.y.image, err = z.nearest(ctx, z.y, z.x, c, blas.NoTrans, beside)
	return err
}

// single is C in single precision.
func (z *zoomOut) single() blas32.General {
	k, _ := z.c.Dims()
	c := dense.New32(k, k)
	for i, v := range z.c.RawMatrix().Data {
		c.Data[i] = float32(v)
	}
	return c
}

func (z *zoomOut) nearest(ctx context.Context, from, to *zoomSide, c blas32.General, t blas.Transpose, beside bool) ([]int32, error) {
	k := c.Rows
	queries, targets := from.samples, to.targets
	queries.Cols, targets.Cols = k, k
	turned := dense.New32(queries.Rows, k)
	dense.Gemm32(z.threads, blas.NoTrans, t, 1, queries, c, 0, turned)
	if beside {
		return to.nearestBeside(ctx, z.threads, turned, targets, from.image)
	}
	return nearestRows(ctx, z.threads, turned, targets)
}

// nearestBeside is nearestRows with the targets in the cells about the present image of each query.
func (s *zoomSide) nearestBeside(ctx context.Context, threads int, queries, targets blas32.General, images []int32) ([]int32, error) {
	half := halfNorms(targets)
	out := make([]int32, queries.Rows)
	scratch := make([][]float32, parallel.Threads(threads))
	err := parallel.For(ctx, threads, queries.Rows, queryBlock, func(worker, lo, hi int) {
		if scratch[worker] == nil {
			scratch[worker] = make([]float32, queryBlock*targetBlock)
		}
		for q := lo; q < hi; q++ {
			best := [1]float32{float32(math.Inf(-1))}
			cells := slices.Sorted(slices.Values(s.e.nearest(s.e.pointOf[s.rowOf[images[q]]])))
			for _, c := range cells {
				if from, to := s.first[c], s.first[c+1]; from < to {
					searchBlocks(rowsOf(queries, q, q+1), rowsOf(targets, int(from), int(to)), half[from:to], from, scratch[worker], best[:], out[q:q+1])
				}
			}
		}
	})
	return out, err
}

// refit fits C with k functions to the current matches, the given ones counting
// alpha times as much.
func (z *zoomOut) refit(k int, alpha float64) {
	s := newCrossSum(k)
	s.add(z.threads, z.x.samples, picked(z.y.targets, z.x.image), z.x.e.area32())
	s.add(z.threads, picked(z.x.targets, z.y.image), z.y.samples, z.y.e.area32())
	if alpha > 0 {
		s = s.blend(alpha, z.given)
	}
	z.c, z.fit = s.solve()
}

func picked(m blas32.General, rows []int32) blas32.General {
	return dense.Rows(m, rows, dense.New32(len(rows), m.Cols))
}

func (e *embedding) area32() []float32 {
	out := make([]float32, len(e.area))
	for i, a := range e.area {
		out[i] = float32(a)
	}
	return out
}

// images are the points that the samples of x and y are matched with.
func (z *zoomOut) images() (xToY, yToX []int32) {
	xToY, yToX = make([]int32, len(z.x.image)), make([]int32, len(z.y.image))
	for i, t := range z.x.image {
		xToY[i] = z.y.e.pointOf[z.y.rowOf[t]]
	}
	for j, t := range z.y.image {
		yToX[j] = z.x.e.pointOf[z.x.rowOf[t]]
	}
	return xToY, yToX
}

// align turns the rows of X by C, so that both embeddings share one space, and
// cuts both to the functions that C knows.
func (z *zoomOut) align(ctx context.Context) error {
	c, x, y := z.single(), z.x.e, z.y.e
	k := c.Cols
	x.rows.Cols, y.rows.Cols = k, k
	scratch := make([]blas32.General, parallel.Threads(z.threads))
	err := parallel.For(ctx, z.threads, x.rows.Rows, pointChunk, func(worker, lo, hi int) {
		if scratch[worker].Data == nil {
			scratch[worker] = dense.New32(pointChunk, k)
		}
		out := scratch[worker]
		out.Rows = hi - lo
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, rowsOf(x.rows, lo, hi), c, 0, out)
		for r := range out.Rows {
			copy(x.row(int32(lo+r)), out.Data[r*k:(r+1)*k])
		}
	})
	if err != nil {
		return err
	}
	for _, e := range []*embedding{x, y} {
		if err := e.index(ctx, z.threads); err != nil {
			return err
		}
	}
	return nil
}

// index prepares the rows, once they are in the space that both shapes share, for
// searches.
func (e *embedding) index(ctx context.Context, threads int) error {
	e.norm2 = make([]float32, e.rows.Rows)
	err := parallel.For(ctx, threads, e.rows.Rows, 4*pointChunk, func(_, lo, hi int) {
		for r := lo; r < hi; r++ {
			e.norm2[r] = norm2(e.row(int32(r)))
		}
	})
	if err != nil {
		return err
	}
	e.blocks, err = e.cutBlocks(ctx, threads)
	return err
}

func norm2(a []float32) float32 {
	var sum float32
	for _, x := range a {
		sum += x * x
	}
	return sum
}
