package anchor

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

const (
	// interpolated is the number of nearest samples that a point takes its row from.
	interpolated = 8
	// maxTargets bounds the points that samples may be sent to: 4,000 lie 0.016 of
	// √area apart.
	maxTargets = 4000
)

// extender carries rows known at the matched samples to other points of a shape.
type extender struct {
	targets []int32 // points
	near    []int32 // nearest matched samples of each (targets x width)
	weight  []float32
	width   int
}

func newExtender(ctx context.Context, g *ground, targets []int32, threads int) (*extender, error) {
	n := g.space.Len()
	reach := min(interpolated+1, n)
	e := &extender{targets: targets, width: min(interpolated, n)}
	e.near, e.weight = make([]int32, len(targets)*e.width), make([]float32, len(targets)*e.width)
	err := parallel.For(ctx, threads, len(targets), 128, func(_, lo, hi int) {
		index, dist := g.nearestSamples(targets[lo:hi], reach)
		for t := lo; t < hi; t++ {
			at := (t - lo) * reach
			shepard(dist[at:at+reach], e.weight[t*e.width:(t+1)*e.width])
			copy(e.near[t*e.width:(t+1)*e.width], index[at:])
		}
	})
	return e, err
}

// targetsOf are all samples and points between them, evenly.
func targetsOf(space *metric.Space, threads int) []int32 {
	targets, _ := judge.Spread(space, space.NearestSamples(threads), maxTargets)
	return targets
}

// nearestSamples are the reach matched samples nearest to each point, nearest first, and
// their distances (points x reach).
func (g *ground) nearestSamples(points []int32, reach int) (index []int32, dist []float32) {
	index, dist = make([]int32, len(points)*reach), make([]float32, len(points)*reach)
	farthest := make([]float32, len(points)) // of those known so far
	for k := range dist {
		dist[k] = math.MaxFloat32
	}
	for t := range farthest {
		farthest[t] = math.MaxFloat32
	}
	for i := range g.space.Len() {
		row := g.space.Row(i)
		for t, p := range points {
			d := row.At(p)
			if !(d < farthest[t]) {
				continue
			}
			near, at, last := dist[t*reach:(t+1)*reach], index[t*reach:(t+1)*reach], reach-1
			for ; last > 0 && d < near[last-1]; last-- {
				near[last], at[last] = near[last-1], at[last-1]
			}
			near[last], at[last] = d, int32(i)
			farthest[t] = near[reach-1]
		}
	}
	return index, dist
}

// shepard fills in the weights (R - d)²/(R d)² of Franke and Little (1980), R the
// distance to the first sample left out: a sample's own point keeps its row, and
// nothing jumps where the set of nearest samples changes.
func shepard(dist, weight []float32) {
	if dist[0] == 0 || len(dist) == 1 {
		clear(weight)
		weight[0] = 1
		return
	}
	radius := float64(dist[len(dist)-1]) * (1 + 1e-6)
	sum := 0.0
	for k := range weight {
		d := float64(dist[k])
		w := (radius - d) / (radius * d)
		weight[k] = float32(w * w)
		sum += w * w
	}
	for k := range weight {
		weight[k] = float32(float64(weight[k]) / sum)
	}
}

// rows interpolates rows at the matched samples for all targets.
func (e *extender) rows(ctx context.Context, known blas32.General, threads int) (blas32.General, error) {
	out := dense.New32(len(e.targets), known.Cols)
	err := parallel.For(ctx, threads, len(e.targets), 256, func(_, lo, hi int) {
		for t := lo; t < hi; t++ {
			row := out.Data[t*out.Cols:][:out.Cols]
			for k, w := range e.weight[t*e.width:][:e.width] {
				from := known.Data[int(e.near[t*e.width+k])*known.Stride:][:known.Cols]
				for c, v := range from {
					row[c] += w * v
				}
			}
		}
	})
	return out, err
}

// carry takes a match of the first samples to all of them and to the points between.
func (m *Match) carry(ctx context.Context, x, y *extender) error {
	rowsX, err := x.rows(ctx, m.knownX, 1) // matches are carried side by side
	if err != nil {
		return err
	}
	rowsY, err := y.rows(ctx, m.knownY, 1)
	if err != nil {
		return err
	}
	if p := m.pins; p != nil {
		rowsX, rowsY = p.with(rowsX, p.fx, x.targets), p.with(rowsY, p.fy, y.targets)
	}
	m.rowsX, m.rowsY = rowsX, rowsY
	m.rowsX.Rows, m.rowsY.Rows = m.x.whole.Len(), m.y.whole.Len()
	m.XToY = order.Take(y.targets, nearestRows(m.rowsX, rowsY))
	m.YToX = order.Take(x.targets, nearestRows(m.rowsY, rowsX))
	return ctx.Err()
}

// Rows place points of both shapes (v x k, v' x k) in one space in which near means alike
// under the match: functions and features, interpolated between samples.
func (m *Match) Rows(ctx context.Context, pointsX, pointsY []int32, threads int) (x, y blas32.General, err error) {
	all := func(s *side, points []int32, known blas32.General) (blas32.General, error) {
		e, err := newExtender(ctx, s.ground, points, threads)
		if err != nil {
			return blas32.General{}, err
		}
		return e.rows(ctx, known, threads)
	}
	if x, err = all(m.x, pointsX, m.knownX); err != nil {
		return x, y, err
	}
	y, err = all(m.y, pointsY, m.knownY)
	return x, y, err
}

// know keeps where a finished climb places the matched samples.
func (m *Match) know(f [2]*ordered, z *climb) {
	k := z.c.Cols
	turned := dense.New32(z.x.Rows, k)
	dense.Gemm32(1, blas.NoTrans, blas.NoTrans, 1, z.x.first(k), z.c, 0, turned)
	m.knownX, m.knownY = joint(turned, f[0], z), joint(z.y.first(k), f[1], z)
}

// joint puts functions and features side by side, so that squared distances of rows
// are the costs of the last step (but for the clipping).
func joint(functions blas32.General, f *ordered, z *climb) blas32.General {
	a, b := float32(math.Sqrt(float64(z.spectralScale))), float32(math.Sqrt(float64(z.featureScale)))
	k, d := functions.Cols, f.distance.Rows
	out := dense.New32(functions.Rows, k+d+f.angles.Rows)
	for i := range out.Rows {
		row := out.Data[i*out.Cols:][:out.Cols]
		for c, v := range functions.Data[i*functions.Stride:][:k] {
			row[c] = a * v
		}
	}
	put := func(at int, part blas32.General) {
		for r := range part.Rows {
			for i, v := range part.Data[r*part.Stride:][:part.Cols] {
				out.Data[i*out.Cols+at+r] = b * v
			}
		}
	}
	put(k, f.distance)
	put(k+d, f.angles)
	return out
}

func scaledNorms(m blas32.General, scale float32) []float32 {
	out := make([]float32, m.Rows)
	for i := range out {
		for _, v := range m.Data[i*m.Stride:][:m.Cols] {
			out[i] += v * v
		}
		out[i] *= scale
	}
	return out
}

// squaredDistances between the rows of a (n x d) and b (m x d), into out (n x m).
func squaredDistances(a, b, out blas32.General) {
	u, v := scaledNorms(a, 1), scaledNorms(b, 1)
	dense.Gemm32(1, blas.NoTrans, blas.Trans, -2, a, b, 0, out)
	for i := range out.Rows {
		row := out.Data[i*out.Cols:][:out.Cols]
		for j := range row {
			row[j] = max(row[j]+u[i]+v[j], 0)
		}
	}
}

// nearestRows are the rows of b nearest to each row of a, the first among equals.
func nearestRows(a, b blas32.General) []int32 {
	const block = 64
	half := scaledNorms(b, 0.5)
	product := dense.New32(block, b.Rows)
	out := make([]int32, a.Rows)
	for lo := 0; lo < a.Rows; lo += block {
		part := a
		part.Data, part.Rows = a.Data[lo*a.Stride:], min(block, a.Rows-lo)
		product.Rows = part.Rows
		dense.Gemm32(1, blas.NoTrans, blas.Trans, -1, part, b, 0, product)
		argmin.OfRows(product.Data, half, out[lo:lo+part.Rows])
	}
	return out
}
