package pipeline

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// twoSided is a lopsided egg whose left and right (y) are alike, with the vertex that
// mirrors each.
func twoSided(t *testing.T) (m *mesh.Mesh, image []int32) {
	t.Helper()
	m = meshtest.Icosphere(4)
	at := map[[3]int64]int32{}
	key := func(v r3.Vec) [3]int64 {
		return [3]int64{int64(math.Round(v.X * 1e9)), int64(math.Round(v.Y * 1e9)), int64(math.Round(v.Z * 1e9))}
	}
	for i, v := range m.Vertices {
		at[key(v)] = int32(i)
	}
	for _, v := range m.Vertices {
		k, ok := at[key(r3.Vec{X: v.X, Y: -v.Y, Z: v.Z})]
		if !ok {
			t.Fatal("the sphere itself is not symmetric")
		}
		image = append(image, k)
	}
	for i, v := range m.Vertices {
		r := 1 + 0.4*v.X + 0.3*v.Z*v.X + 0.5*math.Abs(v.Y)*v.Z
		m.Vertices[i] = r3.Vec{X: 1.5 * r * v.X, Y: 0.8 * r * v.Y, Z: r * v.Z}
	}
	return m, image
}

func TestReflectionFindsLeftAndRight(t *testing.T) {
	t.Parallel()
	m, want := twoSided(t)
	shuffled, newOf := meshtest.Shuffle(meshtest.RigidMove(m, 5), 6)
	image := reflectionOf(shuffled)
	if image == nil {
		t.Fatal("the symmetry was not found")
	}
	wrong := 0
	for i, k := range want {
		if image[newOf[i]] != newOf[k] {
			wrong++
		}
	}
	if wrong > len(want)/100 {
		t.Errorf("%d of %d vertices have another image", wrong, len(want))
	}
	// The truth among two such shapes knows its mirror, whichever of them shows it.
	crooked := meshtest.RigidMove(m, 7)
	for i, v := range crooked.Vertices { // an egg that leans
		crooked.Vertices[i] = r3.Add(v, r3.Vec{X: 0.6 * math.Sin(2*v.Y+v.Z), Z: 0.5 * math.Cos(1.3*v.X-v.Y)})
	}
	if reflectionOf(crooked) != nil {
		t.Fatal("a leaning shape counts as symmetric")
	}
	upright := ShapeOf("upright", m)
	for _, pair := range [][2]*Shape{{upright, ShapeOf("leaning", crooked)}, {ShapeOf("leaning", crooked), upright}} {
		truth, err := SameVertexTruth(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i, k := range want {
			if truth.Mirror == nil || truth.Mirror[i] != k {
				wrong++
			}
		}
		if wrong > len(want)/100 {
			t.Errorf("%s to %s: %d of %d vertices have another mirror image", pair[0].Ref, pair[1].Ref, wrong, len(want))
		}
	}
}

func TestOddShapesHaveNoReflection(t *testing.T) {
	t.Parallel()
	for _, m := range append(meshtest.All(), meshtest.Points(2), meshtest.Empty()) {
		if image := reflectionOf(m); image != nil && len(image) != len(m.Vertices) {
			t.Errorf("%s: %d images of %d vertices", m.Name, len(image), len(m.Vertices))
		}
	}
	if reflectionOf(meshtest.Bumpy(3)) != nil {
		t.Error("a shape without a symmetry has one")
	}
}
