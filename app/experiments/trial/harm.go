package trial

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// harm is damage that is done to a base.
type harm struct {
	name string
	// warp moves the vertices of b, before both are triangulated anew.
	warp func(*rand.Rand, *mesh.Mesh)
	// reflects says that warp makes a mirror image.
	reflects bool
	// damage changes the meshes afterwards.
	damage func(*rand.Rand, *pair)
	uneven bool
	// samples, if set, is the number of samples of the trial.
	samples int
	// testOnly harms serve for testing alone.
	testOnly bool
}

// pair is a pair while it is damaged.
type pair struct {
	a, b  *mesh.Mesh
	truth *correspond.Truth
}

// partOfBMissing is the harm that takes partners of A's places away.
const partOfBMissing = "part of B missing"

var harms = []harm{
	{name: "none"},
	{name: "stretched", warp: stretch},
	{name: "bent", warp: bend},
	{name: "twisted", warp: twist, testOnly: true},
	{name: "horned", warp: horn},
	{name: "mirrored", warp: reflect, reflects: true},
	{name: "uneven triangles", uneven: true},
	{name: "noise", damage: func(rng *rand.Rand, p *pair) { roughen(rng, p.a, 0.25); roughen(rng, p.b, 0.25) }},
	{name: "much noise", damage: func(rng *rand.Rand, p *pair) { roughen(rng, p.b, 0.6) }, testOnly: true},
	{name: "part of A missing", damage: func(rng *rand.Rand, p *pair) { p.cutA(halfSpace(rng, p.a, 0.12+0.25*rng.Float64())) }},
	{name: partOfBMissing, damage: func(rng *rand.Rand, p *pair) { p.cutB(halfSpace(rng, p.b, 0.12+0.25*rng.Float64())) }},
	{name: "holes", damage: func(rng *rand.Rand, p *pair) { p.cutA(spots(rng, p.a, 5, 0.12)); p.cutB(spots(rng, p.b, 5, 0.12)) }},
	{name: "cracks", damage: func(rng *rand.Rand, p *pair) { crack(rng, p.b) }},
	{name: "stray points", damage: func(rng *rand.Rand, p *pair) { stray(rng, p.b, 1+rng.IntN(4), 1.5+2*rng.Float64()) }},
	{name: "another piece", damage: func(rng *rand.Rand, p *pair) { stray(rng, p.b, 1, 0.7); addBall(rng, p.b) }, testOnly: true},
	{name: "points", damage: func(rng *rand.Rand, p *pair) { p.a.Triangles, p.b.Triangles = nil, nil; p.forgetFaces() }},
	{name: "points, stray", damage: func(rng *rand.Rand, p *pair) {
		p.a.Triangles, p.b.Triangles = nil, nil
		p.forgetFaces()
		for range 1 + rng.IntN(3) {
			p.b.Vertices = append(p.b.Vertices, outside(rng, p.b, 1.2+2*rng.Float64()))
		}
	}},
	{name: "few samples", samples: 60},
	{name: "very few samples", samples: 35, testOnly: true},
}

// box is the middle and the half diagonal of a mesh's bounding box.
func box(m *mesh.Mesh) (middle r3.Vec, half float64) {
	b := m.BoundingBox()
	return r3.Scale(0.5, r3.Add(b.Min, b.Max)), r3.Norm(r3.Sub(b.Max, b.Min)) / 2
}

func direction(rng *rand.Rand) r3.Vec {
	return r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
}

// stretch scales along one axis by up to a half, along another by up to a fifth.
func stretch(rng *rand.Rand, m *mesh.Mesh) {
	f := [3]float64{1, math.Exp(0.4 * (2*rng.Float64() - 1)), math.Exp(0.2 * (2*rng.Float64() - 1))}
	rng.Shuffle(3, func(i, j int) { f[i], f[j] = f[j], f[i] })
	for i, p := range m.Vertices {
		m.Vertices[i] = r3.Vec{X: p.X * f[0], Y: p.Y * f[1], Z: p.Z * f[2]}
	}
}

// bend bends the whole along a parabola.
func bend(rng *rand.Rand, m *mesh.Mesh) {
	c, half := box(m)
	u := direction(rng)
	w := r3.Unit(r3.Cross(u, direction(rng)))
	k := (0.25 + 0.35*rng.Float64()) / half
	for i, p := range m.Vertices {
		x := r3.Dot(r3.Sub(p, c), u)
		m.Vertices[i] = r3.Add(p, r3.Scale(k*x*x, w))
	}
}

// twist turns one end against the other by up to a third of a turn.
func twist(rng *rand.Rand, m *mesh.Mesh) {
	c, half := box(m)
	u := direction(rng)
	k := (0.6 + 1.2*rng.Float64()) / half
	for i, p := range m.Vertices {
		q := r3.Sub(p, c)
		m.Vertices[i] = r3.Add(c, r3.NewRotation(k*r3.Dot(q, u), u).Rotate(q))
	}
}

// horn pulls one place outwards.
func horn(rng *rand.Rand, m *mesh.Mesh) {
	c, half := box(m)
	tip := m.Vertices[rng.IntN(len(m.Vertices))]
	out := r3.Unit(r3.Sub(tip, c))
	width := 0.09 * half
	for i, p := range m.Vertices {
		d := r3.Norm(r3.Sub(p, tip)) / width
		m.Vertices[i] = r3.Add(p, r3.Scale(0.55*half*math.Exp(-d*d), out))
	}
}

// reflect makes the mirror image.
func reflect(_ *rand.Rand, m *mesh.Mesh) {
	for i := range m.Vertices {
		m.Vertices[i].Z = -m.Vertices[i].Z
	}
	for i, t := range m.Triangles {
		m.Triangles[i] = [3]int32{t[0], t[2], t[1]}
	}
}

// roughen moves every vertex by a share of the edges' length.
func roughen(rng *rand.Rand, m *mesh.Mesh, share float64) {
	edge := 0.0
	for _, t := range m.Triangles {
		edge += r3.Norm(r3.Sub(m.Vertices[t[0]], m.Vertices[t[1]]))
	}
	edge /= float64(len(m.Triangles))
	for i := range m.Vertices {
		m.Vertices[i] = r3.Add(m.Vertices[i], r3.Scale(share*edge*rng.NormFloat64(), direction(rng)))
	}
}

// halfSpace marks the share of the vertices that lie farthest in some direction.
func halfSpace(rng *rand.Rand, m *mesh.Mesh, share float64) []bool {
	u := direction(rng)
	height := make([]float64, len(m.Vertices))
	for i, p := range m.Vertices {
		height[i] = r3.Dot(p, u)
	}
	limit := quantile(height, 1-share)
	out := make([]bool, len(height))
	for i, h := range height {
		out[i] = h > limit
	}
	return out
}

// spots marks the vertices in some balls whose radius is a share of the half diagonal.
func spots(rng *rand.Rand, m *mesh.Mesh, count int, radius float64) []bool {
	_, half := box(m)
	out := make([]bool, len(m.Vertices))
	for range count {
		c := m.Vertices[rng.IntN(len(m.Vertices))]
		for i, p := range m.Vertices {
			out[i] = out[i] || r3.Norm(r3.Sub(p, c)) < radius*half
		}
	}
	return out
}

// crack moves the triangles on one side of a plane a little, and gives them vertices of
// their own along the plane.
func crack(rng *rand.Rand, m *mesh.Mesh) {
	beyond := halfSpace(rng, m, 0.3+0.4*rng.Float64())
	_, half := box(m)
	shift := r3.Scale(0.002*half, direction(rng))
	twin := map[int32]int32{}
	for f, t := range m.Triangles {
		if !(beyond[t[0]] && beyond[t[1]] && beyond[t[2]]) {
			continue
		}
		for k, v := range t {
			if _, ok := twin[v]; !ok {
				twin[v] = int32(len(m.Vertices))
				m.Vertices = append(m.Vertices, r3.Add(m.Vertices[v], shift))
			}
			m.Triangles[f][k] = twin[v]
		}
	}
	compact(m)
}

// outside is a place in a random direction; reach is its distance from the middle in half
// diagonals.
func outside(rng *rand.Rand, m *mesh.Mesh, reach float64) r3.Vec {
	c, half := box(m)
	return r3.Add(c, r3.Scale(reach*half, direction(rng)))
}

// stray adds tiny triangles far from the rest.
func stray(rng *rand.Rand, m *mesh.Mesh, count int, reach float64) {
	_, half := box(m)
	for range count {
		at, n := outside(rng, m, reach), int32(len(m.Vertices))
		for range 3 {
			m.Vertices = append(m.Vertices, r3.Add(at, r3.Scale(0.004*half, direction(rng))))
		}
		m.Triangles = append(m.Triangles, [3]int32{n, n + 1, n + 2})
	}
}

// addBall adds a ball beside the shape.
func addBall(rng *rand.Rand, m *mesh.Mesh) {
	_, half := box(m)
	at := outside(rng, m, 0.9)
	ball := radial(12, func(u r3.Vec) float64 { return 0.15 * half })
	n := int32(len(m.Vertices))
	for _, p := range ball.Vertices {
		m.Vertices = append(m.Vertices, r3.Add(at, p))
	}
	for _, t := range ball.Triangles {
		m.Triangles = append(m.Triangles, [3]int32{t[0] + n, t[1] + n, t[2] + n})
	}
}

// forgetFaces turns a truth about triangles into one about vertices.
func (p *pair) forgetFaces() {
	if p.truth != nil {
		p.truth.Face, p.truth.Bary = nil, nil
	}
}

// cutA takes the marked vertices of A away.
func (p *pair) cutA(gone []bool) {
	old := remove(p.a, gone)
	if p.truth == nil {
		return
	}
	t := &correspond.Truth{}
	for _, v := range old {
		t.Target, t.Face, t.Bary = append(t.Target, p.truth.Target[v]), append(t.Face, p.truth.Face[v]), append(t.Bary, p.truth.Bary[v])
	}
	p.truth = t
}

// cutB takes the marked vertices of B away; then the truth does not know their partners.
func (p *pair) cutB(gone []bool) {
	now := slices.Repeat([]int32{-1}, len(p.b.Vertices))
	old := remove(p.b, gone)
	if p.truth == nil {
		return
	}
	for v, o := range old {
		now[o] = int32(v)
	}
	for v, to := range p.truth.Target {
		if to >= 0 {
			p.truth.Target[v] = now[to]
		}
	}
	p.truth.Face, p.truth.Bary = slices.Repeat([]int32{-1}, len(p.truth.Target)), make([][3]float64, len(p.truth.Target))
}

// remove takes vertices away with their triangles. It returns the old indices of the vertices
// that are left.
func remove(m *mesh.Mesh, gone []bool) (old []int32) {
	m.Triangles = slices.DeleteFunc(m.Triangles, func(t [3]int32) bool { return gone[t[0]] || gone[t[1]] || gone[t[2]] })
	return compact(m)
}

// compact drops vertices without triangles. It returns the old indices of those that are left.
func compact(m *mesh.Mesh) (old []int32) {
	keep := make([]bool, len(m.Vertices))
	for _, t := range m.Triangles {
		for _, v := range t {
			keep[v] = true
		}
	}
	now := make([]int32, len(keep))
	var pos []r3.Vec
	for v, k := range keep {
		if k {
			now[v] = int32(len(pos))
			pos, old = append(pos, m.Vertices[v]), append(old, int32(v))
		}
	}
	m.Vertices = pos
	for f, t := range m.Triangles {
		m.Triangles[f] = [3]int32{now[t[0]], now[t[1]], now[t[2]]}
	}
	return old
}
