package baseline

import (
	"context"

	"gwscope/solver/gw"
)

var conditionalGradient = Method{
	Name: "cg", Title: "Conditional gradient",
	Cite: "Peyré, Cuturi, Solomon 2016, Gromov-Wasserstein Averaging of Kernel and Distance Matrices; Vayer et al. 2019, algorithm 1",
	Warm: true, run: runCG,
}

// runCG descends by conditional gradient with an exact line search.
func runCG(ctx context.Context, p *Problem, o Options) (*Result, error) {
	r, err := gw.ConditionalGradient(ctx, p.DX, p.DY, p.A, p.B, o.Start, gw.CGOptions{Threads: o.Threads,
		Progress: func(k int, loss float64, plan *gw.Plan) {
			if o.Progress != nil {
				o.Progress(Progress{Stage: "", GW2: loss, Plan: plan})
			}
		}})
	if err != nil {
		return nil, err
	}
	return result(r.Plan, r.Loss, r.Iterations, r.Status), nil
}
