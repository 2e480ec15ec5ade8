package gui

import (
	"slices"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
)

func (l *looks) lineEntries() []widget.MenuEntry {
	now := l.m.view
	var out []widget.MenuEntry
	for _, n := range lineCounts {
		out = append(out, widget.MenuEntry{Label: lineLabel(n), Checked: n == now.Lines && !now.Worst, Do: func() { l.drawLines(n) }})
	}
	return append(out, widget.MenuEntry{Label: "Lines: another number…", Checked: !slices.Contains(lineCounts, now.Lines) && !now.Worst, Do: l.askLines},
		widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: worstLabel, Checked: now.Worst, Do: func() {
			l.m.setView(func(v *present.View) { v.Worst = true })
		}})
}

// drawLines chooses how many lines spread over the shapes.
func (l *looks) drawLines(n int) {
	l.m.setView(func(v *present.View) { v.Lines, v.Worst = n, false })
}

// askLines asks for another number of lines. Lines begin at farthest-point samples, so there are at most as
// many as samples.
func (l *looks) askLines() {
	hint := "As many of the farthest-point samples, the first ones spread the widest"
	if m := l.m.match; m != nil {
		hint += "; at most " + count(m.X.Len())
	}
	l.dialogs.askCount("Correspondence lines", hint, l.m.view.Lines, l.drawLines)
}

func (l *looks) toggleEdges() { l.m.setView(func(v *present.View) { v.Edges = !v.Edges }) }

func (l *looks) toggleBare() { l.m.setView(func(v *present.View) { v.Bare = !v.Bare }) }

func (l *looks) toggleWires() { l.m.setView(func(v *present.View) { v.Registered = !v.Registered }) }

func (l *looks) toggleFlat() { l.m.setView(func(v *present.View) { v.Flat = !v.Flat }) }
