package gui

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/lucasb-eyer/go-colorful"

	"gwscope/app/gui/widget"
	"gwscope/solver/gw"
)

var (
	_ fyne.Tappable     = (*strip)(nil)
	_ desktop.Hoverable = (*strip)(nil)
)

// strip is the slicer's view of the pair: the samples of A above those of B, both in the order of their
// push-forward values, with the monotone coupling as links. Parallel links show how slicing works.
type strip struct {
	*widget.Plot
	data stripData
	// pick is called for a click on a sample.
	pick func(s side, sample int)
	// hovered is called with the sample under the pointer, -1 for none.
	hovered func(s side, sample int)

	tips    *widget.Tips
	tip     string
	keys    func(*fyne.KeyEvent) // keys without a meaning here
	focused bool
	row     side // the row for the arrow keys

	hotSide   side
	hotSample int // -1 for none
}

// stripData is the data of a strip. Values are in [0,1].
type stripData struct {
	values [2][]float64     // by sample
	colors [2][]color.NRGBA // by sample; nil: by place
	links  [][2]int32       // sample of A, sample of B
	marked [2]int           // samples to ring, -1 for none
	soft   *softPlan        // drawn instead of links; nil: the plan is hard
}

const (
	stripLeft  = 18 // room for the letters A and B
	stripRight = 6
	stripPad   = 9 // above and below the rows
)

func newStrip(k *widget.Maker) *strip {
	s := &strip{hotSample: -1, tips: k.Tips, keys: k.Key,
		tip: "The samples of A above those of B, in the order of the slicer's values; a click, or the arrow keys, mark one"}
	s.data.marked = [2]int{-1, -1}
	s.Plot = &widget.Plot{Min: fyne.NewSize(200, 60), Prepare: s.prepare}
	s.Plot.Init(s)
	return s
}

// newStripData lays the samples of both shapes on the slicer's line, in the order of their push-forward values.
// Neighbours are apart by their distance on the shape, and each row has the whole length of the line. Links are then
// upright where both shapes have the same distances, and lean elsewhere.
func newStripData(pushX, pushY []float64, distX, distY func(i, j int) float64, links [][2]int32) stripData {
	return stripData{values: [2][]float64{spread(pushX, distX), spread(pushY, distY)}, links: links, marked: [2]int{-1, -1}}
}

// spread gives each sample its place in [0,1].
func spread(push []float64, dist func(i, j int) float64) []float64 {
	order := ordered(push)
	out := make([]float64, len(push))
	sum := 0.0
	for k := 1; k < len(order); k++ {
		if d := dist(order[k-1], order[k]); d > 0 {
			sum += d
		}
		out[order[k]] = sum
	}
	for i := range out {
		if sum > 0 {
			out[i] /= sum
		}
	}
	return out
}

func (s *strip) set(d stripData) {
	s.data = d
	s.hotSample = -1
	s.Redraw()
}

// setColors gives the samples the colours of their vertices.
func (s *strip) setColors(a, b []color.NRGBA) {
	s.data.colors = [2][]color.NRGBA{a, b}
	s.Redraw()
}

// soften draws a soft plan's links, or with nil the hard links again.
func (s *strip) soften(p *softPlan) {
	if s.data.soft != nil || p != nil {
		s.data.soft = p
		s.Redraw()
	}
}

// mark rings a sample on each row, -1 for none.
func (s *strip) mark(a, b int) {
	if s.data.marked != [2]int{a, b} {
		s.data.marked = [2]int{a, b}
		s.Redraw()
	}
}

// stripColor is the colour of a place on the line: the hue goes around the colour circle at constant lightness, with
// a gap, so that both ends differ.
func stripColor(f float64, dark bool) color.NRGBA {
	l, c := 0.62, 0.15
	if dark {
		l, c = 0.76, 0.12
	}
	r, g, b := colorful.OkLch(l, c, math.Mod(45+300*f, 360)).Clamped().RGB255()
	return color.NRGBA{R: r, G: g, B: b, A: 0xff}
}

// readable moves a colour that is hard to see on the panel towards a middle lightness: the ends of colour maps are
// nearly black or nearly white, and lines are thin.
func readable(c color.NRGBA, dark bool) color.NRGBA {
	luma := 0.3*float64(c.R) + 0.59*float64(c.G) + 0.11*float64(c.B)
	const low, high = 80, 190
	switch {
	case dark && luma < low:
		return widget.Mix(c, color.NRGBA{R: 0x9a, G: 0x8c, B: 0xc0, A: c.A}, 0.6*(low-luma)/low)
	case !dark && luma > high:
		return widget.Mix(c, color.NRGBA{R: 0x80, G: 0x6a, B: 0x30, A: c.A}, 0.6*(luma-high)/(255-high))
	}
	return c
}

// rowY is the height at which a row lies in a strip of height h, in units.
func rowY(s side, h float64) float64 {
	if s == sideA {
		return stripPad
	}
	return h - stripPad
}

func (s *strip) prepare() func(w, h int, scale float64) *image.RGBA {
	d := s.data
	d.links = slices.Clone(d.links)
	hot, hotSide := s.hotSample, s.hotSide
	night := widget.IsDark()
	tint := func(sd side, i int) color.NRGBA {
		if cs := d.colors[sd]; i < len(cs) {
			return readable(cs[i], night)
		}
		return stripColor(d.values[sd][i], night)
	}
	ground, ink, soft := widget.Color(widget.ColorPanel), widget.Color(widget.ColorText), widget.Color(widget.ColorFaint)
	focused, accent := s.focused, widget.Color(widget.ColorAccent)
	return func(w, h int, scale float64) *image.RGBA {
		k := widget.NewInk(w, h, ground)
		if focused {
			r, b, thick := float64(w), float64(h), 1.5*scale
			for _, e := range [4][4]float64{{0, 0, r, thick}, {0, b - thick, r, b}, {0, 0, thick, b}, {r - thick, 0, r, b}} {
				k.Rect(e[0], e[1], e[2], e[3], accent)
			}
		}
		x0, width := stripLeft*scale, float64(w)-(stripLeft+stripRight)*scale
		units := float64(h) / scale
		x := func(sd side, i int32) float64 { return x0 + width*d.values[sd][i] }
		ya, yb := rowY(sideA, units)*scale, rowY(sideB, units)*scale
		n := max(len(d.values[0]), len(d.values[1]))
		if n == 0 {
			soft.A = 0x60
			k.Rect(x0, ya-scale/2, x0+width, ya+scale/2, soft)
			k.Rect(x0, yb-scale/2, x0+width, yb+scale/2, soft)
			return k.Img
		}
		// Many links lie on top of each other. They are thinner and fainter then, so that dense places look dense.
		spacing := width / scale / float64(n)
		thin := min(max(spacing/6, 0.45), 1)
		radius := min(max(spacing/2.6, 1.1), 3)
		if d.soft != nil {
			d.links = nil
			for _, l := range d.soft.links() {
				c := tint(sideA, int(l.i))
				c.A = uint8(230 * math.Sqrt(l.share)) // small shares are many: by mass alone none would be seen
				k.Line(x(sideA, l.i), ya, x(sideB, l.j), yb, max(thin, 0.8)*scale, c)
			}
		}
		for _, l := range d.links {
			c := tint(sideA, int(l[0]))
			c.A = uint8(150 + 60*(thin-0.45)/0.55)
			isHot := hot >= 0 && (hotSide == sideA && int(l[0]) == hot || hotSide == sideB && int(l[1]) == hot) ||
				d.marked[0] >= 0 && int(l[0]) == d.marked[0]
			lw := thin
			if isHot {
				c, lw = ink, 1.6
			}
			k.Line(x(sideA, l[0]), ya, x(sideB, l[1]), yb, lw*scale, c)
		}
		for sd, y := range [2]float64{ya, yb} {
			for i := range d.values[sd] {
				k.Disc(x(side(sd), int32(i)), y, radius*scale, tint(side(sd), i))
			}
		}
		for sd, y := range [2]float64{ya, yb} {
			ring := func(i int) {
				if i >= 0 && i < len(d.values[sd]) {
					k.Disc(x(side(sd), int32(i)), y, (radius+1.2)*scale, tint(side(sd), i))
					k.Ring(x(side(sd), int32(i)), y, (radius+2.6)*scale, 1.5*scale, ink)
				}
			}
			ring(d.marked[sd])
			if int(hotSide) == sd {
				ring(hot)
			}
		}
		return k.Img
	}
}

// at is the sample nearest to a position, -1 if none is near.
func (s *strip) at(p fyne.Position) (side, int) {
	size := s.Size()
	sd := sideA
	if float64(p.Y) > float64(size.Height)/2 {
		sd = sideB
	}
	width := float64(size.Width) - stripLeft - stripRight
	best, at := 8.0, -1 // the largest distance of a click from its sample, in units
	for i, v := range s.data.values[sd] {
		if d := math.Abs(stripLeft + width*v - float64(p.X)); d < best {
			best, at = d, i
		}
	}
	return sd, at
}

func (s *strip) Tapped(e *fyne.PointEvent) {
	if sd, i := s.at(e.Position); i >= 0 && s.pick != nil {
		s.pick(sd, i)
	}
}

func (s *strip) hover(sd side, i int) {
	if s.hotSide == sd && s.hotSample == i {
		return
	}
	s.hotSide, s.hotSample = sd, i
	s.Redraw()
	if s.hovered != nil {
		s.hovered(sd, i)
	}
}

func (s *strip) MouseIn(e *desktop.MouseEvent) {
	s.tips.Arm(s, s.tip)
	s.MouseMoved(e)
}
func (s *strip) MouseMoved(e *desktop.MouseEvent) { s.hover(s.at(e.Position)) }
func (s *strip) MouseOut() {
	s.tips.Hide()
	s.hover(s.hotSide, -1)
}

// planLinks are the coupled pairs of a plan.
func planLinks(p *gw.Plan) [][2]int32 {
	if p == nil {
		return nil
	}
	out := make([][2]int32, len(p.I))
	for k := range p.I {
		out[k] = [2]int32{p.I[k], p.J[k]}
	}
	return out
}
