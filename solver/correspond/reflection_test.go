package correspond

import (
	"testing"

	"gwscope/meshio/meshtest"
)

func TestReflectionFindsLeftAndRight(t *testing.T) {
	t.Parallel()
	m, want := meshtest.TwoSided()
	shuffled, newOf := meshtest.Shuffle(meshtest.RigidMove(m, 5), 6)
	image := Reflection(shuffled)
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
	if Reflection(meshtest.Leaning(m)) != nil {
		t.Fatal("a leaning shape counts as symmetric")
	}
}

func TestOddShapesHaveNoReflection(t *testing.T) {
	t.Parallel()
	for _, m := range append(meshtest.All(), meshtest.Points(2), meshtest.Empty()) {
		if image := Reflection(m); image != nil && len(image) != len(m.Vertices) {
			t.Errorf("%s: %d images of %d vertices", m.Name, len(image), len(m.Vertices))
		}
	}
	if Reflection(meshtest.Bumpy(3)) != nil {
		t.Error("a shape without a symmetry has one")
	}
}
