package export

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gwscope/app/pipeline"
	"gwscope/meshio"
	"gwscope/solver/correspond"
)

// saveErrorCurve draws the cumulative curves of errors against the truth and, where it is
// known, against its mirror image.
func saveErrorCurve(path string, e *pipeline.Errors) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "geodesic error / √area", "% of vertices"
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, correspond.AUCLimit, 0, 100
	for _, style := range []*text.Style{&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
	}
	p.Legend.Top, p.Legend.Left = false, false
	p.Legend.Padding = vg.Points(3)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.NRGBA{0xe4, 0xe7, 0xec, 255}, color.NRGBA{0xe4, 0xe7, 0xec, 255}
	p.Add(grid)
	for _, c := range []struct {
		name   string
		errors []float64
		ink    color.Color
		dashes []vg.Length
	}{{"direct", e.Direct, color.NRGBA{0x1f, 0x6f, 0xeb, 255}, nil},
		{"to the mirror image", e.Mirrored, color.NRGBA{0xb3, 0x5b, 0x00, 255}, []vg.Length{4, 3}}} {
		if c.errors == nil {
			continue
		}
		const steps = 200
		levels := make([]float64, steps+1)
		for i := range levels {
			levels[i] = correspond.AUCLimit * float64(i) / steps
		}
		points := make(plotter.XYs, len(levels))
		for i, share := range correspond.CumulativeErrors(c.errors, levels) {
			points[i] = plotter.XY{X: levels[i], Y: 100 * share}
		}
		l, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		l.Color, l.Width, l.Dashes = c.ink, vg.Points(1.6), c.dashes
		p.Add(l)
		p.Legend.Add(c.name, l)
	}
	canvas := vgimg.NewWith(vgimg.UseWH(16*vg.Centimeter, 10*vg.Centimeter), vgimg.UseDPI(150))
	p.Draw(draw.Crop(draw.New(canvas), 8, -12, 8, -8))
	return meshio.WriteFile(path, func(w io.Writer) error { _, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w); return err })
}
