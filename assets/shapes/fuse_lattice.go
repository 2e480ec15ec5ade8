package shapes

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
	"gwscope/meshio/closest"
)

// fusion is the distances at the nodes of a lattice around solids.
type fusion struct {
	lattice
	size     [3]int    // nodes along each axis
	distance []float64 // to the nearest triangle of any solid, where that is close
	inside   []bool    // some solid
}

func newFusion(solids []parts.Solid) *fusion {
	f := &fusion{}
	lo := r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}
	hi := r3.Scale(-1, lo)
	for _, s := range solids {
		for _, p := range s.Vertices {
			lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
	}
	for axis, span := range [3][2]float64{{lo.X, hi.X}, {lo.Y, hi.Y}, {lo.Z, hi.Z}} {
		// The nodes are shifted by an odd share of a cell, so that none lies in a face's plane.
		for x := span[0] - 3.377*fuseCell; x < span[1]+3*fuseCell; x += fuseCell {
			f.lattice[axis] = append(f.lattice[axis], x)
		}
		f.size[axis] = len(f.lattice[axis])
	}
	f.distance = make([]float64, f.size[0]*f.size[1]*f.size[2])
	f.inside = make([]bool, len(f.distance))
	for i := range f.distance {
		f.distance[i] = math.Inf(1)
	}
	for i := range solids {
		f.fill(&solids[i])
		for _, t := range solids[i].Triangles {
			f.near(solids[i].Vertices[t[0]], solids[i].Vertices[t[1]], solids[i].Vertices[t[2]])
		}
	}
	return f
}

func (f *fusion) index(i, j, k int) int { return (k*f.size[1]+j)*f.size[0] + i }

// span is the range of nodes along an axis between two coordinates.
func (f *fusion) span(axis int, lo, hi float64) (first, last int) {
	at := func(x float64) float64 { return (x - f.lattice[axis][0]) / fuseCell }
	return max(0, int(math.Ceil(at(lo)))), min(f.size[axis]-1, int(math.Floor(at(hi))))
}

// near lowers the distances of the nodes around a triangle.
func (f *fusion) near(a, b, c r3.Vec) {
	const reach = fuseReach + 1.8*fuseCell // a cell's diagonal beyond the surface
	i0, i1 := f.span(0, min(a.X, b.X, c.X)-reach, max(a.X, b.X, c.X)+reach)
	j0, j1 := f.span(1, min(a.Y, b.Y, c.Y)-reach, max(a.Y, b.Y, c.Y)+reach)
	k0, k1 := f.span(2, min(a.Z, b.Z, c.Z)-reach, max(a.Z, b.Z, c.Z)+reach)
	n := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
	if l := length(n); l > 0 {
		n = r3.Scale(1/l, n)
	}
	for k := k0; k <= k1; k++ {
		for j := j0; j <= j1; j++ {
			for i := i0; i <= i1; i++ {
				p := f.node([3]int{i, j, k})
				at := f.index(i, j, k)
				// The plane is never farther than the triangle.
				if math.Abs(r3.Dot(n, r3.Sub(p, a))) >= min(reach, f.distance[at]) {
					continue
				}
				q := closest.At(closest.OnTriangle(p, a, b, c), a, b, c)
				f.distance[at] = min(f.distance[at], length(r3.Sub(p, q)))
			}
		}
	}
}

// crossing is where a line of nodes along x meets a solid's surface.
type crossing struct {
	x    float64
	step int // +1 where it enters
}

// fill marks the nodes within a solid, line by line along x, by winding number.
func (f *fusion) fill(s *parts.Solid) {
	lines := map[int][]crossing{}
	for _, t := range s.Triangles {
		a, b, c := s.Vertices[t[0]], s.Vertices[t[1]], s.Vertices[t[2]]
		j0, j1 := f.span(1, min(a.Y, b.Y, c.Y), max(a.Y, b.Y, c.Y))
		k0, k1 := f.span(2, min(a.Z, b.Z, c.Z), max(a.Z, b.Z, c.Z))
		for k := k0; k <= k1; k++ {
			for j := j0; j <= j1; j++ {
				y, z := f.lattice[1][j], f.lattice[2][k]
				wa := (b.Y-y)*(c.Z-z) - (b.Z-z)*(c.Y-y)
				wb := (c.Y-y)*(a.Z-z) - (c.Z-z)*(a.Y-y)
				wc := (a.Y-y)*(b.Z-z) - (a.Z-z)*(b.Y-y)
				step := 0
				if wa > 0 && wb > 0 && wc > 0 {
					step = -1 // the face looks along +x: the line leaves here
				} else if wa < 0 && wb < 0 && wc < 0 {
					step = 1
				} else {
					continue
				}
				line := f.index(0, j, k)
				lines[line] = append(lines[line], crossing{(wa*a.X + wb*b.X + wc*c.X) / (wa + wb + wc), step})
			}
		}
	}
	for line, meets := range lines {
		slices.SortFunc(meets, func(a, b crossing) int { return cmp.Compare(a.x, b.x) })
		winding := 0
		for m, c := range meets {
			winding += c.step
			if winding == 0 || m+1 == len(meets) {
				continue
			}
			i0, i1 := f.span(0, c.x, meets[m+1].x)
			for i := i0; i <= i1; i++ {
				f.inside[line+i] = true
			}
		}
	}
}

// surface polygonizes the level fuseReach outside the solids.
func (f *fusion) surface() soup {
	m := &marcher{lattice: &f.lattice, vertexOf: map[int64]int32{}}
	value := func(i, j, k int) float64 {
		at := f.index(i, j, k)
		if f.inside[at] {
			return -fuseReach - min(f.distance[at], fuseCell)
		}
		return min(f.distance[at], 3*fuseCell) - fuseReach
	}
	for k := range f.size[2] - 1 {
		for j := range f.size[1] - 1 {
			for i := range f.size[0] - 1 {
				var v [8]float64
				for c := range 8 {
					v[c] = value(i+c&1, j+c>>1&1, k+c>>2)
				}
				m.cell([3]int{i, j, k}, &v)
			}
		}
	}
	return m.out
}
