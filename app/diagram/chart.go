// Package diagram draws lines and dots for reports, as PNG and SVG. Experiments and cohorts share it.
package diagram

import (
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
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
	// Left, Right, Bottom and Top are the ends of the axes; if both ends of an axis are 0, the
	// data choose them. FromZero lets linear axes whose ends the data choose begin at 0.
	Left, Right, Bottom, Top float64
	FromZero                 bool
	Series                   []Series
	// Rows name the rows of a dot chart from top to bottom: entry k of a series stands
	// on row k, and Y is not used.
	Rows []string
	// Tags writes the labels of all series beside their last points instead of a legend.
	Tags bool
}

// Series is one line or one set of dots. Points with a NaN are left out.
type Series struct {
	Label string
	X, Y  []float64
	// Ink numbers the colour and the form of marks; series of one ink belong together.
	Ink int
	// Lift raises dots by this share of a row, so that those of several series stay apart.
	Lift float64
	// Dashed lines and Hollow dots stand for figures that we did not measure: published or
	// theoretical ones.
	Dashed, Hollow bool
	// Plain leaves out the marks on a line, Dots the line between marks.
	Plain, Dots bool
	// Tagged writes the label beside the last point instead of into the legend.
	Tagged bool
}

// The look: grey scaffolding, coloured data.
var (
	chartInk   = color.NRGBA{0x1b, 0x1f, 0x26, 255}
	chartQuiet = color.NRGBA{0x55, 0x5c, 0x68, 255}
	chartGrid  = color.NRGBA{0xe4, 0xe7, 0xec, 255}
)

// inks can be told apart with any colour vision and on white paper: the darker colours of Okabe
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

// Grey is the ink of things that are not data.
const Grey = 10

// inkOf is colour i; after the last colour, paler ones follow.
func inkOf(i int) color.NRGBA {
	c := inks[i%len(inks)]
	if i/len(inks)%2 == 1 {
		pale := func(x uint8) uint8 { return x/2 + 0x70 } // halfway to a light grey
		return color.NRGBA{pale(c.R), pale(c.G), pale(c.B), 255}
	}
	return c
}

// Sizes of a chart in points; a PNG has 192 dots an inch.
const (
	chartWidth  = 640
	chartHeight = 400
	chartDPI    = 192
	rowHeight   = 24
)

// Write draws the chart into base.png and base.svg.
func (c Chart) Write(base string) error {
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
}

// draw puts the plot on the left and the legend on the right of it.
func (c Chart) draw(canvas draw.Canvas) error {
	p := c.scaffold()
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.TextStyle = styled(legend.TextStyle, 9.5, chartInk)
	legend.Padding = 4
	legend.ThumbnailWidth = 22
	beside := tags{style: styled(legend.TextStyle, 9, chartInk)}
	for _, s := range c.Series {
		points := c.points(s)
		if len(points) == 0 {
			continue
		}
		thumbs, err := c.add(p, s, points)
		if err != nil {
			return err
		}
		if c.Tags || s.Tagged {
			beside.points, beside.names = append(beside.points, points[len(points)-1]), append(beside.names, s.Label)
		} else {
			legend.Add(s.Label, thumbs...)
		}
	}
	p.Add(beside)
	c.limit(p)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	canvas = draw.Crop(canvas, 12, -16, 10, -12)
	const between = 14
	room := legend.Rectangle(canvas).Size().X + between
	if c.Tags {
		room = 0
	}
	p.Draw(draw.Crop(canvas, 0, -room, 0, 0))
	side := canvas
	side.Min.X = side.Max.X - room + between
	side.Max.Y -= 24 // below the title
	legend.Draw(side)
	return nil
}

// styled is a style with our font.
func styled(s text.Style, size vg.Length, c color.Color) text.Style {
	s.Font, s.Color = Sans(size), c
	return s
}

// Sans is the font of all diagrams.
func Sans(size vg.Length) font.Font {
	f := font.From(plot.DefaultFont, size)
	f.Typeface, f.Variant = "Liberation", "Sans"
	return f
}

// scaffold is the empty plot: title, axes, grid.
func (c Chart) scaffold() *plot.Plot {
	p := plot.New()
	p.Title.Text = c.Title
	p.Title.TextStyle.Font = Sans(12)
	p.Title.TextStyle.Color = chartInk
	p.Title.Padding = 8
	for axis, label := range map[*plot.Axis]string{&p.X: c.XLabel, &p.Y: c.YLabel} {
		axis.Label.Text = label
		axis.Label.TextStyle.Font = Sans(10.5)
		axis.Label.TextStyle.Color = chartInk
		axis.Label.Padding = 5
		axis.Tick.Label.Font = Sans(9)
		axis.Tick.Label.Color = chartQuiet
		axis.Tick.Color, axis.Color = chartQuiet, chartQuiet
		axis.Tick.Length = 4
		axis.Tick.Width, axis.Width = 0.6, 0.6
		axis.Padding = 4
		axis.Tick.Marker = evenTicks{}
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
		p.Y.Tick.Label.Font = Sans(9.5)
		p.Y.Tick.Label.Color = chartInk
		p.Y.Min, p.Y.Max = -0.5, float64(len(names))-0.5
		p.Y.Width, p.Y.Padding = 0, 6
	}
	return p
}

// points are the points of a series that can be drawn.
func (c Chart) points(s Series) plotter.XYs {
	var out plotter.XYs
	for k, x := range s.X {
		y := float64(len(c.Rows)-1-k) + s.Lift
		if c.Rows == nil {
			y = s.Y[k]
		}
		if math.IsNaN(x) || math.IsNaN(y) || c.LogX && x <= 0 || c.LogY && y <= 0 {
			continue
		}
		out = append(out, plotter.XY{X: x, Y: y})
	}
	return out
}

// add draws a series and returns its signs for the legend.
func (c Chart) add(p *plot.Plot, s Series, points plotter.XYs) (thumbs []plot.Thumbnailer, err error) {
	ink := inkOf(s.Ink)
	if c.Rows == nil && !s.Dots {
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
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
			return nil, err
		}
		dots.Color, dots.Radius, dots.Shape = ink, 3, formOf(s.Ink, s.Hollow)
		p.Add(dots)
		thumbs = append(thumbs, dots)
	}
	return thumbs, nil
}

// limit ends the axes where the chart says, and otherwise a little beyond the data.
func (c Chart) limit(p *plot.Plot) {
	limitAxis(&p.X, c.LogX, c.FromZero, c.Left, c.Right)
	if c.Rows == nil {
		limitAxis(&p.Y, c.LogY, c.FromZero, c.Bottom, c.Top)
	}
}

func limitAxis(axis *plot.Axis, log, zero bool, lo, hi float64) {
	if lo != hi {
		axis.Min, axis.Max = lo, hi
		return
	}
	if math.IsInf(axis.Min, 0) || axis.Min > axis.Max { // nothing was drawn
		axis.Min, axis.Max = 1, 10
	}
	if log {
		if axis.Max < 2*axis.Min {
			axis.Min, axis.Max = axis.Min/1.5, axis.Max*1.5
		}
		by := math.Pow(axis.Max/axis.Min, 0.04)
		axis.Min, axis.Max = axis.Min/by, axis.Max*by
		return
	}
	if axis.Max == axis.Min {
		axis.Min, axis.Max = axis.Min-0.5, axis.Max+0.5
	}
	if zero {
		axis.Min = 0
	}
	by := 0.04 * (axis.Max - axis.Min)
	axis.Max += by
	if !zero {
		axis.Min -= by
	}
}
