package gui

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// curve shows GW² of the best plan while a solve runs: the best so far only
// falls, so it is drawn as steps.
type curve struct {
	*plot
	points []curvePoint
	value  *label
	top    *label
	time   *label
	box    *fyne.Container
}

func newCurve() *curve {
	c := &curve{value: newLabel("", textCaption, colorText), top: newLabel("", textCaption, colorSoft), time: newLabel("", textCaption, colorSoft)}
	c.time.align = fyne.TextAlignTrailing
	c.plot = newPlot(fyne.NewSize(120, 72), c.prepare)
	c.box = container.New(c, c.plot, c.value, c.top, c.time)
	return c
}

var _ fyne.Layout = (*curve)(nil)

// The margins of the chart in its widget, in units.
const (
	curveLeft   = 8
	curveTop    = 16
	curveBottom = 4
	curveRight  = 6
)

// set shows a run's points; total is how long it has taken.
func (c *curve) set(points []curvePoint) {
	c.points = slices.Clone(points)
	if n := len(points); n > 0 {
		c.value.set("now " + loss(points[n-1].gw2))
		_, top := curveScale(points)
		c.top.set(loss(top))
		c.time.set(fixed(points[n-1].at, 1) + " s")
	} else {
		c.value.set("")
		c.top.set("")
		c.time.set("")
	}
	c.plot.redraw()
	c.box.Refresh()
}

func (c *curve) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, 72+c.time.MinSize().Height)
}

func (c *curve) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	th := c.time.MinSize().Height
	h := size.Height - th
	c.plot.Resize(fyne.NewSize(size.Width, h))
	c.plot.Move(fyne.NewPos(0, 0))
	c.time.Move(fyne.NewPos(0, h))
	c.time.Resize(fyne.NewSize(size.Width, th))
	c.top.Move(fyne.NewPos(curveLeft+6, 0))
	c.top.Resize(c.top.MinSize())
	// The last value stands beside the time: over the chart it would cover the line.
	c.value.Move(fyne.NewPos(curveLeft, h))
	c.value.Resize(fyne.NewSize(size.Width/2, th))
}

// curveScale gives the values at the foot and the top of the chart. The foot lies a
// little below the best value, so that the line does not hide in the axis.
func curveScale(points []curvePoint) (foot, top float64) {
	if len(points) == 0 {
		return 0, 1
	}
	lo := points[0].gw2
	top = lo
	for _, p := range points {
		lo, top = min(lo, p.gw2), max(top, p.gw2)
	}
	return max(0, lo-0.12*(top-lo)), top
}

func (c *curve) prepare() func(w, h int, scale float64) *image.RGBA {
	points := c.points
	ground, axis, pen := themeColor(colorPanel), themeColor(colorHairline), themeColor(colorAccent)
	glow := pen
	glow.A = 0x24
	return func(w, h int, scale float64) *image.RGBA {
		k := newInk(w, h, ground)
		x0, x1 := curveLeft*scale, float64(w)-curveRight*scale
		y0, y1 := curveTop*scale, float64(h)-curveBottom*scale
		k.rect(x0-scale, y0-curveTop*scale*0.5, x0, y1+scale, axis)
		k.rect(x0-scale, y1, x1, y1+scale, axis)
		if len(points) == 0 {
			return k.img
		}
		end := max(points[len(points)-1].at, 1e-3)
		foot, hi := curveScale(points)
		at := func(p curvePoint) (x, y float64) {
			f := 0.0
			if hi > foot {
				f = (p.gw2 - foot) / (hi - foot)
			}
			return x0 + (x1-x0)*p.at/end, y1 - 2*scale - (y1-y0-2*scale)*f
		}
		px, py := at(points[0])
		if px > x0 {
			px = x0
		}
		for _, p := range points[1:] {
			x, y := at(p)
			k.rect(px, py, x, y1, glow)
			k.line(px, py, x, py, 1.6*scale, pen)
			k.line(x, py, x, y, 1.6*scale, pen)
			px, py = x, y
		}
		k.line(px, py, x1, py, 1.6*scale, pen)
		k.disc(x1, py, 2.6*scale, pen)
		return k.img
	}
}
