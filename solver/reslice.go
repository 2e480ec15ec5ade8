package solver

import (
	"math"

	"gwscope/solver/gw"
	"gwscope/solver/slicer"
)

// resliceRounds is more than the alternation of lifting and slicing ever needs.
const resliceRounds = 8

// sliced is a slicing with its plan and loss.
type sliced struct {
	slicing *slicer.Slicing
	plan    *gw.Plan
	gw2     float64
}

// reslice finds a good plan near a given one within the slicer's class: the
// lifting that fits the plan best (Procrustes) gives a new slicing, that a new
// lifting, and so on while the loss falls. Both kinds of cuts are tried.
func reslice(s *slicer.Slicer, x, y slicer.Cloud, problem *gw.Problem, plan *gw.Plan, rounds int) sliced {
	best := sliced{gw2: math.Inf(1)}
	for range rounds {
		lifted := slicer.Procrustes(x, y, plan.I, plan.J, plan.Mass).Apply(x)
		before := best.gw2
		for _, cuts := range []slicer.Cuts{slicer.PrincipalCuts, slicer.AxisCuts} {
			slicing := s.Slice(lifted, y, cuts)
			next := slicing.Plan(x.Weights, y.Weights)
			if gw2 := problem.Loss(next); gw2 < best.gw2 || best.plan == nil {
				best = sliced{slicing, next, gw2}
			}
		}
		if !(best.gw2 < before) {
			break
		}
		plan = best.plan
	}
	return best
}
