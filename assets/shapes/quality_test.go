package shapes

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
)

// isToy tells the open toys from the closed bodies.
func isToy(in Info) bool { return strings.HasPrefix(in.Kind, "toy") }

func made(t *testing.T, id string) *mesh.Mesh {
	t.Helper()
	m, err := Make(id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestShapesAreGoodMeshes(t *testing.T) {
	t.Parallel()
	for _, in := range Names() {
		if in.Object {
			continue // see objects_test.go
		}
		t.Run(in.ID, func(t *testing.T) {
			t.Parallel()
			m := made(t, in.ID)
			if len(m.Vertices) != in.Vertices {
				t.Errorf("%d vertices, announced %d", len(m.Vertices), in.Vertices)
			}
			if m.Name != in.Label || m.Origin.Path != "sample:"+in.ID {
				t.Errorf("name %q, origin %q", m.Name, m.Origin.Path)
			}
			checkTopology(t, m, isToy(in))
			for v, p := range m.Vertices {
				if math.IsNaN(p.X+p.Y+p.Z) || math.IsInf(p.X+p.Y+p.Z, 0) {
					t.Fatalf("vertex %d is at %v", v, p)
				}
			}
			if in.Kind == "toy2d" {
				for f, c := range m.Triangles {
					p := m.Vertices
					if r3.Cross(r3.Sub(p[c[1]], p[c[0]]), r3.Sub(p[c[2]], p[c[0]])).Z <= 0 {
						t.Fatalf("triangle %d of a planar shape is turned over or empty", f)
					}
				}
			}
			if isToy(in) {
				return
			}
			if n := len(m.Vertices); n < 4500 || n > 5500 {
				t.Errorf("%d vertices, want about 5000", n)
			}
			checkTriangles(t, m)
			low := slices.MinFunc(m.Vertices, func(a, b r3.Vec) int { return int(math.Copysign(1, a.Y-b.Y)) })
			if math.Abs(low.Y) > 0.01 {
				t.Errorf("stands at height %g, want 0", low.Y)
			}
		})
	}
}

// checkTopology wants one oriented manifold component without isolated vertices;
// closed, of genus 0 and outward oriented unless open.
func checkTopology(t *testing.T, m *mesh.Mesh, open bool) {
	t.Helper()
	edges := map[[2]int32]int{}
	component := make([]int32, len(m.Vertices))
	for v := range component {
		component[v] = int32(v)
	}
	find := func(v int32) int32 {
		for component[v] != v {
			component[v] = component[component[v]]
			v = component[v]
		}
		return v
	}
	var volume float64
	for _, f := range m.Triangles {
		for c := range 3 {
			i, j := f[c], f[(c+1)%3]
			edges[[2]int32{i, j}]++
			component[find(i)] = find(j)
		}
		volume += r3.Dot(m.Vertices[f[0]], r3.Cross(m.Vertices[f[1]], m.Vertices[f[2]])) / 6
	}
	boundary := 0
	for e, n := range edges {
		if n != 1 {
			t.Fatalf("edge %v is used %d times in one direction", e, n)
		}
		if edges[[2]int32{e[1], e[0]}] == 0 {
			boundary++
		}
	}
	for v := range m.Vertices {
		if find(int32(v)) != find(0) {
			t.Fatalf("vertex %d is not connected to vertex 0", v)
		}
	}
	if open {
		if boundary == 0 {
			t.Error("no boundary on an open shape")
		}
		return
	}
	if boundary > 0 {
		t.Errorf("%d boundary edges", boundary)
	}
	if euler := len(m.Vertices) - len(edges)/2 + len(m.Triangles); euler != 2 {
		t.Errorf("Euler characteristic %d, want 2", euler)
	}
	if volume <= 0 {
		t.Errorf("volume %g: oriented inward", volume)
	}
}

// checkTriangles wants well-shaped triangles, with allowance for creases of deep
// bends.
func checkTriangles(t *testing.T, m *mesh.Mesh) {
	t.Helper()
	angles := smallestAngles(m.Vertices, m.Triangles)
	if a := angles[0]; a < 0.05 {
		t.Errorf("the smallest angle is %.2g degrees", a)
	}
	if a := angles[len(angles)/100]; a < 15 {
		t.Errorf("1 %% of the triangles have an angle below %.1f degrees", a)
	}
	if a := angles[len(angles)/10]; a < 30 {
		t.Errorf("10 %% of the triangles have an angle below %.1f degrees", a)
	}
}

// smallestAngles are the triangles' smallest angles in degrees, ascending.
func smallestAngles(pos []r3.Vec, tri [][3]int32) []float64 {
	var out []float64
	for _, f := range tri {
		largest := -1.0
		for c := range 3 {
			largest = max(largest, cosAt(pos[f[c]], pos[f[(c+1)%3]], pos[f[(c+2)%3]]))
		}
		out = append(out, math.Acos(min(largest, 1))*180/math.Pi)
	}
	slices.Sort(out)
	return out
}

// characters are all bodies with their poses.
func characters() map[string]struct {
	who   *character
	poses []pose
	limbs limbs
} {
	return map[string]struct {
		who   *character
		poses []pose
		limbs limbs
	}{
		"horse":    {horse(), horsePoses, quadrupedLimbs},
		"cat":      {cat(), catPoses, quadrupedLimbs},
		"elephant": {elephant(), elephantPoses, quadrupedLimbs},
		"human":    {human(), humanPoses, humanLimbs},
	}
}

var posedOnce sync.Map // by names of body and pose, a func() []r3.Vec

// posed are the vertices of a body in a pose, computed once for all tests.
func posed(name string, who *character, p pose, l limbs) []r3.Vec {
	pos, _ := posedOnce.LoadOrStore(name+"/"+p.label, sync.OnceValue(func() []r3.Vec { return who.posed(p, l) }))
	return pos.(func() []r3.Vec)()
}

// Poses of one body must be nearly isometric, as scans of one body are.
func TestPosesAreNearlyIsometric(t *testing.T) {
	t.Parallel()
	for name, c := range characters() {
		for _, p := range c.poses {
			t.Run(name+"/"+p.label, func(t *testing.T) {
				t.Parallel()
				pos := posed(name, c.who, p, c.limbs)
				var stretch []float64
				for v, near := range c.who.near {
					for _, u := range near {
						if int(u) > v {
							ratio := length(r3.Sub(pos[u], pos[v])) / length(r3.Sub(c.who.rest.pos[u], c.who.rest.pos[v]))
							stretch = append(stretch, math.Abs(math.Log(ratio)))
						}
					}
				}
				slices.Sort(stretch)
				if s := stretch[len(stretch)/2]; s > 0.03 {
					t.Errorf("median stretch %.3f", s)
				}
				if s := stretch[len(stretch)*95/100]; s > 0.26 {
					t.Errorf("5 %% of the edges change by more than %.2f", s)
				}
			})
		}
	}
}

// If a pose were its own mirror image, nothing would tell left from right; if the rest surface were
// not, it would give them away.
func TestBodiesAreSymmetricAndPosesAreNot(t *testing.T) {
	t.Parallel()
	for name, c := range characters() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := acrossZ
			if name == "human" {
				m = acrossX
			}
			rest := c.who.rest
			if d := mirrorGap(rest.pos, rest, m); d > 0.004 {
				t.Errorf("the rest surface is %.4f from its mirror image on average", d)
			}
			for _, p := range c.poses {
				if d := mirrorGap(posed(name, c.who, p, c.limbs), rest, m); d < 0.012 {
					t.Errorf("%s is only %.4f from its mirror image on average", p.label, d)
				}
			}
		})
	}
}

// mirrorGap is the mean distance from the surface's reflected vertices to it, by every fourth.
func mirrorGap(pos []r3.Vec, s soup, m mirror) float64 {
	on := closest.NewTree(pos, s.tri)
	sum, n := 0.0, 0
	for v := 0; v < len(pos); v += 4 {
		q := m.apply(pos[v])
		_, near := placeNear(on, q)
		sum += r3.Norm(r3.Sub(q, near))
		n++
	}
	return sum / float64(n)
}

func TestGenerationIsDeterministic(t *testing.T) {
	t.Parallel()
	same := func(a, b []r3.Vec) {
		t.Helper()
		if !slices.Equal(a, b) {
			t.Error("made twice, with different results")
		}
	}
	again := growAnimal("cat", catCones())
	same(again.rest.pos, cat().rest.pos)
	pos := posed("cat", cat(), catPoses[1], quadrupedLimbs)
	same(again.posed(catPoses[1], quadrupedLimbs), pos)
	s := soup{pos, cat().rest.tri}
	first := remeshed(s, 1500, 3).pos
	same(first, remeshed(s, 1500, 3).pos)
	if slices.Equal(first, remeshed(s, 1500, 4).pos) {
		t.Error("the seed makes no difference")
	}
}

// A coarse shape is a closed mesh of the asked number of vertices, and of nearly the same
// surface.
func TestCoarseShapesAreGoodMeshes(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"horse/1", "human/3"} {
		fine := made(t, id)
		m, err := Coarse(id, 1500)
		if err != nil {
			t.Fatal(err)
		}
		r := mesh.Validate(m)
		if len(m.Vertices) != 1500 || len(r.Troubles()) > 0 || r.Topology.Components != 1 || r.Topology.BoundaryEdges > 0 || r.Topology.NonManifoldEdges > 0 {
			t.Errorf("%s: %d vertices, report %+v", id, len(m.Vertices), r)
		}
		if share := area(m) / area(fine); share < 0.95 || share > 1.02 {
			t.Errorf("%s has %.3f of its area", id, share)
		}
	}
	if _, err := Coarse("unicorn/1", 1500); err == nil {
		t.Error("a unicorn was made")
	}
}
