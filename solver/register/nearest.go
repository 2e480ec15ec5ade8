package register

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/internal/dense"
	"gwscope/solver/metric"
)

// surface is a mesh that closest places are sought on.
type surface struct {
	tree   *closest.Tree
	facing []r3.Vec // outward unit normal of each face
	// Of B only: itself, for the outward unit normals of its points and the centres of faces.
	domain *metric.Domain
}

func newSurface(d *metric.Domain) surface {
	return surface{tree: d.Places(), facing: faceNormals(d.Points, d.Triangles), domain: d}
}

// reach is how far away a closest place may be, / √area.
const reach = 0.1

// nearest finds the place nearest to p, within reach, of those whose face looks along n (a
// cosine of at least least); -1 where there is none. last, the face found the time before
// or -1, bounds the search.
func (s *surface) nearest(p, n r3.Vec, reach, least float64, last int32) (face int32, bary [3]float64, at r3.Vec) {
	limit := reach
	if last >= 0 && r3.Dot(s.facing[last], n) >= least {
		_, q := s.onFace(last, p)
		limit = min(limit, 1e-9+(1+1e-9)*dense.Length(r3.Sub(p, q)))
	}
	face, bary, at, found := s.tree.ClosestFacing(p, limit, s.facing, n, least)
	if !found {
		return -1, bary, at
	}
	return face, bary, at
}

// onFace is the place of a face nearest to p.
func (s *surface) onFace(face int32, p r3.Vec) (bary [3]float64, at r3.Vec) {
	t := s.tree.Triangles[face]
	a, b, c := s.tree.Points[t[0]], s.tree.Points[t[1]], s.tree.Points[t[2]]
	bary = closest.OnTriangle(p, a, b, c)
	return bary, closest.At(bary, a, b, c)
}

// at is a place of B.
func (s *surface) at(face int32, bary [3]float64) r3.Vec {
	t := s.tree.Triangles[face]
	return closest.At(bary, s.tree.Points[t[0]], s.tree.Points[t[1]], s.tree.Points[t[2]])
}

// normalAt is the smooth outward normal at a place of B.
func (s *surface) normalAt(face int32, bary [3]float64) r3.Vec {
	t := s.tree.Triangles[face]
	return unit(closest.At(bary, s.domain.Normals[t[0]], s.domain.Normals[t[1]], s.domain.Normals[t[2]]))
}
