package shapes

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// plan is a body plan: which bones, groups and parts there are and how they hang together. Bodies of
// one plan (horse, cat, elephant) differ in their cones alone, and so they can be morphed into each
// other.
type plan struct {
	mirror       mirror
	given, image string // suffixes of the names of paired bones, such as ".R" and ".L"
	bones        []boneSpec
	groups       []groupSpec
}

type boneSpec struct {
	name, parent string
	joint        string // the part whose end a is the joint
	paired       bool
}

type groupSpec struct {
	blend  float64
	paired bool
	parts  []partSpec
}

type partSpec struct {
	name, bone string
	blend      float64
	// fine divides the wanted edge length; 0 means 1.
	fine float64
}

// cones gives every part of a plan its geometry (one side of paired ones).
type cones map[string]cone

func (c cones) at(name string) cone {
	k, ok := c[name]
	if !ok {
		panic(fmt.Sprintf("shapes: no cone for part %q", name)) // a slip in our own tables
	}
	return k
}

// part is a part of a body, on one side, with its geometry.
type part struct {
	cone
	spec partSpec
	bone int
}

// body is a plan with geometry.
type body struct {
	*skeleton
	field *field
	parts []part // given ones first, then the images of paired ones
}

// build gives the plan the geometry c.
func (pl *plan) build(c cones) *body {
	b := &body{skeleton: pl.skeleton(c), field: &field{widest: groundBlend}}
	var images []part
	given := 0
	for _, g := range pl.groups {
		given += len(g.parts)
	}
	for _, g := range pl.groups {
		b.field.widest = math.Max(b.field.widest, g.blend)
		out := group{blend: g.blend}
		for _, spec := range g.parts {
			b.field.widest = math.Max(b.field.widest, spec.blend)
			k := c.at(spec.name)
			out.given = append(out.given, piece{k.solid(), len(b.parts), spec.blend})
			b.parts = append(b.parts, part{k, spec, b.boneOn(spec.bone, pl.given)})
			if g.paired {
				m := k.mirrored(pl.mirror)
				out.image = append(out.image, piece{m.solid(), given + len(images), spec.blend})
				images = append(images, part{m, spec, b.boneOn(spec.bone, pl.image)})
			}
		}
		b.field.groups = append(b.field.groups, out)
	}
	b.parts = append(b.parts, images...)
	return b
}

func (pl *plan) skeleton(c cones) *skeleton {
	s := &skeleton{index: map[string]int{}}
	add := func(name, parent string, joint r3.Vec) {
		p := -1
		if parent != "" {
			p = s.bone(parent)
		}
		s.index[name] = len(s.bones)
		s.bones = append(s.bones, bone{name, p, joint})
	}
	for _, b := range pl.bones {
		joint := c.at(b.joint).a
		if !b.paired {
			add(b.name, b.parent, joint)
			continue
		}
		for _, side := range []string{pl.given, pl.image} {
			at := joint
			if side == pl.image {
				at = pl.mirror.apply(joint)
			}
			parent := s.bones[s.boneOn(b.parent, side)].name
			add(b.name+side, parent, at)
		}
	}
	return s
}

// lerp is the geometry at parameter t on the way from c to d.
func (c cones) lerp(d cones, t float64) cones {
	out := cones{}
	for name, k := range c {
		out[name] = k.lerp(d.at(name), t)
	}
	return out
}

// size is the wanted edge length on a part before rescaling: in proportion to
// its radius, within limits that keep big parts round and small ones cheap.
func (p *part) size() float64 {
	r := (p.ra + p.rb) / 2 * math.Sqrt(p.thinness())
	if p.pad > 0 {
		r = 2 * math.Sqrt(r*p.pad)
	}
	s := math.Min(math.Max(0.5*r, 0.018), 0.045)
	if p.spec.fine > 0 {
		s /= p.spec.fine
	}
	return s
}

// Limits of the cells a body is polygonized with, and their size in radii of the
// thinnest part that a cell may have to resolve.
const (
	finestCell    = 0.009
	coarsestCell  = 0.026
	cellsInRadius = 1.05
)

// lattice is a grid around the body: along each axis as dense as the thinnest
// part there needs it.
func (b *body) lattice() *lattice {
	var l lattice
	type span struct{ lo, hi, cell float64 }
	for axis := range 3 {
		at := func(p r3.Vec) float64 { return [3]float64{p.X, p.Y, p.Z}[axis] }
		var spans []span
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range b.parts {
			p := &b.parts[i]
			thin := min(p.ra, p.rb) * p.thinness()
			if p.pad > 0 {
				thin = p.pad
			}
			// Beyond the part by its blend and a cell.
			reach := max(p.ra, p.rb) + p.pad + coarsestCell
			s := span{min(at(p.a), at(p.b)) - reach, max(at(p.a), at(p.b)) + reach,
				min(max(cellsInRadius*thin, finestCell), coarsestCell)}
			spans = append(spans, s)
			lo, hi = min(lo, s.lo), max(hi, s.hi)
		}
		for x := lo; x < hi || len(l[axis])%blockCells != 1; {
			l[axis] = append(l[axis], x)
			step := coarsestCell
			for _, s := range spans {
				// The cell that starts here must not jump over a fine span's start.
				if x < s.hi && x+s.cell > s.lo {
					step = min(step, s.cell)
				}
			}
			x += step
		}
	}
	return &l
}
