package mesh

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// A crack parts vertices on the rim of a surface by less than crackDiagonal of its diagonal
// and crackEdge of the shortest edges of the rim there; a gap that is narrower than noCrack of the
// diagonal is rounding, which distances bridge by themselves.
const (
	crackDiagonal = 1e-4
	crackEdge     = 0.1
	noCrack       = 1e-9
	// manyRim vertices are compared with all within reach; among more the reach is shorter.
	manyRim = 200_000
)

// Cracks are the vertices on the rim of a surface, once those at one place are one, that
// lie beside another one without touching it: how many there are, and the widest gap to the
// nearest one, in units of the file. A hundredth of a millimetre keeps distances from
// crossing as surely as a canyon does.
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
	// Swept along a direction that no regular grid piles up along.
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
