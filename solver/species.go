package solver

import (
	"context"
	"math"

	"gwscope/solver/metric"
)

// Kin says whether two shapes look like one species.
type Kin int

// The answers. Nobody may have looked closely enough to tell.
const (
	KinUnknown Kin = iota
	SameSpecies
	OtherSpecies
)

// String is the name for people.
func (k Kin) String() string {
	return [...]string{"not told", "same species", "different species"}[k]
}

// Kin tells by the criterion of [CrossSpecies] whether the shapes of a result look like
// one species, and the figure that tells: the result's Dissimilarity, or where that was
// not worked out the GW² of its plan with distances over their means, from which a
// descent could only lead lower. A figure above the line that no descent has lowered
// tells nothing, and neither does a plan that leaves some of the mass out.
func (r *Result) Kin(x, y *metric.Space) (Kin, float64) {
	if a := r.Anchors; a != nil && !math.IsNaN(a.Dissimilarity) {
		if a.Dissimilarity > CrossSpecies {
			return OtherSpecies, a.Dissimilarity
		}
		return SameSpecies, a.Dissimilarity
	}
	if r.Part == nil { // the left-out part of a plan would be missing from its loss
		if bound := OverMeans(x, y, r.GW2()); bound <= CrossSpecies {
			return SameSpecies, bound
		}
	}
	return KinUnknown, math.NaN()
}

// CompareKin is Kin, worked out by a descent from the plan to the nearest local minimum with
// distances over their means. From a plan that is far from every good minimum it says too
// much. KinUnknown means that ctx ended before the descent did.
func (r *Result) CompareKin(ctx context.Context, x, y *metric.Space, threads int) (Kin, float64, error) {
	s, err := newSolve(Problem{X: x, Y: y}, Settings{Threads: threads})
	if err != nil {
		return KinUnknown, math.NaN(), err
	}
	plan := r.Plan()
	figure, err := s.dissimilarity(ctx, final{plan: plan, xToY: targetsOf(x.Distances, plan)})
	switch {
	case err != nil || ctx.Err() != nil:
		return KinUnknown, figure, err
	case figure > CrossSpecies:
		return OtherSpecies, figure, nil
	}
	return SameSpecies, figure, nil
}

// OverMeans turns the GW² of a plan into that with distances over their means: of
// L = A + B - 2 C, with A = a'(DX∘DX)a, each term scales in its own way.
func OverMeans(x, y *metric.Space, gw2 float64) float64 {
	meanX, squareX := moments(x)
	meanY, squareY := moments(y)
	cross := (squareX + squareY - gw2) / 2
	return squareX/(meanX*meanX) + squareY/(meanY*meanY) - 2*cross/(meanX*meanY)
}
