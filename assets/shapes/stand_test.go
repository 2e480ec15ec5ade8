package shapes_test

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
)

// No shape that stands on y is taken to stand on z, and those that stand broadly are found when
// they are turned.
func TestStandsOnZ(t *testing.T) {
	t.Parallel()
	for id, found := range map[string]bool{"horse/4": true, "horse/5": false, "cat/5": true, "elephant/3": true, "human/1": true, "human/2": true, "airplane/3": false, "toy2d/1": false} {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		if m.StandsOnZ() {
			t.Errorf("%s stands on y", id)
		}
		turned := make([]r3.Vec, len(m.Vertices))
		for i, v := range m.Vertices {
			turned[i] = r3.Vec{X: v.X, Y: -v.Z, Z: v.Y}
		}
		if found && !m.WithVertices(turned).StandsOnZ() {
			t.Errorf("%s, turned, stands on z", id)
		}
	}
	for name, m := range map[string]*mesh.Mesh{"nothing": {}, "a point": {Vertices: []r3.Vec{{X: 1}}}} {
		if m.StandsOnZ() {
			t.Errorf("%s stands on z", name)
		}
	}
}
