package shapes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// soup is a bare triangle mesh on its way to becoming a template.
type soup struct {
	pos []r3.Vec
	tri [][3]int32
}

// kuhn lists the six tetrahedra around the diagonal 0-7 of a cube whose corner
// number has bit 0 for x, 1 for y and 2 for z. The same split in every cube
// makes neighbours agree, so that the surface is a manifold whatever the signs.
var kuhn = [6][4]int{{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}

// blockCells is the edge of the blocks that are skipped or sampled as one.
const blockCells = 6

// polygonize extracts the zero level of f inside the box from lo to hi by
// marching tetrahedra with cells of edge h: a closed, outward oriented manifold.
// Blocks of cells far from the surface are never sampled.
func polygonize(f *field, lo, hi r3.Vec, h float64) soup {
	m := &marcher{lo: lo, h: h, vertexOf: map[int64]int32{}}
	size := r3.Sub(hi, lo)
	for i, s := range [3]float64{size.X, size.Y, size.Z} {
		m.blocks[i] = int(math.Ceil(s / (h * blockCells)))
	}
	half := float64(blockCells) * h / 2
	radius := half * math.Sqrt(3)
	for bz := range m.blocks[2] {
		for by := range m.blocks[1] {
			for bx := range m.blocks[0] {
				origin := [3]int{bx * blockCells, by * blockCells, bz * blockCells}
				center := r3.Add(m.node(origin), r3.Vec{X: half, Y: half, Z: half})
				local := f.near(center, radius)
				if len(local.groups) == 0 {
					continue
				}
				// The value of a cone overstates the distance by 1/thin at most.
				if d, _ := local.eval(center); math.Abs(d)*local.thinnest() > radius+f.widest/4 {
					continue
				}
				m.march(f, origin)
			}
		}
	}
	return m.out
}

type marcher struct {
	lo       r3.Vec
	h        float64
	blocks   [3]int
	vertexOf map[int64]int32 // by lattice edge
	out      soup
}

func (m *marcher) node(i [3]int) r3.Vec {
	return r3.Add(m.lo, r3.Scale(m.h, r3.Vec{X: float64(i[0]), Y: float64(i[1]), Z: float64(i[2])}))
}

// march polygonizes one block.
func (m *marcher) march(f *field, origin [3]int) {
	const n = blockCells + 1
	var value [n * n * n]float64
	for k := range n {
		for j := range n {
			for i := range n {
				// The room's field, not the block's: dropping far parts moves the
				// value by a hair, and neighbours must agree on every sign.
				p := m.node([3]int{origin[0] + i, origin[1] + j, origin[2] + k})
				value[(k*n+j)*n+i], _ = f.room(p).eval(p)
			}
		}
	}
	for k := range blockCells {
		for j := range blockCells {
			for i := range blockCells {
				var v [8]float64
				inside := 0
				for c := range 8 {
					v[c] = value[((k+c>>2)*n+j+c>>1&1)*n+i+c&1]
					if v[c] < 0 {
						inside++
					}
				}
				if inside == 0 || inside == 8 {
					continue
				}
				cell := [3]int{origin[0] + i, origin[1] + j, origin[2] + k}
				for _, tet := range kuhn {
					m.tetrahedron(cell, tet, &v)
				}
			}
		}
	}
}

// tetrahedron adds the one or two triangles in which the surface cuts it.
func (m *marcher) tetrahedron(cell [3]int, tet [4]int, v *[8]float64) {
	var in, out []int
	var buf [8]int
	in, out = buf[:0:4], buf[4:4:8]
	for _, c := range tet {
		if v[c] < 0 {
			in = append(in, c)
		} else {
			out = append(out, c)
		}
	}
	cut := func(a, b int) int32 { return m.cut(cell, a, b, v) }
	// outward points from the inside corners to the outside ones.
	outward := func() r3.Vec {
		var s r3.Vec
		for _, o := range out {
			for _, i := range in {
				s = r3.Add(s, r3.Sub(corner(o), corner(i)))
			}
		}
		return s
	}
	switch len(in) {
	case 1:
		m.add(cut(in[0], out[0]), cut(in[0], out[1]), cut(in[0], out[2]), outward())
	case 3:
		m.add(cut(in[0], out[0]), cut(in[1], out[0]), cut(in[2], out[0]), outward())
	case 2:
		a, b := cut(in[0], out[0]), cut(in[0], out[1])
		c, d := cut(in[1], out[1]), cut(in[1], out[0])
		m.add(a, b, c, outward())
		m.add(a, c, d, outward())
	}
}

func corner(c int) r3.Vec {
	return r3.Vec{X: float64(c & 1), Y: float64(c >> 1 & 1), Z: float64(c >> 2)}
}

// cut is the vertex where the surface crosses the edge between two corners.
func (m *marcher) cut(cell [3]int, a, b int, v *[8]float64) int32 {
	if a > b {
		a, b = b, a
	}
	// In Kuhn's split the smaller corner's bits are a subset of the larger's, so
	// the lower node and the difference name the edge.
	i := [3]int{cell[0] + a&1, cell[1] + a>>1&1, cell[2] + a>>2}
	nx, ny := m.blocks[0]*blockCells+1, m.blocks[1]*blockCells+1
	key := int64((i[2]*ny+i[1])*nx+i[0])<<3 | int64(b-a)
	if u, ok := m.vertexOf[key]; ok {
		return u
	}
	// Stay clear of the nodes: no triangle may degenerate before the remeshing.
	t := min(max(v[a]/(v[a]-v[b]), 0.1), 0.9)
	p := mix(corner(a), corner(b), t)
	origin := m.node(cell)
	u := int32(len(m.out.pos))
	m.out.pos = append(m.out.pos, r3.Add(origin, r3.Scale(m.h, p)))
	m.vertexOf[key] = u
	return u
}

func (m *marcher) add(a, b, c int32, outward r3.Vec) {
	p := m.out.pos
	if r3.Dot(r3.Cross(r3.Sub(p[b], p[a]), r3.Sub(p[c], p[a])), outward) < 0 {
		b, c = c, b
	}
	m.out.tri = append(m.out.tri, [3]int32{a, b, c})
}
