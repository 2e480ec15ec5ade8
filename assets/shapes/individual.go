package shapes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Proportions are factors on those of a species: 1 leaves them as they are.
type Proportions struct {
	Trunk float64 // length of the trunk; of people, its height
	Girth float64 // width of the trunk and of the limbs
	Legs  float64 // length of the legs
	Head  float64 // size of the head; the neck changes by half as much
	Ears  float64 // size of the ears; people's are a part of the head
	Tail  float64 // length of the tail; of people, of the arms
}

// Usual are the proportions of the species itself.
var Usual = Proportions{1, 1, 1, 1, 1, 1}

// Population is a species with as many individuals as a caller asks for, up to mostIndividuals.
type Population struct {
	// Name stands before the number in the id of an individual, as in "cats/3".
	Name string
	// Usual is the number of individuals in a cohort.
	Usual int

	poses []pose
	limbs limbs
	who   func() *character
}

// Populations lists the species with individuals.
func Populations() []Population {
	return []Population{
		{"cats", 12, catPoses, quadrupedLimbs, cat},
		{"horses", 12, horsePoses, quadrupedLimbs, horse},
		{"elephants", 12, elephantPoses, quadrupedLimbs, elephant},
		{"humans", 12, humanPoses, humanLimbs, human},
	}
}

// The most individuals of a population; the fewest and the most vertices of an individual whose id
// gives their number.
const mostIndividuals, fewestVertices, mostVertices = 1000, 300, 20000

// individualID takes apart an id such as "cats/3", or "cats/3@1200" for 1,200 vertices; ok is false for
// ids of other shapes.
func individualID(id string) (p Population, k, vertices int, ok bool, err error) {
	name, number, found := strings.Cut(id, "/")
	for _, p = range Populations() {
		if ok = found && p.Name == name; ok {
			break
		}
	}
	if !ok {
		return p, 0, 0, false, nil
	}
	number, size, sized := strings.Cut(number, "@")
	if k, err = strconv.Atoi(number); err != nil || k < 1 || k > mostIndividuals {
		return p, 0, 0, true, fmt.Errorf("there is no sample shape %q: %s are numbered from 1 to %d, as in %s/3", id, name, mostIndividuals, name)
	}
	vertices = 4600 + int(seedOf(id)%800)
	if sized {
		if vertices, err = strconv.Atoi(size); err != nil || vertices < fewestVertices || vertices > mostVertices {
			return p, 0, 0, true, fmt.Errorf("there is no sample shape %q: after the @ stands a number of vertices from %d to %d", id, fewestVertices, mostVertices)
		}
	}
	return p, k, vertices, true, nil
}

// individuals are made once, as the shapes of the catalogue are.
var individuals sync.Map // id -> func() *shape

// individual makes the individual of an id; ok is false for ids of other shapes.
func individual(id string) (s *shape, ok bool, err error) {
	p, k, vertices, ok, err := individualID(id)
	if !ok || err != nil {
		return nil, ok, err
	}
	make, _ := individuals.LoadOrStore(id, sync.OnceValue(func() *shape {
		rng := rand.New(rand.NewPCG(seedOf(fmt.Sprintf("%s/%d", p.Name, k)), 0x696e6469))
		proportions := randomProportions(rng, k)
		stance := p.poses[k%len(p.poses)].by(0.4 + 0.6*rng.Float64())
		s := p.who().individual(proportions, stance, p.limbs, vertices, seedOf(id))
		s.mesh.Name = IndividualName(p.Name, k)
		s.mesh.Origin = mesh.Origin{Path: "sample:" + id, Format: "sample"}
		return s
	}))
	return make.(func() *shape)(), true, nil
}

// IndividualName is the name of individual k of a population, in the window and in a cohort's files.
// Names sort as numbers do up to 99.
func IndividualName(population string, k int) string { return fmt.Sprintf("%s-%02d", population, k) }

// Group is the group of an individual: "long-legged" for odd numbers, "short-legged" for even ones.
func Group(k int) string { return [2]string{"short-legged", "long-legged"}[k%2] }

// randomProportions are the proportions of individual k.
func randomProportions(rng *rand.Rand, k int) Proportions {
	about := func(middle, spread float64) float64 {
		return middle * math.Exp(spread*max(-2, min(2, rng.NormFloat64())))
	}
	legs := 0.93
	if Group(k) == Group(1) {
		legs = 1.08
	}
	return Proportions{Trunk: about(1, 0.06), Girth: about(1, 0.07), Legs: about(legs, 0.04), Head: about(1, 0.07), Ears: about(1, 0.1), Tail: about(1, 0.1)}
}

// Variant is an individual of a population with given proportions, in the species' rest position, with
// so many vertices in a triangulation that depends on the seed. The places are the truth: the positions
// on it of the vertices of the species' own mesh.
func Variant(population string, by Proportions, vertices int, seed uint64) (m *mesh.Mesh, places []r3.Vec, err error) {
	for _, p := range Populations() {
		if p.Name == population {
			s := p.who().individual(by, pose{}, p.limbs, vertices, seed)
			for _, corner := range cornerPlaces(p.who().rest) {
				places = append(places, s.at(corner))
			}
			return s.mesh, places, nil
		}
	}
	return nil, nil, fmt.Errorf("there is no population %q", population)
}

// individual is the character with other proportions in a pose, with a triangulation of its
// own.
func (c *character) individual(by Proportions, p pose, reachable limbs, vertices int, seed uint64) *shape {
	other := c.proportioned(by)
	posed := soup{other.posed(p, reachable), c.rest.tri}
	s := remeshed(posed, vertices, seed)
	return c.kin.otherMesh(s, posed.pos, s.pos, seed)
}

// proportioned is the character with other proportions. Each bone scales what hangs on it
// about its joint; the vertices mix the bones as in a pose, so a vertex keeps its meaning.
func (c *character) proportioned(by Proportions) *character {
	bones := make([]bone, len(c.bones))
	scale := make([]r3.Vec, len(bones))
	for b, old := range c.bones {
		bones[b], scale[b] = old, by.of(old.name, c.skeleton)
		if old.parent >= 0 {
			from := r3.Sub(old.joint, c.bones[old.parent].joint)
			bones[b].joint = r3.Add(bones[old.parent].joint, times(scale[old.parent], from))
		}
	}
	rest := soup{make([]r3.Vec, len(c.rest.pos)), c.rest.tri}
	inParallel(len(rest.pos), func(v int) {
		var sum r3.Vec
		for _, s := range c.shares[v] {
			on := r3.Add(bones[s.index].joint, times(scale[s.index], r3.Sub(c.rest.pos[v], c.bones[s.index].joint)))
			sum = r3.Add(sum, r3.Scale(s.weight, on))
		}
		rest.pos[v] = sum
	})
	return &character{body: &body{skeleton: &skeleton{bones, c.index}}, kin: c.kin, rest: rest, near: c.near, shares: c.shares}
}

// times scales by coordinates.
func times(a, b r3.Vec) r3.Vec { return r3.Vec{X: a.X * b.X, Y: a.Y * b.Y, Z: a.Z * b.Z} }

// of is how a bone scales what hangs on it, along the axes of its rest position. Animals look
// along x, people along z; legs stand along y.
func (by Proportions) of(bone string, s *skeleton) r3.Vec {
	even := func(f float64) r3.Vec { return r3.Vec{X: f, Y: f, Z: f} }
	_, animal := s.index["tail1"]
	bone, _, _ = strings.Cut(bone, ".")
	stem := strings.TrimRight(bone, "0123456789")
	switch {
	case bone == "ear":
		return even(by.Ears)
	case stem == "tail":
		return even(by.Tail)
	case bone == "head", bone == "jaw", stem == "nose":
		return even(by.Head)
	case stem == "neck":
		return even((1 + by.Head) / 2)
	case bone == "forefoot", bone == "hindfoot", bone == "foot", bone == "toes":
		return even(by.Girth)
	case bone == "humerus", bone == "radius", bone == "metacarpal", bone == "femur", bone == "tibia", bone == "metatarsal", bone == "thigh", bone == "shin":
		return r3.Vec{X: by.Girth, Y: by.Legs, Z: by.Girth}
	case bone == "upperArm", bone == "forearm":
		return even(by.Tail)
	case bone == "hand", stem == "thumb", stem == "index", stem == "middle", stem == "ring", stem == "little":
		return even(1)
	case animal:
		return r3.Vec{X: by.Trunk, Y: by.Girth, Z: by.Girth}
	}
	return r3.Vec{X: by.Girth, Y: by.Trunk, Z: by.Girth}
}

// by is a share of a pose: 0 is the rest, 1 the whole pose. Goals on other bones, such as a hand on a
// hip, are left out, because they hold at the species' own proportions only.
func (p pose) by(share float64) pose {
	out := pose{label: p.label, root: r3.Scale(share, p.root), turns: map[string]r3.Vec{}}
	for name, t := range p.turns {
		out.turns[name] = r3.Scale(share, t)
	}
	for _, g := range p.goals {
		if g.on == "" {
			g.move, g.turn = r3.Scale(share, g.move), r3.Scale(share, g.turn)
			out.goals = append(out.goals, g)
		}
	}
	return out
}
