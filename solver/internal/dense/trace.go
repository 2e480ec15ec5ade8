package dense

import "math"

// Trace3 is the trace of [Rotation3] alone, the greatest tr(R' H) over proper rotations:
// to twelve digits, or to five where H is near to a mirror image's, whose best rotations
// are many. It is the largest root of the
// characteristic polynomial of Horn's quaternion matrix,
//
//	λ⁴ - 2 |H|² λ² - 8 det(H) λ + |H|⁴ - 4 |cof H|²
//
// by Newton's method from above, where it cannot miss (Theobald 2005).
func Trace3(h Mat3) float64 {
	c0, c1, c2 := h[4]*h[8]-h[5]*h[7], h[5]*h[6]-h[3]*h[8], h[3]*h[7]-h[4]*h[6]
	det := h[0]*c0 + h[1]*c1 + h[2]*c2
	cofactors := c0*c0 + c1*c1 + c2*c2
	add := func(a, b, c, d float64) {
		v := a*d - b*c
		cofactors += v * v
	}
	add(h[0], h[1], h[6], h[7])
	add(h[0], h[2], h[6], h[8])
	add(h[1], h[2], h[7], h[8])
	add(h[0], h[1], h[3], h[4])
	add(h[0], h[2], h[3], h[5])
	add(h[1], h[2], h[4], h[5])
	size := 0.0
	for _, v := range h {
		size += v * v
	}
	linear, constant := -8*det, size*size-4*cofactors
	root := math.Sqrt(3 * size)
	for range 40 { // where two roots nearly meet each step only halves the way
		square := root * root
		slope := 4*root*(square-size) + linear
		if !(slope > 0) {
			break
		}
		step := (square*(square-2*size) + linear*root + constant) / slope
		if !(step > 1e-12*root) {
			break
		}
		root -= step
	}
	return root
}
