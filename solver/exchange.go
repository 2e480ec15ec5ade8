package solver

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// Exchanging limbs: lengths are shares of the mean distance.
const (
	// endApart is the least distance between two ends of limbs.
	endApart = 0.3
	// mostEnds are tried, those furthest from everything.
	mostEnds = 12
	// exchangeTries is how many exchanges of one map are descended from, those of least loss.
	exchangeTries = 6
	// exchangeWorth is the objective, in shares of the least one, above which an exchange is
	// no match to be judged: the judge, which sees small neighbourhoods, may take two wings
	// for each other.
	exchangeWorth = 1.3
	// exchangeRounds limits how often the best map of a round is looked at again.
	exchangeRounds = 3
)

// limbShares are how much of the way between two ends belongs to a limb that is exchanged.
var limbShares = [...]float64{0.25, 0.45}

// exchange finds minima that differ from the best ones by the exchange of two limbs, such as
// neighbouring legs of a spider. A descent does not find them: all of a limb would have to
// move at once, and each part of the way is worse. They are sorted and distinct, and none of
// the minima is among them.
func (s *search) exchange(ctx context.Context, minima []minimum, of int) []minimum {
	if len(minima) == 0 || !s.polished {
		return nil
	}
	ends := limbEnds(s.dy)
	var all []minimum
	best, from := minima[0].objective, distinct(s.dy, minima, of, sameCoarse)
	for range exchangeRounds {
		var starts []minimum
		for _, m := range from {
			starts = append(starts, s.exchanged(m, ends)...)
		}
		found := make([]minimum, len(starts))
		_ = parallel.For(ctx, s.threads, len(starts), 1, func(w, k, _ int) {
			found[k] = s.settle(ctx, &s.workers[w], starts[k].sigma)
		})
		if ctx.Err() != nil {
			break
		}
		for _, m := range found {
			if m.objective <= exchangeWorth*minima[0].objective && !known(s.dy, minima, m, sameMap) {
				all = append(all, m)
			}
		}
		all = distinct(s.dy, all, len(all), sameMap)
		if len(all) == 0 || !(all[0].objective < best*(1-1e-9)) {
			break
		}
		best, from = all[0].objective, all[:1]
	}
	return all
}

// exchanged are the most promising maps that differ from m by two limbs of Y.
func (s *search) exchanged(m minimum, ends []int) []minimum {
	var all []minimum
	for a, p := range ends {
		for _, q := range ends[:a] {
			for _, share := range limbShares {
				sigma := slices.Clone(m.sigma)
				exchangeLimbs(s.dy, p, q, share*s.dy.At(p, q), sigma)
				if apart(s.dy, sigma, m.sigma) < sameCoarse {
					continue
				}
				e := minimum{sigma: sigma, objective: s.objective(sigma)}
				if e.objective <= tolerable*m.objective+1e-9 {
					all = append(all, e)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b minimum) int { return cmp.Compare(a.objective, b.objective) })
	return all[:min(len(all), exchangeTries)]
}

// limbEnds are the points that are further from everything, in the mean, than all points
// around them, the furthest first.
func limbEnds(d *mat.Dense) []int {
	n, _ := d.Dims()
	far, mean := make([]float64, n), 0.0
	for i := range far {
		for _, v := range d.RawRowView(i) {
			far[i] += v / float64(n)
		}
		mean += far[i] / float64(n)
	}
	var ends []int
	for i := range n {
		end := true
		for k, v := range d.RawRowView(i) {
			if v < endApart*mean && (far[k] > far[i] || far[k] == far[i] && k < i) {
				end = false
				break
			}
		}
		if end {
			ends = append(ends, i)
		}
	}
	slices.SortStableFunc(ends, func(a, b int) int { return cmp.Compare(far[b], far[a]) })
	return ends[:min(len(ends), mostEnds)]
}

// exchangeLimbs sends the sources of the points within radius of p to those around q, and
// the reverse, in order of their distance from the ends.
func exchangeLimbs(d *mat.Dense, p, q int, radius float64, sigma []int32) {
	limb := func(end int) []int32 {
		var points []int32
		row := d.RawRowView(end)
		for k, v := range row {
			if v <= radius {
				points = append(points, int32(k))
			}
		}
		slices.SortStableFunc(points, func(a, b int32) int { return cmp.Compare(row[a], row[b]) })
		return points
	}
	a, b := limb(p), limb(q)
	to := order.Natural(len(sigma))
	for k := range min(len(a), len(b)) {
		to[a[k]], to[b[k]] = b[k], a[k]
	}
	for i, t := range sigma {
		sigma[i] = to[t]
	}
}
