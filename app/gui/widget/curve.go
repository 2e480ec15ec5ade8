package widget

import (
	"cmp"
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/number"
)

// CurvePoint is a value after some seconds of work.
type CurvePoint struct {
	At    float64 // seconds
	Value float64
}

// Curve shows the least value so far while work goes on, as steps that only fall. The value of the
// result may be higher, where the loss alone does not decide: a ring marks it, and words name both.
type Curve struct {
	*Plot
	write  func(float64) string
	points []CurvePoint
	value  *Label
	top    *Label
	time   *Label
	Box    *fyne.Container
}

// NewCurve is a curve whose values are written by write.
func NewCurve(write func(float64) string) *Curve {
	c := &Curve{write: write, value: NewLabel("", TextCaption, ColorText), top: NewLabel("", TextCaption, ColorSoft), time: NewLabel("", TextCaption, ColorSoft).Trailing()}
	c.Plot = NewPlot(fyne.NewSize(120, 72), c.prepare)
	c.Box = container.New(c, c.Plot, c.value, c.top, c.time)
	return c
}

var _ fyne.Layout = (*Curve)(nil)

// The margins of the chart in its widget, in units.
const (
	ChartLeft   = 8
	ChartTop    = 16
	ChartBottom = 4
	ChartRight  = 6
)

// Set shows a run's points.
func (c *Curve) Set(points []CurvePoint) {
	c.points = slices.Clone(points)
	if n := len(points); n > 0 {
		last, least := points[n-1].Value, leastOf(points)
		c.value.Set("last " + c.write(last))
		if dearer(last, least) {
			c.value.Set("result " + c.write(last) + ", least " + c.write(least))
		}
		_, top := curveScale(points)
		c.top.Set(c.write(top))
		c.time.Set(number.Fixed(points[n-1].At, 1) + " s")
	} else {
		c.value.Set("")
		c.top.Set("")
		c.time.Set("")
	}
	c.Plot.Redraw()
	c.Box.Refresh()
}

func (c *Curve) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(120, 72+c.time.MinSize().Height)
}

func (c *Curve) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	th := c.time.MinSize().Height
	h := size.Height - th
	Place(c.Plot, fyne.NewPos(0, 0), fyne.NewSize(size.Width, h))
	Place(c.time, fyne.NewPos(0, h), fyne.NewSize(size.Width, th))
	Place(c.top, fyne.NewPos(ChartLeft+6, 0), c.top.MinSize())
	// The last value stands beside the time: over the chart it would cover the line.
	Place(c.value, fyne.NewPos(ChartLeft, h), fyne.NewSize(0.8*size.Width, th))
}

// leastOf is the least value of a curve.
func leastOf(points []CurvePoint) float64 {
	return slices.MinFunc(points, func(a, b CurvePoint) int { return cmp.Compare(a.Value, b.Value) }).Value
}

// dearer reports whether a value lies visibly above the least one.
func dearer(value, least float64) bool { return value > least*(1+1e-3) }

// curveScale gives the values at the foot and the top of the chart. The foot lies a
// little below the best value, so that the line does not hide in the axis.
func curveScale(points []CurvePoint) (foot, top float64) {
	if len(points) == 0 {
		return 0, 1
	}
	lo := leastOf(points)
	for _, p := range points {
		top = max(top, p.Value)
	}
	return max(0, lo-0.12*(top-lo)), top
}

func (c *Curve) prepare() func(w, h int, scale float64) *image.RGBA {
	points := c.points
	ground, axis, pen, chosen := Color(ColorPanel), Color(ColorHairline), Color(ColorAccent), Color(ColorText)
	glow := pen
	glow.A = 0x24
	return func(w, h int, scale float64) *image.RGBA {
		k := NewInk(w, h, ground)
		x0, x1 := ChartLeft*scale, float64(w)-ChartRight*scale
		y0, y1 := ChartTop*scale, float64(h)-ChartBottom*scale
		k.Rect(x0-scale, y0-ChartTop*scale*0.5, x0, y1+scale, axis)
		k.Rect(x0-scale, y1, x1, y1+scale, axis)
		if len(points) == 0 {
			return k.Img
		}
		end := max(points[len(points)-1].At, 1e-3)
		foot, hi := curveScale(points)
		at := func(p CurvePoint) (x, y float64) {
			f := 0.0
			if hi > foot {
				f = (p.Value - foot) / (hi - foot)
			}
			return x0 + (x1-x0)*p.At/end, y1 - 2*scale - (y1-y0-2*scale)*f
		}
		px, py := at(points[0])
		if px > x0 {
			px = x0
		}
		least := points[0].Value
		for _, p := range points[1:] {
			least = min(least, p.Value)
			x, y := at(CurvePoint{p.At, least})
			k.Rect(px, py, x, y1, glow)
			k.Line(px, py, x, py, 1.6*scale, pen)
			k.Line(x, py, x, y, 1.6*scale, pen)
			px, py = x, y
		}
		k.Line(px, py, x1, py, 1.6*scale, pen)
		if last := points[len(points)-1]; dearer(last.Value, least) {
			_, y := at(last)
			for from := py; from > y; from -= 5 * scale { // a jump, not a step of the search
				k.Line(x1, from, x1, max(from-2.5*scale, y), scale, chosen)
			}
			k.Disc(x1, y, 3.4*scale, chosen)
			k.Disc(x1, y, 1.6*scale, ground)
			return k.Img
		}
		k.Disc(x1, py, 2.6*scale, pen)
		return k.Img
	}
}
