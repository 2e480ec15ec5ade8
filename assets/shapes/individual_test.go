package shapes

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Individuals are whole surfaces with as many vertices as they are asked for, differ from
// each other, and are the same each time.
func TestIndividualsAreWholeAndDiffer(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"cats/1@1200", "cats/2@1200", "horses/5@1200", "humans/4@1500"} {
		m, err := Make(id)
		if err != nil {
			t.Fatal(err)
		}
		r := mesh.Validate(m)
		if troubles := r.Troubles(); len(troubles) > 0 || r.Components != 1 {
			t.Errorf("%s: %v, %d pieces", id, troubles, r.Components)
		}
		_, size, _ := strings.Cut(id, "@")
		if n := map[string]int{"1200": 1200, "1500": 1500}[size]; len(m.Vertices) != n {
			t.Errorf("%s has %d vertices", id, len(m.Vertices))
		}
		if m.Volume() <= 0 {
			t.Errorf("%s is inside out", id)
		}
	}
	for id, want := range map[string]string{"cats/0": "numbered from 1", "cats/x": "numbered", "cats/2@7": "vertices from", "dogs/1": "no sample shape"} {
		if _, err := Make(id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// The truth between two individuals sends each landmark to its counterpart.
func TestTruthOfIndividualsKeepsLandmarks(t *testing.T) {
	t.Parallel()
	const a, b = "cats/1@1200", "cats/2@1200"
	places, err := Truth(a, b)
	if err != nil {
		t.Fatal(err)
	}
	from, _ := Make(a)
	to, _ := Make(b)
	unit := math.Sqrt(to.Area())
	marksA, err := Landmarks(a)
	if err != nil {
		t.Fatal(err)
	}
	marksB, err := Landmarks(b)
	if err != nil {
		t.Fatal(err)
	}
	if len(marksA) != 22 {
		t.Errorf("%d landmarks", len(marksA))
	}
	for k, l := range marksA {
		nearest := 0
		for v, p := range from.Vertices {
			if r3.Norm(r3.Sub(p, l.At)) < r3.Norm(r3.Sub(from.Vertices[nearest], l.At)) {
				nearest = v
			}
		}
		if l.Name != marksB[k].Name {
			t.Errorf("landmark %d is %q on one and %q on the other", k, l.Name, marksB[k].Name)
		}
		if d := r3.Norm(r3.Sub(places[nearest].at(to.Vertices, to.Triangles), marksB[k].At)) / unit; d > 0.06 {
			t.Errorf("%s is sent %.3f √area away", l.Name, d)
		}
	}
	names := map[string]bool{}
	for _, l := range marksA {
		if names[l.Name] {
			t.Errorf("two landmarks are called %q", l.Name)
		}
		names[l.Name] = true
	}
	for _, name := range []string{"nose", "tail", "left ear", "right ear", "left forepaw", "right hindpaw"} {
		if !names[name] {
			t.Errorf("no landmark is called %q", name)
		}
	}
}

// A proportion changes the part that it names.
func TestProportionsChangeTheirParts(t *testing.T) {
	t.Parallel()
	long := Usual
	long.Legs = 1.3
	_, usual, err := Variant("cats", Usual, 1200, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, legged, err := Variant("cats", long, 1200, 1)
	if err != nil {
		t.Fatal(err)
	}
	height := func(places []r3.Vec) float64 {
		most := 0.0
		for _, p := range places {
			most = max(most, p.Y)
		}
		return most
	}
	if grown := height(legged) - height(usual); grown < 0.08 {
		t.Errorf("longer legs raise the cat by %.3f", grown)
	}
}
