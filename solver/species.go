package solver

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// CrossSpecies is the Dissimilarity that tells pairs of one species from pairs of two.
const CrossSpecies = 0.016

// KinDoubt is the factor above [CrossSpecies] within which a figure does not tell one species from two: with few
// samples two poses of a horse lie there.
const KinDoubt = 1.3

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
	k := &kinship{x, y, new(Memory), parallel.Threads(threads)}
	plan := r.Plan()
	figure, err := k.dissimilarity(ctx, final{plan: plan, xToY: targetsOf(x.Distances, plan)})
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
	meanX, squareX := x.Moments()
	meanY, squareY := y.Moments()
	cross := (squareX + squareY - gw2) / 2
	return squareX/(meanX*meanX) + squareY/(meanY*meanY) - 2*cross/(meanX*meanY)
}

func overMean(space *metric.Space) *mat.Dense {
	out := mat.DenseCopyOf(space.Distances)
	mean, _ := space.Moments()
	out.Scale(1/mean, out)
	return out
}

// kinship compares two shapes as kinds, whatever their sizes and poses.
type kinship struct {
	x, y    *metric.Space
	memory  *Memory
	threads int
}

// dissimilaritySamples are enough for GW² to tell species apart.
const dissimilaritySamples = 500

// dissimilarity descends from a final's plan to the nearest local minimum of GW² with
// distances over their means.
func (k *kinship) dissimilarity(ctx context.Context, f final) (float64, error) {
	x, y, plan := k.x.Prefix(dissimilaritySamples), k.y.Prefix(dissimilaritySamples), f.plan
	problem, err := k.memory.problemOverMeans(x, y)
	if err != nil {
		return 0, err
	}
	if x != k.x || y != k.y {
		if plan, err = k.planOfFirst(ctx, f, x, y); err != nil {
			return 0, err
		}
	}
	r, err := problem.ConditionalGradient(ctx, plan, gw.CGOptions{Threads: k.threads}, nil)
	return r.Loss, err
}

// planOfFirst is the plan between the first samples (x, y) that is nearest to a final:
// each wants to go where the final sends it.
func (k *kinship) planOfFirst(ctx context.Context, f final, x, y *metric.Space) (*gw.Plan, error) {
	cost := dense.New32(x.Len(), y.Len())
	for i := range x.Len() {
		row := k.y.Distances.RawRowView(int(f.xToY[i]))
		for j := range y.Len() {
			cost.Data[i*cost.Stride+j] = float32(row[j] * row[j])
		}
	}
	return gw.LeastCost(ctx, cost.Data, x.Weights, y.Weights)
}

// remembered is dissimilarity, from memory where it was worked out before.
func (k *kinship) remembered(ctx context.Context, f final) (float64, error) {
	k.memory.mu.Lock()
	v, ok := k.memory.dissimilarity[f.plan]
	k.memory.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := k.dissimilarity(ctx, f)
	if err == nil && ctx.Err() == nil {
		k.memory.mu.Lock()
		defer k.memory.mu.Unlock()
		if k.memory.dissimilarity == nil || len(k.memory.dissimilarity) >= mostRemembered {
			k.memory.dissimilarity = map[*gw.Plan]float64{}
		}
		k.memory.dissimilarity[f.plan] = v
	}
	return v, err
}

// compare works the dissimilarity out, from the chosen final, unless ctx has ended.
func (a *anchors) compare(ctx context.Context, k *kinship, chosen final) (err error) {
	if ctx.Err() == nil {
		a.dissimilarity, err = k.dissimilarity(ctx, chosen)
	}
	return err
}

// notesOnSpecies says whether the shapes look like one species, where that is known.
func (a *Anchors) notesOnSpecies() []string {
	if math.IsNaN(a.Dissimilarity) {
		return nil
	}
	kind := "one species"
	if a.Dissimilarity > CrossSpecies {
		kind = "different species"
	}
	return []string{fmt.Sprintf("The shapes look like %s: GW² with distances over their means is %.4f, and %.3f is the line between one species and two.", kind, a.Dissimilarity, CrossSpecies)}
}
