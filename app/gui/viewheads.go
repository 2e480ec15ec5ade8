package gui

import "gwscope/app/gui/widget"

// What stands over the panes: titles, tools, and the key to the colours.

// showTools lights the tools that are on.
func (vs *views) showTools() {
	for s, h := range vs.headers {
		h.tools[0].SetOn(vs.m.linked)
		h.tools[1].SetOn(vs.m.view.Edges)
		h.tools[2].SetOn(vs.m.view.Flat)
		alone := vs.m.maximised == s
		h.tools[3].SetOn(alone)
		h.tools[3].SetIcon(map[bool]string{true: "restore", false: "maximise"}[alone])
		plain := !vs.m.large
		two := vs.m.layout == sideBySide && plain
		widget.SetVisible(h.tools[1], plain)
		widget.SetVisible(h.tools[2], plain)
		widget.SetVisible(h.tools[0], two)
		widget.SetVisible(h.tools[3], two)
		h.objects.Refresh()
	}
}

// showHeaders writes titles, captions and the colour bar over the panes.
func (vs *views) showHeaders() {
	m := vs.m
	panes := m.panes(vs.port.Size())
	vs.races.showLanes()
	foot := panes[len(panes)-1].side // the pane that the key to the colours lies in
	for s, h := range vs.headers {
		key := paneKey{foot: footOf(m, side(s))}
		if side(s) == foot {
			if m.picture != nil {
				key.bar = m.picture.Bar
			}
			if key.bar == nil && (m.match != nil || m.preview != nil) {
				key.caption = captionOf(m)
			}
		}
		way := ""
		if side(s) == sideA && m.match != nil && (m.layout == morphOnly || m.layout == overlaid || m.view.T > 0) {
			way = "t = " + fixed(m.view.T, 2) + " · " + m.wayLabel()
			if m.layout == overlaid {
				way = "t = " + fixed(m.view.T, 2) + " · B translucent around it"
			}
		}
		h.show(m.shapes[s], m.shapes[side(s).other()], m.loading[s], way, key)
	}
}

// inkViews makes the words over the views fit their background.
func (vs *views) inkViews() {
	widget.ViewPalette = nil
	if night := vs.m.viewIsDark(); night != widget.IsDark() {
		widget.ViewPalette = widget.Light
		if night {
			widget.ViewPalette = widget.Dark
		}
	}
	for _, h := range vs.headers {
		h.objects.Refresh()
		for _, l := range []*widget.Label{h.title, h.stats, h.caption, h.waiting} {
			l.Refresh()
		}
		h.legend.Refresh()
	}
	for _, l := range vs.races.lanes {
		l.title.Refresh()
		l.figure.Refresh()
	}
	vs.races.legend.Refresh()
}
