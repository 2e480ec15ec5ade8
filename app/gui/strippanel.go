package gui

import (
	"image/color"
	"unsafe"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/render/scene"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
)

// slicerView shows the pair as the slicer sees it: both shapes sorted along a line.
type slicerView struct {
	widgets  *widget.Maker
	m        *model
	learning *learning

	plot *strip
	heat *widget.HeatBar
	foot *widget.Label
	// pills name the contents of the strip, at length and in short.
	pills  [2]*widget.Label
	head   *fyne.Container
	note   *widget.Label
	empty  *widget.Label    // in the middle of a strip without samples
	of     [2]*metric.Space // whose samples the strip shows
	colors [2]stripColors   // colours of the strip, by their arrays
}

// build is the slicer's panel.
func (v *slicerView) build() fyne.CanvasObject {
	v.plot = newStrip(v.widgets)
	for i := range v.pills {
		v.pills[i] = widget.NewLabel("", widget.TextCaption, widget.ColorSoft)
	}
	v.foot = widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Flex()
	v.note = widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Trailing()
	v.empty = widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Centred().Flex()
	letters := container.New(stripLetters{}, widget.NewLabel("A", widget.TextCaption, widget.ColorSoft), widget.NewLabel("B", widget.TextCaption, widget.ColorSoft))
	v.heat = v.widgets.NewHeatBar(v.soften)
	v.learning.bar = newTrainBar(v.widgets, v.learning)
	v.head = container.New(stripHead{}, widget.NewCaption("Slicer"), newPill(v.pills[0]), newPill(v.pills[1]), v.heat.Object)
	return widget.NewCard(container.New(fillMiddle{widget.Column{Gap: 5}}, v.head, container.NewStack(v.plot, letters, v.empty),
		container.New(widget.Row{Gap: 8, Shares: []float32{0, 1, 1}}, v.learning.bar.play, v.learning.bar.slide, v.foot, v.note)), 12, 9)
}

// fillMiddle stacks three objects. The middle one takes the rest of the height.
type fillMiddle struct{ widget.Column }

var _ fyne.Layout = fillMiddle{}

func (f fillMiddle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	f.Column.Layout(o, size)
	rest := fyne.Max(size.Height-f.Column.MinSize(o).Height, 0)
	o[1].Resize(o[1].Size().AddWidthHeight(0, rest))
	o[2].Move(o[2].Position().AddXY(0, rest))
}

// newPill frames a word or two.
func newPill(l *widget.Label) fyne.CanvasObject {
	return container.NewStack(widget.NewBox(widget.ColorPanel, widget.ColorHairline, 8), widget.Inset(l, 9, 1))
}

// stripHead is a caption at the left, a control at the right, and between them the first of two pills that has room,
// or none.
type stripHead struct{}

func (stripHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[0].MinSize().Width+widget.Gap+o[3].MinSize().Width, o[0].MinSize().Height)
}

func (stripHead) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const between = 8
	middle := func(c fyne.CanvasObject, x float32) {
		m := c.MinSize()
		widget.Place(c, fyne.NewPos(x, (size.Height-m.Height)/2), m)
	}
	left, right := o[0].MinSize().Width+between, size.Width-o[3].MinSize().Width
	middle(o[0], 0)
	middle(o[3], right)
	shown := false
	for _, pill := range o[1:3] {
		fits := !shown && left+pill.MinSize().Width+2*between <= right
		widget.SetVisible(pill, fits)
		shown = shown || fits
		middle(pill, left)
	}
}

// stripLetters stand before the rows of the strip.
type stripLetters struct{}

func (stripLetters) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (stripLetters) Layout(o []fyne.CanvasObject, size fyne.Size) {
	for i, l := range o {
		m := l.MinSize()
		widget.Place(l, fyne.NewPos(0, float32(rowY(side(i), float64(size.Height)))-m.Height/2), m)
	}
}

// slicing is a pair of spaces on the slicer's line.
type slicing struct {
	x, y         *metric.Space
	pushX, pushY []float64
	plan         *gw.Plan // the plan from sorting
	note         string   // the name of this slicing, "" if there is no other
}

// slicing is the slicing of the shown step of a training, or of the match.
func (m *model) slicing() *slicing {
	if s, ok := m.snapshot(); ok {
		r := m.record
		out := &slicing{x: r.x, y: r.y, pushX: convert[float64](s.pushX), pushY: convert[float64](s.pushY), note: r.tell(s.Step)}
		if s.refined {
			out.note = "refined, after the training"
		}
		out.plan = slicer.SortedPlan(out.pushX, out.pushY, r.x.Weights, r.y.Weights)
		return out
	}
	if m.match == nil {
		return nil
	}
	r := m.match.Result
	out := &slicing{x: m.match.X, y: m.match.Y, pushX: r.PushX, pushY: r.PushY, plan: r.Slicer}
	switch {
	case r.Own != nil:
		out.note = "the slicing nearest to this plan; " + r.Own.Title + " knows no slicer"
	case m.record != nil:
		out.note = "the chosen slicer"
	}
	return out
}

// await says in an empty strip when its samples come.
func (v *slicerView) await() {
	text, pill := "", "NOT SOLVED"
	switch {
	case v.of[sideA] != nil:
	case v.m.job.running:
		pill = "SOLVING"
		text = "With the finished match, the samples of A and B stand here, each in the order of the slicer’s values."
	default:
		text = "Solve to see the samples of A and B here, each in the order of the slicer’s values."
	}
	if text != "" {
		v.showPills(pill, pill)
	}
	widget.SetVisible(v.note, text == "")
	v.empty.Set(text)
}

// show shows the push-forward values of the present slicing.
func (v *slicerView) show() {
	s := v.m.slicing()
	v.heat.SetEnabled(s != nil)
	if s == nil {
		v.of = [2]*metric.Space{}
		v.plot.set(stripData{marked: [2]int{-1, -1}})
		v.foot.Set("")
		v.await()
		v.showHeat()
		return
	}
	between := func(s *metric.Space) func(i, j int) float64 { return s.Distances.At }
	data := newStripData(s.pushX, s.pushY, between(s.x), between(s.y), planLinks(s.plan))
	if v.of == [2]*metric.Space{s.x, s.y} {
		// The colours follow with the next picture. Until then the old colours are better than none.
		data.colors, data.marked = v.plot.data.colors, v.plot.data.marked
	}
	v.of = [2]*metric.Space{s.x, s.y}
	v.await()
	v.colors = [2]stripColors{}
	data.soft = softened(v.heat, s)
	v.plot.set(data)
	v.color(v.m.picture)
	n, m := len(s.pushX), len(s.pushY)
	samples := plural(n, "SAMPLE", "SAMPLES")
	if n != m {
		samples = count(n) + " AND " + plural(m, "SAMPLE", "SAMPLES")
	}
	sorted := "SORTED BY PUSH-FORWARD VALUE"
	if v.m.match != nil && v.m.match.Result.Own != nil && v.m.record == nil {
		sorted = "NEAREST SLICING OF THE PLAN"
	}
	v.showPills(sorted+" · "+samples, samples)
	v.foot.Set(stripHint(s.note))
	v.showHeat()
}

// showPills names the contents of the strip, at length or in short.
func (v *slicerView) showPills(long, short string) {
	v.pills[0].Set(widget.Spaced(long))
	v.pills[1].Set(widget.Spaced(short))
	v.head.Refresh() // the other pill may have room now
}

// stripHint stands at the foot while no sample is pointed at.
func stripHint(note string) string {
	if note != "" {
		return note
	}
	return "click a sample to mark it on the shapes"
}

// soften follows the temperature's slider.
func (v *slicerView) soften() {
	if s := v.m.slicing(); s != nil {
		v.plot.soften(softened(v.heat, s))
	}
	v.showHeat()
}

// showHeat explains the links.
func (v *slicerView) showHeat() {
	if v.heat.Temperature() > 0 {
		v.note.Set("soft links: the plan of soft sorting, strength by mass")
	} else {
		v.note.Set("monotone links: the plan of sorting")
	}
}

// color gives the samples the colours of their vertices, so that a person can find a place of the line on the shape.
func (v *slicerView) color(p *present.Picture) {
	x, y := v.of[sideA], v.of[sideB]
	if x == nil || p == nil {
		return
	}
	a, b := paintOf(p.A), paintOf(p.B)
	if now := [2]stripColors{a.key(), b.key()}; v.colors != now {
		v.colors = now // steps of a morph have the same colours
		v.plot.setColors(sampleColors(a, x), sampleColors(b, y))
	}
}

// stripColors identifies the input of the strip's colours.
type stripColors struct {
	colors *color.NRGBA
	doubt  float32
	hatch  color.NRGBA
}

// vertexPaint is how the vertices of a scene's shape look.
type vertexPaint struct {
	colors []color.NRGBA // nil for a plain shape
	trust  []float32
	doubt  float32
	hatch  color.NRGBA
}

func (v vertexPaint) key() stripColors {
	return stripColors{unsafe.SliceData(v.colors), v.doubt, v.hatch}
}

func paintOf(s *scene.Scene) vertexPaint {
	switch {
	case len(s.Surfaces) > 0:
		f := &s.Surfaces[0]
		return vertexPaint{f.Colors, f.Trust, f.Doubt, f.Hatch}
	case len(s.Clouds) > 0:
		c := &s.Clouds[0]
		return vertexPaint{c.Colors, c.Trust, c.Doubt, c.Hatch}
	}
	return vertexPaint{}
}

// sampleColors are the vertices' colours at the samples. Samples in hatched places have the colour of the
// hatching.
func sampleColors(of vertexPaint, sp *metric.Space) []color.NRGBA {
	if of.colors == nil || len(of.colors) != len(sp.Domain.PointOf) {
		return nil // plain, or a picture of earlier shapes
	}
	out := make([]color.NRGBA, sp.Len())
	for i, p := range sp.Samples {
		v := sp.Domain.VertexOf[p]
		if out[i] = of.colors[v]; of.trust != nil && of.trust[v] < of.doubt {
			out[i] = of.hatch
		}
	}
	return out
}

func (v *slicerView) mark(p *picked) {
	if p == nil || v.of[sideA] == nil {
		v.plot.mark(-1, -1)
		return
	}
	v.plot.mark(sampleAt(v.of[sideA], p.vertex[sideA]), sampleAt(v.of[sideB], p.vertex[sideB]))
}

// hover tells of the sample under the pointer.
func (v *slicerView) hover(s side, i int) {
	now := v.m.slicing()
	if now == nil {
		return
	}
	if i < 0 {
		v.foot.Set(stripHint(now.note))
		return
	}
	push, sp := now.pushX, now.x
	if s == sideB {
		push, sp = now.pushY, now.y
	}
	v.foot.Set(s.String() + " sample " + count(i) + ", vertex #" + count(int(sp.Domain.VertexOf[sp.Samples[i]])) + ", value " + fixed(push[i], 3))
}

// softened is the soft plan of a slicing at the chosen temperature; nil at temperature 0.
func softened(b *widget.HeatBar, s *slicing) *softPlan {
	tau := b.Temperature()
	if tau == 0 {
		return nil
	}
	return &softPlan{pushX: s.pushX, pushY: s.pushY, a: s.x.Weights, b: s.y.Weights, tau: tau}
}
