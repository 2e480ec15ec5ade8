package anchor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

const (
	// grown of the best candidates are tried with lesser tips, if their scores are within
	// growWithin of the best: what lesser tips gain is up to 0.8.
	grown      = 3
	growWithin = 1
	// growRounds and triedMoves bound the search from each: a few tips are missing, and
	// what a match brings near to each other is tried first.
	growRounds = 5
	triedMoves = 16
	// leastTried moves are tried whatever the pins say.
	leastTried = 8
	// growReach, in mean distances, is how far from its partner a match may send a tip
	// that it was not told of: across a head, whose parts may be twisted.
	growReach = 1.6
)

// growing are the candidates to grow, fewer where pins have settled more.
func (s *solver) growing(all []candidate) []candidate {
	most, count := max(grown/(1+s.known), 1), 0
	for count < min(most, len(all)) && all[count].score < all[0].score+growWithin {
		count++
	}
	return all[:count]
}

// tries is how many moves are tried from each in a round, fewer where pins have settled
// more.
func (s *solver) tries() int { return max(triedMoves/(1+s.known), leastTried) }

// move is a pairing that differs from a candidate's by little.
type move struct {
	candidate
	gap float64 // how far apart the candidate holds the newly paired, in mean distances
}

// grow pairs what candidates leave over. The ear of a cat that is an extremity, and the
// other one that just is not, have a trunk and two ears to choose from: with one tip a
// side a head is matched twisted. A move adds a pair or two, changes a partner, or both,
// or lets two or three pass theirs round, and the best is made while it lowers the score.
func (s *solver) grow(ctx context.Context, all []candidate) error {
	tried := make([]map[string]bool, len(all))
	done := make([]bool, len(all))
	measured := map[string]candidate{} // candidates that are near to each other have moves in common
	for round := range growRounds {
		var next []candidate
		var asked []string
		from := map[string][]int{}
		for k := range all {
			if done[k] {
				continue
			}
			if tried[k] == nil {
				tried[k] = map[string]bool{}
			}
			for _, m := range s.moves(&all[k], tried[k]) {
				key := m.key()
				if _, known := measured[key]; !known && from[key] == nil {
					next = append(next, m.candidate)
				}
				if from[key] == nil {
					asked = append(asked, key)
				}
				from[key] = append(from[key], k)
			}
			done[k] = true // unless a move is made
		}
		if len(asked) == 0 {
			break
		}
		if err := s.measure(ctx, next, s.fine.costs, s.fine.bases, chooseSizes, func(share float64) {
			s.tell("pairing lesser extremities", 0.7+0.1*(float64(round)+share)/growRounds)
		}); err != nil {
			return err
		}
		for _, c := range next {
			measured[c.key()] = c
		}
		for _, key := range asked {
			c := measured[key]
			for _, k := range from[key] {
				if c.score < all[k].score {
					all[k], done[k] = c, false
				}
			}
		}
	}
	return nil
}

// moves are the pairings near to a candidate's that have not been tried, those that it
// nearly makes first.
func (s *solver) moves(c *candidate, tried map[string]bool) []move {
	gap := s.gaps(c)
	restX, restY := rest(len(s.x.tips), c.tipsX), rest(len(s.y.tips), c.tipsY)
	var all []move
	add := func(x, y []int, gap float64) {
		all = append(all, move{candidate{tipsX: x, tipsY: y}, gap})
	}
	with := func(list []int, k, value int) []int {
		out := slices.Clone(list)
		out[k] = value
		return out
	}
	for i, a := range restX {
		for _, b := range restY {
			g := gap(a, b)
			if g >= growReach {
				continue
			}
			add(append(slices.Clone(c.tipsX), a), append(slices.Clone(c.tipsY), b), g)
			for _, a2 := range restX[i+1:] {
				for _, b2 := range restY {
					if h := gap(a2, b2); b2 != b && h < growReach {
						add(append(slices.Clone(c.tipsX), a, a2), append(slices.Clone(c.tipsY), b, b2), (g+h)/2)
					}
				}
			}
		}
	}
	// round lets some hand their partners on, the last one to the first.
	round := func(of ...int) {
		turned, far, sum := slices.Clone(c.tipsY), 0.0, 0.0
		for i, k := range of {
			next := of[(i+1)%len(of)]
			turned[next] = c.tipsY[k]
			g := gap(c.tipsX[next], c.tipsY[k])
			far, sum = max(far, g), sum+g
		}
		if far < growReach {
			add(c.tipsX, turned, sum/float64(len(of)))
		}
	}
	for l := s.known; l < len(c.tipsX); l++ {
		for k := s.known; k < l; k++ {
			round(k, l)
			for j := s.known; j < k; j++ {
				round(j, k, l)
				round(l, k, j)
			}
		}
	}
	for k := s.known; k < len(c.tipsX); k++ {
		for _, b := range restY {
			g := gap(c.tipsX[k], b)
			if g >= growReach {
				continue
			}
			turned := with(c.tipsY, k, b)
			add(c.tipsX, turned, g)
			for _, a := range restX {
				for _, other := range append(slices.Clone(restY), c.tipsY[k]) {
					if h := gap(a, other); other != b && h < growReach {
						add(append(slices.Clone(c.tipsX), a), append(slices.Clone(turned), other), g+h)
					}
				}
			}
		}
		for _, a := range restX {
			g := gap(a, c.tipsY[k])
			if g >= growReach {
				continue
			}
			turned := with(c.tipsX, k, a)
			add(turned, c.tipsY, g)
			for _, b := range restY {
				for _, other := range append(slices.Clone(restX), c.tipsX[k]) {
					if h := gap(other, b); other != a && h < growReach {
						add(append(slices.Clone(turned), other), append(slices.Clone(c.tipsY), b), g+h)
					}
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b move) int { return cmp.Compare(a.gap, b.gap) })
	var out []move
	for _, m := range all {
		if key := m.key(); !tried[key] && len(out) < s.tries() {
			tried[key] = true
			out = append(out, m)
		}
	}
	return out
}

// key is the same for pairings that differ by order only.
func (c *candidate) key() string {
	pairs := make([][2]int, len(c.tipsX))
	for k := range pairs {
		pairs[k] = [2]int{c.tipsX[k], c.tipsY[k]}
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return fmt.Sprint(pairs)
}

// rest are the tips that are not paired.
func rest(count int, paired []int) (out []int) {
	for k := range count {
		if !slices.Contains(paired, k) {
			out = append(out, k)
		}
	}
	return out
}

// gaps measure how far a candidate holds tip a of X and tip b of Y apart, in mean
// distances, both ways.
func (s *solver) gaps(c *candidate) func(a, b int) float64 {
	imagesX, imagesY := images(s.x, s.y, c.xToY), images(s.y, s.x, c.yToX)
	return func(a, b int) float64 {
		return float64(s.y.fields[b].far[imagesX[a]]+s.x.fields[a].far[imagesY[b]]) / 2
	}
}

// images are the points that the tips of from, or rather the samples nearest to them, go to.
func images(from, to *side, fromToTo []int32) []int32 {
	out := make([]int32, len(from.tips))
	for k := range from.tips {
		at := 0
		for i, p := range from.space.Samples[:len(fromToTo)] {
			if from.fields[k].far[p] < from.fields[k].far[from.space.Samples[at]] {
				at = i
			}
		}
		out[k] = to.space.Samples[fromToTo[at]]
	}
	return out
}

// reported parts the pairs of extremities from those with lesser ones.
func (s *solver) reported(c *candidate) (x, y []int, lesser [][2]int32) {
	for k, a := range c.tipsX {
		b := c.tipsY[k]
		if a < s.x.main && b < s.y.main {
			x, y = append(x, a), append(y, b)
		} else {
			lesser = append(lesser, [2]int32{s.x.tips[a].Point, s.y.tips[b].Point})
		}
	}
	return x, y, lesser
}
