package present

import (
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/render/scene"
)

// checkerCubes is the number of cubes of a checker along the longest side of A.
const checkerCubes = 22

// checker is a pattern of cubes in a space of A, carried to B.
type checker struct {
	a, b []scene.Vec // coordinates at the vertices
	side float32
}

// checkerOf is the pattern in A's own space, or in its intrinsic embedding: classical
// scaling of geodesic distances to three axes, in which a bent limb is straight. It is
// worked out once.
func (s *Stage) checkerOf(intrinsic bool) *checker {
	s.values.Lock()
	defer s.values.Unlock()
	k := 0
	if intrinsic {
		k = 1
	}
	if s.checkers[k] != nil {
		return s.checkers[k]
	}
	m := s.match
	d := m.X.Domain
	at := d.Points // of A's points
	if intrinsic {
		at = rows3(m.X.LandmarkMDS(3, m.Options.Threads))
	}
	box := boundsOf(at)
	size := r3.Sub(box[1], box[0])
	c := &checker{a: make([]scene.Vec, len(d.PointOf)), b: make([]scene.Vec, len(m.Y.Domain.PointOf))}
	c.side = float32(max(size.X, size.Y, size.Z) / checkerCubes)
	// The pattern begins with halves of cubes, so that a flat shape, or a flat side of a shape, lies
	// in the middle of cubes: between two layers of cubes it would show parts of both.
	shifted := make([]r3.Vec, len(at))
	half := float64(c.side) / 2
	for i, p := range at {
		shifted[i] = r3.Add(r3.Sub(p, box[0]), r3.Vec{X: half, Y: half, Z: half})
	}
	at = shifted
	for i, p := range d.PointOf {
		c.a[i] = toVec(at[p])
	}
	for j, p := range m.Y.Domain.PointOf {
		place := m.BToA.Places[p]
		if place.Face < 0 {
			c.b[j] = toVec(at[place.Nearest])
			continue
		}
		var q r3.Vec
		for l, corner := range d.Triangles[place.Face] {
			q = r3.Add(q, r3.Scale(place.Bary[l], at[corner]))
		}
		c.b[j] = toVec(q)
	}
	s.checkers[k] = c
	return c
}

// rows3 are the rows of a matrix of three columns as places.
func rows3(m *mat.Dense) []r3.Vec {
	n, _ := m.Dims()
	out := make([]r3.Vec, n)
	for i := range out {
		out[i] = r3.Vec{X: m.At(i, 0), Y: m.At(i, 1), Z: m.At(i, 2)}
	}
	return out
}
