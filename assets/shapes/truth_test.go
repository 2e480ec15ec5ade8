package shapes

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
)

func truth(t *testing.T, of func(a, b string) ([]Place, error), a, b string) []Place {
	t.Helper()
	p, err := of(a, b)
	if err != nil {
		t.Fatal(err)
	}
	m, n := made(t, a), made(t, b)
	if len(p) != len(m.Vertices) {
		t.Fatalf("%d places for %d vertices", len(p), len(m.Vertices))
	}
	for v, q := range p {
		if q.Face < 0 || int(q.Face) >= len(n.Triangles) {
			t.Fatalf("vertex %d: face %d of %d", v, q.Face, len(n.Triangles))
		}
		sum := q.Bary[0] + q.Bary[1] + q.Bary[2]
		if math.Abs(sum-1) > 1e-9 || min(q.Bary[0], q.Bary[1], q.Bary[2]) < -1e-9 {
			t.Fatalf("vertex %d: barycentric coordinates %v", v, q.Bary)
		}
	}
	return p
}

// area of the whole surface.
func area(m *mesh.Mesh) float64 {
	var sum float64
	for _, f := range m.Triangles {
		p := m.Vertices
		sum += r3.Norm(r3.Cross(r3.Sub(p[f[1]], p[f[0]]), r3.Sub(p[f[2]], p[f[0]]))) / 2
	}
	return sum
}

// thereAndBack is the distances, over √area, that a's vertices move on the way
// to b and back, ascending.
func thereAndBack(t *testing.T, of func(a, b string) ([]Place, error), a, b string) []float64 {
	t.Helper()
	m, n := made(t, a), made(t, b)
	out, back := truth(t, of, a, b), truth(t, of, b, a)
	scale := math.Sqrt(area(m))
	var moved []float64
	for v, p := range out {
		var q r3.Vec
		for c, u := range n.Triangles[p.Face] {
			q = r3.Add(q, r3.Scale(p.Bary[c], back[u].at(m.Vertices, m.Triangles)))
		}
		moved = append(moved, r3.Norm(r3.Sub(q, m.Vertices[v]))/scale)
	}
	slices.Sort(moved)
	return moved
}

func TestTruthGoesThereAndBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b         string
		median, most float64 // of the distances over √area; most: of 99 in 100
	}{
		{"horse/1", "horse/1", 1e-12, 1e-12},
		{"horse/1", "horse/2", 1e-12, 1e-12},
		{"human/1", "human/4", 1e-12, 1e-12},
		{"cat/2", "cat/5r", 0.002, 0.012},
		{"human/2r", "human/3r", 0.002, 0.012},
		{"horse/2", "cat/4", 0.003, 0.03},
		{"elephant/2", "horse/3r", 0.003, 0.05},
		{"cat/1r", "elephant/5r", 0.004, 0.05},
		{"toy2d/1", "toy3d/1", 0.004, 0.012},
		{"toy2d/2", "toy3d/2", 0.006, 0.02},
		{"toy2d/3", "toy3d/3", 0.006, 0.02},
		{"toy2d/4", "toy3d/4", 0.006, 0.02},
	} {
		t.Run(strings.ReplaceAll(c.a+" "+c.b, "/", ""), func(t *testing.T) {
			t.Parallel()
			moved := thereAndBack(t, Truth, c.a, c.b)
			if d := moved[len(moved)/2]; d > c.median {
				t.Errorf("half the vertices move more than %.4f √area, want at most %g", d, c.median)
			}
			if d := moved[len(moved)*99/100]; d > c.most {
				t.Errorf("one in 100 moves more than %.4f √area, want at most %g", d, c.most)
			}
		})
	}
}

func TestMirroringTwiceIsTruth(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"horse/1", "horse/2"}, {"human/3", "human/5r"}, {"cat/3", "elephant/2"}} {
		moved := thereAndBack(t, TruthMirrored, pair[0], pair[1])
		if d := moved[len(moved)/2]; d > 0.006 {
			t.Errorf("%v: half the vertices move more than %.4f √area", pair, d)
		}
	}
}

// Mirroring must exchange left and right, not shuffle the body.
func TestMirroredTruthExchangesSides(t *testing.T) {
	t.Parallel()
	m := made(t, "human/1")
	direct, mirrored := truth(t, Truth, "human/1", "human/1"), truth(t, TruthMirrored, "human/1", "human/1")
	far := 0
	for v := range m.Vertices {
		p := direct[v].at(m.Vertices, m.Triangles)
		q := mirrored[v].at(m.Vertices, m.Triangles)
		if r3.Norm(r3.Sub(p, q)) > 0.1 {
			far++
		}
	}
	if share := float64(far) / float64(len(m.Vertices)); share < 0.6 {
		t.Errorf("only %.0f %% of the vertices change place", 100*share)
	}
}

// The semantics across species: the ends of limbs, trunk, tail and ears arrive at the same parts, on
// the right side.
func TestTruthAcrossSpeciesKeepsBodyParts(t *testing.T) {
	t.Parallel()
	region := func(name string) string {
		for _, r := range []struct{ region, bones string }{
			{"foreleg", "scapula humerus radius metacarpal forefoot"},
			{"hindleg", "femur tibia metatarsal hindfoot"},
			{"head", "neck2 head jaw nose1 nose2 nose3 nose4 nose5 nose6 ear"},
			{"tail", "tail1 tail2 tail3 tail4 tail5 tail6"},
		} {
			base, side, _ := strings.Cut(name, ".")
			if slices.Contains(strings.Fields(r.bones), base) {
				if base == "ear" {
					side = ""
				}
				return r.region + side
			}
		}
		return "trunk"
	}
	boneAt := func(c *character, p r3.Vec) string {
		best := share{-1, 0}
		for _, s := range c.partShares(p) {
			if s.weight > best.weight {
				best = s
			}
		}
		return c.bones[c.parts[best.index].bone].name
	}
	species := map[string]*character{"horse": horse(), "cat": cat(), "elephant": elephant()}
	ends := strings.Fields("forefoot.R forefoot.L hindfoot.R hindfoot.L nose6 tail5 tail6 ear.R ear.L")
	for a, from := range species {
		for b, to := range species {
			if a == b {
				continue
			}
			towards := from.kin.towards(to.kin)
			total, right := map[string]int{}, map[string]int{}
			for f := range from.rest.tri {
				middle := Place{int32(f), [3]float64{0.4, 0.3, 0.3}}
				bone := boneAt(from, middle.at(from.rest.pos, from.rest.tri))
				if !slices.Contains(ends, bone) {
					continue
				}
				total[bone]++
				if region(boneAt(to, towards(middle).at(to.rest.pos, to.rest.tri))) == region(bone) {
					right[bone]++
				}
			}
			for _, bone := range ends {
				if share := float64(right[bone]) / float64(total[bone]); !(share > 0.98) {
					t.Errorf("%s to %s: only %.1f %% of %s arrives at its like", a, b, 100*share, bone)
				}
			}
		}
	}
}

// Equal indices must mean nothing.
func TestIndicesSayNothing(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"horse/1", "horse/2"}, {"human/1", "human/2"}, {"cat/1", "cat/1r"}, {"toy2d/3", "toy3d/3"}} {
		n := made(t, pair[1])
		hits := 0
		for v, p := range truth(t, Truth, pair[0], pair[1]) {
			for c, u := range n.Triangles[p.Face] {
				if int(u) == v && p.Bary[c] > 0.5 {
					hits++
				}
			}
		}
		if hits > 10 {
			t.Errorf("%v: %d vertices keep their index", pair, hits)
		}
	}
}

func TestRemeshedLiesOnTheSurface(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"horse/2", "cat/3", "elephant/2", "human/2"} {
		m, r := made(t, id), made(t, id+"r")
		scale := math.Sqrt(area(m))
		on := closest.NewTree(m.Vertices, m.Triangles)
		vertices := map[r3.Vec]bool{}
		for _, p := range m.Vertices {
			vertices[p] = true
		}
		for v, p := range r.Vertices {
			if _, q := placeNear(on, p); r3.Norm(r3.Sub(p, q)) > 1e-6*scale {
				t.Fatalf("%sr: vertex %d is %.2g √area off the surface", id, v, r3.Norm(r3.Sub(p, q))/scale)
			}
			if vertices[p] {
				t.Fatalf("%sr: vertex %d is a vertex of %s", id, v, id)
			}
		}
		for v, p := range truth(t, Truth, id+"r", id) {
			if d := r3.Norm(r3.Sub(p.at(m.Vertices, m.Triangles), r.Vertices[v])) / scale; d > 1e-6 {
				t.Fatalf("%sr: the truth of vertex %d is %.2g √area away", id, v, d)
			}
		}
	}
}

func TestErrorsSayWhatExists(t *testing.T) {
	t.Parallel()
	if _, err := Make("unicorn/1"); err == nil || !strings.Contains(err.Error(), "horse/1 to horse/6") {
		t.Errorf("unknown shape: %v", err)
	}
	if _, err := Truth("horse/1", "human/1"); err == nil || !strings.Contains(err.Error(), "no known correspondence") {
		t.Errorf("unrelated shapes: %v", err)
	}
	if _, err := Truth("toy2d/1", "toy3d/2"); err == nil {
		t.Error("unrelated toys have a truth")
	}
	if _, err := TruthMirrored("toy2d/1", "toy3d/1"); err == nil {
		t.Error("a toy has a mirrored truth")
	}
}

func ExampleTruth() {
	a, _ := Make("toy2d/1")
	b, _ := Make("toy3d/1")
	places, err := Truth("toy2d/1", "toy3d/1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s with %d vertices, each with a place on one of %d triangles of the %s\n",
		a.Name, len(places), len(b.Triangles), b.Name)
	// Output: disc with 631 vertices, each with a place on one of 1014 triangles of the bowl
}

func ExampleMake() {
	_, err := Make("dog/1")
	fmt.Println(err)
	// Output: there is no sample shape "dog/1"; there are horse/1 to horse/6, cat/1 to cat/6, elephant/1 to elephant/6, human/1 to human/6, toy2d/1 to toy2d/4, toy3d/1 to toy3d/4, animals and people with a final r (such as horse/1r) for a remeshed version, individuals such as cats/3, horses/3, elephants/3 and humans/3, and objects /1 to /6: airplane, bag, cap, car, chair, earphone, guitar, knife, lamp, laptop, motorbike, mug, pistol, rocket, skateboard, table
}
