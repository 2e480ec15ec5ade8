package baseline

import (
	"context"
	"fmt"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
)

var conditionalGradient = Method{
	Name: "cg", Title: "Conditional gradient",
	About: "Lowers the loss step by step from one start, to the nearest minimum",
	Cite:  "Peyré, Cuturi, Solomon 2016, Gromov-Wasserstein Averaging of Kernel and Distance Matrices; Vayer, Chapel, Flamary, Tavenard, Courty 2019, Optimal Transport for Structured Data with Application on Graphs",
	Warm:  true, Fused: true, Partial: true, Device: true, run: runCG,
}

// runCG descends by conditional gradient with an exact line search (Vayer et al.
// 2019, algorithms 1 and 2) from the start, or from the product coupling.
func runCG(ctx context.Context, p *Problem, o Options) (*Result, error) {
	if !o.Partial.Whole() {
		return runPartialCG(ctx, p, o)
	}
	problem, err := gwProblem(p, o)
	if err != nil {
		return nil, err
	}
	r, err := problem.ConditionalGradient(ctx, o.Start, descent(o), nil)
	if err != nil {
		return nil, err
	}
	out := result(r.Plan, r.Loss, r.Iterations, r.Status)
	if p.Fused() {
		out.Value, out.ValueName = r.Objective, "fused objective"
	}
	return out, nil
}

// descent are the options of a descent.
func descent(o Options) gw.CGOptions {
	return gw.CGOptions{Threads: o.Threads, Progress: func(k int, loss float64, plan *gw.Plan) {
		if o.Progress != nil {
			// The number of iterations is not known beforehand; ten are usual.
			o.Progress(Progress{Stage: fmt.Sprintf("descending, iteration %d", k), Fraction: float64(k) / float64(k+10), GW2: loss, Plan: plan})
		}
	}}
}

// gwProblem prepares the distances and, where the objective is fused, the features.
func gwProblem(p *Problem, o Options) (*gw.Problem, error) {
	problem, err := gw.NewProblem(p.DX, p.DY, p.A, p.B)
	if err != nil {
		return nil, err
	}
	if o.Device != nil && problem.WantsDevice() {
		problem = problem.On(o.Device)
	}
	if !p.Fused() {
		return problem, nil
	}
	return problem.Fused(feature.Cost(p.FeaturesX, p.FeaturesY), p.Alpha)
}
