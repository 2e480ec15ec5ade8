package gui

import "gwscope/app/gui/widget"

// Words over the panes: titles, tools, and the key to the colours.

// showTools lights the tools that are on.
func (vs *views) showTools() {
	for s, h := range vs.headers {
		tools, plain := h.tools, !vs.m.large
		two := vs.m.layout == sideBySide && plain
		if h.seat != nil {
			tools = tools[1:]
			h.seat.SetOn(vs.m.view.AsFiled)
			h.seat.SetText(map[bool]string{true: "As filed", false: "Aligned"}[vs.m.view.AsFiled])
			widget.SetVisible(h.seat, two && vs.m.turnable() == "")
		}
		tools[0].SetOn(vs.m.linked)
		tools[1].SetOn(vs.m.view.Edges)
		tools[2].SetOn(vs.m.view.Flat)
		alone := vs.m.maximised == s
		tools[3].SetOn(alone)
		tools[3].SetIcon(map[bool]string{true: "restore", false: "maximise"}[alone])
		h.plain = plain
		widget.SetVisible(tools[0], two)
		widget.SetVisible(tools[3], two)
		h.objects.Refresh()
	}
}

// showHeaders writes titles, captions and the colour bar over the panes.
func (vs *views) showHeaders() {
	m := vs.m
	panes := m.panes(vs.port.Size())
	vs.races.showLanes()
	vs.watchWaiting()
	changed := false
	foot := panes[len(panes)-1].side // the pane with the key to the colours
	for s, h := range vs.headers {
		key := paneKey{foot: footOf(m, side(s)), lift: footLift(m)}
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
		waits := m.waits(side(s))
		h.wasRead = waits && (h.wasRead || h.shown.loading != "")
		changed = h.show(m.shapes[s], m.shapes[side(s).other()], m.loading[s], way, key, waits && (vs.late || h.wasRead), m.cameras[s].Up) || changed
	}
	if changed { // tools and foot of a header depend on the other header
		for _, h := range vs.headers {
			h.objects.Refresh()
		}
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
		for _, l := range []*widget.Label{h.title, h.stats, h.caption, h.foot, h.waiting} {
			l.Refresh()
		}
		for _, b := range h.backs {
			b.Refresh()
		}
		h.veil.Refresh()
		h.legend.Refresh()
	}
	for k, l := range vs.races.lanes {
		l.title.Refresh()
		l.figure.Refresh()
		vs.races.waits[k].object.Refresh()
	}
	vs.races.legend.Refresh()
}
