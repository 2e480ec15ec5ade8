package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/colormap"
)

// colorMode is something that colours can show.
type colorMode struct {
	by        present.ColorBy
	label     string
	available func(*pipeline.Match) bool
}

var colorModes = []colorMode{
	{present.ByCarried, "Carried colours", func(*pipeline.Match) bool { return true }},
	{present.ByDistortion, "Pair distortion", func(m *pipeline.Match) bool { return m != nil }},
	{present.ByConfidence, "Confidence", func(m *pipeline.Match) bool { return m != nil }},
	{present.ByError, "Geodesic error", func(m *pipeline.Match) bool { return m != nil && m.Errors != nil }},
	{present.ByMirroredError, "Error to the mirror image", func(m *pipeline.Match) bool { return m != nil && m.Errors != nil && m.Errors.Mirrored != nil }},
	{present.ByPush, "Push-forward value", func(m *pipeline.Match) bool { return m != nil }},
	{present.ByFile, "Colours of the file", func(m *pipeline.Match) bool { return m != nil && m.A.Mesh.Colors != nil }},
	{present.ByPlain, "Plain", func(*pipeline.Match) bool { return true }},
}

// shows reports whether there is something to show; push-forward values are there
// while networks learn them, too.
func (m *model) shows(c colorMode) bool {
	return c.available(m.match) || c.by == present.ByPush && m.view.Push != nil
}

// lineCounts are the numbers of correspondence lines offered.
var lineCounts = []int{0, 9, 25, 60, 150}

func colorLabel(by present.ColorBy) string {
	for _, c := range colorModes {
		if c.by == by {
			return c.label
		}
	}
	return string(by)
}

func lineLabel(n int) string {
	if n == 0 {
		return "Lines: picked"
	}
	return "Lines: picked + " + count(n)
}

// lookPanel chooses what is shown, and shows how distortion is spread.
type lookPanel struct {
	color, lines *dropdown
	spread       *histogram
	bar          *colormap.Scale // that the histogram's colours are of
	object       *fyne.Container
}

func newLookPanel(d *desk) *lookPanel {
	p := &lookPanel{spread: newHistogram()}
	p.color = d.kit.newDropdown("What the colours show (C for the next)", func() []entry { return d.colorEntries() })
	p.lines = d.kit.newDropdown("Correspondences drawn as lines", func() []entry { return d.lineEntries() })
	p.object = container.New(column{10}, container.New(row{gap: 8, shares: []float32{1, 1}}, p.color, p.lines), p.spread.box)

	show := func(v present.View) {
		p.color.setText(colorLabel(v.ColorBy))
		p.lines.setText(lineLabel(v.Lines))
	}
	d.m.onView.on(show)
	show(d.m.view)
	d.m.onMatch.on(func(m *pipeline.Match) { p.showSpread(d.m) })
	d.m.onPicture.on(func(pic *present.Picture) {
		if pic.Bar != p.bar { // a morph changes positions only
			p.showSpread(d.m)
		}
	})
	p.showSpread(d.m)
	return p
}

// showSpread draws the histogram of distortion over A's samples, in the scale's
// colours while the shapes show the same.
func (p *lookPanel) showSpread(m *model) {
	p.bar = nil
	if m.picture != nil {
		p.bar = m.picture.Bar
	}
	setVisible(p.spread.box, m.match != nil)
	if m.match == nil {
		p.object.Refresh()
		return
	}
	values := m.match.DistortionX
	high := 0.0
	for _, v := range values {
		high = max(high, v)
	}
	low := 0.0
	var tint func(float64) color.NRGBA
	if p.bar != nil && m.view.ColorBy == present.ByDistortion {
		bar := *p.bar
		if inPercent(&bar) {
			bar.Min, bar.Max = bar.Min/100, bar.Max/100
		}
		low, high = bar.Min, bar.Max
		tint = func(f float64) color.NRGBA { return bar.At(low + f*(high-low)) }
	} else {
		c := themeColor(colorAccent)
		tint = func(float64) color.NRGBA { return c }
	}
	p.spread.set("Pair distortion of the samples", values, low, high, tint, percent)
	p.object.Refresh()
}
