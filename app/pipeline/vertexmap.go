package pipeline

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// VertexMap is a map between files: for every vertex of the source file, in file order, a place on
// the target file's mesh.
type VertexMap struct {
	Target     []int32      // nearest vertex of the target file
	Face       []int32      // triangle of the target file, -1 for point clouds
	Bary       [][3]float64 // weights of that triangle's corners, in file order
	Position   []r3.Vec     // in the target file's coordinates
	Confidence []float64    // in [0,1], see [Match.Confidence]; 0 for vertices that took no part
}

// Way is one of the two maps of a match, between files.
type Way struct {
	from, to *Shape
	src, dst *metric.Domain
	there    *correspond.SurfaceMap
	trust    func() []float64 // the confidence of the points of src
}

// FromA is the way from A's file to B's.
func (m *Match) FromA() Way {
	return Way{m.A, m.B, m.X.Domain, m.Y.Domain, m.AToB, func() []float64 { return m.Confidence().Total[0] }}
}

// FromB is the way from B's file to A's.
func (m *Match) FromB() Way {
	return Way{m.B, m.A, m.Y.Domain, m.X.Domain, m.BToA, func() []float64 { return m.Confidence().Total[1] }}
}

// Nearest are, for all vertices, the vertices of the other file that are nearest to their matched
// places. It needs no confidence.
func (w Way) Nearest() []int32 {
	out := make([]int32, len(w.src.PointOf))
	for i := range out {
		out[i] = w.nearest(i)
	}
	return out
}

func (w Way) nearest(vertex int) int32 {
	return w.dst.VertexOf[w.there.Places[w.src.PointOf[vertex]].Nearest]
}

// VertexMap is the map of all vertices.
func (w Way) VertexMap() *VertexMap {
	n := len(w.from.Mesh.Vertices)
	vm := &VertexMap{Target: make([]int32, n), Face: make([]int32, n), Bary: make([][3]float64, n),
		Position: make([]r3.Vec, n), Confidence: make([]float64, n)}
	confidence := w.trust()
	for i := range n {
		vm.Face[i], vm.Bary[i] = filePlace(w.to.Mesh, w.dst, w.there.Places[w.src.PointOf[i]])
		c := w.counterpart(i, confidence)
		vm.Target[i], vm.Position[i], vm.Confidence[i] = c.Target, c.Position, c.Confidence
	}
	return vm
}

// Counterpart is the matched place of a vertex of a file.
type Counterpart struct {
	Target     int32  // nearest vertex of the other file
	Position   r3.Vec // in the other file's coordinates
	Confidence float64
}

// Counterpart is the matched place of a vertex, without the map of all others.
func (w Way) Counterpart(vertex int) Counterpart { return w.counterpart(vertex, w.trust()) }

func (w Way) counterpart(vertex int, confidence []float64) Counterpart {
	p := w.src.PointOf[vertex]
	c := Counterpart{Target: w.nearest(vertex), Position: w.dst.ToFile(w.there.Positions[p])}
	if w.src.Takes[vertex] {
		c.Confidence = confidence[p]
	}
	return c
}

// filePlace is a place of a domain in terms of the file's triangle. The domain may have turned the
// triangle around, so corners are identified by their points, not by their order.
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

// MatchedVertices are the places of the vertices of A's file on B, in the coordinates of B's file:
// those of A's mesh on B, which lie off B's surface by the distance in Registered, or, where nothing
// was registered, those that the map gives.
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
