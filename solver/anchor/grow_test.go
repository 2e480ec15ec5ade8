package anchor

import (
	"slices"
	"testing"

	"gwscope/solver/metric"
)

// A cat has one ear that is an extremity, the other just is not; a horse has a nose and
// two ears. The match of the heads is untwisted by pairing them, too.
func TestLesserTipsUntwistHeads(t *testing.T) {
	t.Parallel()
	p := newPair(t, "cat/1", "horse/2r", 500, 500, nil)
	r := mustSolve(t, p.x, p.y, Options{})
	best := r.Matches[0]
	if e := p.meanError(t, best.XToY, p.direct); e > 0.048 { // 0.041; 0.054 without lesser tips
		t.Errorf("error %.3f", e)
	}
	if len(best.Lesser) == 0 {
		t.Error("no lesser tips were paired")
	}
	isTip := func(tips []Extremity, point int32) bool {
		return slices.ContainsFunc(tips, func(t Extremity) bool { return t.Point == point })
	}
	for _, pair := range best.Lesser {
		if isTip(r.TipsX, pair[0]) && isTip(r.TipsY, pair[1]) {
			t.Errorf("two extremities, %v, are reported as lesser tips", pair)
		}
	}
}

// Moves change little, are never offered twice, and leave known pairs alone.
func TestMovesAreNearAndNew(t *testing.T) {
	t.Parallel()
	m, _ := star(6)
	x, y := spaceOf(t, m, 200, 1), spaceOf(t, m, 200, 2)
	s := &solver{threads: 1, memory: new(Memory), known: 1}
	tips := tipsOf(t, x, 1)
	var err error
	if s.x, err = newSide(t.Context(), s.memory.ground(x, false), tips, 1); err != nil {
		t.Fatal(err)
	}
	if s.y, err = newSide(t.Context(), s.memory.ground(y, false), tips, 1); err != nil {
		t.Fatal(err)
	}
	c := candidate{tipsX: []int{0, 1, 2, 3}, tipsY: []int{0, 1, 2, 4}, xToY: make([]int32, 200), yToX: make([]int32, 200)}
	for i := range c.xToY { // the same places, by other samples
		c.xToY[i] = nearestTo(y, x.Samples[i])
		c.yToX[i] = nearestTo(x, y.Samples[i])
	}
	tried := map[string]bool{c.key(): true}
	total := 0
	for {
		moves := s.moves(&c, tried)
		if len(moves) == 0 {
			break
		}
		for k, m := range moves {
			if total++; len(m.tipsX) != len(m.tipsY) || len(m.tipsX) < 4 || len(m.tipsX) > 6 {
				t.Fatalf("a move to %v and %v", m.tipsX, m.tipsY)
			}
			if m.tipsX[0] != 0 || m.tipsY[0] != 0 {
				t.Error("a known pair is given up")
			}
			if k > 0 && m.gap < moves[k-1].gap {
				t.Error("a farther move before a nearer one")
			}
			for _, list := range [][]int{m.tipsX, m.tipsY} {
				if sorted := slices.Sorted(slices.Values(list)); len(slices.Compact(sorted)) != len(list) {
					t.Errorf("a tip twice in %v", list)
				}
			}
		}
	}
	if total == 0 || total != len(tried)-1 {
		t.Errorf("%d moves, %d pairings tried", total, len(tried))
	}
	if key := (&candidate{tipsX: []int{3, 0, 1, 2}, tipsY: []int{4, 0, 1, 2}}).key(); !tried[key] {
		t.Error("the order of pairs matters")
	}

	// Two that are exchanged are put right, and two that are missing are tried at once.
	c.tipsY, tried = []int{0, 2, 1, 3}, map[string]bool{}
	for len(s.moves(&c, tried)) > 0 {
	}
	for _, want := range []candidate{
		{tipsX: []int{0, 1, 2, 3}, tipsY: []int{0, 1, 2, 3}},
		{tipsX: []int{0, 1, 2, 3, 4, 5}, tipsY: []int{0, 2, 1, 3, 4, 5}},
	} {
		if !tried[want.key()] {
			t.Errorf("%v with %v was not tried", want.tipsX, want.tipsY)
		}
	}
}

func nearestTo(space *metric.Space, point int32) int32 {
	at := 0
	for i := range space.Len() {
		if space.Row(i).At(point) < space.Row(at).At(point) {
			at = i
		}
	}
	return int32(at)
}
