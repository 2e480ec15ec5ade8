package gui

import (
	"math"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/colormap"
)

// paintPanel chooses how a quantity becomes colours: map, range and isolines; and below which confidence places
// are hatched.
type paintPanel struct {
	maps, ranges, lines *widget.Dropdown
	symmetric           *widget.Switch
	lone                *widget.Switch
	mask                *widget.Slider
	maskValue           *widget.Label
	share               *widget.Label
	seeds               *widget.Control
	object              *fyne.Container
}

// rangeChoices are the offered ranges. A person can also type two numbers.
var rangeChoices = []struct {
	label string
	r     present.Range
}{
	{"Automatic", present.Range{}},
	{"Least to largest", present.Range{Rule: present.RangeFull}},
	{"Middle 99 %", present.Range{Rule: present.RangeClamp, Keep: 0.99}},
	{"Middle 95 %", present.Range{Rule: present.RangeClamp, Keep: 0.95}},
	{"Middle 90 %", present.Range{Rule: present.RangeClamp, Keep: 0.9}},
}

// isolineCounts are the offered numbers of isolines.
var isolineCounts = []int{0, 5, 10, 20, 40}

func newPaintPanel(widgets *widget.Maker, m *model, looks *looks, solving *solving) *paintPanel {
	p := &paintPanel{}
	p.maps = widgets.NewDropdown("All maps are even to the eye; viridis, cividis and balance suit any colour vision", func() []widget.MenuEntry { return looks.mapEntries() })
	p.ranges = widgets.NewDropdown("The values at the ends of the colour bar", func() []widget.MenuEntry { return looks.rangeEntries() })
	p.lines = widgets.NewDropdown("Lines of equal value, at round numbers", func() []widget.MenuEntry { return looks.isolineEntries() })
	p.symmetric = widgets.NewSwitch("Put the middle of the map at zero (at 1 for coverage)", func(on bool) {
		looks.setPaint(func(q *present.Paint) { q.Range.Symmetric = on })
	})
	p.lone = widgets.NewSwitch("Show parts in grey that seem to have no partner on the other shape (an estimate), in colourings that show the match", func(on bool) {
		looks.setPaint(func(q *present.Paint) { q.ColorLone = !on })
	})
	p.mask = widgets.NewSlider(func(v float64) { looks.setPaint(func(q *present.Paint) { q.Mask = math.Round(100*v) / 100 }) })
	p.mask.Tip = "Hatches places with less confidence"
	p.maskValue = widget.NewLabel("off", widget.TextSmall, widget.ColorText).Trailing()
	p.share = widget.NewLabel("", widget.TextCaption, widget.ColorSoft).Flex()
	p.seeds = widgets.NewControl(&widget.Control{Text: "Ask other seeds…", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20,
		Tip: "Solve again from other seeds, in the background: where they disagree, confidence falls", OnTap: solving.toggleSeeds})

	name := func(text string) *widget.Label {
		return widget.NewLabel(text, widget.TextSmall, widget.ColorSoft).Flex()
	}
	field := func(text string, value fyne.CanvasObject) fyne.CanvasObject {
		return container.New(widget.Row{Gap: 8, Shares: []float32{2, 3}}, name(text), value)
	}
	p.object = container.New(widget.Column{Gap: 6},
		field("Colour map", p.maps),
		field("Range", p.ranges),
		container.New(widget.Row{Gap: 8, Shares: []float32{1}}, name("Symmetric range"), p.symmetric),
		field("Isolines", p.lines),
		container.New(widget.Row{Gap: 8, Shares: []float32{1}}, name("Grey without a partner"), p.lone),
		container.New(widget.Row{Gap: 8, Shares: []float32{2, 3}}, name("Do not trust below"),
			container.New(widget.Row{Gap: 4, Shares: []float32{1}}, p.mask, container.NewGridWrap(fyne.NewSize(30, 16), p.maskValue))),
		container.New(widget.HeadRow{}, p.share, p.seeds))

	m.onView.On(p.show)
	m.onMatch.On(func(*pipeline.Match) { p.showShare(m) })
	m.onPicture.On(func(pic *present.Picture) {
		p.showShare(m)
		if pic.IsoStep > 0 {
			p.lines.SetText("Every " + strconv.FormatFloat(pic.IsoStep, 'g', 4, 32))
		}
	})
	m.onSeeds.On(func(seedJob) { p.showSeeds(m) })
	p.show(m.view)
	p.showShare(m)
	p.showSeeds(m)
	return p
}

func (p *paintPanel) show(v present.View) {
	// Map, range and isolines are of numbers; carried colours and checkers have none.
	mode, known := present.ModeOf(v.ColorBy)
	scale := !known || mode.Scale
	for _, d := range []*widget.Dropdown{p.maps, p.ranges, p.lines} {
		d.SetEnabled(scale)
	}
	p.symmetric.SetEnabled(scale)
	p.maps.SetText(mapLabel(v.Paint.Map))
	p.ranges.SetText(rangeLabel(v.Paint.Range))
	p.symmetric.Set(v.Paint.Range.Symmetric)
	p.lines.SetText(isolineLabel(v.Paint.Isolines))
	p.lone.Set(!v.Paint.ColorLone)
	p.mask.Set(v.Paint.Mask)
	text := "off"
	if v.Paint.Mask > 0 {
		text = fixed(v.Paint.Mask, 2)
	}
	p.maskValue.Set(text)
}

// showShare says how much the mask hides.
func (p *paintPanel) showShare(m *model) {
	text := "hatches places with less confidence"
	if m.match != nil && m.view.Paint.Mask > 0 && m.picture != nil {
		text = maskText(m.picture)
	}
	p.share.Set(text)
}

// showSeeds shows the progress of the seeds.
func (p *paintPanel) showSeeds(m *model) {
	text := "Ask other seeds…"
	switch c := m.seeds; {
	case c.running:
		text = "Cancel, " + percent(c.fraction)
	case m.match != nil && m.match.SeedsAsked > 0:
		text = plural(m.match.SeedsAsked, "other seed", "other seeds") + " asked"
	}
	p.seeds.SetText(text)
	p.seeds.SetEnabled(m.match != nil && (m.seeds.running || !m.job.running))
	p.object.Refresh()
}

// maskText is how much of both shapes the mask hatches.
func maskText(p *present.Picture) string {
	return percent(p.Masked[0]) + " of A, " + percent(p.Masked[1]) + " of B hatched"
}

func mapLabel(name string) string {
	if name == "" {
		return "By quantity"
	}
	return upperFirst(name)
}

func isolineLabel(n int) string {
	if n == 0 {
		return "None"
	}
	return "About " + count(n)
}

func rangeLabel(r present.Range) string {
	r.Symmetric = false
	for _, c := range rangeChoices {
		if c.r == r {
			return c.label
		}
	}
	return r.String()
}

func (l *looks) mapEntries() []widget.MenuEntry {
	out := []widget.MenuEntry{{Label: mapLabel(""), Checked: l.m.view.Paint.Map == "", Do: func() { l.setPaint(func(p *present.Paint) { p.Map = "" }) }}, {Rule: true}}
	for _, m := range colormap.Maps() {
		out = append(out, widget.MenuEntry{Label: mapLabel(m.Name()), Checked: m.Name() == l.m.view.Paint.Map, Do: func() {
			l.setPaint(func(p *present.Paint) { p.Map = m.Name() })
		}})
	}
	return out
}

func (l *looks) rangeEntries() []widget.MenuEntry {
	now := l.m.view.Paint.Range
	sym := now.Symmetric
	now.Symmetric = false
	var out []widget.MenuEntry
	for _, c := range rangeChoices {
		out = append(out, widget.MenuEntry{Label: c.label, Checked: c.r == now, Do: func() {
			l.setPaint(func(p *present.Paint) { p.Range = c.r; p.Range.Symmetric = sym })
		}})
	}
	return append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Two numbers…", Checked: now.Rule == present.RangeManual, Do: l.askRange})
}

func (l *looks) isolineEntries() []widget.MenuEntry {
	now := l.m.view.Paint.Isolines
	var out []widget.MenuEntry
	for _, n := range isolineCounts {
		out = append(out, widget.MenuEntry{Label: isolineLabel(n), Checked: n == now, Do: func() { l.drawIsolines(n) }})
	}
	return append(out, widget.MenuEntry{Label: "Another number…", Checked: !slices.Contains(isolineCounts, now), Do: func() {
		l.dialogs.askCount("Isolines", "About how many lines of equal value cross the range", now, l.drawIsolines)
	}})
}
