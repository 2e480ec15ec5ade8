package shapes

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
)

// Figure is an animal or a person of random build, proportions and pose, with the place of each of its
// points on the body at rest. Figures are for learning: no embedded shape has one of their poses or
// builds.
type Figure struct {
	line  *line
	posed []r3.Vec
}

// FigureKinds are the kinds of figures. The body of the first three is for the greater part that of a
// horse, a cat or an elephant.
func FigureKinds() []string { return []string{"horses", "cats", "elephants", "people"} }

// People is the index of the kind that is no animal.
const People = 3

// NewFigure makes a figure of a kind (an index of FigureKinds). Figures of different splits (0 training, 1 validation,
// 2 test) have no build in common. Equal arguments give equal bits.
func NewFigure(kind, split int, seed uint64) *Figure {
	rng := rand.New(rand.NewPCG(seed, uint64(16*kind+split)))
	first, count := figureBuilds[split][0], figureBuilds[split][1]
	who := figureBuild(kind, first+rng.IntN(count)).proportioned(Proportions{
		Trunk: varied(rng, 1, 0.1), Girth: varied(rng, 1, 0.1), Legs: varied(rng, 1, 0.1),
		Head: varied(rng, 1, 0.1), Ears: varied(rng, 1, 0.15), Tail: varied(rng, 1, 0.12),
	})
	l, limbs, strike := animals(), quadrupedLimbs, animalPose
	if kind == People {
		l, limbs, strike = people(), humanLimbs, personPose
	}
	return &Figure{l, skin(who.rest, who.near, who.shares, who.strike(strike(rng, who), limbs).motions(), figureRounds)}
}

// figureRounds are the rounds of relaxation, fewer than for shapes that people look at.
const figureRounds = 4

// figureBuilds are the first build and the number of builds of each split.
var figureBuilds = [3][2]int{{0, 8}, {8, 3}, {11, 3}}

// line is a template: all builds of a plan have its vertices.
type line struct {
	plan     *plan
	cones    cones
	template soup
	near     [][]int32
	shares   [][]share
	labels   []int32
	// places are the vertices of the template (x across to the left, y up, z to the front), with the
	// mean of its surface in the origin and the farthest vertex at a distance of 1; normals are the
	// normals there.
	places, normals []r3.Vec
}

func newLine(pl *plan, c cones, template soup, spread int, upright func(r3.Vec) r3.Vec) *line {
	b := pl.build(c)
	l := &line{plan: pl, cones: c, template: template, near: neighbours(len(template.pos), template.tri), shares: b.boneShares(template, spread)}
	for _, shares := range l.shares {
		most := shares[0]
		for _, s := range shares {
			if s.weight > most.weight {
				most = s
			}
		}
		l.labels = append(l.labels, region(b.bones[most.index].name))
	}
	var mean r3.Vec
	area := 0.0
	for _, t := range template.tri {
		p, q, r := template.pos[t[0]], template.pos[t[1]], template.pos[t[2]]
		a := r3.Norm(r3.Cross(r3.Sub(q, p), r3.Sub(r, p)))
		mean, area = r3.Add(mean, r3.Scale(a/3, r3.Add(p, r3.Add(q, r)))), area+a
	}
	mean = r3.Scale(1/area, mean)
	radius := 0.0
	for _, p := range template.pos {
		radius = max(radius, r3.Norm(r3.Sub(p, mean)))
	}
	for v, n := range vertexNormals(template.pos, template.tri) {
		l.places = append(l.places, r3.Scale(1/radius, upright(r3.Sub(template.pos[v], mean))))
		l.normals = append(l.normals, upright(n))
	}
	return l
}

var (
	// Animals look along x and are turned; people look along z already.
	animals = sync.OnceValue(func() *line {
		a := commonAncestor()
		return newLine(&quadruped, a.cones, a.mesh, 12, func(p r3.Vec) r3.Vec { return r3.Vec{X: -p.Z, Y: p.Y, Z: p.X} })
	})
	people = sync.OnceValue(func() *line {
		return newLine(&person, humanCones(), human().rest, 8, func(p r3.Vec) r3.Vec { return p })
	})
)

// region is a part of the body: trunk, head, tail, and each of four limbs.
func region(bone string) int32 {
	stem, side, _ := strings.Cut(bone, ".")
	limb := int32(0)
	switch strings.TrimRight(stem, "0123456789") {
	case "neck", "head", "jaw", "nose", "ear":
		return 1
	case "tail":
		return 2
	case "scapula", "humerus", "radius", "metacarpal", "forefoot", "clavicle", "upperArm", "forearm", "hand", "thumb", "index", "middle", "ring", "little":
		limb = 3
	case "femur", "tibia", "metatarsal", "hindfoot", "thigh", "shin", "foot", "toes":
		limb = 5
	default:
		return 0
	}
	if side == "L" {
		limb++
	}
	return limb
}

var figureBodies sync.Map // kind and number -> func() *character

// figureBuild is a build of a kind: a mixture of the animals, or a person, with parts of random thickness.
func figureBuild(kind, number int) *character {
	name := fmt.Sprint("figure ", kind, " ", number)
	grow, _ := figureBodies.LoadOrStore(name, sync.OnceValue(func() *character {
		rng := rand.New(rand.NewPCG(seedOf(name), 0x66696775))
		l, c := people(), humanCones()
		if kind != People {
			l = animals()
			all := []cones{horseCones(), catCones(), elephantCones()}
			c = all[kind].lerp(all[(kind+1)%3].lerp(all[(kind+2)%3], rng.Float64()), 0.5*rng.Float64())
		}
		for _, g := range l.plan.groups { // in order: maps have none
			for _, s := range g.parts {
				k, by := c[s.name], varied(rng, 1, 0.08)
				k.ra, k.rb = k.ra*by, k.rb*by
				c[s.name] = k
			}
		}
		b := l.plan.build(c)
		return &character{body: b, rest: l.plan.morph(l.template, l.cones, c), near: l.near, shares: l.shares}
	}))
	return grow.(func() *character)()
}

// varied is a random number near middle.
func varied(rng *rand.Rand, middle, spread float64) float64 {
	return middle + middle*spread*max(-2, min(2, rng.NormFloat64()))
}

// FigureCloud is n points of a figure with normals, parts of the body, and the places and normals of
// the points on the body at rest.
type FigureCloud struct {
	Points, Normals   []r3.Vec
	Rest, RestNormals []r3.Vec
	Labels            []int32
}

// Cloud draws n points by area or, with spread, evenly spread.
func (f *Figure) Cloud(n int, spread bool, rng *rand.Rand) FigureCloud {
	tri := f.line.template.tri
	upTo, area := make([]float64, len(tri)), 0.0
	for t, c := range tri {
		p := f.posed[c[0]]
		area += r3.Norm(r3.Cross(r3.Sub(f.posed[c[1]], p), r3.Sub(f.posed[c[2]], p)))
		upTo[t] = area
	}
	count := n
	if spread {
		count = spreadFrom * n
	}
	normals := vertexNormals(f.posed, tri)
	var c FigureCloud
	t := 0
	for k := range count { // stratified
		for at := (float64(k) + rng.Float64()) / float64(count) * area; t < len(tri)-1 && upTo[t] < at; {
			t++
		}
		u, v := rng.Float64(), rng.Float64()
		if u+v > 1 {
			u, v = 1-u, 1-v
		}
		v0 := tri[t]
		at := func(x []r3.Vec) r3.Vec {
			return r3.Add(r3.Scale(1-u-v, x[v0[0]]), r3.Add(r3.Scale(u, x[v0[1]]), r3.Scale(v, x[v0[2]])))
		}
		c.Points, c.Normals = append(c.Points, at(f.posed)), append(c.Normals, r3.Unit(at(normals)))
		c.Rest, c.RestNormals = append(c.Rest, at(f.line.places)), append(c.RestNormals, r3.Unit(at(f.line.normals)))
		c.Labels = append(c.Labels, f.line.labels[v0[0]])
	}
	if !spread {
		return c
	}
	var out FigureCloud
	for _, i := range parts.Farthest(c.Points, n, rng.IntN(count)) {
		out.Points, out.Normals = append(out.Points, c.Points[i]), append(out.Normals, c.Normals[i])
		out.Rest, out.RestNormals = append(out.Rest, c.Rest[i]), append(out.RestNormals, c.RestNormals[i])
		out.Labels = append(out.Labels, c.Labels[i])
	}
	return out
}

// Evenly spread points are chosen from spreadFrom times as many points.
const spreadFrom = 8

// vertexNormals are means of the triangles' normals by area.
func vertexNormals(pos []r3.Vec, tri [][3]int32) []r3.Vec {
	out := make([]r3.Vec, len(pos))
	for _, t := range tri {
		n := r3.Cross(r3.Sub(pos[t[1]], pos[t[0]]), r3.Sub(pos[t[2]], pos[t[0]]))
		for _, v := range t {
			out[v] = r3.Add(out[v], n)
		}
	}
	for v := range out {
		out[v] = r3.Unit(out[v])
	}
	return out
}
