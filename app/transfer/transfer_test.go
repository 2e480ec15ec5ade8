package transfer_test

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/transfer"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
)

// shuffled is a dressed shape, the same one moved and in another order, and both maps.
func shuffled() (from, to *mesh.Mesh, forward, back *correspond.Truth) {
	from = meshtest.Dressed(meshtest.Bumpy(3), 1)
	parts := make([]float64, len(from.Vertices))
	for i, p := range from.Vertices {
		if p.X > 0 {
			parts[i] = 1
		}
	}
	from.Scalars = append(from.Scalars, mesh.Scalar{Name: "part", Values: parts})
	from.Groups = []mesh.Group{{Name: "head", First: 0, Count: 100}, {Name: "body", First: 100, Count: len(from.Triangles) - 100}}
	to, newOf := meshtest.Shuffle(meshtest.RigidMove(meshtest.Bumpy(3), 2), 3)
	forward, back = &correspond.Truth{Target: newOf}, &correspond.Truth{Target: make([]int32, len(newOf))}
	for i, j := range newOf {
		back.Target[j] = int32(i)
	}
	return from, to, forward, back
}

// TestAttributesArrive: along either map, every vertex gets the values of its twin.
func TestAttributesArrive(t *testing.T) {
	t.Parallel()
	from, to, forward, back := shuffled()
	for name, w := range map[string]*transfer.Way{
		"forward": {From: from, To: to, Forward: forward}, "back": {From: from, To: to, Back: back},
	} {
		got, err := w.Attributes(transfer.Kinds{Colors: true, Scalars: true, Groups: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Scalars) != 2 || got.Scalars[0].Name != "height" {
			t.Fatalf("%s: scalars %v", name, got.Scalars)
		}
		for i, j := range forward.Target {
			if got.Colors[j] != from.Colors[i] || math.Abs(got.Scalars[0].Values[j]-from.Scalars[0].Values[i]) > 1e-9 || got.Scalars[1].Values[j] != from.Scalars[1].Values[i] {
				t.Fatalf("%s: vertex %d has %v and %g, its twin %v and %g", name, j, got.Colors[j], got.Scalars[0].Values[j], from.Colors[i], from.Scalars[0].Values[i])
			}
		}
		count := map[string]int{}
		for _, g := range got.Groups {
			count[g.Name] += g.Count
		}
		if count["head"] < 90 || count["head"] > 140 || count["head"]+count["body"] != len(to.Triangles) {
			t.Errorf("%s: groups have %v faces, want about 100 of the head", name, count)
		}
	}
}

// TestPositionsArrive: places between vertices come to the same places of the twin.
func TestPositionsArrive(t *testing.T) {
	t.Parallel()
	from, to, forward, back := shuffled()
	var places, want []r3.Vec
	moved := meshtest.RigidMove(meshtest.Bumpy(3), 2)
	for f := 0; f < len(from.Triangles); f += 97 {
		for _, pair := range []struct {
			m    *mesh.Mesh
			into *[]r3.Vec
		}{{from, &places}, {moved, &want}} {
			c := pair.m.Triangles[f]
			p := r3.Add(r3.Scale(0.5, pair.m.Vertices[c[0]]), r3.Add(r3.Scale(0.3, pair.m.Vertices[c[1]]), r3.Scale(0.2, pair.m.Vertices[c[2]])))
			*pair.into = append(*pair.into, p)
		}
	}
	for name, w := range map[string]*transfer.Way{
		"forward": {From: from, To: to, Forward: forward}, "back": {From: from, To: to, Back: back},
	} {
		got, err := w.Carry(places)
		if err != nil {
			t.Fatal(err)
		}
		for k := range got {
			if d := r3.Norm(r3.Sub(got[k], want[k])); d > 1e-9 {
				t.Fatalf("%s: place %d is %g off", name, k, d)
			}
		}
	}
}

// TestSilentMap: where the map says nothing, values are NaN, colours white, and a map that
// says nothing at all is an error.
func TestSilentMap(t *testing.T) {
	t.Parallel()
	from, to, forward, back := shuffled()
	back.Target[5] = -1
	got, err := (&transfer.Way{From: from, To: to, Back: back}).Attributes(transfer.Kinds{Colors: true, Scalars: true})
	if err != nil {
		t.Fatal(err)
	}
	if v := got.Scalars[0].Values[5]; !math.IsNaN(v) || got.Colors[5] != (color.NRGBA{R: 255, G: 255, B: 255, A: 255}) {
		t.Errorf("vertex 5 has %g and %v", v, got.Colors[5])
	}
	for i := range forward.Target {
		forward.Target[i] = -1
	}
	if _, err := (&transfer.Way{From: from, To: to, Forward: forward}).Attributes(transfer.Kinds{Colors: true}); err == nil {
		t.Error("a map that says nothing was taken")
	}
}
