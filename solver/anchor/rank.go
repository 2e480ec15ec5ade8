package anchor

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

const (
	// rankSamples suffice to tell a plausible pairing of tips from nonsense, and
	// keepRanked of 720 to have the right one among them.
	rankSamples = 120
	keepRanked  = 80
	// Seven tips have 5,040 pairings. pruneSamples, at a quarter of the price, leave
	// only pruned of them to rank.
	pruneSamples = 60
	pruned       = 800
	// keepReduced of the pairings without the weakest tip are kept, see rank.
	keepReduced = 24
)

// keep is how many of the ranked pairings are refined: fewer where pins have told the
// limbs apart already.
func (s *solver) keep(of int) int { return max(of/(1+s.known), leastKept) }

// leastKept pairings are refined whatever the pins say.
const leastKept = 8

// pairings are all injective maps of the smaller set of tips into the larger one.
func pairings(x, y int) []candidate {
	if x > y {
		turned := pairings(y, x)
		for k, c := range turned {
			turned[k].tipsX, turned[k].tipsY = c.tipsY, c.tipsX
		}
		return turned
	}
	own := make([]int, x)
	for k := range own {
		own[k] = k
	}
	var all []candidate
	images, taken := make([]int, x), make([]bool, y)
	var place func(k int)
	place = func(k int) {
		if k == x {
			all = append(all, candidate{tipsX: own, tipsY: slices.Clone(images)})
			return
		}
		for l := range y {
			if !taken[l] {
				taken[l], images[k] = true, l
				place(k + 1)
				taken[l] = false
			}
		}
	}
	place(0)
	return all
}

// behind puts pairings of the other tips after those of the known first ones.
func behind(known int, all []candidate) []candidate {
	if known == 0 {
		return all
	}
	shifted := func(tips []int) []int {
		out := make([]int, 0, known+len(tips))
		for k := range known {
			out = append(out, k)
		}
		for _, t := range tips {
			out = append(out, known+t)
		}
		return out
	}
	for k, c := range all {
		all[k].tipsX, all[k].tipsY = shifted(c.tipsX), shifted(c.tipsY)
	}
	return all
}

// candidate is a pairing of tips, tipsX[k] with tipsY[k], on its way to be a match.
type candidate struct {
	tipsX, tipsY []int
	score        float64 // least is best
	Parts
	xToY, yToX []int32 // samples
	climbed    int     // steps of the climb that these have come by
}

// rank keeps the most plausible pairings. Where both shapes have equally many tips,
// one of each may be an odd one out, such as the one ear that is a tip beside the
// other that just is not: pairings without the weakest tip of X are ranked by
// themselves, because a cost over fewer tips is a smaller one.
func (s *solver) rank(ctx context.Context) ([]candidate, error) {
	x, y := s.x.main-s.known, s.y.main-s.known
	s.tell("ranking pairings of extremities", 0.1)
	kept, err := s.rankAll(ctx, behind(s.known, pairings(x, y)), s.keep(keepRanked))
	if err != nil || x != y || x == 0 || s.known+x <= LeastTips {
		return kept, err
	}
	reduced, err := s.rankAll(ctx, behind(s.known, pairings(x-1, y)), s.keep(keepReduced))
	return append(kept, reduced...), err
}

func (s *solver) rankAll(ctx context.Context, all []candidate, keep int) ([]candidate, error) {
	var err error
	if len(all) > pruned {
		if all, err = s.rankAt(ctx, all, pruneSamples, pruned); err != nil {
			return nil, err
		}
	}
	return s.rankAt(ctx, all, rankSamples, keep)
}

// rankAt orders pairings by how near the nearest neighbours under F are, both ways,
// and keeps the first few.
func (s *solver) rankAt(ctx context.Context, all []candidate, samples, keep int) ([]candidate, error) {
	costs := s.costsAt(samples)
	workers := make([]*ranker, s.threads)
	err := parallel.For(ctx, s.threads, len(all), 16, func(w, lo, hi int) {
		if workers[w] == nil {
			workers[w] = newRanker(costs)
		}
		r := workers[w]
		for k := lo; k < hi; k++ {
			costs.pairs(&all[k], r.ordered, r.cost, r.scratch, nil, nil).Least(r.rows, r.columns)
			all[k].score = meanOf(r.rows) + meanOf(r.columns)
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, byScore)
	return all[:min(len(all), keep)], nil
}

func byScore(a, b candidate) int { return cmp.Compare(a.score, b.score) }

// ranker is the room that one goroutine ranks in.
type ranker struct {
	ordered       [2]*ordered
	cost, scratch blas32.General
	rows, columns []float32 // least costs
}

func newRanker(c *costs) *ranker {
	n, m := c.x.count, c.y.count
	return &ranker{c.room(), dense.New32(n, m), dense.New32(n, m), make([]float32, n), make([]float32, m)}
}

// costs makes F at one number of samples.
type costs struct{ x, y *features }

func (s *solver) costsAt(samples int) *costs {
	sines := s.x.normals != nil && s.y.normals != nil
	return &costs{s.x.features(min(samples, s.x.space.Len()), sines), s.y.features(min(samples, s.y.space.Len()), sines)}
}

func (c *costs) room() [2]*ordered {
	tips := min(c.x.tips, c.y.tips)
	return [2]*ordered{newOrdered(c.x.count, tips), newOrdered(c.y.count, tips)}
}

// pairs is F of a candidate, see pairCosts, with distances scaled on both shapes.
func (c *costs) pairs(of *candidate, room [2]*ordered, cost, scratch blas32.General, onX, onY []float32) *argmin.Pairs {
	room[0].set(c.x, of.tipsX, onX)
	room[1].set(c.y, of.tipsY, onY)
	return pairCosts(room[0], room[1], cost, scratch)
}

// fill works F of a candidate out, free of proportions, and its mean; scratch has its
// size. Ranking leaves proportions in: they tell a tail from a leg.
func (c *costs) fill(of *candidate, room [2]*ordered, cost, scratch blas32.General) (mean float64) {
	onX, onY := scales(c.x, c.y, of)
	return c.pairs(of, room, cost, scratch, onX, onY).Write() / float64(max(len(cost.Data), 1))
}
