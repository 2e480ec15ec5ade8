package gui

import (
	"cmp"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
)

// statusBar shows the status, the picked vertex, and the name of the graphics driver.
type statusBar struct {
	stage, pick, place, confidence, fps, gl *widget.Label
	object                                  fyne.CanvasObject
	m                                       *model
	line                                    *fyne.Container
	hinting                                 bool // pick shows the hint, and no vertex
	covered                                 bool // the views are hidden: no words about them
}

func newStatusBar(m *model) *statusBar {
	b := &statusBar{m: m}
	for _, l := range []**widget.Label{&b.stage, &b.pick, &b.place, &b.confidence, &b.fps, &b.gl} {
		*l = widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	}
	b.stage.Flexible = true
	b.line = container.New(&statusLine{b}, b.stage, b.pick, b.place, b.confidence, b.gl, b.fps)
	b.object = container.NewStack(widget.NewBox(widget.ColorPanel, "", 0), container.New(widget.Column{}, widget.NewHairline(), widget.Inset(b.line, 14, 7)))

	show := func() {
		text := m.status
		switch {
		case m.job.running:
			text = upperFirst(m.job.stage) + m.instant()
		case m.loading != [2]string{}:
			text = "Reading " + cmp.Or(m.loading[sideA], m.loading[sideB]) + " …"
		case m.waiting() && text == idle:
			text = "Drawing …"
		}
		b.stage.Set(text)
		if b.hinting { // the hint depends on what a click does
			b.showPick(nil)
		}
		b.line.Refresh()
	}
	m.onJob.On(func(job) { show() })
	m.onStatus.On(func(string) { show() })
	m.onShape.On(func(side) { show() })
	m.onDrawn.On(func(struct{}) { show() })
	m.onPick.On(b.showPick)
	m.onMatch.On(func(*pipeline.Match) { b.showPick(m.pick) })
	m.onHover.On(func(p *picked) { b.showPick(cmp.Or(p, m.pick)) }) // without a vertex under the pointer, the marked vertex
	show()
	return b
}

// showPick shows a vertex and its match; nil for a hint.
func (b *statusBar) showPick(p *picked) {
	defer b.line.Refresh()
	if b.covered {
		p = nil
	}
	b.hinting = p == nil
	if p == nil {
		hint := ""
		if b.m.match != nil && !b.m.aiming && !b.covered {
			hint = "click a shape to see where a point goes · drag to turn · " + keyOf("help") + " for more"
		}
		b.pick.SetColored(hint, widget.ColorSoft)
		b.place.Set("")
		b.confidence.Set("")
		return
	}
	from, to := p.on, p.on.other()
	b.pick.SetColored(from.String()+" #"+count(p.vertex[from])+" → "+to.String()+" #"+count(p.vertex[to]), widget.ColorText)
	b.place.Set(point(p.position[from]) + " → " + point(p.position[to]) + strings.TrimRight(" "+b.m.units, " "))
	text := ""
	if !math.IsNaN(p.confidence) {
		text = "confidence " + fixed(p.confidence, 2)
	}
	if p.spread > 1 { // a plan that splits mass
		text += " · 90 % of the mass on " + plural(p.spread, "sample", "samples")
	}
	b.confidence.Set(text)
}

// setRate shows frames per second; 0 shows none.
func (b *statusBar) setRate(fps float64) {
	text := ""
	if fps > 0 {
		text = fixed(fps, 0) + " fps"
	}
	if b.fps.Text != text {
		b.fps.Set(text)
		b.line.Refresh()
	}
}
