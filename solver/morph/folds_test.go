package morph

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

func TestFoldsAreCounted(t *testing.T) {
	t.Parallel()
	m := rod(4)
	folds := NewFolds(m.Vertices, m.Triangles)
	share := func(n int) float64 { return float64(n) / float64(len(m.Triangles)) }
	for name, at := range map[string][]r3.Vec{
		"at rest":       m.Vertices,
		"bent":          bent(m.Vertices, 2.4, 0.6),
		"turned about":  meshtest.RigidMove(m, 3).Vertices,
		"much narrower": squeezed(m.Vertices),
	} {
		if got := folds.Share(at); got != 0 {
			t.Errorf("%s: %.4f of the triangles are folded", name, got)
		}
	}
	// A vertex that is pulled across its opposite side turns its triangle over.
	pulled := append([]r3.Vec(nil), m.Vertices...)
	k := 0
	for i, p := range m.Vertices {
		if math.Abs(p.Z) < math.Abs(m.Vertices[k].Z) { // in the middle, away from the rims
			k = i
		}
	}
	for _, tri := range m.Triangles {
		for c, p := range tri {
			if int(p) == k {
				a, b := m.Vertices[tri[(c+1)%3]], m.Vertices[tri[(c+2)%3]]
				middle := r3.Scale(0.5, r3.Add(a, b))
				pulled[k] = r3.Add(m.Vertices[k], r3.Scale(1.3, r3.Sub(middle, m.Vertices[k])))
			}
		}
	}
	if got := folds.Share(pulled); got < share(1) || got > share(4) {
		t.Errorf("%.1f triangles are folded about a vertex that crosses its opposite side", got*float64(len(m.Triangles)))
	}
}

// squeezed is a shape with a third of its width.
func squeezed(points []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for i, p := range points {
		out[i] = r3.Vec{X: p.X / 3, Y: p.Y / 3, Z: p.Z}
	}
	return out
}

// A turning way between two surfaces without folds has none on the way, even where the
// turn is told by narrow parts.
func TestATurningWayDoesNotFold(t *testing.T) {
	t.Parallel()
	m := rod(6)
	folds := NewFolds(m.Vertices, m.Triangles)
	for name, to := range map[string][]r3.Vec{"bent": bent(m.Vertices, 2.4, 0.6), "wound": bent(m.Vertices, 3*math.Pi, 3), "twisted": twisted(m.Vertices, 2.5)} {
		path := turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles})
		for _, at := range []float64{0.25, 0.5, 0.75, 1} {
			if got := folds.Share(path.At(at)); got != 0 {
				t.Errorf("%s: %.4f of the triangles are folded at t = %g", name, got, at)
			}
		}
	}
}

// twisted turns a rod about its own axis, by so much over its length.
func twisted(points []r3.Vec, angle float64) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for i, p := range points {
		s, c := math.Sincos(angle * p.Z / 6)
		out[i] = r3.Vec{X: c*p.X - s*p.Y, Y: s*p.X + c*p.Y, Z: p.Z}
	}
	return out
}
