package solver

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/slicer"
)

// start is one slicing before it is improved.
type start struct {
	family int
	minimum
}

// slice embeds the shapes for more families, makes all their slicings, and returns
// the promising ones of each family, least loss first. Starts that ctx cuts short are left
// out; random liftings come from seed.
func (s *search) slice(ctx context.Context, families []family, seed uint64) ([]start, error) {
	first := len(s.families)
	s.families = append(s.families, make([]*prepared, len(families))...)
	errs := make([]error, len(families))
	err := parallel.For(ctx, s.threads, len(families), 1, func(_, k, _ int) {
		s.families[first+k], errs[k] = families[k].prepare(s.coarse, seed)
	})
	if err != nil {
		s.families = s.families[:first]
		return nil, nil
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var all []start
	var liftings []slicer.Lifting
	for k, f := range s.families[first:] {
		for _, l := range f.liftings {
			all = append(all, start{family: first + k})
			liftings = append(liftings, l)
		}
	}
	_ = parallel.For(ctx, s.threads, len(all), 1, func(w, k, _ int) {
		begin := time.Now()
		f := s.families[all[k].family]
		sigma := matching(s.workers[w].slicer.Slice(liftings[k].Apply(f.x), f.y, f.cuts))
		all[k].minimum = minimum{sigma: sigma, objective: f.problem.objective(sigma)}
		s.workers[w].slicing += time.Since(begin)
	})
	var kept []start
	for k, f := range s.families[first:] {
		own := slices.DeleteFunc(slices.Clone(all), func(t start) bool { return t.family != first+k || t.sigma == nil })
		slices.SortStableFunc(own, func(a, b start) int { return cmp.Compare(a.objective, b.objective) })
		if f.polish > 0 {
			own = own[:min(f.polish, len(own))]
		}
		kept = append(kept, own...)
	}
	return kept, nil
}

// carry takes minima of fewer samples over as starts of the first family.
func (s *search) carry(ctx context.Context, minima []minimum) []start {
	starts := make([]start, len(minima))
	_ = parallel.For(ctx, s.threads, len(minima), 1, func(w, k, _ int) {
		sigma := minima[k].sigma
		if len(sigma) < s.c {
			plan, err := s.UpsampleAssign(ctx, gw.Permutation(sigma), 1, &s.workers[w].descent)
			if err != nil {
				return // cancelled
			}
			sigma, _ = plan.Sigma()
		}
		starts[k].sigma = sigma
	})
	return slices.DeleteFunc(starts, func(t start) bool { return t.sigma == nil })
}

// matching is the permutation of a slicing of equally many, equally heavy points.
func matching(s *slicer.Slicing) []int32 {
	sigma := make([]int32, len(s.OrderX))
	for k, i := range s.OrderX {
		sigma[i] = s.OrderY[k]
	}
	return sigma
}

// exhaustible is the number of points up to which all permutations are tried:
// 5,040 losses take a few milliseconds, and slicing is poor at so few points.
const exhaustible = 7

// exhaust gives the best of all permutations as starts of the first family, where
// there are few points.
func (s *search) exhaust() []start {
	if s.c > exhaustible {
		return nil
	}
	var all []start
	sigma := order.Natural(s.c)
	var place func(k int)
	place = func(k int) {
		if k == s.c {
			all = append(all, start{minimum: minimum{sigma: slices.Clone(sigma), objective: s.objective(sigma)}})
			return
		}
		for i := k; i < s.c; i++ {
			sigma[k], sigma[i] = sigma[i], sigma[k]
			place(k + 1)
			sigma[k], sigma[i] = sigma[i], sigma[k]
		}
	}
	place(0)
	slices.SortStableFunc(all, func(a, b start) int { return cmp.Compare(a.objective, b.objective) })
	return all[:min(len(all), keepOfFamily)]
}
