package register

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/spatial/r3"
	"gwscope/solver/internal/dense"
)

const (
	// sound is the share of its area, seen from B's outer side, from which a triangle is
	// wanted as it is.
	sound = 0.1
	// nearSurface weighs the squared distance from the tangent plane and hold that from
	// where a point of sound triangles was, in units of the region's mean edge, beside the
	// distortion of a triangle.
	nearSurface, hold = 100, 3
	// stride is how far a point goes from where it was before that costs as much as one unit off the
	// tangent plane does, in the same units, and far more beyond: the plane says nothing about B
	// there. Without it single points at the ends of limbs fly off.
	stride = 3
	// slimmest is the least height of a triangle as it is wanted, over its longest side.
	slimmest = 0.05
	// relaxRounds is how often ε is lowered, with so many steps of L-BFGS each.
	relaxRounds, relaxSteps = 4, 40
)

// flat is a triangle of a region.
type flat struct {
	corner [3]int32 // index among the region's points, or -1 where it is held
	at     [3]r3.Vec
	n      r3.Vec        // B's normal under it
	g      [2][2]float64 // inverse of the edges as they are wanted, in their own plane
	det    float64       // of g
}

// relaxation is the energy of a region,
//
//	Σ (|J|²/2 + (D² + 1)/2)/χ(D) + what keeps points near the surface, and sound ones in place
//
// over triangles, J the map from what is wanted and D its signed area about B's normal,
// χ(D) = (D + √(ε² + D²))/2: finite for folded triangles, and without bound as a triangle
// that lies right approaches one that is folded (Garanzha et al. 2021, "Foldover-free maps
// in 50 lines of code").
type relaxation struct {
	flats    []flat
	begin    []r3.Vec // of the points
	ground   []r3.Vec
	normal   []r3.Vec
	hold     []float64
	edge     float64
	epsilon2 float64
}

// relax lowers the energy of a region and writes its points into next.
func (r *run) relax(ctx context.Context, reg region, under *places, next []r3.Vec) {
	e := r.newRelaxation(reg, under)
	x := make([]float64, 3*len(reg.points))
	for k, p := range e.begin {
		x[3*k], x[3*k+1], x[3*k+2] = p.X, p.Y, p.Z
	}
	// Nearly all places are asked for both.
	last, slope, value := slices.Clone(x), make([]float64, len(x)), math.NaN()
	look := func(x []float64) {
		if math.IsNaN(value) || !slices.Equal(last, x) {
			copy(last, x)
			value = e.energy(x, slope)
		}
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			look(x)
			return value
		},
		Grad: func(grad, x []float64) {
			look(x)
			copy(grad, slope)
		},
	}
	for range relaxRounds {
		least := math.Inf(1)
		for k := range e.flats {
			least = min(least, e.flats[k].ratio(x))
		}
		// ε falls with the worst triangle, as Garanzha et al. have it.
		e.epsilon2 = 1e-4
		if least < 0 {
			e.epsilon2 += 0.04 * least * least
		}
		value = math.NaN()
		// What ends a search is of no importance: the best so far counts.
		found, _ := optimize.Minimize(problem, x, &optimize.Settings{MajorIterations: relaxSteps, GradientThreshold: 1e-4}, &optimize.LBFGS{Store: 8})
		if found == nil {
			break
		}
		x = found.X
		if least > sound || ctx.Err() != nil {
			break
		}
	}
	for k, p := range reg.points {
		if q := at(x, int32(k)); !math.IsNaN(q.X + q.Y + q.Z) {
			next[p] = q
		}
	}
}

func (r *run) newRelaxation(reg region, under *places) *relaxation {
	h := r.sheet
	e := &relaxation{hold: make([]float64, len(reg.points))}
	index := make(map[int32]int32, len(reg.points))
	for k, p := range reg.points {
		index[p] = int32(k)
		e.begin, e.ground, e.normal = append(e.begin, h.at[p]), append(e.ground, under.at[p]), append(e.normal, under.normal[p])
		e.hold[k] = hold
	}
	// Sound triangles want to stay as they are, the others to become what they are at rest,
	// in the size of the sound ones.
	now, rest, edge := 0.0, 0.0, 0.0
	isSound := make([]bool, len(reg.triangles))
	for k, f := range reg.triangles {
		t := h.faces[f]
		a, b := r3.Dot(under.normalOf(t), doubleArea(h.at, t)), dense.Length(doubleArea(h.rest, t))
		if isSound[k] = a > sound*b; isSound[k] {
			now += a
			rest += b
		}
		for c := range 3 {
			edge += dense.Length(r3.Sub(h.rest[t[c]], h.rest[t[(c+1)%3]])) / float64(3*len(reg.triangles))
		}
	}
	size := 1.0
	if now > 0 {
		size = math.Sqrt(now / rest)
	}
	e.edge = max(edge*size, 1e-9)
	for k, face := range reg.triangles {
		t := h.faces[face]
		f := flat{n: under.normalOf(t)}
		for c, p := range t {
			f.at[c], f.corner[c] = h.at[p], -1
			if q, ok := index[p]; ok {
				f.corner[c] = q
				if !isSound[k] {
					e.hold[q] = 0
				}
			}
		}
		shape, by := h.rest, size
		if isSound[k] {
			shape, by = h.at, 1
		}
		if f.want(r3.Scale(by, r3.Sub(shape[t[1]], shape[t[0]])), r3.Scale(by, r3.Sub(shape[t[2]], shape[t[0]]))) {
			e.flats = append(e.flats, f)
		}
	}
	return e
}

// want sets the shape that a triangle is to have, by two of its edges; false where these
// are none.
func (f *flat) want(u, v r3.Vec) bool {
	long := dense.Length(u)
	if !(long > 0) {
		return false
	}
	x, y := r3.Dot(u, v)/long, dense.Length(r3.Cross(u, v))/long
	y = max(y, slimmest*max(long, dense.Length(v)))
	f.g = [2][2]float64{{1 / long, -x / (long * y)}, {0, 1 / y}}
	f.det = 1 / (long * y)
	return true
}

func at(x []float64, k int32) r3.Vec { return r3.Vec{X: x[3*k], Y: x[3*k+1], Z: x[3*k+2]} }

// edges are the sides 01 and 02.
func (f *flat) edges(x []float64) (u, v r3.Vec) {
	p := f.at
	for c, k := range f.corner {
		if k >= 0 {
			p[c] = at(x, k)
		}
	}
	return r3.Sub(p[1], p[0]), r3.Sub(p[2], p[0])
}

// ratio is the signed area over what is wanted.
func (f *flat) ratio(x []float64) float64 {
	u, v := f.edges(x)
	return f.det * r3.Dot(f.n, r3.Cross(u, v))
}

// energy is the energy of positions x; its gradient goes into grad where that is not nil.
func (e *relaxation) energy(x, grad []float64) float64 {
	clear(grad)
	sum := 0.0
	for i := range e.flats {
		f := &e.flats[i]
		u, v := f.edges(x)
		j1 := r3.Add(r3.Scale(f.g[0][0], u), r3.Scale(f.g[1][0], v))
		j2 := r3.Add(r3.Scale(f.g[0][1], u), r3.Scale(f.g[1][1], v))
		d := f.det * r3.Dot(f.n, r3.Cross(u, v))
		root := math.Sqrt(e.epsilon2 + d*d)
		chi := (d + root) / 2
		if d < 0 { // without cancellation
			chi = e.epsilon2 / 2 / (root - d)
		}
		top := (r3.Norm2(j1)+r3.Norm2(j2))/2 + (d*d+1)/2
		sum += top / chi
		if grad == nil {
			continue
		}
		// ∂/∂J = J/χ and ∂/∂D = D/χ - top χ'/χ², with χ' = χ/root
		byD := f.det * (d/chi - top/(chi*root))
		gu := r3.Add(r3.Scale(f.g[0][0]/chi, j1), r3.Scale(f.g[0][1]/chi, j2))
		gv := r3.Add(r3.Scale(f.g[1][0]/chi, j1), r3.Scale(f.g[1][1]/chi, j2))
		gu = r3.Add(gu, r3.Scale(byD, r3.Cross(v, f.n)))
		gv = r3.Add(gv, r3.Scale(byD, r3.Cross(f.n, u)))
		for c, g := range [3]r3.Vec{r3.Scale(-1, r3.Add(gu, gv)), gu, gv} {
			if k := f.corner[c]; k >= 0 {
				addTo(grad, int(k), g)
			}
		}
	}
	unit2 := e.edge * e.edge
	for k, p := range e.begin {
		q := at(x, int32(k))
		off, away := r3.Dot(e.normal[k], r3.Sub(q, e.ground[k])), r3.Sub(q, p)
		far := r3.Norm2(away) / (stride * stride * unit2)
		sum += (nearSurface*off*off+e.hold[k]*r3.Norm2(away))/unit2 + nearSurface*far*far
		if grad != nil {
			back := e.hold[k] + 2*nearSurface*far/(stride*stride)
			addTo(grad, k, r3.Scale(2/unit2, r3.Add(r3.Scale(nearSurface*off, e.normal[k]), r3.Scale(back, away))))
		}
	}
	return sum
}

func addTo(grad []float64, k int, g r3.Vec) {
	grad[3*k] += g.X
	grad[3*k+1] += g.Y
	grad[3*k+2] += g.Z
}
