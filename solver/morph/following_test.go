package morph

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// Points that follow the level of a large rod end where they are meant to, and keep its
// length and thickness on the way.
func TestFollowersKeepTheirLength(t *testing.T) {
	t.Parallel()
	m := meshtest.Cylinder(0.15, 2, 400, 100)
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	level, err := d.Level(t.Context())
	if err != nil || level == nil {
		t.Fatalf("level %v, %v", level, err)
	}
	from := make([]r3.Vec, len(d.Points))
	for p, at := range d.Points {
		from[p] = d.ToFile(at)
	}
	to := bent(from, 2, 0.3)
	pick := func(of []r3.Vec) []r3.Vec {
		out := make([]r3.Vec, len(level.Points))
		for k, p := range level.Points {
			out[k] = of[p]
		}
		return out
	}
	few := turning(t, Ends{From: pick(from), To: pick(to), Triangles: level.Domain.Triangles, Area: level.Domain.PointArea})
	p := Following(few, Followers{From: from, To: to, Corners: level.Corners, Shares: level.Shares})
	for _, end := range []struct {
		t  float64
		at []r3.Vec
	}{{0, from}, {1e-9, from}, {1 - 1e-9, to}, {1, to}} {
		for i, at := range p.At(end.t) {
			if r3.Norm(r3.Sub(at, end.at[i])) > 1e-6 {
				t.Fatalf("t = %v: point %d is %v from its end", end.t, i, r3.Norm(r3.Sub(at, end.at[i])))
			}
		}
	}
	half := p.At(0.5)
	lengths := func(at []r3.Vec) (sum float64) {
		w := &mesh.Mesh{Vertices: at, Triangles: d.Triangles}
		for _, e := range w.Edges() {
			sum += r3.Norm(r3.Sub(at[e[0]], at[e[1]]))
		}
		return sum
	}
	if ratio := lengths(half) / ((lengths(from) + lengths(to)) / 2); math.Abs(ratio-1) > 0.01 {
		t.Errorf("half way edges are %.3f times as long", ratio)
	}
}
