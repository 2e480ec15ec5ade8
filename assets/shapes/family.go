package shapes

import (
	"sync"
)

// templateVertices is the number of vertices of every animal and person.
const templateVertices = 5000

// character is a body in rest position: a species of animals, or a person.
type character struct {
	*body
	rest   soup
	near   [][]int32 // adjacency of rest
	shares [][]share // of the bones, per vertex
}

// herd is the three animals on one template: vertex i of one is vertex i of the others.
type herd struct {
	horse, cat, elephant *character
	kin                  *kin
}

var animals = sync.OnceValue(func() *herd {
	species := []cones{horseCones(), catCones(), elephantCones()}
	middle := mean(species...)
	b := quadruped.build(middle)
	template := b.grow(0.016, templateVertices)
	shares := b.boneShares(template, 12)
	near := neighbours(len(template.pos), template.tri)
	grown := make([]*character, len(species))
	for i, c := range species {
		rest := quadruped.morph(template, middle, c)
		grown[i] = &character{quadruped.build(c), rest, near, shares}
	}
	return &herd{grown[0], grown[1], grown[2], newKin("animal", template, acrossZ)}
})
