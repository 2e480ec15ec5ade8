package gui

import (
	"math"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/colormap"
)

// paintPanel says how a quantity becomes colours: map, range, isolines; and how little
// confidence is hatched.
type paintPanel struct {
	maps, ranges, lines *dropdown
	symmetric           *toggle
	lone                *toggle
	mask                *slider
	maskValue           *label
	share               *label
	seeds               *control
	object              *fyne.Container
}

// rangeChoices are the ranges offered beside two numbers of one's own.
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

// isolineCounts are how many isolines are offered across the range.
var isolineCounts = []int{0, 5, 10, 20, 40}

func newPaintPanel(d *desk) *paintPanel {
	p := &paintPanel{}
	p.maps = d.kit.newDropdown("All maps are even to the eye; viridis, cividis and balance suit any colour vision", func() []entry { return d.mapEntries() })
	p.ranges = d.kit.newDropdown("The values at the ends of the colour bar", func() []entry { return d.rangeEntries() })
	p.lines = d.kit.newDropdown("Lines of equal value, at round numbers", func() []entry { return d.isolineEntries() })
	p.symmetric = d.kit.newToggle("Put the middle of the map at zero (at 1 for coverage)", func(on bool) {
		d.setPaint(func(q *present.Paint) { q.Range.Symmetric = on })
	})
	p.lone = d.kit.newToggle("Grey what seems to have no partner on the other shape, an estimate, where colours say what is matched with what", func(on bool) {
		d.setPaint(func(q *present.Paint) { q.ColorLone = !on })
	})
	p.mask = d.kit.newSlider(func(v float64) { d.setPaint(func(q *present.Paint) { q.Mask = math.Round(100*v) / 100 }) })
	p.mask.tip = "Hatches what has less confidence than this"
	p.maskValue = newLabel("off", textSmall, colorText)
	p.maskValue.align = fyne.TextAlignTrailing
	p.share = newLabel("", textCaption, colorSoft)
	p.share.flexible = true
	p.seeds = d.kit.newControl(&control{text: "Ask other seeds…", kind: quietControl, small: true, tint: colorSoft, height: 20,
		tip: "Solve again from other seeds, in the background: where they disagree, confidence falls", onTap: d.toggleSeeds})

	name := func(text string) *label {
		l := newLabel(text, textSmall, colorSoft)
		l.flexible = true
		return l
	}
	field := func(text string, value fyne.CanvasObject) fyne.CanvasObject {
		return container.New(row{gap: 8, shares: []float32{2, 3}}, name(text), value)
	}
	p.object = container.New(column{6},
		field("Colour map", p.maps),
		field("Range", p.ranges),
		container.New(row{gap: 8, shares: []float32{1}}, name("Symmetric range"), p.symmetric),
		field("Isolines", p.lines),
		container.New(row{gap: 8, shares: []float32{1}}, name("Grey without a partner"), p.lone),
		container.New(row{gap: 8, shares: []float32{2, 3}}, name("Do not trust below"),
			container.New(row{gap: 4, shares: []float32{1}}, p.mask, container.New(fixedSize{fyne.NewSize(30, 16)}, p.maskValue))),
		container.New(headRow{}, p.share, p.seeds))

	d.m.onView.on(p.show)
	d.m.onMatch.on(func(m *pipeline.Match) { p.showShare(d.m) })
	d.m.onPicture.on(func(pic *present.Picture) {
		p.showShare(d.m)
		if pic.IsoStep > 0 {
			p.lines.setText("Every " + strconv.FormatFloat(pic.IsoStep, 'g', 4, 32))
		}
	})
	d.m.onSeeds.on(func(seedJob) { p.showSeeds(d.m) })
	p.show(d.m.view)
	p.showShare(d.m)
	p.showSeeds(d.m)
	return p
}

func (p *paintPanel) show(v present.View) {
	// Map, range and isolines are of numbers; carried colours and checkers have none.
	mode, known := present.ModeOf(v.ColorBy)
	scale := !known || mode.Scale
	for _, d := range []*dropdown{p.maps, p.ranges, p.lines} {
		d.setEnabled(scale)
	}
	p.symmetric.setEnabled(scale)
	p.maps.setText(mapLabel(v.Paint.Map))
	p.ranges.setText(rangeLabel(v.Paint.Range))
	p.symmetric.set(v.Paint.Range.Symmetric)
	p.lines.setText(isolineLabel(v.Paint.Isolines))
	p.lone.set(!v.Paint.ColorLone)
	p.mask.set(v.Paint.Mask)
	text := "off"
	if v.Paint.Mask > 0 {
		text = fixed(v.Paint.Mask, 2)
	}
	p.maskValue.set(text)
}

// showShare says how much the mask hides.
func (p *paintPanel) showShare(m *model) {
	text := "hatches what has less confidence"
	if m.match != nil && m.view.Paint.Mask > 0 && m.picture != nil {
		text = maskText(m.picture)
	}
	p.share.set(text)
}

// showSeeds says what the seeds are doing.
func (p *paintPanel) showSeeds(m *model) {
	text := "Ask other seeds…"
	switch c := m.seeds; {
	case c.running:
		text = "Cancel, " + percent(c.fraction)
	case m.match != nil && m.match.SeedsAsked > 0:
		text = plural(m.match.SeedsAsked, "other seed", "other seeds") + " asked"
	}
	p.seeds.setText(text)
	p.seeds.setEnabled(m.match != nil && (m.seeds.running || !m.job.running))
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

func (d *desk) mapEntries() []entry {
	out := []entry{{label: mapLabel(""), checked: d.m.view.Paint.Map == "", do: func() { d.setPaint(func(p *present.Paint) { p.Map = "" }) }}, {rule: true}}
	for _, m := range colormap.Maps() {
		out = append(out, entry{label: mapLabel(m.Name()), checked: m.Name() == d.m.view.Paint.Map, do: func() {
			d.setPaint(func(p *present.Paint) { p.Map = m.Name() })
		}})
	}
	return out
}

func (d *desk) rangeEntries() []entry {
	now := d.m.view.Paint.Range
	sym := now.Symmetric
	now.Symmetric = false
	var out []entry
	for _, c := range rangeChoices {
		out = append(out, entry{label: c.label, checked: c.r == now, do: func() {
			d.setPaint(func(p *present.Paint) { p.Range = c.r; p.Range.Symmetric = sym })
		}})
	}
	return append(out, entry{rule: true}, entry{label: "Two numbers…", checked: now.Rule == present.RangeManual, do: d.askRange})
}

func (d *desk) isolineEntries() []entry {
	now := d.m.view.Paint.Isolines
	var out []entry
	for _, n := range isolineCounts {
		out = append(out, entry{label: isolineLabel(n), checked: n == now, do: func() { d.drawIsolines(n) }})
	}
	return append(out, entry{label: "Another number…", checked: !slices.Contains(isolineCounts, now), do: func() {
		d.askCount("Isolines", "About how many lines of equal value cross the range", now, d.drawIsolines)
	}})
}
