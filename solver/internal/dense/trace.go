package dense

import "math"

// Trace3 is the trace of [Rotation3] alone, the greatest tr(R' H) over proper rotations:
// to twelve digits, or to five where H is near to a mirror image's, whose best rotations
// are many.
func Trace3(h Mat3) float64 {
	var n horn
	n.find(&h)
	return n.root
}

// horn is the largest root of the characteristic polynomial of Horn's quaternion matrix,
//
//	p(λ) = λ⁴ - 2 |H|² λ² - 8 det(H) λ + |H|⁴ - 4 |cof H|²
//
// which is the greatest trace.
type horn struct {
	root, size, det float64 // size is |H|²
	cofactors       Mat3
}

// find finds the root by Newton's method from above, where it cannot miss (Theobald 2005).
func (n *horn) find(h *Mat3) {
	n.cofactors = Mat3{
		h[4]*h[8] - h[5]*h[7], h[5]*h[6] - h[3]*h[8], h[3]*h[7] - h[4]*h[6],
		h[2]*h[7] - h[1]*h[8], h[0]*h[8] - h[2]*h[6], h[1]*h[6] - h[0]*h[7],
		h[1]*h[5] - h[2]*h[4], h[2]*h[3] - h[0]*h[5], h[0]*h[4] - h[1]*h[3],
	}
	n.det = h[0]*n.cofactors[0] + h[1]*n.cofactors[1] + h[2]*n.cofactors[2]
	n.size = h.squares()
	size, squares := n.size, n.cofactors.squares()
	linear, constant := -8*n.det, size*size-4*squares
	// The root is √(|H|² + 2 √(|cof H|² + 2 λ det H)), and at most √(3 |H|²).
	root := math.Sqrt(size + 2*math.Sqrt(squares+2*max(n.det, 0)*math.Sqrt(3*size)))
	for range 40 { // where two roots nearly meet each step only halves the way
		square := root * root
		slope := 4*root*(square-size) + linear
		if !(slope > 0) {
			break
		}
		step := (square*(square-2*size) + linear*root + constant) / slope
		if root -= step; !(step > 1e-8*root) { // its square is what is missing
			break
		}
	}
	n.root = root
}

// squares is the sum of the squared entries.
func (m *Mat3) squares() float64 {
	return m[0]*m[0] + m[1]*m[1] + m[2]*m[2] + m[3]*m[3] + m[4]*m[4] + m[5]*m[5] + m[6]*m[6] + m[7]*m[7] + m[8]*m[8]
}

// flattest is the least 2 (σ1+σ2)(σ2+σ3)(σ3+σ1), over the cube of the trace σ1+σ2+σ3, from which turn3 works: with less,
// rounding counts too much.
const flattest = 1e-3

// turn3 is the rotation of greatest trace: the derivative of the trace by H, and so -∂p/∂H / ∂p/∂λ at the root,
//
//	R = ((λ² + |H|²) H + 2 λ cof H - 2 H H' H) / (λ (λ² - |H|²) - 2 det H)
//
// and a step of Newton and Schulz for the last digits. It is false where H hardly tells R.
func turn3(h *Mat3) (r Mat3, ok bool) {
	var n horn
	n.find(h)
	cube := n.root * n.root * n.root
	below := cube - n.root*n.size - 2*n.det
	if !(below > flattest*cube) {
		return r, false
	}
	own, across, twice := (n.root*n.root+n.size)/below, 2*n.root/below, 2/below
	var cubic Mat3
	cubic.cube(h)
	for k := range r {
		r[k] = own*h[k] + across*n.cofactors[k] - twice*cubic[k]
	}
	cubic.cube(&r)
	for k := range r {
		r[k] = 1.5*r[k] - 0.5*cubic[k]
	}
	return r, true
}

// cube sets out to M M' M.
func (out *Mat3) cube(m *Mat3) {
	xx, xy, xz := m[0]*m[0]+m[1]*m[1]+m[2]*m[2], m[0]*m[3]+m[1]*m[4]+m[2]*m[5], m[0]*m[6]+m[1]*m[7]+m[2]*m[8]
	yy, yz, zz := m[3]*m[3]+m[4]*m[4]+m[5]*m[5], m[3]*m[6]+m[4]*m[7]+m[5]*m[8], m[6]*m[6]+m[7]*m[7]+m[8]*m[8]
	*out = Mat3{
		xx*m[0] + xy*m[3] + xz*m[6], xx*m[1] + xy*m[4] + xz*m[7], xx*m[2] + xy*m[5] + xz*m[8],
		xy*m[0] + yy*m[3] + yz*m[6], xy*m[1] + yy*m[4] + yz*m[7], xy*m[2] + yy*m[5] + yz*m[8],
		xz*m[0] + yz*m[3] + zz*m[6], xz*m[1] + yz*m[4] + zz*m[7], xz*m[2] + yz*m[5] + zz*m[8],
	}
}
