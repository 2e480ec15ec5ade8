package landmark

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

func TestSnapReportsWhatLayOff(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 10}, {Y: 10}, {X: 10, Y: 10}}, Triangles: [][3]int32{{0, 1, 2}, {1, 3, 2}}}
	s := Set{Landmarks: []Landmark{New("on", r3.Vec{X: 2, Y: 3}), New("near", r3.Vec{X: 7, Y: 8, Z: 0.01}), New("far", r3.Vec{X: 4, Y: 4, Z: 3})}}
	got := Snap(m, s)
	if got.Landmarks[0] != s.Landmarks[0] {
		t.Errorf("a landmark on the surface moved to %v", got.Landmarks[0])
	}
	if got.Landmarks[1].Position != [3]float64{7, 8, 0} || got.Landmarks[2].Position != [3]float64{4, 4, 0} {
		t.Errorf("landmarks moved to %v", got.Landmarks)
	}
	if said := strings.Join(got.Warnings, "\n"); !strings.Contains(said, `"far" by 3`) || strings.Contains(said, "near\"") {
		t.Errorf("the warnings are %q", said)
	}
	if got.Tips != nil {
		t.Error("tips that were not given are given now")
	}
}

// A mesh in RAS beside landmarks in LPS is the usual mistake.
func TestSnapTurnsLandmarksOfOtherAxes(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(2)
	for i := range m.Vertices { // somewhere in a scanner, so that a turn leads far away
		m.Vertices[i] = r3.Add(m.Vertices[i], r3.Vec{X: 5, Y: -3, Z: 2})
	}
	at := m.Vertices[17]
	s := Set{Landmarks: []Landmark{New("a", r3.Vec{X: -at.X, Y: -at.Y, Z: at.Z})}}
	got := Snap(m, s)
	if r3.Norm(r3.Sub(got.Landmarks[0].At(), at)) > 1e-9 || !strings.Contains(strings.Join(got.Warnings, ""), "RAS") {
		t.Errorf("moved to %v, want %v: %q", got.Landmarks[0].Position, at, got.Warnings)
	}
}

// If both files name their axes, these decide, also where the landmarks fit both ways. If only one file
// names them, a person has to decide.
func TestSnapGoesByTheAxes(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{Space: "RAS"} // a box about the z-axis, which any half turn fits
	for k := range 8 {
		m.Vertices = append(m.Vertices, r3.Vec{X: float64(k&1)*2 - 1, Y: float64(k>>1&1)*6 - 3, Z: float64(k>>2) * 9})
	}
	s := Set{Space: "LPS", Landmarks: []Landmark{New("a", r3.Vec{X: 1, Y: 3, Z: 9}), New("b", r3.Vec{X: -1, Y: 3})}}
	got := Snap(m, s)
	if got.Landmarks[0].Position != [3]float64{-1, -3, 9} || got.Landmarks[1].Position != [3]float64{1, -3, 0} || got.Unclear || len(got.Warnings) > 0 || got.Space != "RAS" {
		t.Errorf("both named: %+v", got)
	}
	m.Space = "LPS"
	if got := Snap(m, s); got.Landmarks[0].Position != [3]float64{1, 3, 9} || got.Unclear || len(got.Warnings) > 0 {
		t.Errorf("the same axes: %+v", got)
	}
	m.Space = ""
	got = Snap(m, s)
	if got.Landmarks[0].Position != [3]float64{1, 3, 9} || !got.Unclear || len(got.Warnings) != 1 {
		t.Errorf("axes of the shape unknown: %+v", got)
	}
	if turned := Turned(m, got); turned.Landmarks[0].Position != [3]float64{-1, -3, 9} || turned.Unclear {
		t.Errorf("turned on request: %+v", turned)
	}
	s.Space = ""
	if got := Snap(m, s); got.Unclear || len(got.Warnings) > 0 {
		t.Errorf("a table in the coordinates of the shape: %+v", got)
	}
	m.Vertices[7].X = 0 // now only one way fits well
	s.Space, s.Landmarks = "LPS", []Landmark{New("a", m.Vertices[7])}
	if got := Snap(m, s); got.Unclear {
		t.Errorf("an exact fit beside a rough one is clear: %+v", got)
	}
}

// The place is the nearest of all, which sampling the triangles densely confirms.
func TestLocateIsNearest(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(1)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		p := r3.Vec{X: 3*rng.Float64() - 1.5, Y: 3*rng.Float64() - 1.5, Z: 3*rng.Float64() - 1.5}
		got := Locate(m, []r3.Vec{p})[0]
		corners := m.Triangles[got.Face]
		var q r3.Vec
		for k, v := range corners {
			q = r3.Add(q, r3.Scale(got.Bary[k], m.Vertices[v]))
		}
		if r3.Norm(r3.Sub(q, got.Position)) > 1e-12 || math.Abs(r3.Norm(r3.Sub(q, p))-got.Distance) > 1e-12 {
			t.Fatalf("the place %+v contradicts itself", got)
		}
		for _, tri := range m.Triangles {
			for u := 0.0; u <= 1; u += 0.1 {
				for v := 0.0; u+v <= 1; v += 0.1 {
					x := r3.Add(r3.Scale(u, m.Vertices[tri[0]]), r3.Add(r3.Scale(v, m.Vertices[tri[1]]), r3.Scale(1-u-v, m.Vertices[tri[2]])))
					if r3.Norm(r3.Sub(x, p)) < got.Distance-1e-9 {
						t.Fatalf("%v is nearer to %v than %v", x, p, got.Position)
					}
				}
			}
		}
	}
}
