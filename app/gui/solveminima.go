package gui

import (
	"context"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
)

// Which of the minima is shown.

func (s *solving) minimumEntries() []widget.MenuEntry {
	m := s.m.match
	if m == nil {
		return nil
	}
	var out []widget.MenuEntry
	names := minimumNames(m)
	for k, a := range m.Result.Alternatives {
		name := "the solver's choice"
		if k > 0 {
			name = ordinal(k+1) + " choice"
		}
		out = append(out, widget.MenuEntry{Label: names[k] + ", " + name, Shortcut: "GW² " + loss(a.GW2), Checked: k == m.Chosen, Do: func() { s.choose(k) }})
	}
	return out
}

// flip shows the other side of a mirrored pair, or the next alternative.
func (s *solving) flip() {
	if k := otherSide(s.m.match); k >= 0 {
		s.choose(k)
	}
}

// choose shows alternative k.
func (s *solving) choose(k int) {
	m := s.m.match
	if m == nil || k < 0 || k >= len(m.Result.Alternatives) || k == m.Chosen {
		return
	}
	s.choosing++
	turn := s.choosing
	s.m.setStatus("Carrying the other minimum to all vertices… (" + keyOf("stop") + " stops it)")
	ctx, stop := context.WithCancel(context.Background())
	s.stopChoosing()
	s.choice = stop
	s.tasks.background(func() func() {
		defer stop()
		truth, _ := pipeline.LoadTruth(m.A, m.B, "") // only a file can fail
		other, err := s.work.Choose(ctx, m, k, truth, nil)
		return func() {
			if s.choosing != turn || s.m.match != m {
				return
			}
			s.choice = nil
			s.m.setStatus("Ready")
			if ctx.Err() != nil && err != nil {
				s.m.setStatus("Stopped: the minimum is that of before")
				return
			}
			if err != nil {
				s.dialogs.fail("This minimum cannot be shown", err)
				return
			}
			s.setMatch(other)
		}
	}, s.stopChoosing)
}

// stopChoosing ends any work on another minimum.
func (s *solving) stopChoosing() {
	if s.choice != nil {
		s.choice()
		s.choice = nil
	}
}
