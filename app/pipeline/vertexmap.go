package pipeline

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// VertexMap is a map in the terms of the files: for every vertex of the source
// file, in file order, a place on the target file's mesh.
type VertexMap struct {
	Target     []int32      // nearest vertex of the target file
	Face       []int32      // triangle of the target file, -1 for point clouds
	Bary       [][3]float64 // weights of that triangle's corners, in file order
	Position   []r3.Vec     // in the target file's coordinates
	Confidence []float64    // in [0,1], see [Confidence]; 0 for vertices that took no part
}

// VertexMapAToB is the map from the vertices of A's file to B's.
func (m *Match) VertexMapAToB() *VertexMap {
	return newVertexMap(m.A.Mesh, m.X.Domain, m.B.Mesh, m.Y.Domain, m.AToB, m.Confidence().Total[0])
}

// VertexMapBToA is the map from the vertices of B's file to A's.
func (m *Match) VertexMapBToA() *VertexMap {
	return newVertexMap(m.B.Mesh, m.Y.Domain, m.A.Mesh, m.X.Domain, m.BToA, m.Confidence().Total[1])
}

// NearestAToB are the vertices of B's file that are nearest to where the vertices of A's file
// are matched. It asks for no confidence.
func (m *Match) NearestAToB() []int32 { return nearestVertices(m.X.Domain, m.Y.Domain, m.AToB) }

// NearestBToA is the same the other way.
func (m *Match) NearestBToA() []int32 { return nearestVertices(m.Y.Domain, m.X.Domain, m.BToA) }

func nearestVertices(src, dst *metric.Domain, sm *correspond.SurfaceMap) []int32 {
	out := make([]int32, len(src.PointOf))
	for i, p := range src.PointOf {
		out[i] = dst.VertexOf[sm.Places[p].Nearest]
	}
	return out
}

func newVertexMap(srcMesh *mesh.Mesh, src *metric.Domain, dstMesh *mesh.Mesh, dst *metric.Domain, sm *correspond.SurfaceMap, confidence []float64) *VertexMap {
	n := len(srcMesh.Vertices)
	vm := &VertexMap{Target: make([]int32, n), Face: make([]int32, n), Bary: make([][3]float64, n),
		Position: make([]r3.Vec, n), Confidence: make([]float64, n)}
	for i := range n {
		p := src.PointOf[i]
		vm.Face[i], vm.Bary[i] = filePlace(dstMesh, dst, sm.Places[p])
		c := counterpart(src, dst, sm, confidence, i)
		vm.Target[i], vm.Position[i], vm.Confidence[i] = c.Target, c.Position, c.Confidence
	}
	return vm
}

// Counterpart is where one vertex of a file is matched.
type Counterpart struct {
	Target     int32  // nearest vertex of the other file
	Position   r3.Vec // in the other file's coordinates
	Confidence float64
}

// CounterpartOnB is where a vertex of A is matched, without the map of all others.
func (m *Match) CounterpartOnB(vertex int) Counterpart {
	return counterpart(m.X.Domain, m.Y.Domain, m.AToB, m.Confidence().Total[0], vertex)
}

// CounterpartOnA is where a vertex of B is matched.
func (m *Match) CounterpartOnA(vertex int) Counterpart {
	return counterpart(m.Y.Domain, m.X.Domain, m.BToA, m.Confidence().Total[1], vertex)
}

func counterpart(src, dst *metric.Domain, sm *correspond.SurfaceMap, confidence []float64, vertex int) Counterpart {
	p := src.PointOf[vertex]
	c := Counterpart{Target: dst.VertexOf[sm.Places[p].Nearest], Position: r3.Add(dst.Center, r3.Scale(dst.Scale, sm.Positions[p]))}
	if src.Takes[vertex] {
		c.Confidence = confidence[p]
	}
	return c
}

// filePlace restates a place on a domain for the file's triangle: the domain may
// have turned the triangle around, so corners are matched by the point they
// became, not by their order.
func filePlace(m *mesh.Mesh, d *metric.Domain, place correspond.Place) (face int32, bary [3]float64) {
	if place.Face < 0 {
		return -1, [3]float64{1, 0, 0}
	}
	face = d.FaceOf[place.Face]
	corners := d.Triangles[place.Face]
	file := m.Triangles[face]
	for k := range 3 {
		for l := range 3 {
			if d.PointOf[file[k]] == corners[l] {
				bary[k] = place.Bary[l]
				break
			}
		}
	}
	return face, bary
}

// MatchedVertices are the vertices of A's file as A's mesh lies on B, in the coordinates of
// B's file: on B's surface to within the distance that Registered tells. Where nothing was
// registered, they are the places on B that the map sends them to.
func (m *Match) MatchedVertices() []r3.Vec {
	at := m.AToB.Positions
	if m.Registered != nil {
		at = m.Registered.AOnB
	}
	out := make([]r3.Vec, len(m.A.Mesh.Vertices))
	for i, p := range m.X.Domain.PointOf {
		out[i] = m.Y.Domain.ToFile(at[p])
	}
	return out
}
