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
	// objective is gw2, or the problem's fused objective.
	objective float64
}

// reslice finds a good plan near a given one within the slicer's class: the
// lifting that fits the plan best (Procrustes) gives a new slicing, that a new
// lifting, and so on while the loss falls. Both kinds of cuts are tried.
func reslice(s *slicer.Slicer, x, y slicer.Cloud, problem *gw.Problem, plan *gw.Plan, rounds int) sliced {
	best := sliced{gw2: math.Inf(1), objective: math.Inf(1)}
	for range rounds {
		lifted := slicer.Procrustes(x, y, plan.I, plan.J, plan.Mass).Apply(x)
		before := best.objective
		for _, cuts := range []slicer.Cuts{slicer.PrincipalCuts, slicer.AxisCuts} {
			slicing := s.Slice(lifted, y, cuts)
			next := slicing.Plan(x.Weights, y.Weights)
			gw2 := problem.Loss(next)
			if objective := problem.ObjectiveAt(next, gw2); objective < best.objective || best.plan == nil {
				best = sliced{slicing, next, gw2, objective}
			}
		}
		if !(best.objective < before) {
			break
		}
		plan = best.plan
	}
	return best
}
