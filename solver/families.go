package solver

import (
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/metric"
	"gwscope/solver/slicer"
)

// family is a set of starts that differ in their lifting alone.
type family struct {
	// warp replaces the distances for the embedding and a first descent, nil for
	// none; a descent on the true distances follows.
	warp func(*mat.Dense) *mat.Dense
	// steps limits the descent on warped distances.
	steps int
	// dim is the dimension of the embedding.
	dim int
	// random is a number of random liftings; 0 stands for all flips of the axes.
	random int
	cuts   slicer.Cuts
	// polish is how many starts are polished, those of least loss; 0 stands for all.
	polish int
}

// descentSteps is more than any descent needs; most end after 3 to 6 steps.
const descentSteps = 40

// thoroughFamilies and fastFamilies. GW has many poor local minima, and each
// family is blind to some shapes: flips to those whose axes come in another order,
// true distances to those whose long limbs drown the body.
//
// A flip that starts in the worse half by its slicer's loss has never led to a
// minimum worth having, on true distances.
var (
	thoroughFamilies = []family{
		{dim: 5, cuts: slicer.PrincipalCuts, polish: 16},
		{dim: 5, cuts: slicer.AxisCuts, polish: 16},
		{dim: 5, cuts: slicer.PrincipalCuts, polish: 20, warp: metric.RootDistances, steps: descentSteps},
		{dim: 3, cuts: slicer.AxisCuts, random: 32},
		{dim: 5, cuts: slicer.PrincipalCuts, polish: 24, warp: saturated, steps: 8},
	}
	fastFamilies = []family{{dim: 5, cuts: slicer.PrincipalCuts, polish: 12}}
)

// saturated keeps near structure only; half the mean distance is about a limb.
func saturated(d *mat.Dense) *mat.Dense { return metric.SaturatedDistances(d, 0.5) }

// prepared is a family with its distances, embeddings and liftings.
type prepared struct {
	family
	problem  *coarse
	x, y     slicer.Cloud
	liftings []slicer.Lifting
}

// prepare embeds both shapes for a family. Random liftings come from seed.
func (f family) prepare(p *coarse, seed uint64) (*prepared, error) {
	r := &prepared{family: f, problem: p}
	if f.warp != nil {
		var err error
		if r.problem, err = newCoarse(f.warp(p.dx), f.warp(p.dy), p.cost, p.alpha); err != nil {
			return nil, err
		}
	}
	r.x, r.y = embed(r.problem.dx, f.dim), embed(r.problem.dy, f.dim)
	if f.random > 0 {
		r.liftings = slicer.Rotations(r.x.Dim, f.random, seed)
		return r, nil
	}
	for mask := range uint(1) << r.x.Dim {
		r.liftings = append(r.liftings, slicer.Flip(r.x.Dim, mask))
	}
	return r, nil
}
