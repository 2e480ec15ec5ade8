package correspond

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
)

// Rigid is a proper rigid motion p -> R p + T. Its zero value is not a motion;
// [Identity] is.
type Rigid struct {
	R dense.Mat3 // a rotation, row by row, determinant +1
	T r3.Vec
	// Stretch is the factor by which a similarity would scale the source to fit
	// best. A rigid motion does not apply it; 1 where it was not worked out.
	Stretch float64
	// RMS is the weighted root mean square distance that remains, in the units of
	// the points; 0 where the motion was not fitted.
	RMS float64
}

// Identity is the motion that moves nothing.
func Identity() Rigid { return Rigid{R: dense.Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}, Stretch: 1} }

// BestRigid returns the proper rigid motion that carries from to to with the
// least Σ w |R p + T - q|² (Kabsch 1976; both n, w n or nil for equal weights).
// A mirror image is turned as well as it can be, never reflected. Pairs in which
// a coordinate or weight is not finite, or whose weight is not positive, are left
// out; without any pair the motion is the [Identity]. Collinear points leave the
// turn about their line free, and one of the best is returned. Slices of
// different lengths panic.
func BestRigid(from, to []r3.Vec, w []float64) Rigid {
	if len(from) != len(to) || w != nil && len(w) != len(from) {
		panic("correspond: BestRigid needs as many targets and weights as points")
	}
	weight := func(i int) float64 {
		wi := 1.0
		if w != nil {
			wi = w[i]
		}
		if !(wi > 0) || math.IsInf(wi, 0) || !finite(from[i]) || !finite(to[i]) {
			return 0
		}
		return wi
	}
	var mass float64
	var meanFrom, meanTo r3.Vec
	for i := range from {
		if wi := weight(i); wi > 0 {
			mass += wi
			meanFrom = r3.Add(meanFrom, r3.Scale(wi, from[i]))
			meanTo = r3.Add(meanTo, r3.Scale(wi, to[i]))
		}
	}
	if mass == 0 {
		return Identity()
	}
	meanFrom, meanTo = r3.Scale(1/mass, meanFrom), r3.Scale(1/mass, meanTo)

	var h dense.Mat3 // Σ w q p', both centred
	var sizeFrom, sizeTo float64
	for i := range from {
		wi := weight(i)
		if wi == 0 {
			continue
		}
		p, q := r3.Sub(from[i], meanFrom), r3.Sub(to[i], meanTo)
		sizeFrom += wi * r3.Norm2(p)
		sizeTo += wi * r3.Norm2(q)
		h.AddOuter(wi, q, p)
	}
	m := Rigid{Stretch: 1}
	var trace float64
	m.R, trace = dense.Rotation3(h)
	m.T = r3.Sub(meanTo, m.Turn(meanFrom))
	if sizeFrom > 0 {
		m.Stretch = trace / sizeFrom
	}
	m.RMS = math.Sqrt(max(0, sizeFrom+sizeTo-2*trace) / mass)
	return m
}

// Apply moves one point.
func (m Rigid) Apply(p r3.Vec) r3.Vec { return r3.Add(m.Turn(p), m.T) }

// Back moves a point to where Apply would bring it from.
func (m Rigid) Back(p r3.Vec) r3.Vec {
	p = r3.Sub(p, m.T)
	return r3.Vec{
		X: m.R[0]*p.X + m.R[3]*p.Y + m.R[6]*p.Z,
		Y: m.R[1]*p.X + m.R[4]*p.Y + m.R[7]*p.Z,
		Z: m.R[2]*p.X + m.R[5]*p.Y + m.R[8]*p.Z,
	}
}

// ApplyAll moves all points into a new slice.
func (m Rigid) ApplyAll(points []r3.Vec) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for i, p := range points {
		out[i] = m.Apply(p)
	}
	return out
}

// Turn turns a direction: normals move with R alone.
func (m Rigid) Turn(direction r3.Vec) r3.Vec { return m.R.Times(direction) }

// Morph returns the shape at time t on the way from x to target (both n): the
// straight lines from each point to its target, after the best rigid motion of
// the target onto x, because a coupling knows nothing of rigid motions and the
// picture should not move for them either. t = 0 is x, t = 1 the moved target;
// other values extrapolate.
func Morph(x, target []r3.Vec, t float64) []r3.Vec {
	return Blend(x, BestRigid(target, x, nil).ApplyAll(target), t)
}

// Blend returns (1-t) from + t to, point by point (both n): the morph of points
// that already lie in one frame. At t = 0 and 1 it is exact.
func Blend(from, to []r3.Vec, t float64) []r3.Vec {
	out := make([]r3.Vec, len(from))
	for i, p := range from {
		out[i] = r3.Add(r3.Scale(1-t, p), r3.Scale(t, to[i]))
	}
	return out
}

func finite(p r3.Vec) bool {
	s := p.X + p.Y + p.Z // any NaN or Inf survives a sum of three
	return !math.IsNaN(s) && !math.IsInf(s, 0)
}
