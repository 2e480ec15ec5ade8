package present

import "testing"

// The colours of the chosen minimum are nearly those of the whole map, and those of the other
// minima are not.
func TestAlternativesLookLikeThemselves(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := NewStage(m)
	carried := s.Picture(NewView()).B.Surfaces[0].Colors
	off := func(k int) float64 {
		var sum float64
		for i, c := range s.Alternative(k).Surfaces[0].Colors {
			for _, d := range [3]int{int(c.R) - int(carried[i].R), int(c.G) - int(carried[i].G), int(c.B) - int(carried[i].B)} {
				sum += float64(max(d, -d))
			}
		}
		return sum / float64(3*len(carried))
	}
	own := off(m.Chosen)
	if own > 20 {
		t.Errorf("the chosen minimum is off its own map by %.1f of 255", own)
	}
	for k := range m.Result.Alternatives {
		if k != m.Chosen && off(k) < own {
			t.Errorf("minimum %d looks more like the map (%.1f) than the chosen one (%.1f)", k, off(k), own)
		}
	}
}
