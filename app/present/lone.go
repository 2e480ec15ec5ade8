package present

import (
	"image/color"
)

// lone marks the vertices of both shapes that seem to have no partner on the other shape; nil for
// a shape where this is not worth telling (trust.Unmatched.Telling).
func (s *Stage) lone() (marked [2][]bool, share [2]float64) {
	s.loneOnce.Do(func() {
		u := s.match.Unmatched()
		for k, sd := range [2]*side{s.a, s.b} {
			if !u.Telling(k) {
				continue
			}
			s.loneShare[k] = u.Area[k]
			s.loneMarked[k] = make([]bool, len(sd.domain.PointOf))
			for i, p := range sd.domain.PointOf {
				s.loneMarked[k][i] = sd.domain.Takes[i] && u.Points[k][p]
			}
		}
	})
	return s.loneMarked, s.loneShare
}

// GreysLone reports whether a view greys parts without a partner. Colours that show a quantity do
// not.
func (v View) GreysLone() bool {
	mode, known := ModeOf(v.ColorBy)
	return !v.Paint.ColorLone && !(known && mode.Scale)
}

// greysLone reports whether a view of the match greys parts without a partner if its colours show
// no quantity.
func (s *Stage) greysLone(v View) bool {
	return s.match != nil && !v.Paint.ColorLone && (!v.Hasty || s.match.UnmatchedKnown())
}

// greyLone greys parts without a partner, where colours say which place is matched with which: a
// colour there would claim a partner that is not known. Quantities keep their colours.
func (s *Stage) greyLone(p *painted, v View) {
	marked, share := s.lone()
	p.lone = share
	for k, l := range []*look{&p.a, &p.b} {
		if marked[k] == nil {
			continue
		}
		of := l.colors
		l.colors = make([]color.NRGBA, len(marked[k]))
		for i, on := range marked[k] {
			switch {
			case on:
				l.colors[i] = grey(v.Dark)
			case of == nil:
				l.colors[i] = plain(v)
			default:
				l.colors[i] = of[i]
			}
		}
	}
}
