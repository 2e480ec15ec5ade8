package shapes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
)

// shape is a finished shape with the way to and from its template. All shapes of one kin share the
// template: a character's rest mesh, or a toy's domain.
type shape struct {
	mesh *mesh.Mesh
	kin  *kin
	// toTemplate is the place on the template of every vertex.
	toTemplate []Place
	// fromTemplate is the place on the mesh of a place on the template.
	fromTemplate func(Place) Place
}

// kin is the part that shapes with a known correspondence share.
type kin struct {
	name     string
	template soup
	// mirrored is the place that left-right reflection takes a place to, or nil
	// where the template has no left and right.
	mirrored func(Place) Place
	// ancestry leads to the common ancestor of several kins; nil where there is none.
	ancestry func() *ancestry
}

// towards is the way from a place on k's template to a place on the template of other, or nil.
func (k *kin) towards(other *kin) func(Place) Place {
	switch {
	case k == other && k.template.tri != nil:
		return func(p Place) Place { return p }
	case k.ancestry == nil || other.ancestry == nil:
		return nil
	}
	up, down := k.ancestry().up, other.ancestry().down
	return func(p Place) Place { return down(up(p)) }
}

// newKin makes a kin of a template that m reflects onto itself.
func newKin(name string, template soup, m mirror) *kin {
	on := closest.NewTree(template.pos, template.tri)
	return &kin{name: name, template: template, mirrored: func(p Place) Place {
		q, _ := placeNear(on, m.apply(p.at(template.pos, template.tri)))
		return q
	}}
}

// templateShape is the template itself in other positions, in shuffled order.
func (k *kin) templateShape(pos []r3.Vec, seed uint64) *shape {
	s, oldVertex, oldFace := shuffled(soup{pos, k.template.tri}, seed)
	newFace := inverse(oldFace)
	corner := cornerPlaces(k.template)
	out := &shape{mesh: &mesh.Mesh{Vertices: s.pos, Triangles: s.tri}, kin: k}
	for _, old := range oldVertex {
		out.toTemplate = append(out.toTemplate, corner[old])
	}
	out.fromTemplate = func(p Place) Place { return Place{newFace[p.Face], p.Bary} }
	return out
}

// cornerPlaces are the places of the vertices of a surface, each in one of its triangles.
func cornerPlaces(s soup) []Place {
	corner := make([]Place, len(s.pos))
	for t, f := range s.tri {
		for c, v := range f {
			corner[v] = Place{Face: int32(t)}
			corner[v].Bary[c] = 1
		}
	}
	return corner
}

// at is where a place on the template lies on the mesh.
func (s *shape) at(p Place) r3.Vec {
	return s.fromTemplate(p).at(s.mesh.Vertices, s.mesh.Triangles)
}

// on are the places of all vertices on another shape, by a way between the templates.
func (s *shape) on(other *shape, way func(Place) Place) []Place {
	out := make([]Place, len(s.toTemplate))
	inParallel(len(out), func(v int) { out[v] = other.fromTemplate(way(s.toTemplate[v])) })
	return out
}

// otherMesh is a shape with a triangulation of its own. Both it and the template
// have positions in a space where correspondence means closeness: s in that
// space, guide for the template's vertices. pos are the positions to show.
func (k *kin) otherMesh(s soup, guide, pos []r3.Vec, seed uint64) *shape {
	s, oldVertex, _ := shuffled(s, seed)
	shown := make([]r3.Vec, len(pos))
	for v, old := range oldVertex {
		shown[v] = pos[old]
	}
	out := &shape{mesh: &mesh.Mesh{Vertices: shown, Triangles: s.tri}, kin: k}
	onTemplate, onMesh := closest.NewTree(guide, k.template.tri), closest.NewTree(s.pos, s.tri)
	out.toTemplate = make([]Place, len(s.pos))
	inParallel(len(s.pos), func(v int) { out.toTemplate[v], _ = placeNear(onTemplate, s.pos[v]) })
	out.fromTemplate = func(p Place) Place {
		q, _ := placeNear(onMesh, p.at(guide, k.template.tri))
		return q
	}
	return out
}
