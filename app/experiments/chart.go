package experiments

import (
	"context"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"gwscope/meshio"
)

// Chart is a diagram of lines, or of dots on named rows where Rows is set.
type Chart struct {
	Title, XLabel, YLabel string
	LogX, LogY            bool
	// Left, Right, Bottom and Top end the axes; both of a pair 0: as the data ask.
	Left, Right, Bottom, Top float64
	Series                   []Series
	// Rows name the rows of a dot chart from top to bottom: entry k of a series stands
	// on row k, and Y is not used.
	Rows []string
}

// Series is one line or one set of dots. Points with a NaN are left out.
type Series struct {
	Label string
	X, Y  []float64
	// Ink numbers the colour; series of one ink belong together.
	Ink int
	// Dashed lines and Hollow dots stand for what is not ours: published or theoretical.
	Dashed, Hollow bool
	// Plain leaves out the marks on a line.
	Plain bool
}

// The look: grey scaffolding, coloured data.
var (
	chartInk   = color.NRGBA{0x1b, 0x1f, 0x26, 255}
	chartQuiet = color.NRGBA{0x55, 0x5c, 0x68, 255}
	chartGrid  = color.NRGBA{0xe4, 0xe7, 0xec, 255}
)

// inks are told apart with any colour vision and on white paper: the darker ones of Okabe
// and Ito (2008) and of Paul Tol's "bright" and "muted" schemes. Marks differ too.
var inks = []color.NRGBA{
	{0x00, 0x72, 0xb2, 255}, // blue
	{0xd5, 0x5e, 0x00, 255}, // vermilion
	{0x00, 0x9e, 0x73, 255}, // bluish green
	{0xcc, 0x79, 0xa7, 255}, // reddish purple
	{0xe6, 0x9f, 0x00, 255}, // orange
	{0x56, 0xb4, 0xe9, 255}, // sky blue
	{0x88, 0x22, 0x55, 255}, // wine
	{0x99, 0x99, 0x33, 255}, // olive
	{0x33, 0x22, 0x88, 255}, // indigo
	{0x44, 0xaa, 0x99, 255}, // teal
	{0x66, 0x66, 0x66, 255}, // grey
}

var marks = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, diamondGlyph{}, draw.PyramidGlyph{}}

var hollowMarks = []draw.GlyphDrawer{draw.RingGlyph{}, draw.BoxGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.RingGlyph{}}

// diamondGlyph is a square on its corner.
type diamondGlyph struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (diamondGlyph) DrawGlyph(c *draw.Canvas, sty draw.GlyphStyle, pt vg.Point) {
	c.SetColor(sty.Color)
	r := sty.Radius
	var p vg.Path
	p.Move(vg.Point{X: pt.X, Y: pt.Y + r})
	p.Line(vg.Point{X: pt.X + r, Y: pt.Y})
	p.Line(vg.Point{X: pt.X, Y: pt.Y - r})
	p.Line(vg.Point{X: pt.X - r, Y: pt.Y})
	p.Close()
	c.Fill(p)
}

// inkOf is the colour of number i, lighter and darker where numbers go on.
func inkOf(i int) color.NRGBA {
	c := inks[i%len(inks)]
	if i/len(inks)%2 == 1 {
		half := func(x uint8) uint8 { return x/2 + 0x70 }
		return color.NRGBA{half(c.R), half(c.G), half(c.B), 255}
	}
	return c
}

// Sizes of a chart in points; a PNG has 192 dots an inch.
const (
	chartWidth  = 640
	chartHeight = 400
	chartDPI    = 192
	rowHeight   = 19
)

// Figure makes a figure of the chart.
func (c Chart) Figure(name, caption string) Figure {
	return Figure{Name: name, Caption: caption, Draw: func(_ context.Context, base string) error {
		w, h := vg.Length(chartWidth), vg.Length(chartHeight)
		if c.Rows != nil {
			h = vg.Length(110 + rowHeight*len(c.Rows))
		}
		img := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(chartDPI))}
		svg := vgsvg.New(w, h)
		for ext, canvas := range map[string]interface {
			vg.CanvasSizer
			io.WriterTo
		}{".png": img, ".svg": svg} {
			if err := c.draw(draw.New(canvas)); err != nil {
				return err
			}
			if err := meshio.WriteFile(base+ext, func(w io.Writer) error { _, err := canvas.WriteTo(w); return err }); err != nil {
				return err
			}
		}
		return nil
	}}
}

// draw puts the plot on the left and the legend on the right, where it hides nothing.
func (c Chart) draw(canvas draw.Canvas) error {
	p := c.scaffold()
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.TextStyle.Font = sans(9.5)
	legend.TextStyle.Color = chartInk
	legend.Padding = 4
	legend.ThumbnailWidth = 22
	for _, s := range c.Series {
		if err := c.add(p, &legend, s); err != nil {
			return err
		}
	}
	c.limit(p)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	canvas = draw.Crop(canvas, 12, -12, 10, -12)
	room := legend.Rectangle(canvas).Size().X + 14
	p.Draw(draw.Crop(canvas, 0, -room, 0, 0))
	side := canvas
	side.Min.X = side.Max.X - room + 14
	side.Max.Y -= 24 // below the title
	legend.Draw(side)
	return nil
}

func sans(size vg.Length) font.Font {
	f := font.From(plot.DefaultFont, size)
	f.Typeface, f.Variant = "Liberation", "Sans"
	return f
}

// scaffold is the empty plot: title, axes, grid.
func (c Chart) scaffold() *plot.Plot {
	p := plot.New()
	p.Title.Text = c.Title
	p.Title.TextStyle.Font = sans(12)
	p.Title.TextStyle.Color = chartInk
	p.Title.Padding = 8
	for axis, label := range map[*plot.Axis]string{&p.X: c.XLabel, &p.Y: c.YLabel} {
		axis.Label.Text = label
		axis.Label.TextStyle.Font = sans(10.5)
		axis.Label.TextStyle.Color = chartInk
		axis.Label.Padding = 5
		axis.Tick.Label.Font = sans(9)
		axis.Tick.Label.Color = chartQuiet
		axis.Tick.Color, axis.Color = chartQuiet, chartQuiet
		axis.Tick.Length = 4
		axis.Tick.Width, axis.Width = 0.6, 0.6
		axis.Padding = 4
	}
	if c.LogX {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, decadeTicks{}
	}
	if c.LogY {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decadeTicks{}
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = chartGrid, chartGrid
	grid.Vertical.Width, grid.Horizontal.Width = 0.6, 0.6
	p.Add(grid)
	if c.Rows != nil {
		names := slices.Clone(c.Rows)
		slices.Reverse(names) // rows count from below
		p.NominalY(names...)
		p.Y.Tick.Label.Font = sans(9.5)
		p.Y.Tick.Label.Color = chartInk
		p.Y.Min, p.Y.Max = -0.5, float64(len(names))-0.5
		p.Y.Width, p.Y.Padding = 0, 6
	}
	return p
}

// add draws a series and enters it into the legend.
func (c Chart) add(p *plot.Plot, legend *plot.Legend, s Series) error {
	var points plotter.XYs
	for k, x := range s.X {
		y := float64(len(c.Rows) - 1 - k)
		if c.Rows == nil {
			y = s.Y[k]
		}
		bad := math.IsNaN(x) || math.IsNaN(y) || c.LogX && x <= 0 || c.LogY && y <= 0
		if !bad {
			points = append(points, plotter.XY{X: x, Y: y})
		}
	}
	if len(points) == 0 {
		return nil
	}
	var thumbs []plot.Thumbnailer
	ink := inkOf(s.Ink)
	if c.Rows == nil {
		line, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		line.Color, line.Width = ink, 1.6
		if s.Dashed {
			line.Width, line.Dashes = 1.1, []vg.Length{4, 3}
		}
		p.Add(line)
		thumbs = append(thumbs, line)
	}
	if !s.Plain {
		dots, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		dots.Color, dots.Radius = ink, 3
		dots.Shape = marks[s.Ink%len(marks)]
		if s.Hollow {
			dots.Shape = hollowMarks[s.Ink%len(marks)]
		}
		p.Add(dots)
		thumbs = append(thumbs, dots)
	}
	legend.Add(s.Label, thumbs...)
	return nil
}

// limit ends the axes, and gives an axis without extent some.
func (c Chart) limit(p *plot.Plot) {
	if c.Left != c.Right {
		p.X.Min, p.X.Max = c.Left, c.Right
	}
	if c.Bottom != c.Top {
		p.Y.Min, p.Y.Max = c.Bottom, c.Top
	}
	for axis, log := range map[*plot.Axis]bool{&p.X: c.LogX, &p.Y: c.LogY} {
		if math.IsInf(axis.Min, 0) || axis.Min > axis.Max { // nothing was drawn
			axis.Min, axis.Max = 1, 10
		}
		if log && axis.Max < 2*axis.Min {
			axis.Min, axis.Max = axis.Min/2, axis.Max*2
		}
	}
}

// decadeTicks are ticks of a logarithmic axis: powers of ten where there are at least
// two, and 2 and 5 between them where the axis spans less than three decades.
type decadeTicks struct{}

// Ticks implements plot.Ticker.
func (decadeTicks) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	few := math.Log10(hi/lo) < 3
	for d := math.Floor(math.Log10(lo)); d <= math.Ceil(math.Log10(hi)); d++ {
		for m := 1.0; m < 10; m++ {
			t := plot.Tick{Value: m * math.Pow(10, d)}
			if m == 1 || few && (m == 2 || m == 5) {
				t.Label = tickLabel(t.Value)
			}
			out = append(out, t)
		}
	}
	return out
}

// tickLabel writes a power of ten (or twice, five times one) as people say it.
func tickLabel(v float64) string {
	if v >= 1e-4 && v < 1e6 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'e', 0, 64)
}
