package pipeline

import (
	"cmp"
	"context"

	"gwscope/internal/routine"
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/trust"
)

// bothSelfMaps are the maps of both shapes to themselves.
func (p *Pair) bothSelfMaps(ctx context.Context, known [2]*selfMemory, threads int) (selves trust.Selves, err error) {
	var errs [2]error
	var wg routine.Group
	for s, x := range [2]*metric.Space{p.X, p.Y} {
		wg.Go(func() { selves[s], errs[s] = selfMaps(ctx, known[s], x, threads) })
	}
	wg.Wait()
	return selves, cmp.Or(errs[0], errs[1])
}

// selfMaps are the maps of a space to itself; without Samples where they cannot be found.
func selfMaps(ctx context.Context, memory *selfMemory, x *metric.Space, threads int) (*solver.SelfMaps, error) {
	var known *lazy[solver.SelfMaps]
	if memory != nil {
		known = &memory.maps
	}
	return known.get(ctx, func(ctx context.Context) (*solver.SelfMaps, error) {
		self, err := solver.FindSelfMaps(ctx, x, threads)
		if self == nil && err == nil {
			self = &solver.SelfMaps{}
		}
		return self, err
	})
}
