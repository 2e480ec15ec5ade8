package gui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/solver/slicer/neural"
)

// learnCurve shows a training: the losses of the soft and the hard plan on a logarithmic scale, and over them
// the temperature on a scale of its own.
type learnCurve struct {
	*widget.Plot
	points   []neural.Step
	record   *record
	cursor   float64 // share of the training at the shown step, NaN for none
	top, low *widget.Label
	keys     [3]*widget.Label // soft, hard, temperature
	box      *fyne.Container
}

var _ fyne.Layout = (*learnCurve)(nil)

func newLearnCurve() *learnCurve {
	c := &learnCurve{cursor: math.NaN(), top: widget.NewLabel("", widget.TextCaption, widget.ColorSoft), low: widget.NewLabel("", widget.TextCaption, widget.ColorSoft)}
	for i, ink := range [...]fyne.ThemeColorName{widget.ColorSoft, widget.ColorAccent, widget.ColorCaution} {
		c.keys[i] = widget.NewLabel("", widget.TextCaption, ink)
	}
	c.Plot = widget.NewPlot(fyne.NewSize(120, 88), c.prepare)
	c.box = container.New(c, c.Plot, c.top, c.low, c.keys[0], c.keys[1], c.keys[2])
	return c
}

// show follows a training, and marks the shown step of a replay.
func (c *learnCurve) show(m *model) {
	r := m.record
	c.record, c.points, c.cursor = r, nil, math.NaN()
	if r == nil {
		return
	}
	at := r.newest()
	if m.frame != atEnd {
		at = r.frame(m.frame).Step
		c.cursor = r.along(at)
	}
	c.points = slices.Clone(r.curve.items)
	switch live := r.live(); {
	case live.refined && m.frame == atEnd:
		at = live.Step
	case math.IsNaN(at.Hard): // where there are many samples, only some steps measure the hard plan
		for _, p := range slices.Backward(c.points) {
			if !math.IsNaN(p.Hard) && !r.after(p, at) {
				at.Hard = p.Hard
				break
			}
		}
	}
	low, top := lossRange(c.points)
	c.top.Set(loss(top))
	c.low.Set("lowest " + loss(low))
	c.keys[0].Set("soft " + loss(at.Soft))
	c.keys[1].Set("hard " + loss(at.Hard))
	c.keys[2].Set("temperature " + loss(at.Temperature))
	c.Redraw()
	c.box.Refresh()
}

func (c *learnCurve) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, 88+4+c.keys[0].MinSize().Height)
}

func (c *learnCurve) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	kh := c.keys[0].MinSize().Height
	h := size.Height - kh - 4
	c.Plot.Move(fyne.NewPos(0, 0))
	c.Plot.Resize(fyne.NewSize(size.Width, h))
	c.top.Move(fyne.NewPos(widget.ChartLeft+6, 0))
	c.top.Resize(c.top.MinSize())
	c.low.Align = fyne.TextAlignTrailing
	c.low.Move(fyne.NewPos(size.Width/2, 0))
	c.low.Resize(fyne.NewSize(size.Width/2-widget.ChartRight, c.low.MinSize().Height))
	// In thirds, so that figures keep their places while they change.
	for i, k := range c.keys {
		k.Align = [...]fyne.TextAlign{fyne.TextAlignLeading, fyne.TextAlignCenter, fyne.TextAlignTrailing}[i]
		k.Move(fyne.NewPos(widget.ChartLeft+float32(i)*(size.Width-widget.ChartLeft-widget.ChartRight)/3, h+4))
		k.Resize(fyne.NewSize((size.Width-widget.ChartLeft-widget.ChartRight)/3, kh))
	}
}

// lossRange is the range of both losses. It begins at a millionth of the largest loss at least, because losses
// near zero would leave no room for the others.
func lossRange(points []neural.Step) (low, top float64) {
	low, top = math.Inf(1), 0
	for _, p := range points {
		for _, v := range [...]float64{p.Soft, p.Hard} {
			if v > 0 { // not NaN either
				low, top = min(low, v), max(top, v)
			}
		}
	}
	if top == 0 {
		return 0, 0
	}
	return max(low, top*1e-6), top
}

// logShare is where v lies from low to top on a logarithmic scale; NaN for values without a logarithm.
func logShare(v, low, top float64) float64 {
	if !(v > 0) || !(low > 0) {
		return math.NaN()
	}
	if !(top > low) {
		return 0.5
	}
	return min(max(math.Log(v/low)/math.Log(top/low), 0), 1)
}

func (c *learnCurve) prepare() func(w, h int, scale float64) *image.RGBA {
	points, cursor, r := c.points, c.cursor, c.record
	ground, axis := widget.Color(widget.ColorPanel), widget.Color(widget.ColorHairline)
	soft, hard, warm := widget.Color(widget.ColorSoft), widget.Color(widget.ColorAccent), widget.Color(widget.ColorCaution)
	warm.A = 0xb0
	mark := widget.Color(widget.ColorText)
	mark.A = 0xa0
	return func(w, h int, scale float64) *image.RGBA {
		k := widget.NewInk(w, h, ground)
		x0, x1 := widget.ChartLeft*scale, float64(w)-widget.ChartRight*scale
		y0, y1 := widget.ChartTop*scale, float64(h)-widget.ChartBottom*scale
		k.Rect(x0-scale, y0-widget.ChartTop*scale*0.5, x0, y1+scale, axis)
		k.Rect(x0-scale, y1, x1, y1+scale, axis)
		if r == nil || len(points) == 0 {
			return k.Img
		}
		for s := 1; s < r.restarts; s++ { // where a training starts anew
			x := x0 + (x1-x0)*r.along(neural.Step{Restart: s})
			k.Rect(x-scale/2, y0, x+scale/2, y1, axis)
		}
		series := func(value func(neural.Step) float64, low, top, width float64, ink color.NRGBA) {
			px, py, open := 0.0, 0.0, false
			last := -1
			for _, p := range points {
				f := logShare(value(p), low, top)
				if math.IsNaN(f) {
					continue // this step did not measure it
				}
				x, y := x0+(x1-x0)*r.along(p), y1-2*scale-(y1-y0-2*scale)*f
				if open && p.Restart == last {
					k.Line(px, py, x, y, width*scale, ink)
				}
				px, py, open, last = x, y, true, p.Restart
			}
			if open {
				k.Disc(px, py, 1.4*width*scale, ink)
			}
		}
		low, top := lossRange(points)
		cold, hot := math.Inf(1), 0.0
		for _, p := range points {
			cold, hot = min(cold, p.Temperature), max(hot, p.Temperature)
		}
		series(func(p neural.Step) float64 { return p.Temperature }, cold, hot, 1, warm)
		series(func(p neural.Step) float64 { return p.Soft }, low, top, 1.2, soft)
		series(func(p neural.Step) float64 { return p.Hard }, low, top, 1.6, hard)
		if !math.IsNaN(cursor) {
			x := x0 + (x1-x0)*cursor
			k.Rect(x-scale/2, y0, x+scale/2, y1, mark)
		}
		return k.Img
	}
}
