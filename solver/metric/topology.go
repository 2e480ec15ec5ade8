package metric

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
)

// edgeUse is one side of a face: side k of a face runs from corner k to corner k+1.
type edgeUse struct {
	high    int32 // the edge's higher point; the lower is the bucket's
	face    int32
	side    int8
	forward bool // the face runs from the lower to the higher point
}

// edgeTable lists the face sides by edge: bucket p holds the edges whose lower
// point is p, sorted by the higher point, then by face.
type edgeTable struct {
	start []int32 // one more than points
	uses  []edgeUse
}

func newEdgeTable(points int, faces [][3]int32) *edgeTable {
	t := &edgeTable{start: make([]int32, points+1), uses: make([]edgeUse, 3*len(faces))}
	for _, f := range faces {
		for k := range 3 {
			t.start[min(f[k], f[(k+1)%3])+1]++
		}
	}
	for p := range points {
		t.start[p+1] += t.start[p]
	}
	next := slices.Clone(t.start)
	for i, f := range faces {
		for k := range 3 {
			a, b := f[k], f[(k+1)%3]
			low := min(a, b)
			t.uses[next[low]] = edgeUse{high: max(a, b), face: int32(i), side: int8(k), forward: a < b}
			next[low]++
		}
	}
	for p := range points {
		slices.SortFunc(t.uses[t.start[p]:t.start[p+1]], func(a, b edgeUse) int {
			return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.face, b.face))
		})
	}
	return t
}

// each visits every edge once with the face sides along it.
func (t *edgeTable) each(visit func(low, high int32, uses []edgeUse)) {
	for p := 0; p+1 < len(t.start); p++ {
		bucket := t.uses[t.start[p]:t.start[p+1]]
		for len(bucket) > 0 {
			n := 1
			for n < len(bucket) && bucket[n].high == bucket[0].high {
				n++
			}
			visit(int32(p), bucket[0].high, bucket[:n])
			bucket = bucket[n:]
		}
	}
}

// closed reports that no edge bounds the surface: every edge has an even number
// of faces.
func (t *edgeTable) closed() bool {
	closed := len(t.uses) > 0
	t.each(func(_, _ int32, uses []edgeUse) { closed = closed && len(uses)%2 == 0 })
	return closed
}

// sheetHoles is the area of the holes, as a share of the surface's, from which a surface is a
// sheet. A scan of a body that lacks a patch has less; a disc has 1, half a sphere 0.5.
const sheetHoles = 0.1

// holes is the area of the discs with the lengths of the boundary loops: a loop of length l
// spans at most l²/4π.
func (t *edgeTable) holes(points []r3.Vec) float64 {
	loops := disjoint.New(len(points))
	t.each(func(low, high int32, uses []edgeUse) {
		if len(uses) == 1 {
			loops.Union(low, high)
		}
	})
	label, count := loops.Labels()
	length := make([]float64, count)
	t.each(func(low, high int32, uses []edgeUse) {
		if len(uses) == 1 {
			length[label[low]] += r3.Norm(r3.Sub(points[high], points[low]))
		}
	})
	area := 0.0
	for _, l := range length {
		area += l * l / (4 * math.Pi)
	}
	return area
}
