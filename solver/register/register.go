package register

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/meshgraph"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/internal/sparse"
	"gwscope/solver/metric"
)

// Options tune [Surface]. The zero value works.
type Options struct {
	Threads int // default GOMAXPROCS; the result does not depend on it
	// Pins are pairs of points that lie on each other exactly in the end.
	Pins []correspond.Pin
	// LacksX and LacksY mark the points of X and of Y that have no partner on the other
	// shape: nothing pulls them, and they follow their neighbours. nil: all have one.
	LacksX, LacksY []bool
	// Progress, if set, is called with the fraction done, never falling, from one
	// goroutine at a time and never after Surface has returned.
	Progress func(fraction float64)
}

// Registered is A's mesh on B's surface. It is immutable.
type Registered struct {
	// AOnB are the positions of X's points (v) in the coordinates of Y's Domain.
	AOnB []r3.Vec
	// AToB sends every point of X to the place of Y under its position; BToA sends every
	// point of Y to the place of X's mesh that lies over it. They are each other's inverse
	// to within the distance between the two surfaces.
	AToB, BToA *correspond.SurfaceMap
	// Mirrored says that the map turns A inside out, as one between mirror images does.
	Mirrored bool
	// Quality tells how well A's mesh lies on B.
	Quality Quality
	// Notes are sentences for people.
	Notes []string
}

// ErrNoSurface reports that a shape is a point cloud: there is nothing to register.
var ErrNoSurface = errors.New("a point cloud has no surface to register")

type run struct {
	x, y    *metric.Space
	opt     Options
	m, back *correspond.SurfaceMap
	tree *closest.Tree
	lying []r3.Vec
	near  func(r3.Vec) []int32
	g       *meshgraph.Graph
	rest    []r3.Vec
	at      []r3.Vec
	turns   []dense.Mat3
	mass    []float64
	normalY []r3.Vec // of faces
	order   []int32
	faces   [][3]int32
	spread  *spread
}

// Surface lays X's mesh on Y's surface along a map of all points in both directions, such
// as correspond.Dense gives. It returns [ErrNoSurface] where a shape is a point cloud, and
// ctx.Err() when the context ends.
func Surface(ctx context.Context, x, y *metric.Space, m, back *correspond.SurfaceMap, opt Options) (*Registered, error) {
	if x.Domain.IsCloud() || y.Domain.IsCloud() {
		return nil, ErrNoSurface
	}
	r := &run{x: x, y: y, opt: opt, m: m, back: back, rest: x.Domain.Points, faces: x.Domain.Triangles}
	r.g = meshgraph.Surface(r.rest, r.faces)
	for k, w := range r.g.Weight {
		r.g.Weight[k] = min(w, 5)
	}
	v := float64(len(r.rest))
	r.mass = make([]float64, len(r.rest))
	for i, a := range x.Domain.PointArea {
		r.mass[i] = a * v
	}
	r.normalY = faceNormals(y.Domain.Points, y.Domain.Triangles)
	move := correspond.BestRigid(r.rest, m.Positions, x.Domain.PointArea)
	r.at = move.ApplyAll(r.rest)
	r.turns = make([]dense.Mat3, len(r.rest))
	for i := range r.turns {
		r.turns[i] = move.R
	}
	r.spread = newSpread(x)
	if err := r.towardsMap(ctx); err != nil {
		return nil, err
	}
	if envf("ONLY1", 0) > 0 {
		return r.result(ctx)
	}
	if err := r.towardsSurface(ctx); err != nil {
		return nil, err
	}
	if envf("UNFOLD", 1) > 0 {
		for k := range int(envf("PASSES", 2)) {
			if k > 0 {
				for range int(envf("AGAIN", 6)) {
					if err := r.closer(ctx, rounds); err != nil {
						return nil, err
					}
				}
			}
			if envf("PROJECT", 1) > 0 {
				r.settle(r.ground(ctx), false)
			}
			if err := r.unfold(ctx); err != nil {
				return nil, err
			}
		}
		r.settle(r.ground(ctx), true)
	}
	return r.result(ctx)
}

func (r *run) towardsMap(ctx context.Context) error {
	v := float64(len(r.rest))
	sense := correspond.PatchSense(r.x.Domain, r.y.Domain, r.m)
	trust := make([]float64, len(r.rest))
	for i, o := range sense {
		trust[i] = max(0, float64(o))
	}
	for range 6 {
		trust = r.average(trust)
	}
	for i := range trust {
		t := max(0, 2*trust[i]-1)
		trust[i] = t * (0.05 + r.m.Confidence[i])
	}
	mean := 0.0
	for _, t := range trust {
		mean += t / v
	}
	for i := range trust {
		trust[i] /= mean
	}
	broad := make([]float64, len(r.rest))
	for i := range broad {
		broad[i] = 0.05 + r.m.Confidence[i]
	}
	for _, level := range []struct {
		lambda float64
		smooth int
		pull float64
	}{{1000, 20, 0}, {300, 6, 0}, {100, 2, .3}, {30, 2, 1}} {
		for range 6 {
			away := make([]r3.Vec, len(r.rest))
			for i := range away {
				away[i] = r3.Sub(r.m.Positions[i], r.at[i])
			}
			soft := r.spread.smooth(away, r.mass, broad, r.backward())
			target, weight := make([]r3.Vec, len(r.rest)), make([]float64, len(r.rest))
			for i := range target {
				// the place itself where it is believed, else what the surroundings do
				own := level.pull * trust[i] / (1 + level.pull*trust[i])
				target[i] = r3.Add(r.at[i], r3.Add(r3.Scale(own, away[i]), r3.Scale(1-own, soft[i])))
				weight[i] = 1
			}
			r.rotate(level.smooth)
			if err := r.solve(ctx, level.lambda*v/5000, target, weight); err != nil {
				return err
			}
		}
	}
	return nil
}

const rounds = 36

var lend = envf("LEND", 0.2)

func (r *run) towardsSurface(ctx context.Context) error {
	for k := range rounds {
		if err := r.closer(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) closer(ctx context.Context, k int) error {
	v := float64(len(r.rest))
	{
		lambda := 60 * math.Pow(lend/60, min(1, float64(k)/(rounds-1))) * v / 5000
		normals := r.turned()
		target, weight := make([]r3.Vec, len(r.rest)), make([]float64, len(r.rest))
		lie := make([]r3.Vec, len(r.rest))
		blend := max(bfloor, bstart*max(0, 1-float64(k)/24))
		away := make([]r3.Vec, len(r.rest))
		for i := range away {
			away[i] = r3.Sub(r.m.Positions[i], r.at[i])
		}
		soft := r.spread.smooth(away, r.mass, r.m.Confidence, r.backward())
		pulls, pullWeight := r.pulled(ctx, normals)
		err := parallel.For(ctx, r.opt.Threads, len(r.rest), 64, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				p, n := r.at[i], normals[i]
				target[i], weight[i] = p, stay
				gap := 0.1
				if face, bary, q, ok := r.y.Domain.ClosestPlaceOf(p, 0.1, func(f int32) bool { return r3.Dot(r.normalY[f], n) >= 0.5 }); ok {
					d := r3.Sub(q, p)
					gap = r3.Norm(d)
					along := r.normalY[face]
					target[i] = r3.Add(p, r3.Add(r3.Scale(0.9*r3.Dot(d, along), along), r3.Scale(0.1, d)))
					weight[i] = 1
					t := r.y.Domain.Triangles[face]
					lie[i] = unit(closest.At(bary, r.y.Domain.Normals[t[0]], r.y.Domain.Normals[t[1]], r.y.Domain.Normals[t[2]]))
				}
				target[i] = r3.Add(target[i], r3.Scale(max(blend, gapw*min(1, max(0, gap-0.01)/0.03)), soft[i]))
				if w := pullWeight[i]; w > 0 {
					all := weight[i] + w
					target[i] = r3.Add(r3.Scale(weight[i]/all, target[i]), r3.Scale(1/all, r3.Add(r3.Scale(w, p), pulls[i])))
					weight[i] = all
				}
			}
		})
		if err != nil {
			return err
		}
		if k >= int(lieFrom) {
			r.lying = lie
		}
		r.rotate(2)
		if err := r.solve(ctx, lambda, target, weight); err != nil {
			return err
		}
	}
	return nil
}

// backward is what B's points ask of the places that the map back sends them to.
func (r *run) backward() []demand {
	d := r.y.Domain
	out := make([]demand, 0, len(d.Points))
	for j, p := range r.back.Places {
		if !p.Known() {
			continue
		}
		at := r.at[p.Nearest]
		if p.Face >= 0 {
			t := r.faces[p.Face]
			at = closest.At(p.Bary, r.at[t[0]], r.at[t[1]], r.at[t[2]])
		}
		out = append(out, demand{p.Nearest, r3.Sub(d.Points[j], at), d.PointArea[j] * float64(len(r.rest)) * (0.05 + r.back.Confidence[j])})
	}
	return out
}

var bfloor, bstart = envf("BFLOOR", 0), envf("BSTART", 1)

var gapw = envf("GAP", 0)

var stay = envf("STAY", 0.01)

var pullw = envf("PULL", 1)

// pulled is what the points of B ask of the nearest places of A's mesh.
func (r *run) pulled(ctx context.Context, normals []r3.Vec) (pull []r3.Vec, weight []float64) {
	d := r.y.Domain
	pull, weight = make([]r3.Vec, len(r.at)), make([]float64, len(r.at))
	if pullw == 0 {
		return
	}
	if r.tree == nil {
		r.tree = closest.NewTree(r.rest, r.faces)
	}
	tree := r.tree.Moved(r.at)
	facing := make([]r3.Vec, len(r.faces))
	for k, t := range r.faces {
		facing[k] = unit(r3.Add(normals[t[0]], r3.Add(normals[t[1]], normals[t[2]])))
	}
	type found struct {
		face int32
		bary [3]float64
		away r3.Vec
	}
	all := make([]found, len(d.Points))
	_ = parallel.For(ctx, r.opt.Threads, len(all), 64, func(_, lo, hi int) {
		for j := lo; j < hi; j++ {
			all[j].face = -1
			n := d.Normals[j]
			if face, bary, at, ok := tree.ClosestOf(d.Points[j], 0.1, func(f int32) bool { return r3.Dot(facing[f], n) >= 0.5 }); ok {
				u := r3.Sub(d.Points[j], at)
				all[j] = found{face, bary, r3.Add(r3.Scale(0.5*r3.Dot(u, n), n), r3.Scale(0.5, u))}
			}
		}
	})
	for j, f := range all {
		if f.face < 0 {
			continue
		}
		w := pullw * d.PointArea[j] * float64(len(r.rest))
		for k, c := range r.faces[f.face] {
			b := w * f.bary[k] / r.mass[c]
			weight[c] += b
			pull[c] = r3.Add(pull[c], r3.Scale(b, f.away))
		}
	}
	return pull, weight
}

func unit(p r3.Vec) r3.Vec {
	if l := r3.Norm(p); l > 0 {
		return r3.Scale(1/l, p)
	}
	return p
}

var normalMix = envf("NMIX", 0.5)

// turned are the normals that the points have at rest, turned with their neighbourhoods.
func (r *run) turned() []r3.Vec {
	now := pointNormals(r.at, r.faces)
	out := make([]r3.Vec, len(r.at))
	for i, n := range r.x.Domain.Normals {
		out[i] = unit(r3.Add(r3.Scale(normalMix, apply(&r.turns[i], n)), r3.Scale(1-normalMix, now[i])))
	}
	return out
}

// average replaces values by the mean over neighbours.
func (r *run) average(values []float64) []float64 {
	out := make([]float64, len(values))
	for i := range values {
		near, _ := r.g.Row(i)
		sum := values[i]
		for _, j := range near {
			sum += values[j]
		}
		out[i] = sum / float64(len(near)+1)
	}
	return out
}

// rotate finds the turn of each neighbourhood from rest to where it is, averaged.
func (r *run) rotate(smooth int) {
	smooth = int(math.Round(float64(smooth) * float64(len(r.rest)) / 5000))
	next := make([]dense.Mat3, len(r.turns))
	dense.Blocks(r.opt.Threads, len(r.rest), 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			near, by := r.g.Row(i)
			var h dense.Mat3
			for k, j := range near {
				u, v := r3.Sub(r.rest[j], r.rest[i]), r3.Sub(r.at[j], r.at[i])
				w := r.g.Weight[by[k]]
				h[0] += w * v.X * u.X
				h[1] += w * v.X * u.Y
				h[2] += w * v.X * u.Z
				h[3] += w * v.Y * u.X
				h[4] += w * v.Y * u.Y
				h[5] += w * v.Y * u.Z
				h[6] += w * v.Z * u.X
				h[7] += w * v.Z * u.Y
				h[8] += w * v.Z * u.Z
			}
			if r.lying != nil && r.lying[i] != (r3.Vec{}) {
				next[i] = lyingTurn(&h, r.x.Domain.Normals[i], r.lying[i])
			} else {
				next[i], _ = dense.Rotation3(h)
			}
		}
	})
	r.turns, next = next, r.turns
	for range smooth {
		dense.Blocks(r.opt.Threads, len(r.rest), 256, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				near, by := r.g.Row(i)
				h := r.turns[i]
				all := 1.0
				for k, j := range near {
					w := r.g.Weight[by[k]]
					all += w
					for c, x := range r.turns[j] {
						h[c] += w * x
					}
				}
				for c := range h {
					h[c] /= all
				}
				next[i] = h
			}
		})
		r.turns, next = next, r.turns
	}
	if smooth > 0 {
		dense.Blocks(r.opt.Threads, len(r.rest), 256, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				r.turns[i], _ = dense.Rotation3(r.turns[i])
			}
		})
	}
}

// solve places the points.
func (r *run) solve(ctx context.Context, lambda float64, target []r3.Vec, weight []float64) error {
	scaled := make([]float64, len(r.g.Weight))
	for k, w := range r.g.Weight {
		scaled[k] = lambda * w
	}
	a := sparse.Laplacian(len(r.rest), r.g.Edges, scaled)
	b := make([]r3.Vec, len(r.rest))
	for i := range b {
		w := weight[i] * r.mass[i]
		a.Diagonal[i] += w
		b[i] = r3.Scale(w, target[i])
	}
	for k, e := range r.g.Edges {
		u := r3.Sub(r.rest[e[0]], r.rest[e[1]])
		w := scaled[k] / 2
		d := r3.Scale(w, r3.Add(apply(&r.turns[e[0]], u), apply(&r.turns[e[1]], u)))
		b[e[0]] = r3.Add(b[e[0]], d)
		b[e[1]] = r3.Sub(b[e[1]], d)
	}
	if r.order == nil {
		r.order = sparse.Dissect(r.rest, a)
	}
	f, err := sparse.Factor(ctx, a, r.order)
	if err != nil {
		return err
	}
	f.Solve(b)
	r.at = b
	return nil
}

func apply(m *dense.Mat3, p r3.Vec) r3.Vec {
	return r3.Vec{X: m[0]*p.X + m[1]*p.Y + m[2]*p.Z, Y: m[3]*p.X + m[4]*p.Y + m[5]*p.Z, Z: m[6]*p.X + m[7]*p.Y + m[8]*p.Z}
}

func faceNormals(points []r3.Vec, faces [][3]int32) []r3.Vec {
	out := make([]r3.Vec, len(faces))
	for k, t := range faces {
		n := r3.Cross(r3.Sub(points[t[1]], points[t[0]]), r3.Sub(points[t[2]], points[t[0]]))
		if l := r3.Norm(n); l > 0 {
			n = r3.Scale(1/l, n)
		}
		out[k] = n
	}
	return out
}

func pointNormals(points []r3.Vec, faces [][3]int32) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for _, t := range faces {
		n := r3.Cross(r3.Sub(points[t[1]], points[t[0]]), r3.Sub(points[t[2]], points[t[0]]))
		for _, p := range t {
			out[p] = r3.Add(out[p], n)
		}
	}
	for i, n := range out {
		if l := r3.Norm(n); l > 0 {
			out[i] = r3.Scale(1/l, n)
		}
	}
	return out
}

func (r *run) result(ctx context.Context) (*Registered, error) {
	d := r.y.Domain
	out := &Registered{AOnB: r.at, AToB: &correspond.SurfaceMap{Places: make([]correspond.Place, len(r.at)), Positions: make([]r3.Vec, len(r.at)), Confidence: r.m.Confidence}}
	normals := r.turned()
	err := parallel.For(ctx, r.opt.Threads, len(r.at), 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			n := normals[i]
			face, bary, q, ok := d.ClosestPlaceOf(r.at[i], 0.1, func(f int32) bool { return r3.Dot(r.normalY[f], n) > 0 })
			if !ok {
				face, bary, q = d.ClosestPlace(r.at[i])
			}
			out.AToB.Places[i] = correspond.PlaceIn(d, face, bary)
			out.AToB.Positions[i] = q
		}
	})
	out.BToA = r.back
	out.Quality = Judge(r.x.Domain, r.y.Domain, r.at)
	return out, err
}

var lieFrom = envf("LIE", 14)

// lyingTurn is the turn that fits h best of those that take normal n to m.
func lyingTurn(h *dense.Mat3, n, m r3.Vec) dense.Mat3 {
	u, v := tangents(n)
	s, t := tangents(m)
	hu, hv := apply(h, u), apply(h, v)
	a, b := r3.Dot(s, hu)+r3.Dot(t, hv), r3.Dot(t, hu)-r3.Dot(s, hv)
	l := math.Hypot(a, b)
	if l == 0 {
		a, l = 1, 1
	}
	c, d := a/l, b/l
	// u goes to c s + d t, v to -d s + c t, n to m
	ru, rv := r3.Add(r3.Scale(c, s), r3.Scale(d, t)), r3.Add(r3.Scale(-d, s), r3.Scale(c, t))
	row := func(x, y, z float64) [3]float64 {
		return [3]float64{x*u.X + y*v.X + z*n.X, x*u.Y + y*v.Y + z*n.Y, x*u.Z + y*v.Z + z*n.Z}
	}
	x, y, z := row(ru.X, rv.X, m.X), row(ru.Y, rv.Y, m.Y), row(ru.Z, rv.Z, m.Z)
	return dense.Mat3{x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]}
}

func tangents(n r3.Vec) (u, v r3.Vec) {
	e := r3.Vec{X: 1}
	if math.Abs(n.X) >= 0.9 {
		e = r3.Vec{Y: 1}
	}
	u = unit(r3.Cross(n, e))
	return u, r3.Cross(n, u)
}
