package gui

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/colormap"
	"gwscope/solver/correspond"
)

// shows reports whether there are values to show. Push-forward values are there while networks learn them,
// too.
func (m *model) shows(mode present.Mode) bool {
	return mode.Has(m.match) || mode.By == present.ByPush && m.view.Push != nil
}

// lineCounts are the numbers of correspondence lines offered.
var lineCounts = []int{0, 9, 25, 60, 150}

const worstLabel = "Lines: worst 1 %"

func lineLabel(n int) string {
	if n == 0 {
		return "Lines: picked"
	}
	return "Lines: " + count(n)
}

// lookPanel chooses colours and lines, and shows how the quantity is spread.
type lookPanel struct {
	color, lines *widget.Dropdown
	more         *widget.Control
	paint        *paintPanel
	spread       *widget.Histogram
	of           *present.Quantity // the quantity of the histogram
	bar          *colormap.Scale   // its colours; nil where it is drawn in one colour
	beside       fyne.CanvasObject
	object       *fyne.Container
}

func newLookPanel(widgets *widget.Maker, m *model, looks *looks, paint *paintPanel, reveal func(fyne.CanvasObject), resized func()) *lookPanel {
	p := &lookPanel{spread: widgets.NewHistogram("Drag over values, and the vertices that have them light up; " + keyOf("stop") + " lights all"), paint: paint}
	p.color = widgets.NewDropdown("", looks.colorEntries)
	p.lines = widgets.NewDropdown("Number of correspondences drawn as lines", looks.lineEntries)
	p.more = widgets.NewControl(&widget.Control{Text: "Colours", Trailing: "right", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20,
		Tip: "Colour map, range, isolines, and a mask over uncertain places"})
	p.more.OnTap = func() {
		if p.openPaint(!p.paint.object.Visible()); p.paint.object.Visible() {
			reveal(p.object) // in a small window it may lie below the edge
		}
		resized()
	}
	p.paint.object.Hide()
	p.beside = p.more
	p.object = container.New(widget.Column{Gap: 10}, container.New(widget.Row{Gap: 8, Shares: []float32{1.2, 1}}, p.color, p.lines), p.paint.object, p.spread.Box)

	show := func(v present.View) {
		text := string(v.ColorBy)
		if mode, ok := present.ModeOf(v.ColorBy); ok {
			text, p.color.Tip = mode.Label, mode.About+" "+keyOf("colours.next")+" shows the next."
		}
		p.color.SetText(text)
		text = lineLabel(v.Lines)
		if v.Worst {
			text = worstLabel
		}
		p.lines.SetText(text)
	}
	m.onView.On(show)
	show(m.view)
	m.onMatch.On(func(*pipeline.Match) { p.showSpread(m) })
	m.onLayout.On(func(arrangement) {
		p.showSpread(m)
		resized()
	})
	brush := m.view.Brush
	m.onPicture.On(func(pic *present.Picture) {
		// A morph changes positions only.
		if pic.Quantity != p.of || pic.Bar != p.bar || m.view.Brush != brush {
			p.showSpread(m)
		}
		brush = m.view.Brush
	})
	p.spread.Brushed = func(a, b float64) { looks.brush(p.brushOf(a, b)) }
	p.spread.Cleared = func() { looks.brush(present.Brush{}) }
	p.spread.Has = func() bool { return m.view.Brush.On() }
	p.showSpread(m)
	return p
}

// openPaint shows or hides how colours are made.
func (p *lookPanel) openPaint(open bool) {
	widget.SetVisible(p.paint.object, open)
	p.more.Trailing = map[bool]string{true: "down", false: "right"}[open]
	p.more.Refresh()
}

// showSpread draws the histogram of the shown quantity over A's vertices, in the scale's colours. Where
// colours show no quantity, it draws pair distortion.
func (p *lookPanel) showSpread(m *model) {
	p.bar, p.of = nil, nil
	if m.picture != nil && m.match != nil && m.layout != raced { // a race has several matches
		p.bar, p.of = m.picture.Bar, m.picture.Quantity
	}
	widget.SetVisible(p.spread.Box, p.of != nil)
	if p.of == nil {
		p.object.Refresh()
		return
	}
	scale := p.axis()
	p.spread.Selected = nil
	title := scale.Label + ", A’s vertices"
	if b := m.view.Brush; b.On() {
		place := func(v float64) float64 { return (v - scale.Min) / (scale.Max - scale.Min) }
		from, to := place(b.Low), place(b.High)
		if b.Open {
			to = 1
		}
		p.spread.Selected = &[2]float64{from, to}
		title = "Lit: " + percent(m.picture.Lit[0]) + " of A, " + percent(m.picture.Lit[1]) + " of B"
	}
	values := p.of.A
	p.spread.Set(title, values, meanOf(m.match, p.of.By), scale.Min, scale.Max, p.tint(scale), func(x float64) string { return barValue(&scale, x) })
	p.object.Refresh()
}

// meanOf is the mean of a quantity over A as the panel Result shows it, so that no other mean is shown; NaN where
// that panel has none.
func meanOf(m *pipeline.Match, by present.ColorBy) float64 {
	switch {
	case by == present.ByDistortion:
		return 100 * m.MeanDistortion()
	case by == present.ByError && m.Errors != nil:
		return m.Errors.MeanDirect
	case by == present.ByMirroredError && m.Errors != nil:
		return m.Errors.MeanMirrored
	case by == present.ByConfidence && m.ConfidenceKnown():
		return correspond.Mean(m.Confidence().Total[0])
	}
	return math.NaN()
}

// axis is the histogram's axis, from the smallest to the largest value.
func (p *lookPanel) axis() colormap.Scale {
	s := p.of.Scale
	if p.bar != nil {
		s = *p.bar
	}
	s.Min, s.Max = min(s.Min, s.Max), max(s.Min, s.Max)
	return s
}

// tint is the colour at a place of the axis, 0 to 1.
func (p *lookPanel) tint(axis colormap.Scale) func(float64) color.NRGBA {
	if p.bar == nil {
		c := widget.Color(widget.ColorAccent)
		return func(float64) color.NRGBA { return c }
	}
	bar := *p.bar
	return func(f float64) color.NRGBA { return bar.At(axis.Min + f*(axis.Max-axis.Min)) }
}

// brushOf is the brush for a stretch of the histogram's axis. At an end of the axis it takes in the values
// beyond the end, as the histogram's bar there does.
func (p *lookPanel) brushOf(a, b float64) present.Brush {
	if p.of == nil {
		return present.Brush{}
	}
	s := p.axis()
	out := present.Brush{By: p.of.By, Low: s.Min + a*(s.Max-s.Min), High: s.Min + b*(s.Max-s.Min), Open: b >= 1}
	if a <= 0 {
		out.Low = beyond
	}
	return out
}

// beyond is below all values of any quantity. Infinity would not do: session files cannot hold it.
const beyond = -1e300
