package mesh_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

func TestAreasAndVolumesApproachClosedForms(t *testing.T) {
	t.Parallel()
	tests := []struct {
		mesh         *mesh.Mesh
		area, volume float64
		tolerance    float64 // relative; chords of a circle fall short by (π/segments)²/6 or so
	}{
		{meshtest.Icosphere(5), 4 * math.Pi, 4 * math.Pi / 3, 1e-3},
		{meshtest.Torus(2, 0.5, 200, 100), 4 * math.Pi * math.Pi, 2 * math.Pi * math.Pi * 2 * 0.25, 2e-3},
		{meshtest.Cylinder(1, 3, 2, 200), 6 * math.Pi, 0, 1e-3},
		{meshtest.Grid(2, 3, 4, 4), 6, 0, 1e-14},
		{meshtest.CubeQuads(), 6, 1, 1e-14},
	}
	for _, tt := range tests {
		if got := tt.mesh.Area(); math.Abs(got/tt.area-1) > tt.tolerance {
			t.Errorf("%s: area %g, want %g", tt.mesh.Name, got, tt.area)
		}
		sum := 0.0
		for _, a := range tt.mesh.VertexAreas() {
			sum += a
		}
		if math.Abs(sum/tt.mesh.Area()-1) > 1e-12 {
			t.Errorf("%s: vertex areas add up to %g, not the area %g", tt.mesh.Name, sum, tt.mesh.Area())
		}
		if got := tt.mesh.Volume(); tt.volume > 0 && math.Abs(got/tt.volume-1) > tt.tolerance {
			t.Errorf("%s: volume %g, want %g", tt.mesh.Name, got, tt.volume)
		}
	}
}

func TestNormalsPointOutwards(t *testing.T) {
	t.Parallel()
	for _, scale := range []float64{1, 1e-200, 1e200} {
		m := meshtest.Scaled(meshtest.Icosphere(3), scale)
		for v, n := range m.VertexNormals() {
			if scale == 1 && r3.Norm(r3.Sub(n, m.Vertices[v])) > 0.02 {
				t.Fatalf("vertex %d: normal %v at position %v of the unit sphere", v, n, m.Vertices[v])
			}
		}
	}
	if n := meshtest.DegenerateFaces().FaceNormal(8); n != (r3.Vec{}) {
		t.Errorf("a face that repeats a corner has normal %v, want zero", n)
	}
}

func TestNeighboursAgreeWithEdges(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		neighbours := m.VertexNeighbors()
		if neighbours.Rows() != len(m.Vertices) {
			t.Fatalf("%s: %d rows for %d vertices", m.Name, neighbours.Rows(), len(m.Vertices))
		}
		want := map[[2]int32]bool{}
		for _, f := range m.Triangles {
			for c := range 3 {
				if a, b := f[c], f[(c+1)%3]; a != b {
					want[[2]int32{a, b}], want[[2]int32{b, a}] = true, true
				}
			}
		}
		total := 0
		for v := range m.Vertices {
			row := neighbours.Row(v)
			total += len(row)
			if !slices.IsSorted(row) {
				t.Fatalf("%s: neighbours of %d are not ascending: %v", m.Name, v, row)
			}
			for _, w := range row {
				if !want[[2]int32{int32(v), w}] {
					t.Fatalf("%s: %d and %d are no neighbours", m.Name, v, w)
				}
			}
		}
		if total != len(want) || 2*len(m.Edges()) != len(want) {
			t.Errorf("%s: %d neighbours and %d edges, want %d directed edges", m.Name, total, len(m.Edges()), len(want))
		}
		corners := 0
		around := mesh.TrianglesAbout(len(m.Vertices), m.Triangles)
		for v := range m.Vertices {
			for _, f := range around.Row(v) {
				corners++
				if !slices.Contains(m.Triangles[f][:], int32(v)) {
					t.Fatalf("%s: triangle %d does not use vertex %d", m.Name, f, v)
				}
			}
		}
		if corners != 3*len(m.Triangles) {
			t.Errorf("%s: %d corners listed, want %d", m.Name, corners, 3*len(m.Triangles))
		}
	}
}

func TestComponentsLabelByFirstVertex(t *testing.T) {
	t.Parallel()
	labels, count := meshtest.TwoComponents().Components()
	if count != 2 || labels[0] != 0 || labels[len(labels)-1] != 1 {
		t.Errorf("count %d, first label %d, last %d; want 2, 0, 1", count, labels[0], labels[len(labels)-1])
	}
	labels, count = meshtest.IsolatedVertices().Components()
	if count != 1 || labels[0] != -1 || labels[1] != 0 {
		t.Errorf("count %d, labels %v...; want isolated vertices at -1", count, labels[:2])
	}
}

func TestWeldingRestoresTheSurface(t *testing.T) {
	t.Parallel()
	sphere := meshtest.Icosphere(2)
	soup, _ := meshtest.Shuffle(meshtest.Soup(sphere), 3)
	toWelded, toVertex := mesh.Weld(soup.Vertices)
	if len(toVertex) != len(sphere.Vertices) {
		t.Fatalf("%d vertices after welding, want %d", len(toVertex), len(sphere.Vertices))
	}
	for v, w := range toWelded {
		if soup.Vertices[v] != soup.Vertices[toVertex[w]] {
			t.Fatalf("vertex %d moved on welding", v)
		}
	}
	for w, v := range toVertex {
		if toWelded[v] != int32(w) {
			t.Fatalf("welded vertex %d does not lead back to itself", w)
		}
	}
	if _, places := mesh.Weld([]r3.Vec{{X: 0}, {X: math.Copysign(0, -1)}, {X: math.NaN()}, {X: math.NaN()}}); len(places) != 3 {
		t.Errorf("%d places, want 3: zeros are one, NaNs are never", len(places))
	}
}

func TestDropInvalidKeepsTheRest(t *testing.T) {
	t.Parallel()
	whole := meshtest.Dressed(meshtest.Icosphere(1), 1)
	broken := *whole
	broken.Vertices = meshtest.NaN().Vertices
	broken.Groups = []mesh.Group{{Name: "all", Count: len(whole.Triangles)}}
	rest, kept := broken.DropInvalid()
	if len(rest.Vertices) != 40 || rest.FirstInvalid() >= 0 {
		t.Fatalf("%d vertices left, first invalid %d; want 40 and none", len(rest.Vertices), rest.FirstInvalid())
	}
	lost := 0
	for _, f := range broken.Triangles {
		if slices.Contains(f[:], 7) || slices.Contains(f[:], 9) {
			lost++
		}
	}
	if got := len(broken.Triangles) - len(rest.Triangles); got != lost {
		t.Errorf("%d triangles dropped, want %d", got, lost)
	}
	if rest.Groups[0].Count != len(rest.Triangles) {
		t.Errorf("group has %d faces, want %d", rest.Groups[0].Count, len(rest.Triangles))
	}
	for i, v := range kept {
		if rest.Colors[i] != whole.Colors[v] || rest.Scalars[0].Values[i] != whole.Scalars[0].Values[v] {
			t.Fatalf("attributes of vertex %d went to the wrong place", v)
		}
	}
	if len(rest.Origin.Warnings) != 1 {
		t.Errorf("warnings: %q, want one about what was dropped", rest.Origin.Warnings)
	}

	cube := meshtest.CubeQuads()
	cube.Vertices[0].X = math.Inf(1)
	rest, _ = cube.DropInvalid()
	if len(rest.Polygons) != 3 || len(rest.Triangles) != 6 || rest.PolygonOf[5] != 2 {
		t.Errorf("%d polygons, %d triangles, polygons of triangles %v", len(rest.Polygons), len(rest.Triangles), rest.PolygonOf)
	}
	if same, kept := whole.DropInvalid(); same != whole || kept != nil {
		t.Error("a valid mesh should come back as it is")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	t.Parallel()
	m := meshtest.Dressed(meshtest.CubeQuads(), 1)
	c := m.Clone()
	c.Vertices[0].X, c.Polygons[0][0], c.Scalars[0].Values[0], c.Colors[0].R = 9, 7, 9, m.Colors[0].R+1
	if m.Vertices[0].X == 9 || m.Polygons[0][0] == 7 || m.Scalars[0].Values[0] == 9 || m.Colors[0] == c.Colors[0] {
		t.Error("changing a clone changed the mesh")
	}
}

func TestTurnedOverLooksInward(t *testing.T) {
	t.Parallel()
	m := meshtest.CubeQuads()
	in := m.TurnedOver()
	for f := range m.FaceCount() {
		if len(in.Face(f)) != len(m.Face(f)) || in.Face(f)[0] != m.Face(f)[0] || in.Face(f)[1] == m.Face(f)[1] {
			t.Errorf("face %d is %v, was %v", f, in.Face(f), m.Face(f))
		}
	}
	n, of := in.FaceNormal(0), m.FaceNormal(0)
	if r3.Dot(n, of) > -0.99 || m.FaceNormal(0) != of {
		t.Errorf("the first triangle looks along %v, and looked along %v", n, of)
	}
}
