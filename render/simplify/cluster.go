package simplify

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

// Cluster returns about target triangles that look like the given ones from a distance. Vertices are
// gathered in the cells of a grid (Rossignac and Borrel 1993); where their normals oppose, apart for
// the six main directions, so that the two sides of a thin limb do not fall into one. Each cell keeps
// the vertex that lies nearest to the planes of all its triangles (the quadric of Garland and Heckbert
// 1997), so that tips and creases stay. It costs a few passes over the triangles. Triangles that are
// out of range or not finite are left out; the result is nil where nothing is left.
func Cluster(positions []scene.Vec, triangles [][3]int32, target int) [][3]int32 {
	m := newMesh(positions, triangles)
	if m == nil || target < 1 {
		return nil
	}
	// A surface of area a meets about 1.5 a/h² cells of side h, each of which becomes
	// a vertex or, at creases, two; twice as many triangles.
	h := math.Sqrt(4 * m.area / float64(target))
	var best [][3]int32
	for range 3 {
		out := m.cluster(h)
		if len(out) == 0 {
			h /= 2
			continue
		}
		best = out
		ratio := float64(len(out)) / float64(target)
		if ratio > 0.8 && ratio < 1.2 {
			break
		}
		h *= math.Sqrt(ratio)
	}
	return best
}

// mesh is the sound part of a mesh to simplify, in a unit box.
type mesh struct {
	positions []mgl64.Vec3
	triangles [][3]int32
	facing    []uint8 // main direction of each vertex's normal
	normals   []mgl64.Vec3
	area      float64
}

func newMesh(positions []scene.Vec, triangles [][3]int32) *mesh {
	box := scene.BoundsOf(positions)
	if box.Empty() {
		return nil
	}
	scale := 0.5 / math.Max(float64(box.Radius()), math.SmallestNonzeroFloat32)
	center := box.Center()
	m := &mesh{positions: make([]mgl64.Vec3, len(positions)), facing: make([]uint8, len(positions))}
	for i, p := range positions {
		for k := range 3 {
			m.positions[i][k] = (float64(p[k]) - float64(center[k])) * scale
		}
	}
	sums := make([]mgl64.Vec3, len(positions))
	for _, t := range triangles {
		if !scene.Sound(positions, t) {
			continue
		}
		n := m.normal(t)
		size := math.Sqrt(n.LenSqr())
		if !(size > 0) {
			continue
		}
		m.triangles = append(m.triangles, t)
		m.normals = append(m.normals, n)
		m.area += size / 2
		for _, v := range t {
			for k := range 3 {
				sums[v][k] += n[k]
			}
		}
	}
	if len(m.triangles) == 0 {
		return nil
	}
	for i, n := range sums {
		m.facing[i] = mainDirection(n)
	}
	return m
}

// normal of a triangle, twice its area long.
func (m *mesh) normal(t [3]int32) mgl64.Vec3 {
	a, b, c := m.positions[t[0]], m.positions[t[1]], m.positions[t[2]]
	return b.Sub(a).Cross(c.Sub(a))
}

func mainDirection(n mgl64.Vec3) uint8 {
	axis := 0
	for k := 1; k < 3; k++ {
		if math.Abs(n[k]) > math.Abs(n[axis]) {
			axis = k
		}
	}
	if n[axis] < 0 {
		return uint8(axis + 3)
	}
	return uint8(axis)
}

// cell gathers vertices.
type cell struct {
	q     quadric
	mean  mgl64.Vec3
	up    mgl64.Vec3 // sum of the triangles' normals
	size  float64    // sum of their lengths
	count float64
	keep  int32   // the vertex that stands for all
	cost  float64 // of keep
}

// torn is the share that is left of the normals of a cell, added up, below which the
// cell holds more than one side of a thin limb or of a sharp crease.
const torn = 0.6

// cells gathers the vertices on a grid of cells of side h. of is the cell of each
// vertex, -1 for those without triangles.
func (m *mesh) cells(h float64) (cells []cell, of []int32) {
	const span = 1 << 19 // cells along half an axis: the key's bits
	h = math.Max(h, 1.0/span)
	of = make([]int32, len(m.positions))
	for i := range of {
		of[i] = -1
	}
	known := map[uint64]int32{}
	gather := func(key uint64) int32 {
		c, ok := known[key]
		if !ok {
			c = int32(len(cells))
			known[key] = c
			cells = append(cells, cell{cost: math.Inf(1)})
		}
		return c
	}
	for i, t := range m.triangles {
		size := math.Sqrt(m.normals[i].LenSqr())
		for _, v := range t {
			if of[v] < 0 {
				key := uint64(0)
				for _, x := range m.positions[v] {
					key = key<<20 | uint64(min(max((x+1)/h, 0), 2*span-1))
				}
				of[v] = gather(key)
			}
			c := &cells[of[v]]
			for k := range 3 {
				c.up[k] += m.normals[i][k]
			}
			c.size += size
		}
	}
	whole := cells
	for v, c := range of {
		if c >= 0 && whole[c].up.LenSqr() < torn*torn*whole[c].size*whole[c].size {
			const apart = 1 << 63 // no grid key has this bit
			of[v] = gather(apart | uint64(c)<<3 | uint64(m.facing[v]))
		}
	}
	for i := range cells {
		cells[i].up = mgl64.Vec3{}
	}
	for v, c := range of {
		if c < 0 {
			continue
		}
		for k := range 3 {
			cells[c].mean[k] += m.positions[v][k]
		}
		cells[c].count++
	}
	return cells, of
}

// cluster simplifies on a grid of cells of side h.
func (m *mesh) cluster(h float64) [][3]int32 {
	cells, cellOf := m.cells(h)
	for i, t := range m.triangles {
		q := planeQuadric(m.normals[i], m.positions[t[0]])
		for _, v := range t {
			cl := &cells[cellOf[v]]
			cl.q.add(&q)
			for k := range 3 {
				cl.up[k] += m.normals[i][k]
			}
		}
	}
	// Where the surface is flat, every vertex fits its planes; the one nearest to the
	// middle then makes the most even triangles. The pull is weak against the planes.
	const pull = 0.02
	for v, c := range cellOf {
		if c < 0 {
			continue
		}
		cl := &cells[c]
		p := m.positions[v]
		d := p
		for k := range 3 {
			d[k] -= cl.mean[k] / cl.count
		}
		if cost := cl.q.at(p) + pull*cl.q.weight*d.LenSqr(); cost < cl.cost {
			cl.keep, cl.cost = int32(v), cost
		}
	}
	var out [][3]int32
	seen := map[[3]int32]struct{}{}
	for _, t := range m.triangles {
		a, b, c := cellOf[t[0]], cellOf[t[1]], cellOf[t[2]]
		if a == b || b == c || c == a {
			continue
		}
		// Where the kept vertices of neighbouring cells lie in another order than the cells, the
		// surface folds: forward, back and forward again. Without the part that runs back the surface
		// is still covered.
		n := m.normal([3]int32{cells[a].keep, cells[b].keep, cells[c].keep})
		if n.Dot(cells[a].up)+n.Dot(cells[b].up)+n.Dot(cells[c].up) <= 0 {
			continue
		}
		s := first([3]int32{cells[a].keep, cells[b].keep, cells[c].keep})
		if _, ok := seen[s]; ok {
			continue
		}
		seen[s] = struct{}{}
		out = append(out, s)
	}
	return out
}

// first turns a triangle so that it begins with its least vertex; its winding stays.
func first(t [3]int32) [3]int32 {
	for t[0] > t[1] || t[0] > t[2] {
		t = [3]int32{t[1], t[2], t[0]}
	}
	return t
}

// quadric is a sum of squared distances to planes, weighted by area.
type quadric struct {
	xx, xy, xz, yy, yz, zz float64
	x, y, z, c             float64
	weight                 float64
}

// planeQuadric is the quadric of the plane through p with normal n, twice an area long.
func planeQuadric(n, p mgl64.Vec3) quadric {
	size := math.Sqrt(n.LenSqr())
	a, b, c := n[0]/size, n[1]/size, n[2]/size
	d := -(a*p[0] + b*p[1] + c*p[2])
	w := size / 2
	return quadric{w * a * a, w * a * b, w * a * c, w * b * b, w * b * c, w * c * c, w * a * d, w * b * d, w * c * d, w * d * d, w}
}

func (q *quadric) add(p *quadric) {
	q.xx, q.xy, q.xz, q.yy, q.yz, q.zz = q.xx+p.xx, q.xy+p.xy, q.xz+p.xz, q.yy+p.yy, q.yz+p.yz, q.zz+p.zz
	q.x, q.y, q.z, q.c, q.weight = q.x+p.x, q.y+p.y, q.z+p.z, q.c+p.c, q.weight+p.weight
}

func (q *quadric) at(p mgl64.Vec3) float64 {
	x, y, z := p[0], p[1], p[2]
	return x*x*q.xx + y*y*q.yy + z*z*q.zz + 2*(x*y*q.xy+x*z*q.xz+y*z*q.yz+x*q.x+y*q.y+z*q.z) + q.c
}
