package shapes

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"
)

// mirror is the reflection of a body's left side onto its right side.
type mirror r3.Vec

var (
	acrossZ = mirror{X: 1, Y: 1, Z: -1} // animals look along +x, their right is +z
	acrossX = mirror{X: -1, Y: 1, Z: 1} // people look along +z, their left is +x
)

func (m mirror) apply(p r3.Vec) r3.Vec {
	return r3.Vec{X: m.X * p.X, Y: m.Y * p.Y, Z: m.Z * p.Z}
}

// field is a body as an implicit surface: a smooth union of groups of cones,
// cut off flat at the ground y = 0 so that feet have soles. Negative inside.
//
// The smooth minimum is the quadratic one, which changes nothing where the two values differ by more
// than its radius: parts that are far away drop out exactly, and [field.near] makes evaluation cheap
// and changes no bit of the result.
type field struct {
	groups []group
	widest float64  // the largest blend radius in it
	rooms  sync.Map // of local fields, see room
}

// group is a set of cones that blend among themselves, in order, and then as a whole with what stands
// before. A paired group exists on both sides of the body; its two sides are joined first, which keeps
// the body exactly symmetric.
type group struct {
	blend float64 // radius of the blend with the groups before
	given []piece // the cones as given; the only ones of an unpaired group
	image []piece // their mirror images
}

type piece struct {
	solid
	index int // of the part, for skin weights; mirror images follow all given ones
	blend float64
}

// groundBlend rounds the edge of a sole, in the body's units of length.
const groundBlend = 0.012

// smoothMin is the quadratic smooth minimum of a and b with radius k; weight is
// its derivative with respect to a (and one minus that with respect to b).
func smoothMin(a, b, k float64) (value, weightA float64) {
	h := (k - math.Abs(a-b)) / k
	if h <= 0 {
		if a <= b {
			return a, 1
		}
		return b, 0
	}
	if a <= b {
		return a - h*h*k/4, 1 - h/2
	}
	return b - h*h*k/4, h / 2
}

func blend(d, e float64, g, h r3.Vec, k float64) (float64, r3.Vec) {
	v, w := smoothMin(d, e, k)
	switch w {
	case 1:
		return v, g
	case 0:
		return v, h
	}
	return v, mix(h, g, w)
}

// eval returns the value at p and its gradient (not normalised).
func (f *field) eval(p r3.Vec) (float64, r3.Vec) {
	d, g := math.Inf(1), r3.Vec{}
	for i := range f.groups {
		gr := &f.groups[i]
		e, h := evalPieces(gr.given, p)
		if len(gr.image) > 0 {
			e2, h2 := evalPieces(gr.image, p)
			e, h = blend(e, e2, h, h2, gr.blend)
		}
		d, g = blend(d, e, g, h, gr.blend)
	}
	// Intersection with the half space y >= 0: smooth maximum with -y.
	v, w := smoothMin(-d, p.Y, groundBlend)
	return -v, r3.Add(r3.Scale(w, g), r3.Vec{Y: w - 1})
}

func evalPieces(pieces []piece, p r3.Vec) (float64, r3.Vec) {
	d, g := math.Inf(1), r3.Vec{}
	for i := range pieces {
		e, h := pieces[i].eval(p)
		d, g = blend(d, e, g, h, pieces[i].blend)
	}
	return d, g
}

// weights sets out, by part index, to the share each part has in the surface
// near p: the derivatives of the smooth union. They sum to one.
func (f *field) weights(p r3.Vec, out []float64) {
	f = f.room(p)
	d := math.Inf(1)
	for i := range f.groups {
		gr := &f.groups[i]
		e := weighPieces(gr.given, p, out)
		if len(gr.image) > 0 {
			e2 := weighPieces(gr.image, p, out)
			v, w := smoothMin(e, e2, gr.blend)
			scaleWeights(gr.given, w, out)
			scaleWeights(gr.image, 1-w, out)
			e = v
		}
		v, w := smoothMin(d, e, gr.blend)
		for j := range i {
			scaleWeights(f.groups[j].given, w, out)
			scaleWeights(f.groups[j].image, w, out)
		}
		scaleWeights(gr.given, 1-w, out)
		scaleWeights(gr.image, 1-w, out)
		d = v
	}
}

func weighPieces(pieces []piece, p r3.Vec, out []float64) float64 {
	d := math.Inf(1)
	for i := range pieces {
		e, _ := pieces[i].eval(p)
		v, w := smoothMin(d, e, pieces[i].blend)
		scaleWeights(pieces[:i], w, out)
		out[pieces[i].index] = 1 - w
		d = v
	}
	return d
}

func scaleWeights(pieces []piece, w float64, out []float64) {
	if w == 1 {
		return
	}
	for i := range pieces {
		out[pieces[i].index] *= w
	}
}

// near is the field without the parts that cannot touch the surface within
// radius r of p.
func (f *field) near(p r3.Vec, r float64) *field {
	out := &field{widest: f.widest}
	keep := func(pieces []piece) []piece {
		var kept []piece
		for i := range pieces {
			if pieces[i].within(p, r+f.widest) {
				kept = append(kept, pieces[i])
			}
		}
		return kept
	}
	for i := range f.groups {
		gr := &f.groups[i]
		given, image := keep(gr.given), keep(gr.image)
		if len(given)+len(image) > 0 {
			out.groups = append(out.groups, group{blend: gr.blend, given: given, image: image})
		}
	}
	return out
}

// thinnest is the least thickness ratio of the cones.
func (f *field) thinnest() float64 {
	thin := 1.0
	for i := range f.groups {
		for _, pieces := range [2][]piece{f.groups[i].given, f.groups[i].image} {
			for j := range pieces {
				thin = min(thin, pieces[j].thin)
			}
		}
	}
	return thin
}

// Space is divided into cubes of edge roomEdge; the parts that matter up to
// roomReach from a cube are looked up once.
const (
	roomEdge  = 0.08
	roomReach = 0.06
)

// room is the field for points at most roomReach from the cube that p lies in.
func (f *field) room(p r3.Vec) *field {
	key := [3]int32{int32(math.Floor(p.X / roomEdge)), int32(math.Floor(p.Y / roomEdge)), int32(math.Floor(p.Z / roomEdge))}
	if local, ok := f.rooms.Load(key); ok {
		return local.(*field)
	}
	center := r3.Scale(roomEdge, r3.Vec{X: float64(key[0]) + 0.5, Y: float64(key[1]) + 0.5, Z: float64(key[2]) + 0.5})
	local := f.near(center, roomEdge*math.Sqrt(3)/2+roomReach)
	f.rooms.Store(key, local)
	return local
}

// project moves p along the gradient onto the surface, by at most roomReach.
func (f *field) project(p r3.Vec) r3.Vec {
	local := f.room(p)
	start := p
	for range 6 {
		d, g := local.eval(p)
		n2 := r3.Norm2(g)
		if math.Abs(d) < 1e-6 || math.IsInf(d, 1) {
			break
		}
		// Where two sides of a thin part meet the gradient fades and a full
		// Newton step would leap away.
		p = r3.Sub(p, r3.Scale(d/max(n2, 0.3), g))
		if move := r3.Sub(p, start); r3.Norm2(move) > roomReach*roomReach {
			return r3.Add(start, r3.Scale(roomReach/length(move), move))
		}
	}
	return p
}
