package anchor

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

const (
	// grown of the best candidates are tried with lesser tips, if their scores are within
	// growWithin of the best: lesser tips gain up to 0.8.
	grown      = 3
	growWithin = 1
	// growRounds and triedMoves bound the search from each: a few tips are missing, and
	// pairs that a match brings near to each other are tried first.
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

// grow pairs the tips that candidates leave over. The ear of a cat that is an extremity, and the
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
	l := &moveList{candidate: c, gap: s.gaps(c), restX: rest(len(s.x.tips), c.tipsX), restY: rest(len(s.y.tips), c.tipsY)}
	l.addPairs()
	l.addRounds(s.known)
	for k := s.known; k < len(c.tipsX); k++ {
		l.addPartnersOfX(k)
		l.addPartnersOfY(k)
	}
	all := l.moves
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

// moveList gathers the moves from a candidate.
type moveList struct {
	*candidate
	gap          func(a, b int) float64 // how far apart the candidate holds a tip of X and one of Y
	restX, restY []int                  // tips without a partner
	moves        []move
}

// add adds a move whose new pairs the candidate holds gap apart.
func (l *moveList) add(x, y []int, gap float64) {
	l.moves = append(l.moves, move{candidate{tipsX: x, tipsY: y}, gap})
}

// near reports whether the candidate holds two tips near enough for partners, and the gap.
func (l *moveList) near(a, b int) (gap float64, ok bool) {
	gap = l.gap(a, b)
	return gap, gap < growReach
}

// addPairs adds a pair or two of tips without a partner.
func (l *moveList) addPairs() {
	for i, a := range l.restX {
		for _, b := range l.restY {
			g, ok := l.near(a, b)
			if !ok {
				continue
			}
			l.add(with(l.tipsX, a), with(l.tipsY, b), g)
			for _, a2 := range l.restX[i+1:] {
				for _, b2 := range l.restY {
					if h, ok := l.near(a2, b2); ok && b2 != b {
						l.add(with(l.tipsX, a, a2), with(l.tipsY, b, b2), (g+h)/2)
					}
				}
			}
		}
	}
}

// addRounds lets two or three of the pairs that are not known pass their partners round.
func (l *moveList) addRounds(known int) {
	for i := known; i < len(l.tipsX); i++ {
		for k := known; k < i; k++ {
			l.addRound(k, i)
			for j := known; j < k; j++ {
				l.addRound(j, k, i)
				l.addRound(i, k, j)
			}
		}
	}
}

// addRound lets some hand their partners on, the last to the first.
func (l *moveList) addRound(of ...int) {
	turned, far, sum := slices.Clone(l.tipsY), 0.0, 0.0
	for i, k := range of {
		next := of[(i+1)%len(of)]
		turned[next] = l.tipsY[k]
		g := l.gap(l.tipsX[next], l.tipsY[k])
		far, sum = max(far, g), sum+g
	}
	if far < growReach {
		l.add(l.tipsX, turned, sum/float64(len(of)))
	}
}

// addPartnersOfX gives tip k of X another partner, and perhaps another tip of X a partner, too.
func (l *moveList) addPartnersOfX(k int) {
	for _, b := range l.restY {
		g, ok := l.near(l.tipsX[k], b)
		if !ok {
			continue
		}
		turned := replaced(l.tipsY, k, b)
		l.add(l.tipsX, turned, g)
		for _, a := range l.restX {
			for _, other := range with(l.restY, l.tipsY[k]) {
				if h, ok := l.near(a, other); ok && other != b {
					l.add(with(l.tipsX, a), with(turned, other), g+h)
				}
			}
		}
	}
}

// addPartnersOfY does for Y what addPartnersOfX does for X.
func (l *moveList) addPartnersOfY(k int) {
	for _, a := range l.restX {
		g, ok := l.near(a, l.tipsY[k])
		if !ok {
			continue
		}
		turned := replaced(l.tipsX, k, a)
		l.add(turned, l.tipsY, g)
		for _, b := range l.restY {
			for _, other := range with(l.restX, l.tipsX[k]) {
				if h, ok := l.near(other, b); ok && other != a {
					l.add(with(turned, other), with(l.tipsY, b), g+h)
				}
			}
		}
	}
}

// with is a copy of a list with more at its end.
func with(list []int, more ...int) []int { return append(slices.Clone(list), more...) }

// replaced is a copy of a list with another value at k.
func replaced(list []int, k, value int) []int {
	out := slices.Clone(list)
	out[k] = value
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
