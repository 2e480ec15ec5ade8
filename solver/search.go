package solver

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/slicer"
)

// The distance within which minima are one, and how many are kept; distances between maps are
// mean distances between targets with the diameter as unit.
const (
	sameMap      = 0.012 // maps closer than this differ by jitter
	sameCoarse   = 0.03  // maps closer than this are variants of one match
	keepOfFamily = 16
	tolerable    = 3.0 // times the least GW²; more is no near-equal minimum
)

// minimum is a map between the coarse samples that could not be improved.
type minimum struct {
	sigma []int32 // target of each coarse source
	// objective is GW², or the fused objective where there are features.
	objective float64
	// orientation tells direct from mirrored, NaN where that is unknown. A limb that
	// is rolled about its axis is hardly moved, but it is another match.
	orientation float64
}

// search is the coarse stage: many slicings, each improved, and their relatives.
type search struct {
	*coarse
	x, y     *judge.Level // the same samples
	families []*prepared
	// polished searches all permutations by conditional gradient; otherwise
	// everything stays a slicing.
	polished bool
	threads  int
	workers  []worker
}

// worker is the memory of one goroutine of the coarse stage.
type worker struct {
	slicer          slicer.Slicer
	descent         gw.CGWorkspace
	slicing, polish time.Duration
}

// explore improves the starts and returns the distinct minima, few of each
// family, least loss first. done is told how many starts are finished.
func (s *search) explore(ctx context.Context, starts []start, done func(int)) []minimum {
	found := make([]minimum, len(starts))
	var finished atomic.Int64
	_ = parallel.For(ctx, s.threads, len(starts), 1, func(w, k, _ int) {
		f := s.families[starts[k].family]
		sigma := starts[k].sigma
		if f.problem != s.coarse {
			sigma = s.improve(ctx, &s.workers[w], f.problem, sigma, f.steps).sigma
		}
		found[k] = s.settle(ctx, &s.workers[w], sigma)
		done(int(finished.Add(1)))
	})
	var all []minimum
	for k := range s.families {
		var own []minimum
		for i, m := range found {
			if starts[i].family == k && m.sigma != nil {
				own = append(own, m)
			}
		}
		all = append(all, distinct(s.dy, own, keepOfFamily, sameMap)...)
	}
	return distinct(s.dy, all, len(all), sameMap)
}

// settle improves a map of the coarse problem as far as it goes.
func (s *search) settle(ctx context.Context, w *worker, sigma []int32) minimum {
	m := s.improve(ctx, w, s.coarse, sigma, descentSteps)
	m.orientation = judge.Orientation(s.x, s.y, m.sigma)
	return m
}

// improve lowers the loss of a map in p by at most limit steps.
func (s *search) improve(ctx context.Context, w *worker, p *coarse, sigma []int32, limit int) minimum {
	begin := time.Now()
	if !s.polished {
		f := s.families[0]
		r := reslice(&w.slicer, f.x, f.y, s.Problem, gw.Permutation(sigma), resliceRounds)
		w.slicing += time.Since(begin)
		return minimum{sigma: matching(r.slicing), objective: r.objective}
	}
	defer func() { w.polish += time.Since(begin) }()
	r, err := p.ConditionalGradient(ctx, gw.Permutation(sigma), gw.CGOptions{MaxIter: limit, Threads: 1}, &w.descent)
	if err != nil {
		panic("solver: " + err.Error()) // a permutation always fits the coarse problem
	}
	if next, ok := r.Plan.Sigma(); ok {
		return minimum{sigma: next, objective: r.Objective}
	}
	// The line search has left a mixture of two permutations, which is rare; the
	// full size will find it again from the map before it.
	return minimum{sigma: sigma, objective: p.objective(sigma)}
}

// distinct sorts minima by loss and drops those that are closer than within to a
// better one; at most limit remain.
func distinct(dy *mat.Dense, all []minimum, limit int, within float64) []minimum {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b minimum) int { return cmp.Compare(a.objective, b.objective) })
	var kept []minimum
	for _, m := range all {
		if len(kept) == limit {
			break
		}
		if !known(dy, kept, m, within) {
			kept = append(kept, m)
		}
	}
	return kept
}

func known(dy *mat.Dense, kept []minimum, m minimum, within float64) bool {
	return slices.ContainsFunc(kept, func(k minimum) bool {
		return apart(dy, k.sigma, m.sigma) < within && sameSide(k.orientation, m.orientation)
	})
}

// turned is the difference in orientation from which two maps that send all
// samples to much the same places still count as different.
const turned = 0.1

func sameSide(a, b float64) bool { return !(math.Abs(a-b) > turned) }

// close adds a∘b⁻¹∘c over the best maps. Where a and b differ by a symmetry of
// one of the shapes, that turns c by the same symmetry: a mirror image or a turn
// that no slicing has hit comes for free. The result is sorted and distinct.
func (s *search) close(ctx context.Context, minima []minimum, of int) []minimum {
	best := distinct(s.dy, minima, of, sameCoarse)
	seen := slices.Clone(minima)
	var relatives [][]int32
	for i := range best {
		for j := range best {
			for k := range best {
				if i == j || j == k {
					continue
				}
				m := minimum{sigma: compose(best[i].sigma, best[j].sigma, best[k].sigma)}
				m.orientation = judge.Orientation(s.x, s.y, m.sigma)
				if !known(s.dy, seen, m, sameCoarse) {
					seen = append(seen, m)
					relatives = append(relatives, m.sigma)
				}
			}
		}
	}
	found := make([]minimum, len(relatives))
	_ = parallel.For(ctx, s.threads, len(relatives), 1, func(w, k, _ int) {
		found[k] = s.settle(ctx, &s.workers[w], relatives[k])
	})
	all := slices.Clone(minima)
	for _, m := range found {
		if m.sigma != nil {
			all = append(all, m)
		}
	}
	return distinct(s.dy, all, len(all), sameMap)
}

// nearEqual keeps the minima worth judging, none of them much worse than the best:
// matches different matches, and as many as variants of these that differ in a limb
// or two. Losses hardly tell variants apart, the judge does.
func nearEqual(dy *mat.Dense, minima []minimum, matches, variants int) []minimum {
	n := 0
	for n < len(minima) && minima[n].objective <= tolerable*minima[0].objective+1e-9 {
		n++
	}
	chosen := distinct(dy, minima[:n], matches, sameCoarse)
	for _, m := range minima[:n] {
		if variants == 0 {
			break
		}
		if !known(dy, chosen, m, sameMap) && known(dy, chosen, m, sameCoarse) {
			chosen = append(chosen, m)
			variants--
		}
	}
	return chosen
}

// times are the wall-clock times of slicing and polish, taking all workers as busy.
func (s *search) times() (slicing, polish time.Duration) {
	for i := range s.workers {
		slicing += s.workers[i].slicing
		polish += s.workers[i].polish
	}
	n := time.Duration(len(s.workers))
	return slicing / n, polish / n
}
