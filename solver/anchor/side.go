package anchor

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// side is one shape with its tips, the pinned ones first.
type side struct {
	*ground
	tips   []Extremity // the lesser ones last
	main   int         // tips that are not lesser
	fields []*field    // of the tips
}

// gradientNeighbors is the number of nearest samples that a gradient is fitted to: at
// 500 samples about a limb's width, so that the roughness of distances along mesh
// edges averages out.
const gradientNeighbors = 14

// newSide prepares a shape for its tips.
func newSide(ctx context.Context, g *ground, tips []Extremity, threads int) (*side, error) {
	points := make([]int32, len(tips))
	for k, t := range tips {
		points[k] = t.Point
	}
	fields, err := g.fieldsOf(ctx, points, threads)
	return &side{ground: g, tips: tips, fields: fields}, err
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

// fit estimates the gradients of fields at sample i by least squares over its
// neighbourhood, laid flat on the tangent plane.
func (g *ground) fit(i int, fields []*field) {
	near := g.near[i*g.width : (i+1)*g.width]
	u, v := g.tangents(i, near)
	flat := make([][2]float64, len(near))
	var uu, uv, vv float64
	for k, j := range near {
		step := r3.Sub(g.positions[j], g.positions[i])
		a, b := r3.Dot(step, u), r3.Dot(step, v)
		flat[k] = [2]float64{a, b}
		uu, uv, vv = uu+a*a, uv+a*b, vv+b*b
	}
	det := uu*vv - uv*uv
	if !(det > 1e-12*(uu+vv)*(uu+vv)) { // all on one line
		return
	}
	here := g.space.Samples[i]
	for _, f := range fields {
		var fu, fv float64
		for k, j := range near {
			rise := float64(f.far[g.space.Samples[j]] - f.far[here])
			fu, fv = fu+rise*flat[k][0], fv+rise*flat[k][1]
		}
		slope := r3.Add(r3.Scale((vv*fu-uv*fv)/det, u), r3.Scale((uu*fv-uv*fu)/det, v))
		if length := r3.Norm(slope); length > 0 {
			f.away[i] = r3.Scale(1/length, slope)
		}
	}
}

// tangents span the tangent plane at sample i: across the normal, or where there is
// none along the two widest directions of the neighbourhood.
func (g *ground) tangents(i int, near []int32) (u, v r3.Vec) {
	if g.normals != nil {
		n := g.normals[i]
		axis := r3.Vec{X: 1}
		if math.Abs(n.X) > math.Abs(n.Y) {
			axis = r3.Vec{Y: 1}
		}
		u = r3.Unit(r3.Cross(n, axis))
		return u, r3.Cross(n, u)
	}
	var mean r3.Vec
	for _, j := range near {
		mean = r3.Add(mean, r3.Scale(1/float64(len(near)), g.positions[j]))
	}
	spread := mat.NewSymDense(3, nil)
	for _, j := range near {
		p := r3.Sub(g.positions[j], mean)
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
