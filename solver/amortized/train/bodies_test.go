package train

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/assets/shapes"
)

// Of all pairs one in three is of bodies, and these tell where their points lie at rest.
func TestAllAreObjectsAndBodies(t *testing.T) {
	t.Parallel()
	source := All()
	categories := source.Categories()
	first := slices.Index(categories, shapes.FigureKinds()[0])
	if first < 1 || len(categories) != first+len(shapes.FigureKinds()) {
		t.Fatalf("the categories are %v", categories)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	drawn := make([]int, len(categories))
	for range 6000 {
		drawn[source.(drawer).draw(rng)]++
	}
	bodies := 0
	for c, n := range drawn {
		if n < 150 {
			t.Errorf("%s is drawn %d times of 6000", categories[c], n)
		}
		if c >= first {
			bodies += n
		}
	}
	if bodies < 1900 || bodies > 2100 {
		t.Errorf("bodies are drawn %d times of 6000", bodies)
	}
	body, err := source.Cloud(Validation, first, 3, 40, rng)
	if err != nil || len(body.Rest) != 40 || len(body.RestNormals) != 40 || len(body.Labels) != 40 {
		t.Errorf("%d places of 40 points at rest, %v", len(body.Rest), err)
	}
	object, err := source.Cloud(Validation, 0, 3, 40, rng)
	if err != nil || object.Rest != nil || len(object.Points) != 40 {
		t.Errorf("%d points of an object, %d at rest, %v", len(object.Points), len(object.Rest), err)
	}
}
