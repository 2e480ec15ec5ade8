package shapes

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"gwscope/meshio/mesh"
)

// Info describes a shape, which need not be made for it.
type Info struct {
	ID       string // what [Make] takes, such as "horse/2" or "horse/2r"
	Label    string // for people, such as "horse, gallop"
	Kind     string // "horse", "cat", "elephant", "human", "toy2d", "toy3d", or a category of objects such as "chair"
	Vertices int
	// Remeshed marks a shape whose triangulation has nothing in common with that
	// of the shape without the final r.
	Remeshed bool
	// Object marks an everyday object of labelled parts. No vertex of it has a known place on any other
	// shape.
	Object bool
}

// entry is one shape of the catalogue.
type entry struct {
	Info
	make func() *shape // made once
}

// catalogue lists all shapes in the order in which a person would browse them.
var catalogue = sync.OnceValue(func() []entry {
	var all []entry
	add := func(info Info, make func() *shape) {
		all = append(all, entry{info, sync.OnceValue(func() *shape {
			s := make()
			s.mesh.Name = info.Label
			s.mesh.Origin = mesh.Origin{Path: "sample:" + info.ID, Format: "sample"}
			return s
		})})
	}
	species := func(kind string, poses []pose, reachable limbs, who func() *character) {
		for i, p := range poses {
			id := fmt.Sprintf("%s/%d", kind, i+1)
			info := Info{ID: id, Label: kind + ", " + p.label, Kind: kind, Vertices: templateVertices}
			posed := sync.OnceValue(func() soup {
				c := who()
				return soup{c.posed(p, reachable), c.rest.tri}
			})
			add(info, func() *shape {
				return who().kin.templateShape(posed().pos, seedOf(id))
			})
			info.ID, info.Label, info.Remeshed = id+"r", info.Label+" (remeshed)", true
			info.Vertices = 4600 + int(seedOf(info.ID)%800)
			add(info, func() *shape {
				s := remeshed(posed(), info.Vertices, seedOf(info.ID))
				return who().kin.otherMesh(s, posed().pos, s.pos, seedOf(info.ID))
			})
		}
	}
	species("horse", horsePoses, quadrupedLimbs, horse)
	species("cat", catPoses, quadrupedLimbs, cat)
	species("elephant", elephantPoses, quadrupedLimbs, elephant)
	species("human", humanPoses, humanLimbs, human)
	addToys(add)
	addObjects(add)
	return all
})

// addToys lists the planar shapes, then their counterparts in space.
func addToys(add func(Info, func() *shape)) {
	type pair struct{ flat, solid *shape }
	var pairs []func() pair
	for i, t := range toys {
		pairs = append(pairs, sync.OnceValue(func() pair {
			name := fmt.Sprintf("toy/%d", i+1)
			k := &kin{name: name, template: t.domain(flatResolution)}
			flat, solid := t.shapes(k, seedOf(name))
			return pair{flat, solid}
		}))
	}
	for i, t := range toys {
		add(Info{ID: fmt.Sprintf("toy2d/%d", i+1), Label: t.flatLabel, Kind: "toy2d",
			Vertices: len(t.domain(flatResolution).pos)}, func() *shape { return pairs[i]().flat })
	}
	for i, t := range toys {
		add(Info{ID: fmt.Sprintf("toy3d/%d", i+1), Label: t.solidLabel, Kind: "toy3d",
			Vertices: len(t.domain(solidResolution).pos)}, func() *shape { return pairs[i]().solid })
	}
}

// seedOf is the seed of a shape's random choices, by its id: they are the same every time.
func seedOf(id string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(id))
	return h.Sum64()
}

// Names lists the shapes that [Make] knows.
func Names() []Info {
	var out []Info
	for _, e := range catalogue() {
		out = append(out, e.Info)
	}
	return out
}

// Make returns the shape with the given id. It is made once and must not be
// changed; vertices and triangles are in shuffled order, so that equal indices
// mean nothing. An unknown id is an error that lists the known ones.
func Make(id string) (*mesh.Mesh, error) {
	s, err := find(id)
	if err != nil {
		return nil, err
	}
	return s.mesh, nil
}

// Coarse returns the shape with the given id in a triangulation of its own with so many
// vertices, for work that should be quick. Its true match to other shapes is not known.
func Coarse(id string, vertices int) (*mesh.Mesh, error) {
	s, err := find(id)
	if err != nil {
		return nil, err
	}
	coarse := remeshed(soup{s.mesh.Vertices, s.mesh.Triangles}, vertices, seedOf(id))
	return &mesh.Mesh{Name: s.mesh.Name, Vertices: coarse.pos, Triangles: coarse.tri}, nil
}

func find(id string) (*shape, error) {
	if s, ok, err := individual(id); ok {
		return s, err
	}
	all := catalogue()
	if i := slices.IndexFunc(all, func(e entry) bool { return e.ID == id }); i >= 0 {
		return all[i].make(), nil
	}
	var known, objects []string
	counts := map[string]int{}
	for _, e := range all {
		if !e.Remeshed {
			if counts[e.Kind]++; counts[e.Kind] > 1 {
				continue
			}
			if e.Object {
				objects = append(objects, e.Kind)
			} else {
				known = append(known, e.Kind)
			}
		}
	}
	for i, kind := range known {
		known[i] = fmt.Sprintf("%s/1 to %s/%d", kind, kind, counts[kind])
	}
	return nil, fmt.Errorf("there is no sample shape %q; there are %s, animals and people with a final r (such as horse/1r) for a remeshed version, individuals such as cats/3, horses/3, elephants/3 and humans/3, and objects /1 to /%d: %s",
		id, strings.Join(known, ", "), objectsOfACategory, strings.Join(objects, ", "))
}
