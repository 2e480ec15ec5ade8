package closest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// OnTriangle gives the barycentric coordinates of the point of triangle abc nearest
// to p, by the Voronoi regions of its corners, sides and interior (Ericson, Real-Time
// Collision Detection, 5.1.5). A triangle without area is its sides.
func OnTriangle(p, a, b, c r3.Vec) [3]float64 {
	ab, ac, ap := r3.Sub(b, a), r3.Sub(c, a), r3.Sub(p, a)
	if r3.Norm2(r3.Cross(ab, ac)) <= sliver*r3.Norm2(ab)*r3.Norm2(ac) {
		return onSides(p, [3]r3.Vec{a, b, c})
	}
	d1, d2 := r3.Dot(ab, ap), r3.Dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return [3]float64{1, 0, 0}
	}
	bp := r3.Sub(p, b)
	d3, d4 := r3.Dot(ab, bp), r3.Dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return [3]float64{0, 1, 0}
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		v := d1 / (d1 - d3)
		return [3]float64{1 - v, v, 0}
	}
	cp := r3.Sub(p, c)
	d5, d6 := r3.Dot(ab, cp), r3.Dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return [3]float64{0, 0, 1}
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		w := d2 / (d2 - d6)
		return [3]float64{1 - w, 0, w}
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		w := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return [3]float64{0, 1 - w, w}
	}
	v, w := vb/(va+vb+vc), vc/(va+vb+vc)
	return [3]float64{1 - v - w, v, w}
}

// sliver is the squared sine of a corner's angle below which the regions of a triangle
// are rounding errors; its sides are then as good as the whole, to a millionth.
const sliver = 1e-12

// onSides is OnTriangle for the nearest place on a triangle's sides.
func onSides(p r3.Vec, corners [3]r3.Vec) (bary [3]float64) {
	least := math.Inf(1)
	for k, a := range corners {
		next := (k + 1) % 3
		along := r3.Sub(corners[next], a)
		t := 0.0
		if l := r3.Norm2(along); l > 0 {
			t = min(max(r3.Dot(r3.Sub(p, a), along)/l, 0), 1)
		}
		if d := r3.Norm2(r3.Sub(p, r3.Add(a, r3.Scale(t, along)))); d < least {
			least = d
			bary = [3]float64{}
			bary[k], bary[next] = 1-t, t
		}
	}
	return bary
}

// At is the position of barycentric coordinates in triangle abc.
func At(bary [3]float64, a, b, c r3.Vec) r3.Vec {
	return r3.Add(r3.Scale(bary[0], a), r3.Add(r3.Scale(bary[1], b), r3.Scale(bary[2], c)))
}
