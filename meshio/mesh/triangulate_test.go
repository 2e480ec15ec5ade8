package mesh_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// checkCut fails unless the triangles are n-2, use every corner, all face along
// the polygon's normal, and add up to its area: then they cover it exactly once.
func checkCut(t *testing.T, vertices []r3.Vec, polygon []int32) {
	t.Helper()
	triangles := mesh.Triangulate(vertices, polygon)
	if len(triangles) != len(polygon)-2 {
		t.Fatalf("%d triangles from %d corners", len(triangles), len(polygon))
	}
	var normal r3.Vec
	for i := range polygon {
		normal = r3.Add(normal, r3.Cross(r3.Sub(vertices[polygon[i]], vertices[polygon[0]]),
			r3.Sub(vertices[polygon[(i+1)%len(polygon)]], vertices[polygon[0]])))
	}
	area := r3.Norm(normal)
	sum := 0.0
	used := map[int32]bool{}
	m := &mesh.Mesh{Vertices: vertices, Triangles: triangles}
	for f, tri := range triangles {
		used[tri[0]], used[tri[1]], used[tri[2]] = true, true, true
		if a := 2 * m.FaceArea(f); a > 1e-12*area {
			sum += a
			if r3.Dot(m.FaceNormal(f), normal) < 0 {
				t.Fatalf("triangle %d faces backwards", f)
			}
		}
	}
	if len(used) != len(polygon) {
		t.Errorf("%d of %d corners used", len(used), len(polygon))
	}
	if math.Abs(sum-area) > 1e-9*area {
		t.Errorf("triangles cover %g, the polygon has %g", sum/2, area/2)
	}
}

// tilted puts planar points somewhere in space.
func tilted(points []r3.Vec) []r3.Vec {
	m := meshtest.RigidMove(&mesh.Mesh{Vertices: points}, 5)
	return m.Vertices
}

func ring(n int) []int32 {
	face := make([]int32, n)
	for i := range face {
		face[i] = int32(i)
	}
	return face
}

func TestTriangulateCoversPolygons(t *testing.T) {
	t.Parallel()
	comb := []r3.Vec{}
	for i := range 40 {
		comb = append(comb, r3.Vec{X: float64(i), Y: float64(i%2) * 5})
	}
	comb = append(comb, r3.Vec{X: 39, Y: -1}, r3.Vec{X: 0, Y: -1})
	for i, j := 0, len(comb)-1; i < j; i, j = i+1, j-1 {
		comb[i], comb[j] = comb[j], comb[i]
	}
	tests := map[string][]r3.Vec{
		"convex quad":                {{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}},
		"quad, concave at corner 1":  {{}, {X: 0.4, Y: 0.4}, {X: 2}, {X: 0, Y: 2}},
		"quad, concave at corner 2":  {{X: 0, Y: 2}, {}, {X: 0.4, Y: 0.4}, {X: 2}},
		"L":                          {{}, {X: 2}, {X: 2, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 2}, {Y: 2}},
		"arrow":                      {{}, {X: 4, Y: 2}, {Y: 4}, {X: 1, Y: 2.5}, {X: -3, Y: 2}, {X: 1, Y: 1.5}},
		"corners on straight edges":  {{}, {X: 1}, {X: 2}, {X: 2, Y: 1}, {X: 2, Y: 2}, {X: 1, Y: 2}, {Y: 2}, {Y: 1}},
		"comb":                       comb,
		"triangle with an extra one": {{}, {X: 1}, {X: 2}, {X: 3}, {X: 1, Y: 3}},
		"square with a square hole": {{}, {X: 3}, {X: 3, Y: 3}, {Y: 3}, {}, {X: 1, Y: 1}, {X: 1, Y: 2}, {X: 2, Y: 2},
			{X: 2, Y: 1}, {X: 1, Y: 1}},
	}
	for name, points := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, scale := range []float64{1, 1e-120, 1e100} {
				scaled := meshtest.Scaled(&mesh.Mesh{Vertices: points}, scale).Vertices
				if scale == 1 {
					checkCut(t, tilted(scaled), ring(len(points)))
				}
				if got := len(mesh.Triangulate(scaled, ring(len(points)))); got != len(points)-2 {
					t.Errorf("at scale %g: %d triangles", scale, got)
				}
			}
		})
	}
}

func TestTriangulateRandomStars(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 4 + rng.IntN(60)
		points := make([]r3.Vec, n)
		for i := range points {
			radius := 0.2 + rng.Float64()
			s, c := math.Sincos(2 * math.Pi * (float64(i) + 0.8*rng.Float64()) / float64(n))
			points[i] = r3.Vec{X: radius * c, Y: radius * s}
		}
		checkCut(t, tilted(points), ring(n))
	}
}

func TestTriangulateSurvivesHopelessPolygons(t *testing.T) {
	t.Parallel()
	crossing := make([]r3.Vec, 20_000)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range crossing {
		crossing[i] = r3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}
	}
	nan := math.NaN()
	for name, points := range map[string][]r3.Vec{
		"one place":  make([]r3.Vec, 9),
		"one line":   {{}, {X: 1}, {X: 2}, {X: 3}, {X: 4}, {X: 2}},
		"bow tie":    {{}, {X: 1, Y: 1}, {X: 1}, {Y: 1}, {X: -1, Y: 3}},
		"no numbers": {{X: nan}, {X: nan}, {X: nan}, {X: nan}, {X: nan}},
		"infinite":   {{X: math.Inf(1)}, {X: 1}, {X: 2, Y: 1}, {X: 3}, {X: 4}},
		"random":     crossing,
	} {
		if got := len(mesh.Triangulate(points, ring(len(points)))); got != len(points)-2 {
			t.Errorf("%s: %d triangles from %d corners", name, got, len(points))
		}
	}
}

func TestBuilderMixesFaces(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{Vertices: meshtest.Icosphere(1).Vertices}
	var b mesh.Builder
	b.AddTriangle(0, 1, 2)
	b.AddFace([]int32{3, 4, 5, 6, 7})
	b.AddFace([]int32{8, 9})
	b.AddTriangle(8, 9, 10)
	if err := b.Finish(m); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(m.Polygons, m.PolygonOf, len(m.Triangles)); got != "[[0 1 2] [3 4 5 6 7] [8 9 10]] [0 1 1 1 2] 5" {
		t.Error(got)
	}
	if len(m.Origin.Warnings) != 1 {
		t.Errorf("warnings %q, want one about the face of two corners", m.Origin.Warnings)
	}

	var bad mesh.Builder
	bad.AddFace([]int32{0, 1, 2, 3})
	bad.AddTriangle(0, 42, 1)
	var index *mesh.IndexError
	if err := bad.Finish(m); !errors.As(err, &index) || index.Face != 1 || index.Index != 42 {
		t.Errorf("error %v, want face 1 to name vertex 42", err)
	}
}

func ExampleTriangulate() {
	arrow := []r3.Vec{{X: 0, Y: 0}, {X: 2, Y: 1}, {X: 0, Y: 2}, {X: 1, Y: 1}}
	fmt.Println(mesh.Triangulate(arrow, []int32{0, 1, 2, 3}))
	// Output: [[0 1 3] [1 2 3]]
}

func BenchmarkTriangulate(b *testing.B) {
	for _, corners := range []int{100, 10_000} {
		star := meshtest.ConcavePolygon(corners / 2)
		b.Run(fmt.Sprint(corners), func(b *testing.B) {
			for b.Loop() {
				mesh.Triangulate(star.Vertices, star.Polygons[0])
			}
		})
	}
}
