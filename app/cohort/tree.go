package cohort

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gwscope/app/diagram"
	"gwscope/meshio"
	"gwscope/solver/morphometrics"
)

// Sizes of the drawing in points, and the dots of the PNG in an inch.
const (
	treeWidth, treeMargin, leafHeight = 640, 90, 16
	treeDPI                           = 192
)

// drawDendrogram draws the leaves in a column; each join lies to the right by its height.
func drawDendrogram(base string, m *Matrix, names []string) error {
	n := len(names)
	leaves := morphometrics.Leaves(m.Joins)
	at := make([]plotter.XY, 2*n-1) // of each cluster
	labels := make([]string, n)
	for row, k := range leaves {
		at[k].Y = float64(n - 1 - row)
		labels[n-1-row] = names[k]
	}
	p := plot.New()
	for k, j := range m.Joins {
		a, b := at[j.A], at[j.B]
		at[n+k] = plotter.XY{X: j.Height, Y: (a.Y + b.Y) / 2}
		line, err := plotter.NewLine(plotter.XYs{a, {X: j.Height, Y: a.Y}, {X: j.Height, Y: b.Y}, b})
		if err != nil {
			return err
		}
		line.Color, line.Width = color.NRGBA{0x00, 0x72, 0xb2, 255}, 1.4
		p.Add(line)
	}
	p.NominalY(labels...)
	p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5
	p.Y.Width = 0
	p.X.Label.Text = m.Kind
	p.X.Min = 0
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Tick.Label.Font, axis.Label.TextStyle.Font = diagram.Sans(9), diagram.Sans(10)
	}
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(treeWidth, vg.Length(treeMargin+leafHeight*n)), vgimg.UseDPI(treeDPI))}
	d := draw.New(canvas)
	d.SetColor(color.White)
	d.Fill(d.Rectangle.Path())
	p.Draw(draw.Crop(d, 12, -16, 10, -12))
	return meshio.WriteFile(base+".png", func(w io.Writer) error { _, err := canvas.WriteTo(w); return err })
}
