package gui

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
)

var _ fyne.Focusable = (*strip)(nil)

// The strip reaches the samples without a mouse: while it has the focus, Left and Right go along the line, and Up and
// Down change between the rows.

func (s *strip) FocusGained()   { s.focused = true; s.Redraw() }
func (s *strip) FocusLost()     { s.focused = false; s.Redraw() }
func (s *strip) TypedRune(rune) {}

func (s *strip) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		s.walk(s.row, -1)
	case fyne.KeyRight:
		s.walk(s.row, 1)
	case fyne.KeyUp:
		s.walk(sideA, 0)
	case fyne.KeyDown:
		s.walk(sideB, 0)
	default:
		s.keys(e)
	}
}

// walk marks the sample of a row that is by places after the marked sample; the first sample if none is marked.
func (s *strip) walk(row side, by int) {
	s.row = row
	order := ordered(s.data.values[row])
	if len(order) == 0 || s.pick == nil {
		return
	}
	at := slices.Index(order, s.data.marked[row])
	if at < 0 {
		by = 0
	}
	s.pick(row, order[min(max(at+by, 0), len(order)-1)])
}

// ordered are samples by their places on the line.
func ordered(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	return order
}
