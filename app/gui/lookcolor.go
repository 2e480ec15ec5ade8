package gui

import (
	"cmp"
	"slices"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
)

// nextColor steps through the quantities that can be shown.
func (l *looks) nextColor() {
	modes := present.Modes()
	i := slices.IndexFunc(modes, func(c present.Mode) bool { return c.By == l.m.view.ColorBy })
	for range modes {
		i = (i + 1) % len(modes)
		if l.m.shows(modes[i]) {
			l.colorBy(modes[i].By)
			return
		}
	}
}

// colorBy lets colours show something else. A brush on the values before goes.
func (l *looks) colorBy(by present.ColorBy) {
	l.m.setView(func(v *present.View) {
		if v.ColorBy != by {
			v.ColorBy, v.Brush = by, present.Brush{}
		}
	})
	if by == present.ByDistance && l.m.pick == nil {
		l.widgets.Tips.Announce("Click a vertex: distances are measured from there and from its match")
	}
}

func (l *looks) colorEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, c := range present.Modes() {
		out = append(out, widget.MenuEntry{Label: c.Label, Checked: c.By == l.m.view.ColorBy, Why: unless(l.m.shows(c), l.unseen(c)), Words: "colors", Do: func() { l.colorBy(c.By) }})
	}
	return out
}

// unseen is why a colouring has nothing to show.
func (l *looks) unseen(c present.Mode) string {
	return cmp.Or(l.m.unmatched(), map[present.ColorBy]string{
		present.ByFile:          "The files have no colours",
		present.ByOwn:           "The files have no colours",
		present.ByError:         "The truth of this pair is not known",
		present.ByMirroredError: "The mirrored truth of this pair is not known",
		present.ByOrientation:   "Both surfaces have to be closed",
	}[c.By], "A is a cloud: it has no surface")
}
