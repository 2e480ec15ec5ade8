package correspond_test

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

var realPairs = []struct{ name, a, b string }{
	{"horse", "capod/class13_m145.obj", "capod/class13_m146.obj"},
	{"hand", "capod/class8_m85.obj", "capod/class8_m90.obj"},
	{"dog", "capod/class9_m97.obj", "capod/class9_m98.obj"},
	{"airplane", "capod/class4_m37.obj", "capod/class4_m38.obj"},
	{"human", "smpl/human_man.obj", "smpl/human_woman.obj"},
}

// readPair reads a pair with corresponding vertices and gives B a tessellation
// of its own, another order of vertices, and another place in space.
func readPair(tb testing.TB, a, b string) *pair {
	tb.Helper()
	root := os.Getenv("GWSCOPE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	return newPair(tb, readOBJ(tb, filepath.Join(root, "pairs", a)), readOBJ(tb, filepath.Join(root, "pairs", b)), 5)
}

func readOBJ(tb testing.TB, path string) *mesh.Mesh {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Skipf("no test data: %v", err)
	}
	defer f.Close()
	m := &mesh.Mesh{Name: filepath.Base(path)}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		w := strings.Fields(sc.Text())
		if len(w) < 4 {
			continue
		}
		switch w[0] {
		case "v":
			var x [3]float64
			for k := range x {
				if x[k], err = strconv.ParseFloat(w[k+1], 64); err != nil {
					tb.Fatal(err)
				}
			}
			m.Vertices = append(m.Vertices, r3.Vec{X: x[0], Y: x[1], Z: x[2]})
		case "f":
			var c []int32
			for _, s := range w[1:] {
				i, err := strconv.Atoi(strings.Split(s, "/")[0])
				if err != nil {
					tb.Fatal(err)
				}
				c = append(c, int32(i-1))
			}
			for k := 1; k+1 < len(c); k++ {
				m.Triangles = append(m.Triangles, [3]int32{c[0], c[k], c[k+1]})
			}
		}
	}
	return m
}

// pair is two meshes with a known correspondence, ready to be matched.
type pair struct {
	meshX, meshY   *mesh.Mesh
	x, y           *metric.Domain
	truthX, truthY []int32 // point on the other domain of each point
}

func newPair(tb testing.TB, a, b *mesh.Mesh, seed uint64) *pair {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	b, newOf := remesh(b, 0.4, rng)
	b, order := shuffle(b, rng)
	p := &pair{meshX: a, meshY: b, x: domainOf(tb, a), y: domainOf(tb, b)}
	p.truthX, p.truthY = make([]int32, len(p.x.Points)), make([]int32, len(p.y.Points))
	for i, v := range p.x.VertexOf {
		p.truthX[i] = p.y.PointOf[order[newOf[v]]]
	}
	for v, w := range newOf {
		p.truthY[p.y.PointOf[order[w]]] = p.x.PointOf[v]
	}
	return p
}

func domainOf(tb testing.TB, m *mesh.Mesh) *metric.Domain {
	tb.Helper()
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

func spaceOf(tb testing.TB, d *metric.Domain, n int, seed uint64) *metric.Space {
	tb.Helper()
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: n, Seed: seed})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// shuffle gives the vertices a random order, and turns and moves the mesh.
// order[v] is the new index of vertex v.
func shuffle(m *mesh.Mesh, rng *rand.Rand) (*mesh.Mesh, []int32) {
	order := make([]int32, len(m.Vertices))
	for i, k := range rng.Perm(len(order)) {
		order[i] = int32(k)
	}
	turn := r3.NewRotation(1.1, r3.Vec{X: 1, Y: -2, Z: 0.5})
	out := &mesh.Mesh{Name: m.Name, Vertices: make([]r3.Vec, len(m.Vertices))}
	for v, p := range m.Vertices {
		out.Vertices[order[v]] = r3.Add(r3.Vec{X: 3, Y: 5, Z: -1}, r3.Scale(3.7, turn.Rotate(p)))
	}
	for _, t := range m.Triangles {
		out.Triangles = append(out.Triangles, [3]int32{order[t[0]], order[t[1]], order[t[2]]})
	}
	rng.Shuffle(len(out.Triangles), func(i, j int) { out.Triangles[i], out.Triangles[j] = out.Triangles[j], out.Triangles[i] })
	return out, order
}

// remesh collapses random edges to their midpoints until the given share of the
// vertices is gone, so that no tessellation is shared. newOf[v] is what became of
// vertex v.
func remesh(m *mesh.Mesh, share float64, rng *rand.Rand) (*mesh.Mesh, []int32) {
	n := len(m.Vertices)
	at := append([]r3.Vec(nil), m.Vertices...)
	faces := append([][3]int32(nil), m.Triangles...)
	about := make([]map[int]bool, n) // faces about a vertex
	for v := range about {
		about[v] = map[int]bool{}
	}
	var mean float64
	for i, t := range faces {
		for k, v := range t {
			about[v][i] = true
			mean += r3.Norm(r3.Sub(at[v], at[t[(k+1)%3]])) / float64(3*len(faces))
		}
	}
	ring := func(v int32) map[int32]bool {
		out := map[int32]bool{}
		for f := range about[v] {
			for _, w := range faces[f] {
				if w != v {
					out[w] = true
				}
			}
		}
		return out
	}
	normal := func(f int, moved int32, to r3.Vec) r3.Vec {
		var p [3]r3.Vec
		for k, v := range faces[f] {
			p[k] = at[v]
			if v == moved {
				p[k] = to
			}
		}
		return r3.Cross(r3.Sub(p[1], p[0]), r3.Sub(p[2], p[0]))
	}
	into := make([]int32, n)
	for v := range into {
		into[v] = int32(v)
	}
	dead := make([]bool, len(faces))
	gone, goal := 0, int(share*float64(n))
	for range 30 * n {
		if gone >= goal {
			break
		}
		t := faces[rng.IntN(len(faces))]
		k := rng.IntN(3)
		a, b := t[k], t[(k+1)%3]
		if into[a] != a || into[b] != b || a == b || r3.Norm(r3.Sub(at[a], at[b])) > 1.5*mean {
			continue
		}
		ringA, ringB := ring(a), ring(b)
		shared := 0
		for w := range ringA {
			if ringB[w] {
				shared++
			}
		}
		if !ringA[b] || shared != 2 || len(ringA)+len(ringB) > 16 {
			continue
		}
		mid := r3.Scale(0.5, r3.Add(at[a], at[b]))
		fine := true
		for _, v := range []int32{a, b} {
			for f := range about[v] {
				if about[a][f] && about[b][f] {
					continue
				}
				n0, n1 := normal(f, -1, r3.Vec{}), normal(f, v, mid)
				fine = fine && r3.Dot(n0, n1) > 0.3*r3.Norm(n0)*r3.Norm(n1)
			}
		}
		if !fine {
			continue
		}
		for f := range about[b] {
			if about[a][f] {
				dead[f] = true
				for _, w := range faces[f] {
					delete(about[w], f)
				}
				continue
			}
			for c, w := range faces[f] {
				if w == b {
					faces[f][c] = a
				}
			}
			about[a][f] = true
		}
		at[a], into[b] = mid, a
		gone++
	}
	number := make([]int32, n)
	out := &mesh.Mesh{Name: m.Name + ", remeshed"}
	for v := range n {
		if into[v] == int32(v) {
			number[v] = int32(len(out.Vertices))
			out.Vertices = append(out.Vertices, at[v])
		}
	}
	newOf := make([]int32, n)
	for v := range n {
		w := int32(v)
		for into[w] != w {
			w = into[w]
		}
		newOf[v] = number[w]
	}
	for f, t := range faces {
		if !dead[f] && t[0] != t[1] && t[1] != t[2] && t[0] != t[2] {
			out.Triangles = append(out.Triangles, [3]int32{number[t[0]], number[t[1]], number[t[2]]})
		}
	}
	return out, newOf
}

// snapped gives what a solver would: for each sample of X a point of Y near its
// true one, off by a random step among the samples of Y within reach (in units of
// Y's domain; 0: the nearest sample).
func snapped(x, y *metric.Space, truth []int32, reach float64, rng *rand.Rand) []int32 {
	out := make([]int32, x.Len())
	for i, p := range x.Samples {
		target := truth[p]
		best, least := int32(-1), float32(0)
		var close []int32
		for j, q := range y.Samples {
			d := y.Row(j).At(target)
			if best < 0 || d < least {
				best, least = q, d
			}
			if float64(d)*y.Diameter < reach {
				close = append(close, q)
			}
		}
		out[i] = best
		if len(close) > 0 {
			out[i] = close[rng.IntN(len(close))]
		}
	}
	return out
}

// meanError is the mean distance of the map's places from the true points / √area.
func meanError(tb testing.TB, y *metric.Domain, m *correspond.SurfaceMap, truth []int32, probe int) float64 {
	tb.Helper()
	step := max(1, len(truth)/probe)
	var sources []int32
	var at []int
	for p := 0; p < len(truth); p += step {
		sources, at = append(sources, truth[p]), append(at, p)
	}
	errs := make([]float64, len(at))
	if err := y.Geodesics(context.Background(), sources, metric.KindGraph, 0, func(i int, dist []float64) {
		errs[i] = dist[m.Places[at[i]].Nearest]
	}); err != nil {
		tb.Fatal(err)
	}
	var sum float64
	for _, e := range errs {
		sum += e
	}
	return sum / float64(len(errs))
}

func BenchmarkDenseRealPairs(b *testing.B) {
	for _, rp := range realPairs {
		p := readPair(b, rp.a, rp.b)
		for _, n := range []int{500, 1000} {
			x, y := spaceOf(b, p.x, n, 1), spaceOf(b, p.y, n, 2)
			for _, reach := range []float64{0, 0.1} {
				b.Run(rp.name+"/n="+strconv.Itoa(n)+"/reach="+strconv.FormatFloat(reach, 'g', -1, 64), func(b *testing.B) {
					rng := rand.New(rand.NewPCG(3, 4))
					xToY, yToX := snapped(x, y, p.truthX, reach, rng), snapped(y, x, p.truthY, reach, rng)
					var mx, my *correspond.SurfaceMap
					for b.Loop() {
						var err error
						if mx, my, err = correspond.Dense(context.Background(), x, y, xToY, yToX, correspond.DenseOptions{}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(meanError(b, p.y, mx, p.truthX, 500), "errorXToY")
					b.ReportMetric(meanError(b, p.x, my, p.truthY, 500), "errorYToX")
				})
			}
		}
	}
}

// TestDenseOfRealPairs holds the figures that users are promised: from matches that
// are off by a sample or two, 0.025 / √area and better.
func TestDenseOfRealPairs(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("several seconds")
	}
	for _, rp := range realPairs {
		t.Run(rp.name, func(t *testing.T) {
			t.Parallel()
			limit := 0.025
			switch rp.name {
			case "airplane", "horse": // 208 points, thin wings: distances along edges are rough
				limit = 0.05
			}
			p := readPair(t, rp.a, rp.b)
			x, y := spaceOf(t, p.x, 500, 1), spaceOf(t, p.y, 500, 2)
			rng := rand.New(rand.NewPCG(3, 4))
			mx, my := dense(t, x, y, snapped(x, y, p.truthX, 0.08, rng), snapped(y, x, p.truthY, 0.08, rng))
			ex, ey := meanError(t, p.y, mx, p.truthX, 400), meanError(t, p.x, my, p.truthY, 400)
			t.Logf("mean errors %.4f and %.4f", ex, ey)
			if ex > limit || ey > limit {
				t.Errorf("mean errors %.4f and %.4f, expected at most %.3f", ex, ey, limit)
			}
		})
	}
}

// BenchmarkDenseLarge matches two people of 110,000 vertices.
func BenchmarkDenseLarge(b *testing.B) {
	root := os.Getenv("GWSCOPE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	var domains [2]*metric.Domain
	for s, name := range []string{"human_man.obj", "human_woman.obj"} {
		domains[s] = domainOf(b, subdivide(subdivide(readOBJ(b, filepath.Join(root, "pairs", "smpl", name)))))
	}
	x, y := spaceOf(b, domains[0], 300, 1), spaceOf(b, domains[1], 300, 2)
	truth := make([]int32, len(domains[0].Points))
	for p, v := range domains[0].VertexOf {
		truth[p] = domains[1].PointOf[v]
	}
	xToY := snapped(x, y, truth, 0.08, rand.New(rand.NewPCG(3, 4)))
	var m *correspond.SurfaceMap
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if m, _, err = correspond.Dense(context.Background(), x, y, xToY, nil, correspond.DenseOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(meanError(b, domains[1], m, truth, 50), "error/√area")
}
