package solver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// realPairs are meshes with vertex i of one at vertex i of the other.
var realPairs = []struct{ name, a, b string }{
	{"horse-1", "capod/class13_m145.obj", "capod/class13_m146.obj"},
	{"horse-2", "capod/class13_m145.obj", "capod/class13_m150.obj"},
	{"horse-3", "capod/class13_m146.obj", "capod/class13_m150.obj"},
	{"hand-1", "capod/class8_m85.obj", "capod/class8_m86.obj"},
	{"hand-2", "capod/class8_m85.obj", "capod/class8_m90.obj"},
	{"hand-3", "capod/class8_m86.obj", "capod/class8_m90.obj"},
	{"dolphin", "capod/class2_m16.obj", "capod/class2_m17.obj"},
	{"dog", "capod/class9_m97.obj", "capod/class9_m98.obj"},
	{"airplane", "capod/class4_m37.obj", "capod/class4_m38.obj"},
	{"smpl", "smpl/human_man.obj", "smpl/human_woman.obj"},
	{"human-12-parts", "capod/class1_m1.obj", "capod/class1_m2.obj"},
	{"spider", "capod/class12_m133.obj", "capod/class12_m134.obj"},
}

// pair is two spaces with a known correspondence.
type pair struct {
	name string
	x, y *metric.Space
	// direct gives, for every sample of X, the point of Y's domain that it truly
	// corresponds to; mirrored the point of its mirror image, nil where unknown.
	direct, mirrored []int32
}

// realFolder is where real meshes lie, if they do.
func realFolder() (string, error) {
	dir := os.Getenv("GWSCOPE_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, "pairs")
	_, err := os.Stat(dir)
	return dir, err
}

// disguise shuffles, turns, moves and scales a mesh, so that neither index nor
// place can help. newIndex gives the new index of each old vertex.
func disguise(m *mesh.Mesh, seed uint64) (out *mesh.Mesh, newIndex []int) {
	rng := rand.New(rand.NewPCG(seed, 99))
	newIndex = rng.Perm(len(m.Vertices))
	axis := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
	turn := r3.NewRotation(rng.Float64()*2*math.Pi, axis)
	out = &mesh.Mesh{Name: m.Name, Vertices: make([]r3.Vec, len(m.Vertices))}
	for i, p := range m.Vertices {
		out.Vertices[newIndex[i]] = r3.Add(r3.Scale(3.7, turn.Rotate(p)), r3.Vec{X: 5, Y: 5, Z: 5})
	}
	for _, k := range rng.Perm(len(m.Triangles)) {
		f := m.Triangles[k]
		out.Triangles = append(out.Triangles, [3]int32{int32(newIndex[f[0]]), int32(newIndex[f[1]]), int32(newIndex[f[2]])})
	}
	return out, newIndex
}

// spaceOf samples a mesh.
func spaceOf(t testing.TB, m *mesh.Mesh, samples int, seed uint64) *metric.Space {
	t.Helper()
	domain, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	space, err := metric.NewSpace(context.Background(), domain, metric.SpaceOptions{Samples: samples, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return space
}

// realPair loads a pair with one side disguised.
func realPair(t testing.TB, dir, name, a, b string, samples int, seed uint64) *pair {
	t.Helper()
	mx, my := readOBJ(t, filepath.Join(dir, a)), readOBJ(t, filepath.Join(dir, b))
	hidden, newIndex := disguise(my, seed)
	p := &pair{name: name, x: spaceOf(t, mx, samples, seed), y: spaceOf(t, hidden, samples, seed+1)}
	for _, s := range p.x.Samples {
		v := p.x.Domain.VertexOf[s]
		p.direct = append(p.direct, p.y.Domain.PointOf[newIndex[v]])
	}
	return p
}

var pairsMade sync.Map // by what embeddedPair takes, a func() *pair

// embeddedPair is a pair of the built-in shapes, made once and not to be changed. The
// second is remeshed, so that no vertex of one is a vertex of the other.
func embeddedPair(t testing.TB, a, b string, samples int, seed uint64) *pair {
	t.Helper()
	key := fmt.Sprint(a, b, samples, seed)
	made, _ := pairsMade.LoadOrStore(key, sync.OnceValue(func() *pair { return newEmbeddedPair(t, a, b, samples, seed) }))
	return made.(func() *pair)()
}

// concurrentPair is an embedded pair for tests of goroutines. Short runs are those of the race
// detector, which makes animals for seconds; to it a star, flat and solid, says as much.
func concurrentPair(t testing.TB, a, b string, samples int, seed uint64) *pair {
	t.Helper()
	if !testing.Short() {
		return embeddedPair(t, a, b, samples, seed)
	}
	x, errX := shapes.Make("toy2d/4")
	y, errY := shapes.Make("toy3d/4")
	if err := errors.Join(errX, errY); err != nil {
		t.Fatal(err)
	}
	samples = min(samples, 70)
	return &pair{x: spaceOf(t, x, samples, seed), y: spaceOf(t, y, samples, seed+1)}
}

func newEmbeddedPair(t testing.TB, a, b string, samples int, seed uint64) *pair {
	t.Helper()
	make := func(id string) *mesh.Mesh {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	mx, my := make(a), make(b)
	hidden, newIndex := disguise(my, seed)
	p := &pair{name: a + " " + b, x: spaceOf(t, mx, samples, seed), y: spaceOf(t, hidden, samples, seed+1)}
	truth := func(places []shapes.Place, err error) (points []int32) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.x.Samples {
			place := places[p.x.Domain.VertexOf[s]]
			corner := 0
			for k, w := range place.Bary {
				if w > place.Bary[corner] {
					corner = k
				}
			}
			points = append(points, p.y.Domain.PointOf[newIndex[my.Triangles[place.Face][corner]]])
		}
		return points
	}
	p.direct = truth(shapes.Truth(a, b))
	p.mirrored = truth(shapes.TruthMirrored(a, b))
	return p
}

// meanError gives the mean geodesic error / √area of a map from the samples of X to
// points of Y against a truth.
func (p *pair) meanError(xToY, truth []int32) float64 {
	if truth == nil {
		return math.NaN()
	}
	errs := make([]float64, len(truth))
	err := p.y.Domain.Geodesics(context.Background(), truth, metric.KindGraph, 0, func(i int, dist []float64) {
		errs[i] = dist[xToY[i]]
	})
	if err != nil {
		panic(err)
	}
	sum := 0.0
	for _, e := range errs {
		sum += e
	}
	return sum / float64(len(errs))
}

// readOBJ reads vertices and faces of a Wavefront file, no more: these tests
// should not fail with a codec.
func readOBJ(t testing.TB, path string) *mesh.Mesh {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := &mesh.Mesh{Name: filepath.Base(path)}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 {
			continue
		}
		switch fields[0] {
		case "v":
			var c [3]float64
			for k := range c {
				c[k], _ = strconv.ParseFloat(fields[k+1], 64)
			}
			m.Vertices = append(m.Vertices, r3.Vec{X: c[0], Y: c[1], Z: c[2]})
		case "f":
			var corners []int32
			for _, s := range fields[1:] {
				v, err := strconv.Atoi(strings.SplitN(s, "/", 2)[0])
				if err != nil {
					t.Fatalf("%s: face %q", path, s)
				}
				corners = append(corners, int32(v-1))
			}
			for k := 1; k+1 < len(corners); k++ {
				m.Triangles = append(m.Triangles, [3]int32{corners[0], corners[k], corners[k+1]})
			}
		}
	}
	if len(m.Vertices) == 0 {
		t.Fatalf("%s has no vertices", path)
	}
	return m
}

// A few real pairs, quickly: the whole table is in pairs_bench_test.go.
func TestSolveOnRealPairs(t *testing.T) {
	t.Parallel()
	dir, err := realFolder()
	if err != nil {
		t.Skip("no real meshes here; set GWSCOPE_DATA to their folder")
	}
	for _, r := range realPairs {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			p := realPair(t, dir, r.name, r.a, r.b, 300, 3)
			got := mustSolve(t, p.x, p.y, Settings{Effort: Fast})
			e := p.meanError(got.Alternatives[0].SnappedXToY, p.direct)
			t.Logf("error %.3f, GW² %.5f after %.5f, margin %.2f", e, got.GW2(), got.GW2Slicer, got.Margin)
			if e > 0.1 && got.Margin >= CloseCall {
				t.Errorf("error %.3f, and the choice is no close call (margin %.2f)", e, got.Margin)
			}
		})
	}
}
