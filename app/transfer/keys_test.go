package transfer_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/transfer"
	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
)

// TestKeysTurnWithTheSurface: on the same shape, turned, three times as large, in another order, and for some as a
// mirror image, a key moves each place as it moves its twin, turned, scaled and mirrored like the shape.
func TestKeysTurnWithTheSurface(t *testing.T) {
	t.Parallel()
	from := meshtest.Bumpy(3)
	smile := append([]r3.Vec{}, from.Vertices...)
	for i, p := range from.Vertices {
		if p.Z > 0 {
			smile[i] = r3.Add(p, r3.Vec{X: 0.1 * p.Z, Y: -0.2 * p.Z, Z: 0.05})
		}
	}
	for name, motion := range map[string]func(r3.Vec) r3.Vec{
		"turned":   func(p r3.Vec) r3.Vec { return r3.Vec{X: -3*p.Y + 7, Y: 3 * p.X, Z: 3 * p.Z} },
		"mirrored": func(p r3.Vec) r3.Vec { return r3.Vec{X: 3 * p.Y, Y: 3 * p.X, Z: 3*p.Z - 1} },
	} {
		for _, cloud := range []bool{false, true} {
			if cloud && name == "mirrored" {
				continue // points have no outer side
			}
			moved := from.WithVertices(append([]r3.Vec{}, from.Vertices...))
			for i, p := range from.Vertices {
				moved.Vertices[i] = motion(p)
			}
			if name == "mirrored" {
				moved = moved.TurnedOver()
			}
			to, newOf := meshtest.Shuffle(moved, 3)
			at := *from
			if cloud {
				at.Triangles, to.Triangles = nil, nil
			}
			back := &correspond.Truth{Target: make([]int32, len(newOf))}
			for i, j := range newOf {
				back.Target[j] = int32(i)
			}
			back.Target[5] = -1
			got, err := (&transfer.Way{From: &at, To: to, Back: back}).Keys([]gltf.Target{{Name: "smile", Vertices: smile}})
			if err != nil || len(got) != 1 || got[0].Name != "smile" {
				t.Fatalf("%s: %v, error %v", name, got, err)
			}
			for i, j := range newOf {
				want := motion(smile[i])
				if j == 5 {
					want = to.Vertices[5] // the map is silent
				}
				if d := r3.Norm(r3.Sub(got[0].Vertices[j], want)); !(d < 1e-6) {
					t.Fatalf("%s, cloud %t: vertex %d is %g off", name, cloud, j, d)
				}
			}
		}
	}
}

// Shapes with vertices of no face, or that a map lays on one point, get finite keys.
func TestKeysOfOddShapes(t *testing.T) {
	t.Parallel()
	for _, m := range []*mesh.Mesh{meshtest.IsolatedVertices(), meshtest.DegenerateFaces(), meshtest.OneTriangle(), meshtest.Moebius(12)} {
		key := append([]r3.Vec{}, m.Vertices...)
		for i := range key {
			key[i].X++
		}
		for _, one := range []bool{false, true} {
			back := &correspond.Truth{Target: make([]int32, len(m.Vertices))}
			for i := range back.Target {
				if !one {
					back.Target[i] = int32(i)
				}
			}
			got, err := (&transfer.Way{From: m, To: m, Back: back}).Keys([]gltf.Target{{Name: "key", Vertices: key}})
			if err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			for i, p := range got[0].Vertices {
				if d := r3.Norm(r3.Sub(p, m.Vertices[i])); math.IsNaN(d) || d > 10 {
					t.Errorf("%s, all to one point %t: vertex %d goes to %v", m.Name, one, i, p)
				}
			}
		}
	}
}
