package diagram

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// glyph is a regular polygon as a mark, filled or hollow. All have the same area, so that no
// series looks more important.
type glyph struct {
	corners int
	turn    float64 // of the first corner, radians from the x axis
	hollow  bool
}

// forms of marks, told apart without colour: disc, square, triangle, diamond, upside-down
// triangle.
var forms = []glyph{{corners: 40}, {corners: 4, turn: math.Pi / 4}, {corners: 3, turn: math.Pi / 2}, {corners: 4}, {corners: 3, turn: -math.Pi / 2}}

func formOf(ink int, hollow bool) glyph {
	g := forms[ink%len(forms)]
	g.hollow = hollow
	return g
}

// DrawGlyph implements draw.GlyphDrawer.
func (g glyph) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, at vg.Point) {
	n := float64(g.corners)
	area := n / 2 * math.Sin(2*math.Pi/n)
	r := sty.Radius * vg.Length(math.Sqrt(math.Pi/area))
	var p vg.Path
	for k := range g.corners {
		sin, cos := math.Sincos(g.turn + 2*math.Pi*float64(k)/n)
		corner := vg.Point{X: at.X + r*vg.Length(cos), Y: at.Y + r*vg.Length(sin)}
		if k == 0 {
			p.Move(corner)
		} else {
			p.Line(corner)
		}
	}
	p.Close()
	c.SetColor(sty.Color)
	if g.hollow {
		c.SetLineStyle(draw.LineStyle{Color: sty.Color, Width: 1.1})
		c.Stroke(p)
		return
	}
	c.Fill(p)
}

// tags are names beside points; they are moved so that they do not cover each other.
type tags struct {
	points plotter.XYs
	names  []string
	style  text.Style
}

// Plot implements plot.Plotter.
func (t tags) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	const gap, step = 6, 3
	var taken []vg.Rectangle
	for _, at := range t.points { // marks are in the way too
		m := vg.Point{X: toX(at.X), Y: toY(at.Y)}
		taken = append(taken, vg.Rectangle{Min: vg.Point{X: m.X - 4, Y: m.Y - 4}, Max: vg.Point{X: m.X + 4, Y: m.Y + 4}})
	}
	free := func(box vg.Rectangle) bool {
		return !slices.ContainsFunc(taken, func(o vg.Rectangle) bool {
			return box.Min.X < o.Max.X && o.Min.X < box.Max.X && box.Min.Y < o.Max.Y && o.Min.Y < box.Max.Y
		})
	}
	for i, at := range t.points {
		mark := vg.Point{X: toX(at.X), Y: toY(at.Y)}
		size := t.style.Rectangle(t.names[i]).Size()
		place := func(left bool, up vg.Length) vg.Rectangle {
			x := mark.X + gap
			if left {
				x = mark.X - gap - size.X
			}
			y := mark.Y - size.Y/2 + up
			return vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + size.X, Y: y + size.Y}}
		}
		inside := func(box vg.Rectangle) bool {
			return box.Min.X >= c.Min.X && box.Max.X <= c.Max.X && box.Min.Y >= c.Min.Y && box.Max.Y <= c.Max.Y
		}
		box := place(mark.X+gap+size.X > c.Max.X, 0)
	search:
		for k := vg.Length(0); k < 24; k++ {
			for _, up := range []vg.Length{k * step, -k * step} {
				for _, left := range []bool{false, true} {
					if b := place(left, up); free(b) && inside(b) {
						box = b
						break search
					}
				}
			}
		}
		taken = append(taken, box)
		end := vg.Point{X: box.Min.X - 1, Y: (box.Min.Y + box.Max.Y) / 2}
		if box.Max.X < mark.X {
			end.X = box.Max.X + 1
		}
		if dy := end.Y - mark.Y; dy > 2*step || dy < -2*step { // lead from the mark to a name far away
			c.StrokeLine2(draw.LineStyle{Color: chartQuiet, Width: 0.5}, mark.X, mark.Y, end.X, end.Y)
		}
		c.FillText(t.style, vg.Point{X: box.Min.X, Y: box.Min.Y}, t.names[i])
	}
}
