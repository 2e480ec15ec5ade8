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

// only is the part of a soup whose vertices are kept. keep must accept all corners of a triangle, or
// none.
func (s soup) only(keep func(v int32) bool) (out soup) {
	newIndex := make([]int32, len(s.pos))
	for v, p := range s.pos {
		if keep(int32(v)) {
			newIndex[v] = int32(len(out.pos))
			out.pos = append(out.pos, p)
		}
	}
	for _, f := range s.tri {
		if keep(f[0]) {
			out.tri = append(out.tri, [3]int32{newIndex[f[0]], newIndex[f[1]], newIndex[f[2]]})
		}
	}
	return out
}

// kuhn lists the six tetrahedra around the diagonal 0-7 of a cube whose corner
// number has bit 0 for x, 1 for y and 2 for z. The same split in every cube
// makes neighbours agree, so that the surface is a manifold whatever the signs.
var kuhn = [6][4]int{{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}

// lattice is a grid of planes across the three axes, ascending, not everywhere
// equally dense.
type lattice [3][]float64

func (l *lattice) node(i [3]int) r3.Vec {
	return r3.Vec{X: l[0][i[0]], Y: l[1][i[1]], Z: l[2][i[2]]}
}

// blockCells is the edge of the blocks of cells that are skipped or sampled as one.
const blockCells = 6

// polygonize extracts the zero level of f inside the lattice by marching
// tetrahedra: a closed, outward oriented manifold. Blocks of cells far from the
// surface are never sampled. The lattice's number of cells along each axis must
// be a multiple of blockCells.
func polygonize(f *field, l *lattice) soup {
	m := &marcher{lattice: l, vertexOf: map[int64]int32{}}
	for bz := 0; bz+blockCells < len(l[2]); bz += blockCells {
		for by := 0; by+blockCells < len(l[1]); by += blockCells {
			for bx := 0; bx+blockCells < len(l[0]); bx += blockCells {
				first := [3]int{bx, by, bz}
				lo, hi := l.node(first), l.node([3]int{bx + blockCells, by + blockCells, bz + blockCells})
				center, radius := mix(lo, hi, 0.5), length(r3.Sub(hi, lo))/2
				local := f.near(center, radius)
				if len(local.groups) == 0 {
					continue
				}
				// The value of a cone overstates the distance by 1/thin at most.
				if d, _ := local.eval(center); math.Abs(d)*local.thinnest() > radius+f.widest/4 {
					continue
				}
				m.march(f, first)
			}
		}
	}
	return m.out
}

type marcher struct {
	*lattice
	vertexOf map[int64]int32 // by lattice edge
	out      soup
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
				for c := range 8 {
					v[c] = value[((k+c>>2)*n+j+c>>1&1)*n+i+c&1]
				}
				m.cell([3]int{origin[0] + i, origin[1] + j, origin[2] + k}, &v)
			}
		}
	}
}

// cell polygonizes the cell of a node with the values v at its corners.
func (m *marcher) cell(at [3]int, v *[8]float64) {
	inside := 0
	for _, x := range v {
		if x < 0 {
			inside++
		}
	}
	if inside == 0 || inside == 8 {
		return
	}
	for _, tet := range kuhn {
		m.tetrahedron(at, tet, v)
	}
}

// tetrahedron adds the one or two triangles in which the surface cuts a tetrahedron.
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
	// Orientation is a matter of which corners are inside, not of where exactly
	// the surface cuts or how long the cell's edges are: decide it on the unit
	// cube with all cuts in the middle.
	var outward r3.Vec
	for _, o := range out {
		for _, i := range in {
			outward = r3.Add(outward, r3.Sub(corner(o), corner(i)))
		}
	}
	add := func(cuts ...[2]int) {
		var f [3]int32
		var q [3]r3.Vec
		for c, e := range cuts {
			f[c] = m.cut(cell, e[0], e[1], v)
			q[c] = mix(corner(e[0]), corner(e[1]), 0.5)
		}
		if r3.Dot(r3.Cross(r3.Sub(q[1], q[0]), r3.Sub(q[2], q[0])), outward) < 0 {
			f[1], f[2] = f[2], f[1]
		}
		m.out.tri = append(m.out.tri, f)
	}
	switch len(in) {
	case 1:
		add([2]int{in[0], out[0]}, [2]int{in[0], out[1]}, [2]int{in[0], out[2]})
	case 3:
		add([2]int{in[0], out[0]}, [2]int{in[1], out[0]}, [2]int{in[2], out[0]})
	case 2:
		add([2]int{in[0], out[0]}, [2]int{in[0], out[1]}, [2]int{in[1], out[1]})
		add([2]int{in[0], out[0]}, [2]int{in[1], out[1]}, [2]int{in[1], out[0]})
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
	key := int64((i[2]*len(m.lattice[1])+i[1])*len(m.lattice[0])+i[0])<<3 | int64(b-a)
	if u, ok := m.vertexOf[key]; ok {
		return u
	}
	// Cuts keep away from the nodes, so that no triangle degenerates before the remeshing.
	t := min(max(v[a]/(v[a]-v[b]), 0.1), 0.9)
	other := [3]int{cell[0] + b&1, cell[1] + b>>1&1, cell[2] + b>>2}
	u := int32(len(m.out.pos))
	m.out.pos = append(m.out.pos, mix(m.node(i), m.node(other), t))
	m.vertexOf[key] = u
	return u
}
