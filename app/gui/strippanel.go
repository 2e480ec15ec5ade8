package gui

import (
	"image/color"
	"unsafe"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/scene"
	"gwscope/solver/metric"
)

// buildStrip is the slicer's panel.
func (d *desk) buildStrip() fyne.CanvasObject {
	d.strip = newStrip()
	d.stripPill = newLabel("", textCaption, colorSoft)
	pill := container.NewStack(newBox(colorPanel, colorHairline, 8), inset(d.stripPill, 9, 1))
	d.stripFoot = newLabel("", textSmall, colorSoft)
	d.stripFoot.flexible = true
	right := newLabel("monotone links: the plan that sorting gives", textSmall, colorSoft)
	right.align = fyne.TextAlignTrailing
	letters := container.New(stripLetters{}, newLabel("A", textCaption, colorSoft), newLabel("B", textCaption, colorSoft))
	head := container.New(row{gap: 8}, newCaption("Slicer"), pill)
	return newCard(container.New(column{5}, head, container.NewStack(d.strip, letters),
		container.New(row{gap: 8, shares: []float32{1}}, d.stripFoot, right)), 12, 9)
}

// stripLetters stand before the rows of the strip.
type stripLetters struct{}

func (stripLetters) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (stripLetters) Layout(o []fyne.CanvasObject, size fyne.Size) {
	for i, l := range o {
		m := l.MinSize()
		l.Resize(m)
		l.Move(fyne.NewPos(0, float32(rowY(side(i), float64(size.Height)))-m.Height/2))
	}
}

// showStrip shows a match's push-forward values.
func (d *desk) showStrip(match *pipeline.Match) {
	if match == nil {
		d.strip.set(stripData{marked: [2]int{-1, -1}})
		d.stripPill.set(spaced("SORTED BY PUSH-FORWARD VALUE"))
		d.stripFoot.set("solve to see how both shapes lie on the slicer's line")
		return
	}
	d.stripColors = [2]*color.NRGBA{}
	r := match.Result
	between := func(s *metric.Space) func(i, j int) float64 { return s.Distances.At }
	d.strip.set(newStripData(r.PushX, r.PushY, between(match.X), between(match.Y), planLinks(r.Slicer)))
	n, m := len(r.PushX), len(r.PushY)
	samples := plural(n, "SAMPLE", "SAMPLES")
	if n != m {
		samples = count(n) + " AND " + plural(m, "SAMPLE", "SAMPLES")
	}
	d.stripPill.set(spaced("SORTED BY PUSH-FORWARD VALUE · " + samples))
	d.stripFoot.set("click a sample to mark it on the shapes")
}

// colorStrip gives the samples the colours of their vertices, so that a place on
// the line and a place on the shape are seen to be one.
func (d *desk) colorStrip(p *present.Picture) {
	m := d.m.match
	if m == nil || p == nil {
		return
	}
	a, b := vertexColors(p.A), vertexColors(p.B)
	if now := [2]*color.NRGBA{unsafe.SliceData(a), unsafe.SliceData(b)}; d.stripColors != now {
		d.stripColors = now // a morph changes positions only
		d.strip.setColors(sampleColors(a, m.X), sampleColors(b, m.Y))
	}
}

// vertexColors are the colours of a scene's shape; nil where it has one only.
func vertexColors(s *scene.Scene) []color.NRGBA {
	switch {
	case len(s.Surfaces) > 0:
		return s.Surfaces[0].Colors
	case len(s.Clouds) > 0:
		return s.Clouds[0].Colors
	}
	return nil
}

// sampleColors are the vertices' colours at the samples.
func sampleColors(of []color.NRGBA, sp *metric.Space) []color.NRGBA {
	if of == nil {
		return nil
	}
	out := make([]color.NRGBA, sp.Len())
	for i, p := range sp.Samples {
		out[i] = of[sp.Domain.VertexOf[p]]
	}
	return out
}

func (d *desk) markStrip(p *picked) {
	if p == nil || d.m.match == nil {
		d.strip.mark(-1, -1)
		return
	}
	d.strip.mark(d.sampleAt(d.m.match, sideA, p.vertex[sideA]), d.sampleAt(d.m.match, sideB, p.vertex[sideB]))
}

// hoverStrip tells of the sample under the pointer.
func (d *desk) hoverStrip(s side, i int) {
	m := d.m.match
	if m == nil {
		return
	}
	if i < 0 {
		d.stripFoot.set("click a sample to mark it on the shapes")
		return
	}
	push := m.Result.PushX
	sp := m.X
	if s == sideB {
		push, sp = m.Result.PushY, m.Y
	}
	d.stripFoot.set(s.String() + " sample " + count(i) + ", vertex #" + count(int(sp.Domain.VertexOf[sp.Samples[i]])) + ", value " + fixed(push[i], 3))
}
