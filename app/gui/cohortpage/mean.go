package cohortpage

import (
	"image"
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/number"
	"gwscope/render/camera"
	"gwscope/render/colormap"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// mean is the mean shape with a slider for each of the first components, which bend it. Its
// colours say how far each vertex varies over the specimens.
type mean struct {
	p      *Page
	of     *cohort.Merged // with a mean shape; nil: there is none
	view   *meanView
	bends  []*bend
	rows   *fyne.Container
	scale  *widget.Label
	none   *widget.Paragraph // why there is no mean shape
	bar    *widget.Plot
	title  *widget.Label
	reset0 *widget.Control
	object *fyne.Container

	colors []color.NRGBA
	fit    colormap.Scale
	camera camera.Camera
	aimed  bool        // a person has turned it
	at     []scene.Vec // of the last picture
	rest   []scene.Vec // of the mean shape
}

// bend is the slider of one component.
type bend struct {
	slide *widget.Slider
	name  *widget.Label
	value *widget.Label
	row   *fyne.Container
}

// mostBend is how many standard deviations a slider goes to either side.
const mostBend = 3

func newMean(p *Page) *mean {
	k := p.s.Widgets
	m := &mean{p: p, rows: container.New(widget.Column{Gap: 2}), scale: widget.NewLabel("", widget.TextCaption, widget.ColorSoft), title: widget.NewLabel("Mean shape", widget.TextBody, widget.ColorText)}
	m.title.Bold = true
	m.scale.Flexible = true
	m.reset0 = k.NewControl(&widget.Control{Text: "Mean", Kind: widget.Quiet, Small: true, Height: 22, Tip: "All components back to the mean shape; the view as at first", OnTap: m.home})
	m.view, m.none = newMeanView(m), widget.NewParagraph("", widget.ColorSoft)
	m.bar = widget.NewPlot(fyne.NewSize(60, 6), m.prepareBar)
	m.object = container.NewStack(widget.NewPanel(),
		widget.Inset(container.New(meanLayout{}, container.New(widget.Row{Shares: []float32{1}}, m.title, m.reset0), container.NewStack(m.view, container.New(widget.Column{}, widget.Inset(m.none, 6, 8))), container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, container.NewGridWrap(fyne.NewSize(72, 6), m.bar), m.scale), m.rows), 10, 8))
	m.reset()
	return m
}

// meanLayout is the title, the view, which takes what is left, the scale, and the sliders.
type meanLayout struct{}

const leastMean float32 = 96

func (meanLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	h := leastMean + 12
	for _, k := range []int{0, 2, 3} {
		if o[k].Visible() {
			h += o[k].MinSize().Height
		}
	}
	return fyne.NewSize(0, h)
}

func (meanLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	foot := size.Height
	for _, k := range []int{3, 2} {
		if !o[k].Visible() {
			continue
		}
		h := o[k].MinSize().Height
		foot -= h
		o[k].Move(fyne.NewPos(0, foot))
		o[k].Resize(fyne.NewSize(size.Width, h))
		foot -= 4
	}
	h := o[0].MinSize().Height
	o[0].Resize(fyne.NewSize(size.Width, h))
	o[1].Move(fyne.NewPos(0, h+4))
	o[1].Resize(fyne.NewSize(size.Width, fyne.Max(foot-h-4, 0)))
}

// reset shows no mean shape.
func (m *mean) reset() {
	m.of, m.bends, m.at, m.aimed = nil, nil, nil, false
	m.rows.RemoveAll()
	m.show()
}

// take shows the mean shape of merged results. Sliders keep their places where the components are
// as many as before.
func (m *mean) take(of *cohort.Merged) {
	before := m.deviations()
	m.reset()
	if of.Mean == nil || len(of.Along) == 0 {
		m.show()
		return
	}
	m.of, m.rest = of, centred(of.Mean.Vertices)
	m.colors = nil
	if of.Spread != nil {
		m.fit = colormap.Fit(colormap.Viridis, of.Spread, 0.99)
		m.fit.Min = 0
		m.colors = m.fit.Colors(of.Spread)
	}
	for k := range of.Along {
		b := &bend{name: widget.NewLabel(component(of, k), widget.TextSmall, widget.ColorText), value: widget.NewLabel("", widget.TextSmall, widget.ColorSoft)}
		b.value.Align = fyne.TextAlignTrailing
		b.slide = m.p.s.Widgets.NewSlider(func(float64) { m.bent() })
		b.slide.Step = 1.0 / 60 // a tenth of a standard deviation
		b.slide.Tip = "Bends the mean shape along this component, by standard deviations of the specimens; the arrow keys by a tenth"
		b.slide.Value = 0.5
		if len(before) == len(of.Along) {
			b.slide.Value = 0.5 + before[k]/(2*mostBend)
		}
		b.row = container.New(bendLayout{}, b.name, b.slide, b.value)
		m.bends = append(m.bends, b)
		m.rows.Add(b.row)
	}
	m.camera = camera.New()
	m.camera.Up = upOf(of.Mean)
	m.camera = m.camera.Look(camera.ThreeQuarter)
	m.show()
	m.bent()
}

// bendLayout is the name, the slider, the figure.
type bendLayout struct{}

func (bendLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 26) }
func (bendLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const name, value = 84, 64
	place := func(o fyne.CanvasObject, x, w float32) {
		h := o.MinSize().Height
		o.Move(fyne.NewPos(x, (size.Height-h)/2))
		o.Resize(fyne.NewSize(w, h))
	}
	place(o[0], 0, name)
	place(o[1], name, size.Width-name-value-4)
	place(o[2], size.Width-value, value)
}

// show shows what there is.
func (m *mean) show() {
	widget.SetVisible(m.rows, len(m.bends) > 0)
	widget.SetVisible(m.reset0, m.of != nil)
	spread := m.of != nil && m.of.Spread != nil
	widget.SetVisible(m.bar, spread)
	scale, none := "", ""
	switch {
	case spread:
		scale = "spread 0 to " + figure(m.fit.Max) + " (1 sd, units of the files)"
	case m.of != nil:
		scale = "merge again to see how far each place varies"
	case m.p.merged != nil:
		none = "There is no mean shape: statistics need three sound matches with meshes."
	default:
		none = "The mean shape comes with the merged results."
	}
	m.scale.Set(scale)
	m.none.Set(none)
	widget.SetVisible(m.none, none != "")
	m.object.Refresh()
}

// figure writes a length with three significant digits.
func figure(v float64) string {
	if !(v > 0) {
		return "0"
	}
	return number.Fixed(v, max(0, 2-int(math.Floor(math.Log10(v)))))
}

// deviations are the deviations of the sliders.
func (m *mean) deviations() []float64 {
	var out []float64
	for _, b := range m.bends {
		d := (b.slide.Value - 0.5) * 2 * mostBend
		if math.Abs(d) < 0.05 { // the middle is easy to find again
			d = 0
		}
		out = append(out, d)
	}
	return out
}

// bent shows the shape as the sliders have it.
func (m *mean) bent() {
	if m.of == nil {
		return
	}
	for k, d := range m.deviations() {
		sign := ""
		if d > 0 {
			sign = "+"
		}
		m.bends[k].value.Set(sign + number.Fixed(d, 1) + " sd")
	}
	m.at = centred(m.of.At(m.deviations()))
	m.view.Redraw()
	m.p.s.Changed()
}

// Bent reports whether a slider stands off the mean.
func (p *Page) Bent() bool {
	for _, d := range p.mean.deviations() {
		if d != 0 {
			return true
		}
	}
	return false
}

// home brings the mean shape back.
func (m *mean) home() {
	m.aimed = false
	if m.of != nil {
		m.camera = m.camera.Look(camera.ThreeQuarter)
	}
	for _, b := range m.bends {
		b.slide.Set(0.5)
	}
	m.bent()
}

// prepare draws the shape; see widget.Plot.
func (m *mean) prepare() func(w, h int, scale float64) *image.RGBA {
	back := widget.Color(widget.ColorView)
	fill := widget.Color(widget.ColorPanel)
	if m.of == nil || m.p.s.Draw == nil {
		return func(w, h int, _ float64) *image.RGBA { return widget.NewInk(w, h, fill).Img }
	}
	draw := m.p.s.Draw
	sc := surface(m.at, m.of.Mean.Triangles, m.colors)
	if !m.aimed { // the mean shape fits, and what is bent beyond it
		size := m.view.Size()
		m.camera = m.camera.Fit(slices.Concat(m.rest, m.at), float64(size.Width), float64(size.Height), camera.Margins{Side: 16, Top: 12, Bottom: 12})
	}
	cam := m.camera
	return func(w, h int, scale float64) *image.RGBA {
		img, err := draw(gldraw.Frame{Width: w, Height: h, Scale: float32(scale), Fill: fill,
			Panes: []gldraw.Pane{{Rect: image.Rect(0, 0, w, h), Scene: sc, Camera: cam, Background: gldraw.Background{Top: back, Bottom: back}, Radius: widget.RadiusControl}}})
		if err != nil {
			return nil // the last picture stays
		}
		return img
	}
}

func (m *mean) prepareBar() func(w, h int, scale float64) *image.RGBA {
	ground := widget.Color(widget.ColorPanel)
	return func(w, h int, _ float64) *image.RGBA {
		k := widget.NewInk(w, h, ground)
		for x := range w {
			k.Rect(float64(x), 0, float64(x+1), float64(h), colormap.Viridis.At((float64(x)+0.5)/float64(w)))
		}
		return k.Img
	}
}
