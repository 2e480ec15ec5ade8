package mesh

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// The gap of a crack, between vertices on the rim of a surface, is less than crackDiagonal of the
// diagonal and less than crackEdge of the shortest edges of the rim there. A gap below noCrack of the
// diagonal is rounding, which distances bridge by themselves.
const (
	crackDiagonal = 1e-4
	crackEdge     = 0.1
	noCrack       = 1e-9
	// Up to manyRim vertices on rims are compared with all vertices within reach; among more the reach
	// is shorter.
	manyRim = 200_000
)

// Cracks are vertices on the rim of a surface that lie beside another vertex of the rim without
// touching it. It returns their number, where vertices at one place count as one, and the widest gap to
// the nearest other vertex, in units of the file. Distances along the surface cannot cross even the
// narrowest gap.
func (m *Mesh) Cracks() (vertices int, widest float64) {
	if m.IsPointCloud() || m.FirstInvalid() >= 0 {
		return 0, 0
	}
	welded, first := Weld(m.Vertices)
	at := func(w int32) r3.Vec { return m.Vertices[first[w]] }
	loops := m.loops().renumbered(welded)
	edges := buildEdges(len(first), loops)
	shortest := map[int32]float64{} // edge of the rim at each of its vertices
	for e, ends := range edges.ends {
		if len(edges.sides.Row(e)) != 1 {
			continue
		}
		length := r3.Norm(r3.Sub(at(ends[0]), at(ends[1])))
		for _, w := range ends {
			if known, ok := shortest[w]; !ok || length < known {
				shortest[w] = length
			}
		}
	}
	if len(shortest) < 2 {
		return 0, 0
	}
	box := m.BoundingBox()
	diagonal := r3.Norm(r3.Sub(box.Max, box.Min))
	limit := crackDiagonal * diagonal * min(1, manyRim/float64(len(shortest)))
	// The sweep runs in a direction in which no regular grid has many vertices at one place.
	direction := r3.Unit(r3.Vec{X: 0.5545497, Y: 0.8346268, Z: 0.3298765})
	type swept struct {
		along float64
		w     int32
	}
	rim := make([]swept, 0, len(shortest))
	for w := range shortest {
		rim = append(rim, swept{r3.Dot(direction, r3.Sub(at(w), box.Min)), w})
	}
	slices.SortFunc(rim, func(a, b swept) int {
		return cmp.Or(cmp.Compare(a.along, b.along), cmp.Compare(a.w, b.w))
	})
	nearest := make([]float64, len(rim))
	for i := range nearest {
		nearest[i] = math.Inf(1)
	}
	for i, a := range rim {
		for j := i + 1; j < len(rim) && rim[j].along-a.along <= limit; j++ {
			if d := r3.Norm(r3.Sub(at(a.w), at(rim[j].w))); d <= min(limit, crackEdge*min(shortest[a.w], shortest[rim[j].w])) && d > noCrack*diagonal {
				nearest[i], nearest[j] = min(nearest[i], d), min(nearest[j], d)
			}
		}
	}
	for _, d := range nearest {
		if !math.IsInf(d, 1) {
			vertices++
			widest = max(widest, d)
		}
	}
	return vertices, widest
}
