package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
)

// Nearly all vertices (mostShare) lie within some distance of the middle. Far vertices lie more than
// farFrom times as far away, and an empty stretch of gapShare of that distance cuts them off.
const (
	farFrom   = 2
	mostShare = 0.95
	gapShare  = 0.5
	// fewestForFar is the least number of vertices of a mesh in which a vertex can be far.
	fewestForFar = 20
	// The size of the bulk is measured on fewMeasured vertices.
	fewMeasured = 20_000
)

// FarVertices are the vertices that lie far from all others, as stray points of a scan do, ascending;
// nil for none. A part that is joined to the bulk by faces, or by points on the way, is not far however
// long it is. Vertices that are not finite do not count.
func (m *Mesh) FarVertices() []int32 {
	middle, reach := m.bulk()
	if !(reach > 0) {
		return nil
	}
	var candidates []int32
	for v, p := range m.Vertices {
		if isFinite(p) && !(r3.Norm(r3.Sub(p, middle)) <= farFrom*reach) {
			candidates = append(candidates, int32(v))
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	far := m.cutOff(candidates, middle, reach)
	if len(far) > 0 && !m.IsPointCloud() {
		far = m.wholePieces(far)
	}
	return far
}

// bulk is the middle of the vertices, by the median of each coordinate, and the distance within which
// nearly all of them lie; 0 where there are too few.
func (m *Mesh) bulk() (middle r3.Vec, reach float64) {
	step := max(1, len(m.Vertices)/fewMeasured)
	var some []r3.Vec
	for v := 0; v < len(m.Vertices); v += step {
		if p := m.Vertices[v]; isFinite(p) {
			some = append(some, p)
		}
	}
	if len(some) < fewestForFar {
		return middle, 0
	}
	values := make([]float64, len(some))
	median := func(of func(p r3.Vec) float64) float64 {
		for i, p := range some {
			values[i] = of(p)
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	middle = r3.Vec{X: median(func(p r3.Vec) float64 { return p.X }), Y: median(func(p r3.Vec) float64 { return p.Y }), Z: median(func(p r3.Vec) float64 { return p.Z })}
	for i, p := range some {
		values[i] = r3.Norm(r3.Sub(p, middle))
	}
	slices.Sort(values)
	return middle, values[int(mostShare*float64(len(values)-1))]
}

// cutOff are the candidates that no chain of vertices joins to the bulk, in a grid
// whose cells are as large as the gap.
func (m *Mesh) cutOff(candidates []int32, middle r3.Vec, reach float64) []int32 {
	cellOf := func(v int32) [3]float64 {
		p := r3.Scale(1/(gapShare*reach), r3.Sub(m.Vertices[v], middle))
		return [3]float64{math.Floor(p.X), math.Floor(p.Y), math.Floor(p.Z)}
	}
	outside := make(map[[3]float64]bool, len(candidates)) // cells of candidates: whether they are reached
	for _, v := range candidates {
		outside[cellOf(v)] = false
	}
	bulk := map[[3]float64]bool{}
	k := 0
	for v, p := range m.Vertices {
		if k < len(candidates) && candidates[k] == int32(v) {
			k++
		} else if isFinite(p) {
			bulk[cellOf(int32(v))] = true
		}
	}
	var front [][3]float64
	for c := range bulk {
		front = append(front, c)
	}
	for len(front) > 0 {
		c := front[len(front)-1]
		front = front[:len(front)-1]
		for n := range 27 {
			next := [3]float64{c[0] + float64(n%3) - 1, c[1] + float64(n/3%3) - 1, c[2] + float64(n/9) - 1}
			if reached, ok := outside[next]; ok && !reached {
				outside[next] = true
				front = append(front, next)
			}
		}
	}
	var far []int32
	for _, v := range candidates {
		if !outside[cellOf(v)] {
			far = append(far, v)
		}
	}
	return far
}

// wholePieces are the far vertices whose whole piece of the surface is far.
func (m *Mesh) wholePieces(far []int32) []int32 {
	welded, weldedTo := Weld(m.Vertices)
	pieces := disjoint.New(len(weldedTo))
	for _, f := range m.Triangles {
		pieces.Union(welded[f[0]], welded[f[1]])
		pieces.Union(welded[f[1]], welded[f[2]])
	}
	isFar := make([]bool, len(m.Vertices))
	for _, v := range far {
		isFar[v] = true
	}
	near := map[int32]bool{}
	for v := range m.Vertices {
		if !isFar[v] {
			near[pieces.Find(welded[v])] = true
		}
	}
	return slices.DeleteFunc(far, func(v int32) bool { return near[pieces.Find(welded[v])] })
}
