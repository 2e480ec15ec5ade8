package mesh_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

func TestValidateFindsWhatIsOdd(t *testing.T) {
	t.Parallel()
	tests := []struct {
		mesh *mesh.Mesh
		want func(r mesh.Report) bool
		says string
	}{
		{meshtest.Icosphere(2), func(r mesh.Report) bool {
			return r.Closed && r.Manifold && r.Orientable && r.Components == 1 && r.Euler == 2 && r.Edges == 480 && !r.InsideOut
		}, "closed manifold surface in one piece"},
		{meshtest.Torus(2, 0.5, 16, 8), func(r mesh.Report) bool { return r.Closed && r.Manifold && r.Euler == 0 }, "1 handle"},
		{meshtest.Cylinder(1, 3, 6, 12), func(r mesh.Report) bool {
			return !r.Closed && r.Manifold && r.BoundaryEdges == 24 && r.BoundaryLoops == 2
		}, "24 boundary edges in 2 loops"},
		{meshtest.Grid(2, 1, 8, 4), func(r mesh.Report) bool { return r.BoundaryEdges == 24 && r.BoundaryLoops == 1 }, "1 loop"},
		{meshtest.CubeQuads(), func(r mesh.Report) bool {
			return r.Closed && r.Manifold && r.Edges == 12 && r.Polygons == 6 && math.Abs(r.Volume-1) < 1e-14
		}, "6 quads (12 triangles after cutting)"},
		{meshtest.Empty(), func(r mesh.Report) bool { return r.Vertices == 0 && !r.Closed }, "nothing to match"},
		{meshtest.Points(1), func(r mesh.Report) bool { return r.PointCloud && r.Isolated == 0 }, "point cloud"},
		{meshtest.Soup(meshtest.Icosphere(1)), func(r mesh.Report) bool {
			return r.Components == 80 && !r.Closed && r.Duplicates == 240-42 && r.Welded.Closed && r.Welded.Components == 1 && r.Volume > 0
		}, "198 vertices are at the place of an earlier one"},
		{meshtest.DuplicateVertices(), func(r mesh.Report) bool {
			return r.Duplicates == 5 && r.BoundaryLoops == 1 && r.Welded.BoundaryLoops == 2
		}, "2 loops"},
		{meshtest.TwoComponents(), func(r mesh.Report) bool { return r.Components == 2 && r.Closed && r.Manifold }, "in 2 pieces"},
		{meshtest.NonManifoldEdge(), func(r mesh.Report) bool {
			return r.NonManifoldEdges == 1 && r.NonManifoldVertices == 0 && !r.Manifold
		}, "1 edge is shared by three faces or more"},
		{meshtest.NonManifoldVertex(), func(r mesh.Report) bool {
			return r.NonManifoldVertices == 1 && r.NonManifoldEdges == 0 && r.Closed && r.Components == 1
		}, "touch in a point only"},
		{meshtest.Moebius(12), func(r mesh.Report) bool {
			return !r.Orientable && r.BoundaryLoops == 1 && r.InconsistentEdges > 0 && r.Manifold
		}, "one side only"},
		{meshtest.IsolatedVertices(), func(r mesh.Report) bool { return r.Isolated == 2 && r.Components == 1 }, "used by no face"},
		{meshtest.NaN(), func(r mesh.Report) bool { return r.NonFinite == 2 && r.FirstNonFinite == 7 }, "the first at vertex 7"},
		{meshtest.HugeOffset(), func(r mesh.Report) bool { return r.Closed && r.Min[1] > 5_399_000 && r.Volume > 0 }, ""},
		{meshtest.Scaled(meshtest.Icosphere(2), 1e-170), func(r mesh.Report) bool { return r.DegenerateFaces == 0 && !r.InsideOut }, ""},
		{meshtest.Scaled(meshtest.Icosphere(2), 1e300), func(r mesh.Report) bool { return r.DegenerateFaces == 0 && r.Area == math.MaxFloat64 }, ""},
		{meshtest.DegenerateFaces(), func(r mesh.Report) bool { return r.DegenerateFaces == 2 }, "2 triangles are needle-thin or of no area"},
		{meshtest.InsideOut(), func(r mesh.Report) bool { return r.InsideOut && r.Volume < 0 && r.Orientable }, "inside out"},
		{meshtest.InconsistentWinding(), func(r mesh.Report) bool {
			return r.InconsistentEdges == 3 && r.Orientable && !r.InsideOut
		}, "opposite senses"},
	}
	for _, tt := range tests {
		t.Run(tt.mesh.Name, func(t *testing.T) {
			t.Parallel()
			r := mesh.Validate(tt.mesh)
			if !tt.want(r) {
				t.Errorf("report is wrong: %+v", r)
			}
			if text := strings.Join(r.Sentences(), "\n"); !strings.Contains(text, tt.says) {
				t.Errorf("sentences do not say %q:\n%s", tt.says, text)
			}
			if _, err := json.Marshal(r); err != nil {
				t.Errorf("the report does not become JSON: %v", err)
			}
		})
	}
}

func TestComponentsAreThoseOfTheLabels(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		if _, count := m.Components(); count != mesh.Validate(m).Components {
			t.Errorf("%s: %d components by label, %d in the report", m.Name, count, mesh.Validate(m).Components)
		}
	}
}

func TestNiceMeshesHaveNoTroubles(t *testing.T) {
	t.Parallel()
	for _, m := range []*mesh.Mesh{meshtest.Icosphere(3), meshtest.UVSphere(9, 16), meshtest.Torus(2, 0.5, 16, 8), meshtest.CubeQuads(), meshtest.Bumpy(3)} {
		if troubles := mesh.Validate(m).Troubles(); troubles != nil {
			t.Errorf("%s: %q", m.Name, troubles)
		}
	}
}

func TestReportDoesNotDependOnOrder(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		shuffled, _ := meshtest.Shuffle(m, 11)
		a, b := mesh.Validate(m), mesh.Validate(shuffled)
		if a.Topology != b.Topology || a.Duplicates != b.Duplicates || a.Isolated != b.Isolated ||
			a.DegenerateFaces != b.DegenerateFaces || a.NonFinite != b.NonFinite || a.InsideOut != b.InsideOut {
			t.Errorf("%s: shuffling changes the report:\n%+v\n%+v", m.Name, a, b)
		}
	}
}

func ExampleValidate() {
	report := mesh.Validate(meshtest.Cylinder(1, 3, 6, 12))
	for _, sentence := range report.Sentences() {
		fmt.Println(sentence)
	}
	// Output:
	// 84 vertices, 144 triangles; manifold surface with 2 boundary loops in one piece.
	// Bounding box 2 x 2 x 3, from (-1, -1, 0); area 18.635.
	// The surface is open: 24 boundary edges in 2 loops.
}

func BenchmarkValidate(b *testing.B) {
	m := meshtest.Torus(2, 0.5, 500, 200) // 200k triangles
	soup := meshtest.Soup(m)
	b.Run("surface", func(b *testing.B) {
		for b.Loop() {
			mesh.Validate(m)
		}
	})
	b.Run("soup", func(b *testing.B) {
		for b.Loop() {
			mesh.Validate(soup)
		}
	})
}
