package pipeline

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Names are the names of the extremities of A and of B, in their order. Two extremities that the
// match sends to each other have one name: "tip 1" and so on, in the order of A. Those without a
// partner have later numbers, and only partners have the same number. Names that a person has given
// stay, and pass to a partner that was found.
func (t Tips) Names() [2][]string {
	m, tips := t.m, t.Of
	set := [2]bool{m.Marks.A.Tips != nil, m.Marks.B.Tips != nil}
	var names [2][]string
	used := map[string]bool{}
	for s := range tips {
		names[s] = make([]string, len(tips[s]))
		for k, tip := range tips[s] {
			if set[s] || tip.Pinned {
				names[s][k] = tip.Name
				used[tip.Name] = true
			}
		}
	}
	next := 1
	fresh := func() string {
		for {
			name := fmt.Sprintf("tip %d", next)
			next++
			if !used[name] {
				return name
			}
		}
	}
	for _, p := range t.pairs() {
		a, b := &names[0][p[0]], &names[1][p[1]]
		switch {
		case *a == "" && *b == "":
			*a = fresh()
			*b = *a
		case *a == "":
			*a = *b
		case *b == "":
			*b = *a
		}
	}
	for s := range names {
		for k := range names[s] {
			if names[s][k] == "" {
				names[s][k] = fresh()
			}
		}
	}
	return names
}

// partnerReach is the largest distance, over √area, between an extremity and the image of its partner.
const partnerReach = 0.2

// pairs are the extremities that the match sends to each other, without pins, in the order of A:
// the pairs that the match was found by, else those that are nearest to each other by both maps.
func (t Tips) pairs() [][2]int {
	m, tips := t.m, t.Of
	partner := map[int]int{}
	if match := m.Alternative().Match; match != nil {
		for k, a := range match.TipsX {
			partner[a] = match.TipsY[k]
		}
	} else if m.AToB != nil && m.BToA != nil {
		back := nearestTips(tips[1], tips[0], m.BToA, m.X.Domain)
		for a, b := range nearestTips(tips[0], tips[1], m.AToB, m.Y.Domain) {
			if b >= 0 && back[b] == a {
				partner[a] = b
			}
		}
	}
	var pairs [][2]int
	for a := range tips[0] {
		if b, ok := partner[a]; ok && b < len(tips[1]) && !tips[0][a].Pinned && !tips[1][b].Pinned {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// nearestTips are, for each extremity, the index of the extremity on the other shape that is nearest
// to its image; -1 where none is within reach.
func nearestTips(of, on []anchor.Extremity, there *correspond.SurfaceMap, dst *metric.Domain) []int {
	out := make([]int, len(of))
	for k, t := range of {
		out[k] = -1
		least := partnerReach
		for l, o := range on {
			if d := r3.Norm(r3.Sub(there.Positions[t.Point], dst.Points[o.Point])); d < least {
				out[k], least = l, d
			}
		}
	}
	return out
}
