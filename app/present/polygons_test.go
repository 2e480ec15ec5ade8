package present

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Of a quad's two triangles each leaves out the diagonal; of a pentagon's the middle one
// leaves out two; a triangle none.
func TestInnerEdgesAreTheDiagonals(t *testing.T) {
	t.Parallel()
	var b mesh.Builder
	b.AddFace([]int32{0, 1, 2, 3})
	b.AddFace([]int32{4, 0, 1})
	b.AddFace([]int32{0, 5, 6, 7, 8})
	m := &mesh.Mesh{}
	for _, p := range [][2]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, -1}, {-1, -1}, {-2, 0}, {-2, 1}, {-1, 2}} {
		m.Vertices = append(m.Vertices, r3.Vec{X: p[0], Y: p[1]})
	}
	if err := b.Finish(m); err != nil {
		t.Fatal(err)
	}
	marks := innerEdges(m)
	counts := map[int32][]int{}
	for i, bits := range marks {
		n := 0
		for k := range 3 {
			n += int(bits >> k & 1)
		}
		counts[m.PolygonOf[i]] = append(counts[m.PolygonOf[i]], n)
	}
	for face, want := range map[int32][]int{0: {1, 1}, 1: {0}, 2: {1, 1, 2}} {
		got := counts[face]
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("face %d: %v inner edges, want %v", face, got, want)
		}
	}
	if innerEdges(&mesh.Mesh{Triangles: m.Triangles}) != nil {
		t.Error("triangles have inner edges")
	}
}
