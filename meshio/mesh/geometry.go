package mesh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// faceCross is twice the area vector of triangle t: its length is twice the
// area, its direction the outward normal.
func (m *Mesh) faceCross(t int) r3.Vec {
	f := m.Triangles[t]
	a, b, c := m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]
	return r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
}

// FaceNormal is the unit normal of triangle t by the right-hand rule, or zero
// where the triangle has no area.
func (m *Mesh) FaceNormal(t int) r3.Vec { return unit(m.faceCross(t)) }

// FaceArea is the area of triangle t, in squared units of the file.
func (m *Mesh) FaceArea(t int) float64 { return r3.Norm(m.faceCross(t)) / 2 }

// Area is the area of all triangles, in squared units of the file.
func (m *Mesh) Area() float64 {
	sum := 0.0
	for t := range m.Triangles {
		sum += m.FaceArea(t)
	}
	return sum
}

// Volume is the signed volume the triangles enclose, positive when they are
// counter-clockwise seen from outside. It means something for closed surfaces
// only. Cones are taken from the centre of the bounding box, so that a shape
// far from the origin loses no digits.
func (m *Mesh) Volume() float64 {
	box := m.BoundingBox()
	centre := r3.Scale(0.5, r3.Add(box.Min, box.Max))
	sum := 0.0
	for _, f := range m.Triangles {
		a := r3.Sub(m.Vertices[f[0]], centre)
		b := r3.Sub(m.Vertices[f[1]], centre)
		c := r3.Sub(m.Vertices[f[2]], centre)
		sum += r3.Dot(a, r3.Cross(b, c))
	}
	return sum / 6
}

// VertexNormals are the unit normals at the vertices (n), averaged over the
// triangles around each with their areas as weights; zero where a vertex has
// no triangle. They come from the geometry; the file's own are in Normals.
func (m *Mesh) VertexNormals() []r3.Vec {
	normals := make([]r3.Vec, len(m.Vertices))
	for t, f := range m.Triangles {
		cross := m.faceCross(t)
		for _, v := range f {
			normals[v] = r3.Add(normals[v], cross)
		}
	}
	for v := range normals {
		normals[v] = unit(normals[v])
	}
	return normals
}

// VertexAreas gives each vertex a third of the area of the triangles around it
// (n); their sum is Area.
func (m *Mesh) VertexAreas() []float64 {
	areas := make([]float64, len(m.Vertices))
	for t, f := range m.Triangles {
		third := m.FaceArea(t) / 3
		for _, v := range f {
			areas[v] += third
		}
	}
	return areas
}

// BoundingBox is the smallest axis-parallel box around all vertices with
// finite coordinates; the zero box when there are none.
func (m *Mesh) BoundingBox() r3.Box {
	inf := math.Inf(1)
	lo, hi := r3.Vec{X: inf, Y: inf, Z: inf}, r3.Vec{X: -inf, Y: -inf, Z: -inf}
	for _, p := range m.Vertices {
		if !isFinite(p) {
			continue
		}
		lo.X, hi.X = min(lo.X, p.X), max(hi.X, p.X)
		lo.Y, hi.Y = min(lo.Y, p.Y), max(hi.Y, p.Y)
		lo.Z, hi.Z = min(lo.Z, p.Z), max(hi.Z, p.Z)
	}
	if lo.X > hi.X {
		return r3.Box{}
	}
	return r3.Box{Min: lo, Max: hi}
}

// unit is v at length one, or zero. Dividing by the largest component first keeps tiny shapes from
// underflow and huge shapes from overflow.
func unit(v r3.Vec) r3.Vec {
	largest := max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z))
	if !(largest > 0) || math.IsInf(largest, 0) {
		return r3.Vec{}
	}
	v = r3.Vec{X: v.X / largest, Y: v.Y / largest, Z: v.Z / largest}
	return r3.Scale(1/r3.Norm(v), v)
}

// isFinite reports whether no coordinate of p is NaN or infinite: x-x is zero
// for finite x and NaN otherwise.
func isFinite(p r3.Vec) bool {
	return p.X-p.X == 0 && p.Y-p.Y == 0 && p.Z-p.Z == 0
}
