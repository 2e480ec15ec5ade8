package gui

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
)

// statusBar says what goes on, what is picked, and what draws.
type statusBar struct {
	stage, pick, place, confidence, fps, gl *label
	object                                  fyne.CanvasObject
	m                                       *model
	line                                    *fyne.Container
	hinting                                 bool // pick holds a hint only
}

func newStatusBar(m *model) *statusBar {
	b := &statusBar{m: m}
	for _, l := range []**label{&b.stage, &b.pick, &b.place, &b.confidence, &b.fps, &b.gl} {
		*l = newLabel("", textSmall, colorSoft)
	}
	b.stage.flexible = true
	b.line = container.New(&statusLine{b}, b.stage, b.pick, b.place, b.confidence, b.gl, b.fps)
	b.object = container.NewStack(newBox(colorPanel, "", 0), container.New(column{}, newHairline(), inset(b.line, 14, 7)))

	show := func() {
		text := m.status
		if m.job.running {
			text = upperFirst(m.job.stage)
		}
		b.stage.set(text)
		b.line.Refresh()
	}
	m.onJob.on(func(job) { show() })
	m.onStatus.on(func(string) { show() })
	m.onPick.on(func(p *picked) {
		b.showPick(p, m.match != nil)
		b.line.Refresh()
	})
	m.onMatch.on(func(match *pipeline.Match) {
		b.showPick(m.pick, match != nil)
		b.line.Refresh()
	})
	m.onHover.on(func(p *picked) { // what is under the pointer, else what is marked
		if p == nil {
			p = m.pick
		}
		b.showPick(p, m.match != nil)
		b.line.Refresh()
	})
	show()
	return b
}

func (b *statusBar) showPick(p *picked, matched bool) {
	b.hinting = p == nil
	if p == nil {
		hint := ""
		if matched {
			hint = "click a shape to see where a point goes · drag to turn · " + keyOf("help") + " for more"
		}
		b.pick.setColored(hint, colorSoft)
		b.place.set("")
		b.confidence.set("")
		return
	}
	from, to := p.on, p.on.other()
	b.pick.setColored(from.String()+" #"+count(p.vertex[from])+" → "+to.String()+" #"+count(p.vertex[to]), colorText)
	b.place.set(point(p.position[from]) + " → " + point(p.position[to]) + strings.TrimRight(" "+b.m.units, " "))
	text := ""
	if !math.IsNaN(p.confidence) {
		text = "confidence " + fixed(p.confidence, 2)
	}
	if p.spread > 1 { // a plan that splits mass
		text += " · 90 % of the mass on " + plural(p.spread, "sample", "samples")
	}
	b.confidence.set(text)
}

// setRate shows frames per second, once any are known.
func (b *statusBar) setRate(fps float64) {
	if fps > 0 {
		b.fps.set(fixed(fps, 0) + " fps")
		b.line.Refresh()
	}
}
