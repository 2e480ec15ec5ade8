package correspond

import (
	"context"
	"math"

	"gwscope/meshio/mesh"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// maxWalk is how often the search moves on to the fan of a nearer corner.
// Nearest neighbours are corners of the closest triangle but for slivers.
const maxWalk = 3

// ontoTriangles refines nearest rows to the closest places on the triangles about
// them, in function space: functions are linear on triangles, so a triangle there
// is a triangle, and a place in it is one on the surface. Without triangles the
// place is the point.
func ontoTriangles(ctx context.Context, src, dst *embedding, nearRow []int32, threads int) (*rawMap, error) {
	d := dst.space.Domain
	fan := mesh.TrianglesAbout(len(d.Points), d.Triangles)
	sides, err := squaredSides(ctx, dst, threads)
	if err != nil {
		return nil, err
	}
	out := &rawMap{places: make([]Place, len(nearRow)), residual: make([]float32, len(nearRow))}
	err = parallel.For(ctx, threads, len(nearRow), pointChunk, func(_, lo, hi int) {
		for r := lo; r < hi; r++ {
			query := src.row(int32(r))
			point := dst.pointOf[nearRow[r]]
			best, least := PlaceAt(d, point), distance2(query, dst.row(nearRow[r]))
			for range maxWalk {
				face, bary, found := int32(-1), [3]float64{}, least
				for _, f := range fan.Row(int(point)) {
					t := d.Triangles[f]
					var far [3]float64
					for k, corner := range t {
						far[k] = distance2(query, dst.row(dst.rowOf[corner]))
					}
					if b, dist := closestInTriangle(far, sides[f]); dist < found {
						face, bary, found = f, b, dist
					}
				}
				if face < 0 {
					break
				}
				best, least = Place{Face: face, Bary: bary}, found
				next := HeaviestCorner(d.Triangles[best.Face], best.Bary)
				if next == point {
					break
				}
				point = next
			}
			if best.Face < 0 {
				best = onSomeFace(d, fan, best.Nearest)
			} else {
				best = PlaceIn(d, best.Face, best.Bary)
			}
			p := src.pointOf[r]
			out.places[p], out.residual[p] = best, float32(math.Sqrt(max(0, least)))
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// onSomeFace is the place of a point as a corner of one of its triangles, so that
// places on a mesh always name a triangle.
func onSomeFace(d *metric.Domain, fan mesh.CSR, point int32) Place {
	about := fan.Row(int(point))
	if len(about) == 0 {
		return PlaceAt(d, point)
	}
	p := Place{Face: about[0], Nearest: point}
	for k, corner := range d.Triangles[p.Face] {
		if corner == point {
			p.Bary[k] = 1
			break
		}
	}
	return p
}

// squaredSides are the squared lengths, in function space, of the sides 01, 02
// and 12 of each triangle.
func squaredSides(ctx context.Context, e *embedding, threads int) ([][3]float64, error) {
	triangles := e.space.Domain.Triangles
	out := make([][3]float64, len(triangles))
	err := parallel.For(ctx, threads, len(triangles), 4*pointChunk, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			t := triangles[i]
			a, b, c := e.row(e.rowOf[t[0]]), e.row(e.rowOf[t[1]]), e.row(e.rowOf[t[2]])
			out[i] = [3]float64{distance2(a, b), distance2(a, c), distance2(b, c)}
		}
	})
	return out, err
}

func distance2(a, b []float32) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32 // four sums: the additions need not wait for each other
	i := 0
	for ; i+4 <= len(a); i += 4 {
		d0, d1, d2, d3 := a[i]-b[i], a[i+1]-b[i+1], a[i+2]-b[i+2], a[i+3]-b[i+3]
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
	}
	for ; i < len(a); i++ {
		d := a[i] - b[i]
		s0 += d * d
	}
	return float64(s0) + float64(s1) + float64(s2) + float64(s3)
}

// closestInTriangle finds the place in a triangle closest to a query, in a space
// of any dimension, from squared distances alone: far from the query to the
// corners, sides 01, 02, 12. It returns barycentric coordinates and the squared
// distance (Ericson, Real-Time Collision Detection, 5.1.5, with every dot product
// written by the law of cosines).
func closestInTriangle(far [3]float64, side [3]float64) ([3]float64, float64) {
	uu, vv := side[0], side[1]
	uv := (uu + vv - side[2]) / 2
	ru := (far[0] + uu - far[1]) / 2 // (query - corner 0) · (corner 1 - corner 0)
	rv := (far[0] + vv - far[2]) / 2
	at := func(s, t float64) ([3]float64, float64) {
		return [3]float64{1 - s - t, s, t}, max(0, far[0]-2*(s*ru+t*rv)+s*s*uu+2*s*t*uv+t*t*vv)
	}
	if ru <= 0 && rv <= 0 {
		return [3]float64{1, 0, 0}, far[0]
	}
	d3, d4 := ru-uu, rv-uv
	if d3 >= 0 && d4 <= d3 {
		return [3]float64{0, 1, 0}, far[1]
	}
	c := ru*d4 - d3*rv
	if c <= 0 && ru >= 0 && d3 <= 0 {
		return at(ratio(ru, ru-d3), 0)
	}
	d5, d6 := ru-uv, rv-vv
	if d6 >= 0 && d5 <= d6 {
		return [3]float64{0, 0, 1}, far[2]
	}
	b := d5*rv - ru*d6
	if b <= 0 && rv >= 0 && d6 <= 0 {
		return at(0, ratio(rv, rv-d6))
	}
	a := d3*d6 - d5*d4
	if a <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		w := ratio(d4-d3, d4-d3+d5-d6)
		bary, dist := at(1-w, w)
		bary[0] = 0
		return bary, dist
	}
	sum := a + b + c
	if !(sum > 0) { // a triangle without area: one of its corners
		best := order.Least(far[:])
		var bary [3]float64
		bary[best] = 1
		return bary, far[best]
	}
	s, t := b/sum, c/sum
	bary, dist := at(s, t)
	bary[0] = max(0, bary[0]) // the subtraction may leave a rounding error
	return bary, dist
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return min(1, max(0, a/b))
}
