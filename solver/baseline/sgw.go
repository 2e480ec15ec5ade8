package baseline

import (
	"context"
	"fmt"
	"math"

	"gwscope/solver/gw"
	"gwscope/solver/internal/gw1d"
	"gwscope/solver/internal/parallel"
)

var sgw = Method{
	Name: "sgw", Title: "Sliced GW (SGW)",
	About:    "Projects both shapes on the best of many lines. Quick, sees little",
	Cite:     "Vayer, Flamary, Tavenard, Chapel, Courty 2019, Sliced Gromov-Wasserstein",
	Distance: true, Points: true, run: runSGW,
}

// slicesAtATime is how many directions pass between two looks at the best plan.
const slicesAtATime = 32

// runSGW is the mean over directions θ of the loss between both shapes' projections
// on θ (their equation 4), or on directions of each shape's own. It sees straight
// coordinates and no geodesics; shared directions make it depend on how the shapes
// stand, independent ones give congruent shapes a distance above zero.
func runSGW(ctx context.Context, p *Problem, o Options) (*Result, error) {
	set := o.Sliced.withDefaults()
	s, err := newSlicing(p, o)
	if err != nil {
		return nil, err
	}
	var thetas, phis [][]float64
	switch set.Slicing {
	case Shared:
		// Padded points see the first p coordinates of a direction only.
		thetas = s.directions(set.Directions, max(s.p, s.q))
		phis = thetas
	case Independent:
		thetas, phis = s.directions(set.Directions, s.p), s.directions(set.Directions, s.q)
	default:
		return nil, fmt.Errorf("unknown slicing %q: use %q or %q", set.Slicing, Shared, Independent)
	}
	total, done, status := 0.0, 0, gw.Converged
	for done < len(thetas) {
		end := min(done+slicesAtATime, len(thetas))
		couplings := make([]gw1d.Coupling, end-done)
		err := parallel.For(ctx, o.Threads, len(couplings), 1, func(_, k, _ int) { couplings[k] = s.pair(thetas[done+k], phis[done+k]) })
		if err != nil {
			status = gw.Cancelled
			break
		}
		best := 0
		for k, c := range couplings {
			total += c.Value
			if c.Value < couplings[best].Value {
				best = k
			}
		}
		s.offer(thetas[done+best], phis[done+best], couplings[best])
		done = end
		s.progress(fmt.Sprintf("direction %d of %d", done, len(thetas)), float64(done)/float64(len(thetas)))
	}
	if done == 0 {
		return s.result(math.NaN(), "", 0, status), nil
	}
	return s.result(total/float64(done), fmt.Sprintf("sliced GW, mean of %d %s directions", done, set.Slicing), done, status), nil
}
