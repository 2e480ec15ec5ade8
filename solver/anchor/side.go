package anchor

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// side is what is asked of one shape.
type side struct {
	whole *metric.Space // with all its samples
	space *metric.Space // the first of them, which matching works on
	tips  []Tip
	// far are the distances from each tip to all points over the mean distance
	// between samples (tips x v): the size of a shape says nothing about it.
	far [][]float32
	// away are the unit tangent gradients of far at the samples (tips x n), the
	// directions in which the shortest paths from each tip go on; zero where far has none.
	away [][]r3.Vec
	// positions and normals of the samples; no normals where the outside is not known.
	positions, normals []r3.Vec
}

// gradientNeighbors is the number of nearest samples that a gradient is fitted to: at
// 500 samples about a limb's width, so that the roughness of distances along mesh
// edges averages out.
const gradientNeighbors = 14

// newSide prepares a shape; with reflected set, its mirror image.
func newSide(ctx context.Context, space *metric.Space, tips []Tip, reflected bool, threads int) (*side, error) {
	s := &side{whole: space, space: space.Prefix(finishSamples), tips: tips}
	s.positions, s.normals = s.space.Positions(), s.space.Normals()
	if reflected {
		s.positions, s.normals = reflect(s.positions), reflect(s.normals)
	}
	sources := make([]int32, len(tips))
	for k, t := range tips {
		sources[k] = t.Point
	}
	s.far = make([][]float32, len(tips))
	unit := meanDistance(s.space) * space.Diameter
	err := space.Domain.Geodesics(ctx, sources, space.Kind, threads, func(k int, dist []float64) {
		s.far[k] = make([]float32, len(dist))
		for p, d := range dist {
			s.far[k][p] = float32(d / unit)
		}
	})
	if err != nil {
		return nil, err
	}
	return s, s.gradients(ctx, threads)
}

// reflect exchanges left and right; nil stays nil.
func reflect(vectors []r3.Vec) []r3.Vec {
	out := slices.Clone(vectors)
	for i := range out {
		out[i].X = -out[i].X
	}
	return out
}

// meanDistance between samples, in diameters; coinciding samples have 1, to divide by.
func meanDistance(space *metric.Space) float64 {
	if mean := mat.Sum(space.Distances) / float64(space.Len()*space.Len()); mean > 0 {
		return mean
	}
	return 1
}

func (s *side) gradients(ctx context.Context, threads int) error {
	n := s.space.Len()
	s.away = make([][]r3.Vec, len(s.tips))
	for k := range s.away {
		s.away[k] = make([]r3.Vec, n)
	}
	near, width := nearest(s.space, n, gradientNeighbors+1)
	return parallel.For(ctx, threads, n, 16, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			s.fit(i, near[i*width:(i+1)*width])
		}
	})
}

// fit estimates all gradients at sample i by least squares over its neighbourhood,
// laid flat on the tangent plane.
func (s *side) fit(i int, near []int32) {
	u, v := s.tangents(i, near)
	flat := make([][2]float64, len(near))
	var uu, uv, vv float64
	for k, j := range near {
		step := r3.Sub(s.positions[j], s.positions[i])
		a, b := r3.Dot(step, u), r3.Dot(step, v)
		flat[k] = [2]float64{a, b}
		uu, uv, vv = uu+a*a, uv+a*b, vv+b*b
	}
	det := uu*vv - uv*uv
	if !(det > 1e-12*(uu+vv)*(uu+vv)) { // all on one line
		return
	}
	here := s.space.Samples[i]
	for t, far := range s.far {
		var fu, fv float64
		for k, j := range near {
			rise := float64(far[s.space.Samples[j]] - far[here])
			fu, fv = fu+rise*flat[k][0], fv+rise*flat[k][1]
		}
		g := r3.Add(r3.Scale((vv*fu-uv*fv)/det, u), r3.Scale((uu*fv-uv*fu)/det, v))
		if length := r3.Norm(g); length > 0 {
			s.away[t][i] = r3.Scale(1/length, g)
		}
	}
}

// tangents span the tangent plane at sample i: across the normal, or where there is
// none along the two widest directions of the neighbourhood.
func (s *side) tangents(i int, near []int32) (u, v r3.Vec) {
	if s.normals != nil {
		n := s.normals[i]
		axis := r3.Vec{X: 1}
		if math.Abs(n.X) > math.Abs(n.Y) {
			axis = r3.Vec{Y: 1}
		}
		u = r3.Unit(r3.Cross(n, axis))
		return u, r3.Cross(n, u)
	}
	var mean r3.Vec
	for _, j := range near {
		mean = r3.Add(mean, r3.Scale(1/float64(len(near)), s.positions[j]))
	}
	spread := mat.NewSymDense(3, nil)
	for _, j := range near {
		p := r3.Sub(s.positions[j], mean)
		spread.SymRankOne(spread, 1, mat.NewVecDense(3, []float64{p.X, p.Y, p.Z}))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(spread, true) {
		return r3.Vec{X: 1}, r3.Vec{Y: 1}
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes) // ascending
	axis := func(c int) r3.Vec { return r3.Vec{X: axes.At(0, c), Y: axes.At(1, c), Z: axes.At(2, c)} }
	return axis(2), axis(1)
}

// nearest lists the width nearest of the first count samples for each of them, itself
// first; width is cut to count and returned. Ties are settled by index, which is the
// order of farthest-point sampling and not that of the file.
func nearest(space *metric.Space, count, width int) (rows []int32, cut int) {
	width = min(width, count)
	order := make([]int32, count)
	for i := range count {
		for j := range order {
			order[j] = int32(j)
		}
		d := space.Distances.RawRowView(i)
		key := func(j int32) float64 {
			if int(j) == i {
				return -1
			}
			return d[j]
		}
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a, b)) })
		rows = append(rows, order[:width]...)
	}
	return rows, width
}
