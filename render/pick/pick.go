package pick

import (
	"image"
	"math"
	"slices"
	"sync"
	"unsafe"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// Hit is a thing under the cursor.
type Hit struct {
	// ID of the surface or cloud, and its index among the scene's surfaces or clouds.
	ID      string
	Index   int
	IsCloud bool
	// Triangle of the surface and where in it; -1 and zero for a cloud.
	Triangle int
	Bary     [3]float32
	// Vertex is the triangle's corner nearest to the hit, or the cloud's point.
	Vertex int
	// Position is the place hit, in the scene.
	Position scene.Vec
	// Depth is the distance from the eye's plane along the line of sight.
	Depth float64
}

// Picker answers picks and keeps the search trees of recent geometry. The zero
// Picker is ready; it may be used from several goroutines.
type Picker struct {
	mu      sync.Mutex
	entries []*entry // most recently used last
}

type entry struct {
	key  key
	once sync.Once
	tree *tree
}

// key is the identity of geometry; slices of a scene never change in place. The
// pointers keep the arrays alive, so that no other array takes their address.
type key struct {
	positions, triangles   unsafe.Pointer
	nPositions, nTriangles int
}

// Limits of kept trees: their number, and their bytes. The last two, those of both sides, are kept in
// any case. Six panes of two surfaces fit unless they are large.
const (
	keepTrees     = 12
	keepTreeBytes = 128 << 20
	treeTriangle  = 150 // bytes of a tree for each triangle, about
)

func (k key) bytes() int { return treeTriangle * k.nTriangles }

// Forget lets go of all trees.
func (p *Picker) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entries = nil
}

// trim lets go of the trees that were not used for the longest time. The caller holds the
// lock.
func (p *Picker) trim() {
	sum := 0
	for _, e := range p.entries {
		sum += e.key.bytes()
	}
	for len(p.entries) > keepTrees || len(p.entries) > 2 && sum > keepTreeBytes {
		sum -= p.entries[0].key.bytes()
		p.entries = slices.Delete(p.entries, 0, 1)
	}
}

// Pick finds the nearest surface or point under (x, y), for a scene drawn with the camera in rect; x, y
// and rect are in the same pixels, whatever the display's ratio. tolerance is how near, in those
// pixels, the cursor must come to a point that is drawn smaller. Points that clip hides are not found.
func (p *Picker) Pick(s *scene.Scene, c camera.Camera, clip scene.Clip, rect image.Rectangle, x, y, tolerance float64) (Hit, bool) {
	if s == nil || rect.Empty() {
		return Hit{}, false
	}
	w, h := float64(rect.Dx()), float64(rect.Dy())
	x, y = x-float64(rect.Min.X), y-float64(rect.Min.Y)
	if !(x >= 0 && y >= 0 && x <= w && y <= h) {
		return Hit{}, false
	}
	hit, ok := p.surfaces(s, c, clip, x, y, w, h)
	if len(s.Clouds) == 0 {
		return hit, ok
	}
	// A point on a surface lies as deep as the surface and must win.
	limit := math.Inf(1)
	if ok {
		limit = hit.Depth + 0.01*float64(s.Bounds().Radius())
	}
	if point, found := cloudPoint(s, c, clip, x, y, w, h, max(tolerance, 0), limit); found {
		return point, true
	}
	return hit, ok
}

// surfaces casts the ray through every surface's tree.
func (p *Picker) surfaces(s *scene.Scene, c camera.Camera, clip scene.Clip, x, y, w, h float64) (hit Hit, ok bool) {
	ray := c.Ray(x, y, w, h)
	var best float64 // how far it is at most
	ray.Origin, best = clipped(ray, clip)
	for i := range s.Surfaces {
		sf := &s.Surfaces[i]
		if len(sf.Triangles) == 0 || len(sf.Positions) == 0 {
			continue
		}
		t := p.treeOf(sf)
		triangle, bary, d, found := t.cast(ray.Origin, ray.Direction, best)
		if !found {
			continue
		}
		best, ok = d, true
		at := ray.Origin.Add(ray.Direction.Mul(d))
		hit = Hit{ID: sf.ID, Index: i, Triangle: triangle, Depth: at.Sub(c.Eye()).Dot(c.Forward())}
		nearest := math.Inf(1)
		for k, v := range sf.Triangles[triangle] {
			hit.Position[k] = float32(at[k])
			hit.Bary[k] = float32(bary[k])
			if far := t.at(v).Sub(at).LenSqr(); far < nearest {
				nearest, hit.Vertex = far, int(v)
			}
		}
	}
	return hit, ok
}

// clipped is the part of a ray that clip leaves: where it begins, and how long it is.
func clipped(r camera.Ray, clip scene.Clip) (origin camera.Vec, length float64) {
	if !clip.On() {
		return r.Origin, math.Inf(1)
	}
	n := camera.Vec{float64(clip.Normal[0]), float64(clip.Normal[1]), float64(clip.Normal[2])}
	before := n.Dot(r.Origin) - float64(clip.Offset) // positive: hidden
	along := n.Dot(r.Direction)
	switch {
	case before > 0 && along < 0:
		return r.Origin.Add(r.Direction.Mul(before / -along)), math.Inf(1)
	case before > 0:
		return r.Origin, 0
	case along > 0:
		return r.Origin, -before / along
	}
	return r.Origin, math.Inf(1)
}

// cloudPoint finds the frontmost point whose ball is under the cursor, or else
// the point nearest to the cursor within the tolerance; none deeper than limit.
func cloudPoint(s *scene.Scene, c camera.Camera, clip scene.Clip, x, y, w, h, tolerance, limit float64) (hit Hit, ok bool) {
	depth, apart := limit, math.Inf(1)
	inside := false
	for i := range s.Clouds {
		cl := &s.Clouds[i]
		for k, q := range cl.Positions {
			at, seen := c.Project(camera.Vec{float64(q[0]), float64(q[1]), float64(q[2])}, w, h)
			if !seen || at.Depth > limit || clip.Hides(q) {
				continue
			}
			d := math.Hypot(at.X-x, at.Y-y)
			under := cl.Radius > 0 && d <= float64(cl.Radius)/c.PixelSize(at.Depth, h)
			switch {
			case under && (!inside || at.Depth < depth):
				inside, depth = true, at.Depth
			case !under && !inside && d <= tolerance && d < apart:
				apart = d
			default:
				continue
			}
			hit, ok = Hit{ID: cl.ID, Index: i, IsCloud: true, Triangle: -1, Vertex: k, Position: q, Depth: at.Depth}, true
		}
	}
	return hit, ok
}

// treeOf finds the surface's tree or builds it; two goroutines asking for the
// same one build it once.
func (p *Picker) treeOf(s *scene.Surface) *tree {
	k := key{
		unsafe.Pointer(unsafe.SliceData(s.Positions)), unsafe.Pointer(unsafe.SliceData(s.Triangles)),
		len(s.Positions), len(s.Triangles),
	}
	p.mu.Lock()
	var e *entry
	for i, old := range p.entries {
		if old.key == k {
			e = old
			p.entries = slices.Delete(p.entries, i, i+1)
			break
		}
	}
	if e == nil {
		e = &entry{key: k}
	}
	p.entries = append(p.entries, e)
	p.trim()
	p.mu.Unlock()
	e.once.Do(func() { e.tree = newTree(s.Positions, s.Triangles) })
	return e.tree
}
