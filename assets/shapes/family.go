package shapes

import (
	"sync"

	"gwscope/meshio/closest"
)

// templateVertices is the number of vertices of every animal and person.
const templateVertices = 5000

// character is a body in rest position with its mesh: a species of animals, or
// a person.
type character struct {
	*body
	kin    *kin
	rest   soup
	near   [][]int32 // adjacency of rest
	shares [][]share // of the bones, per vertex
}

// grown gives a body a mesh of its own. Bends are spread over about the square
// root of spread edges.
func grown(kind string, pl *plan, c cones, spread int) *character {
	b := pl.build(c)
	rest := b.grow(templateVertices)
	return &character{
		b, newKin(kind, rest, pl.mirror), rest,
		neighbours(len(rest.pos), rest.tri), b.boneShares(rest, spread),
	}
}

func growAnimal(kind string, c cones) *character {
	a := grown(kind, &quadruped, c, 12)
	a.kin.ancestry = sync.OnceValue(func() *ancestry { return commonAncestor().descend(a.rest, c) })
	return a
}

func growHuman() *character { return grown("human", &person, humanCones(), 8) }

var (
	horse    = sync.OnceValue(func() *character { return growAnimal("horse", horseCones()) })
	cat      = sync.OnceValue(func() *character { return growAnimal("cat", catCones()) })
	elephant = sync.OnceValue(func() *character { return growAnimal("elephant", elephantCones()) })
	human    = sync.OnceValue(growHuman)
)

// ancestor is the mean of the three animals with a mesh. The mesh morphs into each of them, so the true
// correspondence between species is known.
type ancestor struct {
	cones cones
	mesh  soup
}

var commonAncestor = sync.OnceValue(func() *ancestor {
	middle := mean(horseCones(), catCones(), elephantCones())
	return &ancestor{middle, quadruped.build(middle).grow(templateVertices)}
})

// ancestry is the way between a species' mesh and the mesh of the common ancestor.
type ancestry struct {
	up, down func(Place) Place
}

func (a *ancestor) descend(rest soup, c cones) *ancestry {
	carried := quadruped.morph(a.mesh, a.cones, c)
	onCarried, onRest := closest.NewTree(carried.pos, carried.tri), closest.NewTree(rest.pos, rest.tri)
	return &ancestry{
		up: func(p Place) Place {
			q, _ := placeNear(onCarried, p.at(rest.pos, rest.tri))
			return q
		},
		down: func(p Place) Place {
			q, _ := placeNear(onRest, p.at(carried.pos, carried.tri))
			return q
		},
	}
}
