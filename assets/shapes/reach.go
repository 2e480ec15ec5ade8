package shapes

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// freedom is one degree of freedom of a limb: a single number of degrees that
// turns one or several joints together, as a hind leg's stifle and hock do.
type freedom struct {
	joints   []drive
	min, max float64
}

// drive adds gain (degrees per degree, about the three axes) to a bone's turn.
type drive struct {
	bone string
	gain r3.Vec
}

// reach turns a limb's joints, on top of the turns they have, so that the point
// tip, fixed to the given bone, comes to target or as near as the limits allow:
// damped least squares (Buss, "Introduction to inverse kinematics", 2004) with
// numerical derivatives.
func (s *stance) reach(b string, tip, target r3.Vec, free []freedom) {
	tipBone := s.bone(b)
	base := append([]r3.Vec(nil), s.turns...)
	u := make([]float64, len(free))
	set := func() r3.Vec {
		copy(s.turns, base)
		for i, f := range free {
			for _, d := range f.joints {
				j := s.bone(d.bone)
				s.turns[j] = r3.Add(s.turns[j], r3.Scale(u[i], d.gain))
			}
		}
		return s.place(tipBone, tip)
	}
	const (
		step    = 0.1  // degrees, for the derivatives
		damping = 1e-6 // keeps a straight limb from swinging wildly
		rounds  = 60
	)
	n := len(free)
	for range rounds {
		now := set()
		miss := r3.Sub(target, now)
		if r3.Norm(miss) < 1e-4 {
			break
		}
		jac := mat.NewDense(3, n, nil)
		for i := range free {
			u[i] += step
			d := r3.Scale(1/step, r3.Sub(set(), now))
			u[i] -= step
			jac.SetCol(i, []float64{d.X, d.Y, d.Z})
		}
		var normal mat.Dense
		normal.Mul(jac.T(), jac)
		for i := range n {
			normal.Set(i, i, normal.At(i, i)+damping)
		}
		var rhs, du mat.VecDense
		rhs.MulVec(jac.T(), mat.NewVecDense(3, []float64{miss.X, miss.Y, miss.Z}))
		if du.SolveVec(&normal, &rhs) != nil {
			break
		}
		for i, f := range free {
			// At most 15 degrees a round: the derivatives are good no further.
			u[i] += math.Max(-15, math.Min(15, du.AtVec(i)))
			u[i] = math.Max(f.min, math.Min(f.max, u[i]))
		}
	}
	set()
}
