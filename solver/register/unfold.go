package register

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
)

// Unfolding in numbers.
const (
	unfoldRounds = 6
	// unfoldRings is how far about a fold points may move, unfoldHold how many more rings
	// of triangles hold them.
	unfoldRings = 3
	// foldedBelow is the signed area, as a share of what the triangle should have, below
	// which a triangle counts as folded.
	foldedBelow = 0.003
	// suspect is the cosine to B's normal below which a triangle is looked at.
	suspect = 0.3
	// sound is the same share above which a triangle is left as it is.
	sound = 0.1
	// nearSurface weighs the squared distance from the tangent plane, in units of the
	// region's mean edge, beside the distortion of a triangle.
	nearSurface = 100
)

// ground is where the points stand on B: the place under each, and the normal there.
type ground struct {
	face   []int32
	bary   [][3]float64
	at     []r3.Vec
	normal []r3.Vec
}

// unfold moves the points about folded triangles along the surface until no triangle is
// folded any more, as far as that is possible: regularised distortion (Garanzha et al.
// 2021, "Foldover-free maps in 50 lines of code"), which is finite for folded triangles
// and grows without bound as a triangle that stands right approaches one that is folded.
func (r *run) unfold(ctx context.Context) error {
	for range unfoldRounds {
		g := r.ground(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
		regions := r.foldedRegions(g)
		if len(regions) == 0 {
			return nil
		}
		next := slices.Clone(r.at)
		err := parallel.For(ctx, r.opt.Threads, len(regions), 1, func(_, lo, hi int) {
			for k := lo; k < hi; k++ {
				r.unfoldRegion(regions[k], g, next)
			}
		})
		if err != nil {
			return err
		}
		r.at = next
	}
	return nil
}

// signedArea is twice the area of triangle t about a normal.
func signedArea(at []r3.Vec, t [3]int32, n r3.Vec) float64 {
	return r3.Dot(n, r3.Cross(r3.Sub(at[t[1]], at[t[0]]), r3.Sub(at[t[2]], at[t[0]])))
}

// isFolded is by the faces of B about the triangle; share is twice the area that it should
// have.
func (r *run) isFolded(t [3]int32, share float64) bool {
	n := r3.Cross(r3.Sub(r.at[t[1]], r.at[t[0]]), r3.Sub(r.at[t[2]], r.at[t[0]]))
	if r3.Norm(n) < foldedBelow*share {
		return true
	}
	c := r3.Scale(1.0/3, r3.Add(r.at[t[0]], r3.Add(r.at[t[1]], r.at[t[2]])))
	if r.near == nil {
		centers := make([]r3.Vec, len(r.y.Domain.Triangles))
		for k, t := range r.y.Domain.Triangles {
			centers[k] = r3.Scale(1.0/3, r3.Add(r.y.Domain.Points[t[0]], r3.Add(r.y.Domain.Points[t[1]], r.y.Domain.Points[t[2]])))
		}
		r.near = nearestThree(centers)
	}
	for _, f := range r.near(c) {
		if r3.Dot(n, r.normalY[f]) > 0.1*r3.Norm(n) {
			return false
		}
	}
	return true
}

type region struct {
	points    []int32 // that may move
	triangles []int32 // with at least one such point
}

// foldedRegions gathers the folded triangles with what is about them, apart where
// regions do not touch.
func (r *run) foldedRegions(g *ground) []region {
	scale := r.areaScale()
	state := make([]int32, len(r.rest)) // 0, or 1 + ring
	var front []int32
	for _, t := range r.faces {
		rest := r3.Norm(r3.Cross(r3.Sub(r.rest[t[1]], r.rest[t[0]]), r3.Sub(r.rest[t[2]], r.rest[t[0]])))
		n := unit(r3.Add(g.normal[t[0]], r3.Add(g.normal[t[1]], g.normal[t[2]])))
		if signedArea(r.at, t, n) < suspect*r3.Norm(r3.Cross(r3.Sub(r.at[t[1]], r.at[t[0]]), r3.Sub(r.at[t[2]], r.at[t[0]])))+foldedBelow*scale*rest && r.isFolded(t, scale*rest) {
			for _, p := range t {
				if state[p] == 0 {
					state[p] = 1
					front = append(front, p)
				}
			}
		}
	}
	free := slices.Clone(front)
	for ring := range unfoldRings {
		var next []int32
		for _, p := range front {
			near, _ := r.g.Row(int(p))
			for _, q := range near {
				if state[q] == 0 {
					state[q] = int32(ring + 2)
					next = append(next, q)
				}
			}
		}
		free = append(free, next...)
		front = next
	}
	for _, p := range r.opt.Pins {
		state[p.X] = 0
	}
	label := make([]int32, len(r.rest))
	slices.Sort(free)
	var out []region
	for _, seed := range free {
		if label[seed] != 0 || state[seed] == 0 {
			continue
		}
		id := int32(len(out) + 1)
		label[seed] = id
		members := []int32{seed}
		for k := 0; k < len(members); k++ {
			near, _ := r.g.Row(int(members[k]))
			for _, q := range near {
				if state[q] != 0 && label[q] == 0 {
					label[q] = id
					members = append(members, q)
				}
			}
		}
		out = append(out, region{points: members})
	}
	for k, t := range r.faces {
		for _, p := range t {
			if label[p] != 0 {
				out[label[p]-1].triangles = append(out[label[p]-1].triangles, int32(k))
				break
			}
		}
	}
	return out
}

// areaScale is the mesh's area over that at rest.
func (r *run) areaScale() float64 {
	now, rest := 0.0, 0.0
	for _, t := range r.faces {
		now += r3.Norm(r3.Cross(r3.Sub(r.at[t[1]], r.at[t[0]]), r3.Sub(r.at[t[2]], r.at[t[0]])))
		rest += r3.Norm(r3.Cross(r3.Sub(r.rest[t[1]], r.rest[t[0]]), r3.Sub(r.rest[t[2]], r.rest[t[0]])))
	}
	return now / rest
}

// flatTriangle is a triangle of a region with what its distortion is measured by.
type flatTriangle struct {
	corner [3]int32 // index among the region's points, or -1 where it is held
	at     [3]r3.Vec
	n      r3.Vec
	g      [2][2]float64 // inverse of the edges at rest, columns, in their own plane
	det    float64       // of g
	weight float64
}

func (r *run) unfoldRegion(reg region, g *ground, next []r3.Vec) {
	index := make(map[int32]int32, len(reg.points))
	for k, p := range reg.points {
		index[p] = int32(k)
	}
	// Sound triangles want to stay as they are, the others to become what they are at rest,
	// in the size of the sound ones.
	now, rest, edge, edges := 0.0, 1e-300, 0.0, 0
	scale := r.areaScale()
	for _, k := range reg.triangles {
		t := r.faces[k]
		n := unit(r3.Add(g.normal[t[0]], r3.Add(g.normal[t[1]], g.normal[t[2]])))
		if a, b := signedArea(r.at, t, n), r3.Norm(r3.Cross(r3.Sub(r.rest[t[1]], r.rest[t[0]]), r3.Sub(r.rest[t[2]], r.rest[t[0]]))); a > sound*scale*b {
			now += a
			rest += b
		}
		for c := range 3 {
			edge += r3.Norm(r3.Sub(r.rest[t[c]], r.rest[t[(c+1)%3]]))
			edges++
		}
	}
	size := math.Sqrt(scale)
	if now > 0 {
		size = math.Sqrt(now / rest)
	}
	edge *= size / float64(edges)
	var flat []flatTriangle
	hold := make([]float64, len(reg.points))
	for k := range hold {
		hold[k] = envf("HOLD", 1)
	}
	for _, k := range reg.triangles {
		t := r.faces[k]
		f := flatTriangle{n: unit(r3.Add(g.normal[t[0]], r3.Add(g.normal[t[1]], g.normal[t[2]])))}
		for c, p := range t {
			f.at[c] = r.at[p]
			f.corner[c] = -1
			if q, ok := index[p]; ok {
				f.corner[c] = q
			}
		}
		u, v := r3.Scale(size, r3.Sub(r.rest[t[1]], r.rest[t[0]])), r3.Scale(size, r3.Sub(r.rest[t[2]], r.rest[t[0]]))
		if a := signedArea(r.at, t, f.n); a > sound*scale*r3.Norm(r3.Cross(r3.Sub(r.rest[t[1]], r.rest[t[0]]), r3.Sub(r.rest[t[2]], r.rest[t[0]]))) {
			u, v = r3.Sub(r.at[t[1]], r.at[t[0]]), r3.Sub(r.at[t[2]], r.at[t[0]])
		} else {
			for _, c := range f.corner {
				if c >= 0 {
					hold[c] = 0
				}
			}
		}
		// A needle counts as one of a twentieth of its longest side's height.
		lu := r3.Norm(u)
		if lu == 0 {
			continue
		}
		x, y := r3.Dot(u, v)/lu, r3.Norm(r3.Cross(u, v))/lu
		y = max(y, 0.05*max(lu, r3.Norm(v)))
		// edges as columns (lu, 0), (x, y)
		f.g = [2][2]float64{{1 / lu, -x / (lu * y)}, {0, 1 / y}}
		f.det = 1 / (lu * y)
		f.weight = 1
		flat = append(flat, f)
	}
	x := make([]float64, 3*len(reg.points))
	for k, p := range reg.points {
		set(x, int32(k), r.at[p])
	}
	for range 4 {
		least := math.Inf(1)
		for i := range flat {
			least = min(least, flat[i].ratio(x))
		}
		// Garanzha et al. lower ε with the worst triangle.
		eps := 1e-2
		if least < 0 {
			eps = math.Sqrt(1e-4 + 0.04*least*least)
		}
		problem := optimize.Problem{
			Func: func(x []float64) float64 { return r.distortion(reg, g, flat, hold, edge, eps, x, nil) },
			Grad: func(grad, x []float64) { r.distortion(reg, g, flat, hold, edge, eps, x, grad) },
		}
		res, err := optimize.Minimize(problem, x, &optimize.Settings{MajorIterations: 40, GradientThreshold: 1e-4, Concurrent: 0}, &optimize.LBFGS{Store: 8})
		if res == nil {
			break
		}
		_ = err // the best so far is what counts
		x = res.X
		if least > foldedBelow {
			break
		}
	}
	for k, p := range reg.points {
		next[p] = get(x, int32(k))
	}
}

func get(x []float64, k int32) r3.Vec { return r3.Vec{X: x[3*k], Y: x[3*k+1], Z: x[3*k+2]} }

func set(x []float64, k int32, p r3.Vec) { x[3*k], x[3*k+1], x[3*k+2] = p.X, p.Y, p.Z }

func (f *flatTriangle) corners(x []float64) (p [3]r3.Vec) {
	for c, k := range f.corner {
		p[c] = f.at[c]
		if k >= 0 {
			p[c] = get(x, k)
		}
	}
	return p
}

// ratio is the signed area over that at rest.
func (f *flatTriangle) ratio(x []float64) float64 {
	p := f.corners(x)
	return f.det * r3.Dot(f.n, r3.Cross(r3.Sub(p[1], p[0]), r3.Sub(p[2], p[0])))
}

// distortion is Σ (|J|²/2 + (D² + 1)/2)/χ(D) over triangles, J the map from rest and D
// its signed area, χ(D) = (D + √(ε² + D²))/2, and what keeps the points near the surface.
// With grad it is filled too.
func (r *run) distortion(reg region, g *ground, flat []flatTriangle, hold []float64, edge, eps float64, x, grad []float64) float64 {
	for i := range grad {
		grad[i] = 0
	}
	sum := 0.0
	for i := range flat {
		f := &flat[i]
		p := f.corners(x)
		e1, e2 := r3.Sub(p[1], p[0]), r3.Sub(p[2], p[0])
		// J = [e1 e2] G
		j1 := r3.Add(r3.Scale(f.g[0][0], e1), r3.Scale(f.g[1][0], e2))
		j2 := r3.Add(r3.Scale(f.g[0][1], e1), r3.Scale(f.g[1][1], e2))
		d := f.det * r3.Dot(f.n, r3.Cross(e1, e2))
		root := math.Sqrt(eps*eps + d*d)
		chi := (d + root) / 2
		if d < 0 { // no cancellation
			chi = eps * eps / 2 / (root - d)
		}
		top := (r3.Norm2(j1)+r3.Norm2(j2))/2 + (d*d+1)/2
		sum += f.weight * top / chi
		if grad == nil {
			continue
		}
		dchi := chi / root
		// ∂/∂J = J/χ, ∂/∂D = D/χ - top χ'/χ²
		byD := f.weight * (d/chi - top*dchi/(chi*chi))
		w := f.weight / chi
		g1 := r3.Add(r3.Scale(w*f.g[0][0], j1), r3.Scale(w*f.g[0][1], j2))
		g2 := r3.Add(r3.Scale(w*f.g[1][0], j1), r3.Scale(w*f.g[1][1], j2))
		g1 = r3.Add(g1, r3.Scale(byD*f.det, r3.Cross(e2, f.n)))
		g2 = r3.Add(g2, r3.Scale(byD*f.det, r3.Cross(f.n, e1)))
		for c, v := range [3]r3.Vec{r3.Scale(-1, r3.Add(g1, g2)), g1, g2} {
			if k := f.corner[c]; k >= 0 {
				grad[3*k] += v.X
				grad[3*k+1] += v.Y
				grad[3*k+2] += v.Z
			}
		}
	}
	for k, p := range reg.points {
		n := g.normal[p]
		off := r3.Dot(n, r3.Sub(get(x, int32(k)), g.at[p])) / edge
		sum += nearSurface * off * off
		h := hold[k] / (edge * edge)
		away := r3.Sub(get(x, int32(k)), r.at[p])
		sum += h * r3.Norm2(away)
		if grad != nil {
			w := 2 * nearSurface * off / edge
			grad[3*k] += w*n.X + 2*h*away.X
			grad[3*k+1] += w*n.Y + 2*h*away.Y
			grad[3*k+2] += w*n.Z + 2*h*away.Z
		}
	}
	return sum
}

// ground finds the place on B under each point: the closest that faces as the point does.
func (r *run) ground(ctx context.Context) *ground {
	d := r.y.Domain
	g := &ground{face: make([]int32, len(r.at)), bary: make([][3]float64, len(r.at)), at: make([]r3.Vec, len(r.at)), normal: make([]r3.Vec, len(r.at))}
	normals := r.turned()
	_ = parallel.For(ctx, r.opt.Threads, len(r.at), 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			n := normals[i]
			face, bary, q, ok := d.ClosestPlaceOf(r.at[i], 0.1, func(f int32) bool { return r3.Dot(r.normalY[f], n) > 0 })
			if !ok {
				face, bary, q = d.ClosestPlace(r.at[i])
			}
			t := d.Triangles[face]
			g.face[i], g.bary[i], g.at[i] = face, bary, q
			g.normal[i] = unit(r3.Add(r3.Scale(bary[0], d.Normals[t[0]]), r3.Add(r3.Scale(bary[1], d.Normals[t[1]]), r3.Scale(bary[2], d.Normals[t[2]]))))
		}
	})
	return g
}

// settle puts every point onto the surface; with check, only those whose triangles do not
// fold by that.
func (r *run) settle(g *ground, check bool) {
	before := slices.Clone(r.at)
	pinned := map[int32]bool{}
	for _, p := range r.opt.Pins {
		pinned[p.X] = true
	}
	for i, q := range g.at {
		if !pinned[int32(i)] {
			r.at[i] = q
		}
	}
	if !check {
		return
	}
	for range 3 {
		scale := r.areaScale()
		undo := false
		for _, t := range r.faces {
			rest := r3.Norm(r3.Cross(r3.Sub(r.rest[t[1]], r.rest[t[0]]), r3.Sub(r.rest[t[2]], r.rest[t[0]])))
			n := unit(r3.Add(g.normal[t[0]], r3.Add(g.normal[t[1]], g.normal[t[2]])))
			if signedArea(r.at, t, n) < suspect*r3.Norm(r3.Cross(r3.Sub(r.at[t[1]], r.at[t[0]]), r3.Sub(r.at[t[2]], r.at[t[0]])))+foldedBelow*scale*rest && r.isFolded(t, scale*rest) {
				for _, p := range t {
					if r.at[p] != before[p] {
						r.at[p] = before[p]
						undo = true
					}
				}
			}
		}
		if !undo {
			return
		}
	}
}
