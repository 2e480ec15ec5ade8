package pick

import (
	"image"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// bumpy is a sphere with bumps, n x 2n quads cut in two, triangles shuffled.
func bumpy(n int, seed uint64) (ps []scene.Vec, ts [][3]int32) {
	for i := range n + 1 {
		for j := range 2 * n {
			u, v := math.Pi*float64(i)/float64(n), math.Pi*float64(j)/float64(n)
			r := 1 + 0.2*math.Sin(5*u)*math.Cos(4*v)
			ps = append(ps, scene.Vec{float32(r * math.Sin(u) * math.Cos(v)), float32(r * math.Cos(u)), float32(r * math.Sin(u) * math.Sin(v))})
		}
	}
	at := func(i, j int) int32 { return int32(i*2*n + j%(2*n)) }
	for i := range n {
		for j := range 2 * n {
			ts = append(ts, [3]int32{at(i, j), at(i, j+1), at(i+1, j)}, [3]int32{at(i, j+1), at(i+1, j+1), at(i+1, j)})
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	rng.Shuffle(len(ts), func(a, b int) { ts[a], ts[b] = ts[b], ts[a] })
	return ps, ts
}

var rect = image.Rect(30, 20, 670, 420)

func views(b scene.Bounds) []camera.Camera {
	var cs []camera.Camera
	for i := range 8 {
		c := camera.New().WithOrthographic(i%2 == 1).Look(camera.Standard(i%7)).Frame(b, 640, 400)
		c.Orientation = mgl64.QuatRotate(0.7*float64(i), mgl64.Vec3{0.6, 0.48, 0.64}).Mul(c.Orientation).Normalize()
		cs = append(cs, c.Zoom(1.4, 200, 90, 640, 400))
	}
	return cs
}

// The tree must find the same place as a look at every triangle, and this place must project back to
// the cursor.
func TestPickFindsWhatTryingAllFinds(t *testing.T) {
	t.Parallel()
	ps, ts := bumpy(24, 7)
	s := &scene.Scene{Surfaces: []scene.Surface{{ID: "ball", Positions: ps, Triangles: ts}}}
	var p Picker
	rng := rand.New(rand.NewPCG(1, 2))
	hits := 0
	for _, c := range views(s.Bounds()) {
		for range 150 {
			x, y := 30+rng.Float64()*640, 20+rng.Float64()*400
			got, ok := p.Pick(s, c, scene.Clip{}, rect, x, y, 5)
			ray := c.Ray(x-30, y-20, 640, 400)
			all := &tree{positions: ps, triangles: ts}
			want, wantOK := -1, false
			best := math.Inf(1)
			for i := range ts {
				if d, _, hit := all.meet(int32(i), ray.Origin, ray.Direction); hit && d < best {
					want, best, wantOK = i, d, true
				}
			}
			if ok != wantOK {
				t.Fatalf("(%g, %g): found %v, trying all %v", x, y, ok, wantOK)
			}
			if !ok {
				continue
			}
			hits++
			if got.Triangle != want && math.Abs(distanceAlong(ray, got.Position)-best) > 1e-5*best {
				t.Fatalf("(%g, %g): triangle %d, trying all %d", x, y, got.Triangle, want)
			}
			at, _ := c.Project(camera.Vec{float64(got.Position[0]), float64(got.Position[1]), float64(got.Position[2])}, 640, 400)
			if math.Hypot(at.X+30-x, at.Y+20-y) > 0.01 {
				t.Fatalf("(%g, %g): the place found is drawn at (%g, %g)", x, y, at.X+30, at.Y+20)
			}
			var sum float32
			var place [3]float64
			for k, v := range ts[got.Triangle] {
				sum += got.Bary[k]
				for j := range 3 {
					place[j] += float64(got.Bary[k]) * float64(ps[v][j])
				}
			}
			if math.Abs(float64(sum)-1) > 1e-5 || math.Abs(place[0]-float64(got.Position[0])) > 1e-4 {
				t.Fatalf("barycentric coordinates %v give %v, not %v", got.Bary, place, got.Position)
			}
			if got.ID != "ball" || !isCorner(ts[got.Triangle], got.Vertex) {
				t.Fatalf("hit %+v", got)
			}
		}
	}
	if hits < 300 {
		t.Fatalf("only %d picks hit: the test shows nothing", hits)
	}
}

func isCorner(t [3]int32, v int) bool {
	return int(t[0]) == v || int(t[1]) == v || int(t[2]) == v
}

func distanceAlong(r camera.Ray, p scene.Vec) float64 {
	return camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])}.Sub(r.Origin).Dot(r.Direction)
}

// The same place must be found at any pixel ratio of the display.
func TestPickAtAnyPixelRatio(t *testing.T) {
	t.Parallel()
	ps, ts := bumpy(16, 3)
	s := &scene.Scene{Surfaces: []scene.Surface{{Positions: ps, Triangles: ts}}}
	c := camera.New().Frame(s.Bounds(), 400, 300)
	var p Picker
	one, ok1 := p.Pick(s, c, scene.Clip{}, image.Rect(10, 10, 410, 310), 200, 140, 5)
	two, ok2 := p.Pick(s, c, scene.Clip{}, image.Rect(20, 20, 820, 620), 400, 280, 10)
	if !ok1 || !ok2 || one.Triangle != two.Triangle || one.Vertex != two.Vertex {
		t.Errorf("ratio 1: %+v, ratio 2: %+v", one, two)
	}
}

func TestPickPoints(t *testing.T) {
	t.Parallel()
	c := camera.New()
	c.Distance = 5
	near := scene.Cloud{ID: "near", Positions: []scene.Vec{{0.02, 0, 1}, {2, 0, 0}}, Radius: 0.05}
	far := scene.Cloud{ID: "far", Positions: []scene.Vec{{0, 0, -1}}, Radius: 0.5}
	bare := scene.Cloud{ID: "bare", Positions: []scene.Vec{{-1, 0.5, 0}}}
	wall := scene.Surface{ID: "wall", Positions: []scene.Vec{{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, Triangles: [][3]int32{{0, 1, 2}}}
	box := image.Rect(0, 0, 400, 400)
	pixel := func(p camera.Vec) (x, y float64) { at, _ := c.Project(p, 400, 400); return at.X, at.Y }
	var p Picker
	for name, tc := range map[string]struct {
		s    *scene.Scene
		at   camera.Vec
		dx   float64
		want string
	}{
		"the frontmost ball":        {&scene.Scene{Clouds: []scene.Cloud{far, near}}, camera.Vec{0.02, 0, 1}, 0, "near"},
		"a ball beside it":          {&scene.Scene{Clouds: []scene.Cloud{near, far}}, camera.Vec{0.3, 0, -1}, 0, "far"},
		"a point within tolerance":  {&scene.Scene{Clouds: []scene.Cloud{bare}}, camera.Vec{-1, 0.5, 0}, 5, "bare"},
		"a point beyond it":         {&scene.Scene{Clouds: []scene.Cloud{bare}}, camera.Vec{-1, 0.5, 0}, 9, ""},
		"a wall before a ball":      {&scene.Scene{Clouds: []scene.Cloud{far}, Surfaces: []scene.Surface{wall}}, camera.Vec{0, 0, -1}, 0, "wall"},
		"a point on a wall":         {&scene.Scene{Clouds: []scene.Cloud{bare}, Surfaces: []scene.Surface{wall}}, camera.Vec{-1, 0.5, 0}, 0, "bare"},
		"nothing in an empty scene": {&scene.Scene{}, camera.Vec{}, 0, ""},
		"nothing in no scene":       {nil, camera.Vec{}, 0, ""},
	} {
		x, y := pixel(tc.at)
		hit, ok := p.Pick(tc.s, c, scene.Clip{}, box, x+tc.dx, y, 6)
		if ok != (tc.want != "") || hit.ID != tc.want {
			t.Errorf("%s: %v %+v", name, ok, hit)
		}
	}
}

func TestPickUnsoundGeometry(t *testing.T) {
	t.Parallel()
	nan := float32(math.NaN())
	s := &scene.Scene{Surfaces: []scene.Surface{
		{ID: "bad", Positions: []scene.Vec{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {nan, 0, 0}},
			Triangles: [][3]int32{{0, 1, 99}, {0, 1, 3}, {-1, 0, 1}, {0, 0, 0}, {0, 1, 2}}},
		{ID: "bare", Positions: []scene.Vec{{0, 0, 9}}},
	}}
	c := camera.New()
	c.Distance = 5
	var p Picker
	hit, ok := p.Pick(s, c, scene.Clip{}, image.Rect(0, 0, 100, 100), 50, 50, 5)
	if !ok || hit.Triangle != 4 {
		t.Errorf("hit %v %+v", ok, hit)
	}
	for _, r := range []image.Rectangle{{}, image.Rect(5, 5, 5, 9)} {
		if _, ok := p.Pick(s, c, scene.Clip{}, r, 5, 5, 5); ok {
			t.Errorf("a hit in %v", r)
		}
	}
	if _, ok := p.Pick(s, c, scene.Clip{}, rect, math.NaN(), 3, 5); ok {
		t.Error("a hit nowhere")
	}
}

// Triangles that all lie in one place must not make the tree a chain.
func TestTreeOfEqualTriangles(t *testing.T) {
	t.Parallel()
	ps := []scene.Vec{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}
	ts := make([][3]int32, 5000)
	for i := range ts {
		ts[i] = [3]int32{0, 1, 2}
	}
	if tr := newTree(ps, ts); len(tr.nodes) > 2*len(ts) {
		t.Errorf("%d nodes", len(tr.nodes))
	}
	if _, _, d, ok := newTree(ps, ts).cast([3]float64{0, 0, 3}, [3]float64{0, 0, -1}, 10); !ok || math.Abs(d-3) > 1e-12 {
		t.Errorf("distance %g, %v", d, ok)
	}
}

func TestPickFromManyGoroutines(t *testing.T) {
	t.Parallel()
	var scenes []*scene.Scene
	for i := range keepTrees + 4 {
		ps, ts := bumpy(8, uint64(i))
		scenes = append(scenes, &scene.Scene{Surfaces: []scene.Surface{{Positions: ps, Triangles: ts}}})
	}
	c := camera.New().Frame(scenes[0].Bounds(), 640, 400)
	var p Picker
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 60 {
				if _, ok := p.Pick(scenes[(g+i)%len(scenes)], c, scene.Clip{}, rect, 350, 220, 5); !ok {
					t.Error("missed")
				}
			}
		})
	}
	wg.Wait()
	if len(p.entries) > keepTrees {
		t.Errorf("%d trees kept", len(p.entries))
	}
}

func TestTreesAreKeptWithinBytes(t *testing.T) {
	t.Parallel()
	var p Picker
	add := func(triangles int) {
		p.entries = append(p.entries, &entry{key: key{nTriangles: triangles}})
		p.trim()
	}
	large := keepTreeBytes / treeTriangle
	add(large)
	add(large)
	if len(p.entries) != 2 {
		t.Errorf("of two large trees %d are kept", len(p.entries))
	}
	for range 5 {
		add(large / 3)
	}
	if len(p.entries) != 3 {
		t.Errorf("%d trees of a third each are kept", len(p.entries))
	}
	for range 30 {
		add(1)
	}
	if len(p.entries) != keepTrees {
		t.Errorf("%d small trees are kept", len(p.entries))
	}
	if p.Forget(); len(p.entries) != 0 {
		t.Error("trees are kept after all")
	}
}

func BenchmarkBuild100k(b *testing.B) {
	ps, ts := bumpy(158, 1)
	b.ReportMetric(float64(len(ts)), "triangles")
	for b.Loop() {
		newTree(ps, ts)
	}
}

func BenchmarkPick100k(b *testing.B) {
	ps, ts := bumpy(158, 1)
	s := &scene.Scene{Surfaces: []scene.Surface{{Positions: ps, Triangles: ts}}}
	c := camera.New().Frame(s.Bounds(), 640, 400)
	var p Picker
	p.Pick(s, c, scene.Clip{}, rect, 350, 220, 5)
	x := 0.0
	for b.Loop() {
		x = math.Mod(x+7.3, 640)
		p.Pick(s, c, scene.Clip{}, rect, 30+x, 220, 5)
	}
}
