package mesh_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// A vertex that nothing joins to the rest is far; a long part is not.
func TestFarVertices(t *testing.T) {
	t.Parallel()
	ball := meshtest.Icosphere(3)
	cloud := &mesh.Mesh{Vertices: append([]r3.Vec{}, ball.Vertices...)}
	n := len(cloud.Vertices)
	with := func(more ...r3.Vec) *mesh.Mesh {
		return &mesh.Mesh{Vertices: append(append([]r3.Vec{}, cloud.Vertices...), more...)}
	}
	antenna := with()
	for k := range 30 {
		antenna.Vertices = append(antenna.Vertices, r3.Vec{X: 1 + 0.3*float64(k)})
	}
	inf := with(r3.Vec{X: 900}, r3.Vec{X: math.Inf(1)}, r3.Vec{X: math.NaN()})
	debris := &mesh.Mesh{Vertices: with(r3.Vec{X: 9}, r3.Vec{X: 9, Y: 0.1}, r3.Vec{X: 9, Z: 0.1}).Vertices, Triangles: append(append([][3]int32{}, ball.Triangles...), [3]int32{int32(n), int32(n) + 1, int32(n) + 2})}
	spike := &mesh.Mesh{Vertices: with(r3.Vec{X: 9}).Vertices, Triangles: append(append([][3]int32{}, ball.Triangles...), [3]int32{0, 1, int32(n)})}
	for name, c := range map[string]struct {
		m    *mesh.Mesh
		want int
	}{
		"a ball": {cloud, 0}, "one far away": {with(r3.Vec{X: 900}), 1}, "two beside each other": {with(r3.Vec{Y: 40}, r3.Vec{Y: 40.01}), 2},
		"beyond all numbers": {with(r3.Vec{Z: 1e300}), 1}, "not finite": {inf, 1}, "an antenna": {antenna, 0}, "debris of a surface": {debris, 3}, "a spike of a surface": {spike, 0},
		"few": {&mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {X: 900}}}, 0}, "all at one place": {&mesh.Mesh{Vertices: make([]r3.Vec, 50)}, 0},
	} {
		far := c.m.FarVertices()
		if len(far) != c.want {
			t.Errorf("%s: %v far, want %d", name, far, c.want)
		}
		for _, v := range far {
			if int(v) < n {
				t.Errorf("%s: vertex %d of the ball is called far", name, v)
			}
		}
	}
	rest, kept := debris.DropFar()
	if len(rest.Vertices) != n || len(rest.Triangles) != len(ball.Triangles) || len(kept) != n || !strings.Contains(strings.Join(rest.Origin.Warnings, ""), "Dropped 3 vertices far from all others, and 1 face") {
		t.Errorf("without debris: %d vertices, %d triangles, %q", len(rest.Vertices), len(rest.Triangles), rest.Origin.Warnings)
	}
	if same, _ := antenna.DropFar(); same != antenna {
		t.Error("a mesh without far vertices was copied")
	}
	said := strings.Join(mesh.Validate(with(r3.Vec{X: 900})).Troubles(), "\n")
	if !strings.Contains(said, "vertex 642 at (900, 0, 0)") || !strings.Contains(said, "--drop-outliers") {
		t.Errorf("the report says %q", said)
	}
}

// A crack is found, measured, and reported with a tolerance that closes it; a rim is no crack.
func TestCracks(t *testing.T) {
	t.Parallel()
	split := func(gap float64) *mesh.Mesh { // two halves of a plate
		m := &mesh.Mesh{}
		for half := range 2 {
			for i := range 11 {
				for j := range 6 {
					x := float64(j) - 5
					if half == 1 {
						x = float64(j) + gap
					}
					m.Vertices = append(m.Vertices, r3.Vec{X: x, Y: float64(i)})
				}
			}
			for i := range 10 {
				for j := range 5 {
					a := int32(half*66 + i*6 + j)
					m.Triangles = append(m.Triangles, [3]int32{a, a + 1, a + 6}, [3]int32{a + 1, a + 7, a + 6})
				}
			}
		}
		return m
	}
	for gap, want := range map[float64]int{0: 0, 1e-6: 22, 1e-9: 0, 0.5: 0} {
		n, widest := split(gap).Cracks()
		if n != want || want > 0 && math.Abs(widest-gap) > 1e-3*gap {
			t.Errorf("a gap of %g: %d vertices, %g wide; want %d", gap, n, widest, want)
		}
	}
	said := strings.Join(mesh.Validate(split(1e-6)).Troubles(), "\n")
	if !strings.Contains(said, "22 vertices are in cracks up to 1e-06 wide") || !strings.Contains(said, "(--weld 8e-08)") {
		t.Errorf("the report says %q", said)
	}
	for _, m := range meshtest.All() {
		if n, _ := m.Cracks(); n > 0 {
			t.Errorf("%s: %d vertices in cracks", m.Name, n)
		}
	}
}
