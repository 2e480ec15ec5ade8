package metric_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// cracked is a ball whose upper half is lifted by a millionth of its size.
func cracked() *mesh.Mesh {
	ball := meshtest.Icosphere(3)
	m := &mesh.Mesh{}
	for half := range 2 {
		newOf := map[int32]int32{}
		for _, f := range ball.Triangles {
			if (ball.Vertices[f[0]].Z+ball.Vertices[f[1]].Z+ball.Vertices[f[2]].Z > 0) != (half == 0) {
				continue
			}
			var g [3]int32
			for k, v := range f {
				if _, ok := newOf[v]; !ok {
					newOf[v] = int32(len(m.Vertices))
					m.Vertices = append(m.Vertices, r3.Add(ball.Vertices[v], r3.Vec{Z: 2e-6 * float64(1-half)}))
				}
				g[k] = newOf[v]
			}
			m.Triangles = append(m.Triangles, g)
		}
	}
	return m
}

// A crack of a millionth is a canyon to distances until it is welded, and so is closed.
func TestWeldingClosesCracks(t *testing.T) {
	t.Parallel()
	m := cracked()
	farthest := func(opt metric.DomainOptions) (float64, *metric.Domain) {
		d, err := metric.NewDomain(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		checkLooseDomain(t, d)
		s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 60})
		if err != nil {
			t.Fatal(err)
		}
		return s.Diameter, d
	}
	open, apart := farthest(metric.DomainOptions{})
	closed, joined := farthest(metric.DomainOptions{Weld: 1e-5})
	if apart.Closed || apart.Bridges != 1 || !joined.Closed || joined.Bridges != 0 || closed > 0.9*open {
		t.Errorf("closed %v and %v, %d and %d bridges, diameters %g and %g", apart.Closed, joined.Closed, apart.Bridges, joined.Bridges, open, closed)
	}
}

// checkLooseDomain is what remains true where welded vertices have moved.
func checkLooseDomain(t *testing.T, d *metric.Domain) {
	t.Helper()
	sum := 0.0
	for _, a := range d.PointArea {
		sum += a
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("point areas sum to %v, want 1", sum)
	}
}

// Far vertices take no part on request, of surfaces and of clouds, and do not spoil the
// scale of the rest.
func TestFarVerticesTakeNoPart(t *testing.T) {
	t.Parallel()
	ball := meshtest.Icosphere(3)
	n := int32(len(ball.Vertices))
	for _, far := range []float64{900, 1e12} {
		cloud := &mesh.Mesh{Vertices: append(append([]r3.Vec{}, ball.Vertices...), r3.Vec{X: far})}
		surface := &mesh.Mesh{Vertices: append(append([]r3.Vec{}, ball.Vertices...), r3.Vec{X: far}, r3.Vec{X: far, Y: 1}, r3.Vec{X: far, Z: 1}),
			Triangles: append(append([][3]int32{}, ball.Triangles...), [3]int32{n, n + 1, n + 2})}
		for _, m := range []*mesh.Mesh{cloud, surface} {
			d, err := metric.NewDomain(m, metric.DomainOptions{DropFar: true, IncludeIsolated: true})
			if err != nil {
				t.Fatal(err)
			}
			checkDomain(t, m, d)
			if len(d.Points) != int(n) || d.Bridges != 0 || d.Takes[n] || !strings.Contains(strings.Join(d.Warnings, ""), "far from all others") {
				t.Errorf("%g: %d points, %d bridges, warnings %q", far, len(d.Points), d.Bridges, d.Warnings)
			}
		}
	}
}
