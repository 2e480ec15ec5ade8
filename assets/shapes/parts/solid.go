package parts

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// solid is a closed surface, wound counter-clockwise seen from outside.
type solid struct {
	pos   []r3.Vec
	tri   [][3]int32
	label []uint8 // of each triangle
}

func vec(x, y, z float64) r3.Vec { return r3.Vec{X: x, Y: y, Z: z} }

// length is faster than r3.Norm, which also guards against overflow; objects of size one need no guard.
func length(v r3.Vec) float64 { return math.Sqrt(r3.Norm2(v)) }

func unit(v r3.Vec) r3.Vec { return r3.Scale(1/length(v), v) }

// labelling is the label of the faces between a ring and the next ring, in a sector; caps count as the
// last sector of their ring.
type labelling func(ring, sector int) uint8

func plain(label uint8) labelling { return func(int, int) uint8 { return label } }

// skin joins consecutive rings of k points; a ring of one point is a tip. Open
// ends get caps; a loop joins the last ring to the first.
func skin(rings [][]r3.Vec, loop bool, label labelling) solid {
	var s solid
	start := make([]int32, len(rings))
	k := 0
	for i, r := range rings {
		start[i] = int32(len(s.pos))
		s.pos = append(s.pos, r...)
		k = max(k, len(r))
	}
	face := func(a, b, c int32, l uint8) {
		s.tri = append(s.tri, [3]int32{a, b, c})
		s.label = append(s.label, l)
	}
	between := len(rings) - 1
	if loop {
		between++
	}
	for i := range between {
		j := (i + 1) % len(rings)
		at := func(ring, sector int) int32 { return start[ring] + int32(sector%len(rings[ring])) }
		for c := range k {
			l := label(i, c)
			if len(rings[i]) > 1 {
				face(at(i, c), at(i, c+1), at(j, c), l)
			}
			if len(rings[j]) > 1 {
				face(at(i, c+1), at(j, c+1), at(j, c), l)
			}
		}
	}
	if !loop {
		for _, i := range []int{0, len(rings) - 1} {
			if len(rings[i]) == 1 {
				continue
			}
			var middle r3.Vec
			for _, p := range rings[i] {
				middle = r3.Add(middle, r3.Scale(1/float64(k), p))
			}
			m := int32(len(s.pos))
			s.pos = append(s.pos, middle)
			l := label(min(i, between-1), k-1)
			for c := range k {
				a, b := start[i]+int32(c), start[i]+int32((c+1)%k)
				if i == 0 {
					a, b = b, a
				}
				face(a, b, m, l)
			}
		}
	}
	return s.outward()
}

// outward turns a solid right side out.
func (s solid) outward() solid {
	var volume float64
	for _, f := range s.tri {
		volume += r3.Dot(s.pos[f[0]], r3.Cross(s.pos[f[1]], s.pos[f[2]]))
	}
	if volume < 0 {
		for t := range s.tri {
			s.tri[t][1], s.tri[t][2] = s.tri[t][2], s.tri[t][1]
		}
	}
	return s
}

// mapped is the solid with every vertex moved; f must keep its sense unless
// mirrored says otherwise.
func (s solid) mapped(f func(r3.Vec) r3.Vec) solid {
	out := solid{make([]r3.Vec, len(s.pos)), s.tri, s.label}
	for v, p := range s.pos {
		out.pos[v] = f(p)
	}
	return out
}

func (s solid) moved(by r3.Vec) solid {
	return s.mapped(func(p r3.Vec) r3.Vec { return r3.Add(p, by) })
}

// turned rotates about an axis through a point by an angle in degrees.
func (s solid) turned(degrees float64, axis, about r3.Vec) solid {
	r := r3.NewRotation(degrees*math.Pi/180, axis)
	return s.mapped(func(p r3.Vec) r3.Vec { return r3.Add(about, r.Rotate(r3.Sub(p, about))) })
}

// mirrored reflects left and right.
func (s solid) mirrored() solid {
	out := s.mapped(func(p r3.Vec) r3.Vec { return vec(-p.X, p.Y, p.Z) })
	out.tri = slices.Clone(s.tri)
	for t, f := range out.tri {
		out.tri[t] = [3]int32{f[0], f[2], f[1]}
	}
	return out
}

// bothSides are the solids and their mirror images.
func bothSides(all ...solid) []solid {
	for _, s := range slices.Clone(all) {
		all = append(all, s.mirrored())
	}
	return all
}

var (
	axisX = vec(1, 0, 0)
	axisY = vec(0, 1, 0)
	axisZ = vec(0, 0, 1)
)
