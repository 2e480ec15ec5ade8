package train

import (
	"math/rand/v2"

	"gwscope/assets/shapes"
)

// Bodies are animals and people in random poses. What is to be told of them is their places on the body at rest, so
// that the pose does not matter.
func Bodies() Source { return bodies{} }

type bodies struct{}

func (bodies) About() string {
	return "animals and people of random builds in random poses"
}

func (bodies) Categories() []string { return shapes.FigureKinds() }

func (bodies) Count(Split, int) uint64 { return 1 << 40 }

// Cloud takes points drawn by area for one half of the shapes, and evenly spread ones for the other.
func (bodies) Cloud(s Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error) {
	f := shapes.NewFigure(category, int(s), object)
	c := f.Cloud(n, rng.IntN(2) == 0, rng)
	return Cloud{Points: c.Points, Normals: c.Normals, Rest: c.Rest, RestNormals: c.RestNormals, Labels: c.Labels}, nil
}

// All are objects and bodies: of three training pairs one is of bodies.
func All() Source { return &all{Procedural(), Bodies()} }

type all struct{ objects, bodies Source }

func (b *all) About() string { return b.objects.About() + ", and " + b.bodies.About() }

func (b *all) Categories() []string {
	return append(b.objects.Categories(), b.bodies.Categories()...)
}

func (b *all) of(category int) (Source, int) {
	if n := len(b.objects.Categories()); category >= n {
		return b.bodies, category - n
	}
	return b.objects, category
}

func (b *all) Count(s Split, category int) uint64 {
	source, c := b.of(category)
	return source.Count(s, c)
}

func (b *all) Cloud(s Split, category int, object uint64, n int, rng *rand.Rand) (Cloud, error) {
	source, c := b.of(category)
	return source.Cloud(s, c, object, n, rng)
}

// drawer is a source that does not want its categories equally often.
type drawer interface{ draw(*rand.Rand) int }

const bodyShare = 3

func (b *all) draw(rng *rand.Rand) int {
	objects, bodies := len(b.objects.Categories()), len(b.bodies.Categories())
	if rng.IntN(bodyShare) == 0 {
		return objects + min(rng.IntN(bodies+1), bodies-1) // people twice: nothing else is like them
	}
	return rng.IntN(objects)
}
