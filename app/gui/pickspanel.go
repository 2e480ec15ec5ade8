package gui

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// picksPanel lists the picked vertices with their matches, and the measured distances.
type picksPanel struct {
	app     fyne.App
	widgets *widget.Maker
	m       *model
	pointer *pointer
	rulers  *rulers
	resized func()

	hint     *widget.Paragraph
	picks    *fyne.Container
	measured *fyne.Container
	copy     *widget.Control
	measure  *widget.Control
	beside   fyne.CanvasObject
	object   *fyne.Container
	shown    string
}

func newPicksPanel(app fyne.App, k *widget.Maker, m *model, pt *pointer, r *rulers, resized func()) *picksPanel {
	p := &picksPanel{app: app, widgets: k, m: m, pointer: pt, rulers: r, resized: resized,
		picks: container.New(widget.Column{Gap: 2}), measured: container.New(widget.Column{Gap: 2})}
	p.measure = k.NewControl(&widget.Control{Text: "Measure", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20, Tip: tipOf("measure"), OnTap: r.toggle})
	p.copy = k.NewControl(&widget.Control{Text: "Copy", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20, Tip: tipOf("picks.copy"), OnTap: p.copyAll})
	p.beside = container.New(widget.Row{Gap: 2}, p.measure, p.copy)
	p.hint = widget.NewNote("Click a shape to see where a point goes; Shift keeps several. Measure takes two points of one shape.", widget.ColorSoft)
	p.object = container.New(widget.Column{Gap: 6}, p.hint, p.picks, p.measured)
	m.onPick.On(func(*picked) { p.show() })
	m.onView.On(func(present.View) { p.show() })
	m.onMatch.On(func(*pipeline.Match) { p.show() })
	r.onChange.On(func(struct{}) { p.show() })
	p.show()
	return p
}

// rows are the marked vertices with their matches: the kept picks, and the last pick.
func (p *picksPanel) rows() []*picked {
	match := p.m.match
	if match == nil || p.m.pick == nil && p.m.view.Pins == nil {
		return nil
	}
	var out []*picked
	if p.m.view.Pins != nil && match.ConfidenceKnown() {
		for _, pin := range p.m.view.Pins.Of {
			if row := pickOf(match, onSide(pin.OnB), pin.Vertex); row != nil {
				out = append(out, row)
			}
		}
	}
	if p.m.pick != nil {
		out = append(out, p.m.pick)
	}
	return out
}

// show brings the panel up to date.
func (p *picksPanel) show() {
	p.measure.SetOn(p.rulers.measuring)
	rows := p.rows()
	of, known := p.rulers.list()
	now := &strings.Builder{}
	for _, r := range rows {
		now.WriteString(strings.Join(p.record(r), " "))
	}
	for k := range of {
		now.WriteString(strconv.Itoa(k) + strings.Join(p.lengths(known[k]), " "))
	}
	now.WriteString(strconv.FormatBool(len(rows)+len(of) == 0))
	if now.String() == p.shown {
		return
	}
	p.shown = now.String()
	widget.SetVisible(p.hint, len(rows)+len(of) == 0)
	widget.SetVisible(p.picks, len(rows) > 0)
	widget.SetVisible(p.measured, len(of) > 0)
	p.copy.SetEnabled(len(rows)+len(of) > 0)
	p.fill(rows)
	p.fillMeasured(of, known)
	p.resized()
}

// The columns of the tables beside the first, in units.
const (
	pickProbability float32 = 44
	pickLength      float32 = 84
	pickRemove      float32 = 22
)

// cell is a figure of a table.
func cell(text string, width float32, tint fyne.ThemeColorName) fyne.CanvasObject {
	l := widget.NewLabel(text, widget.TextSmall, tint).Trailing().Flex()
	return container.NewGridWrap(fyne.NewSize(width, 22), l)
}

func (p *picksPanel) fill(rows []*picked) {
	p.picks.RemoveAll()
	if len(rows) == 0 {
		return
	}
	place, partner := widget.NewLabel("place", widget.TextCaption, widget.ColorSoft).Flex(), widget.NewLabel("partner", widget.TextCaption, widget.ColorSoft).Flex()
	p.picks.Add(container.New(widget.Row{Gap: 4, Shares: []float32{1, 1}}, place, partner, cell("P", pickProbability, widget.ColorSoft), cell("", pickRemove, widget.ColorSoft)))
	for _, r := range rows {
		from, to := r.on, r.on.other()
		here, there := widget.NewLabel(from.String()+" #"+count(r.vertex[from]), widget.TextSmall, widget.ColorText).Flex(), widget.NewLabel(to.String()+" #"+count(r.vertex[to]), widget.TextSmall, widget.ColorText).Flex()
		remove := p.widgets.NewControl(&widget.Control{Icon: "close", Kind: widget.Quiet, Height: 22, Tip: "Unmark", OnTap: func() { p.pointer.unpick(r) }})
		p.picks.Add(container.New(widget.Row{Gap: 4, Shares: []float32{1, 1}}, here, there, cell(probability(r.confidence), pickProbability, widget.ColorText), remove))
	}
}

func probability(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return fixed(x, 2)
}

func (p *picksPanel) fillMeasured(of []present.Ruler, known []*pipeline.Measurement) {
	p.measured.RemoveAll()
	if len(of) == 0 {
		return
	}
	head := widget.NewLabel("measured", widget.TextCaption, widget.ColorSoft).Flex()
	p.measured.Add(container.New(widget.Row{Gap: 4, Shares: []float32{1}}, head, cell("surface", pickLength, widget.ColorSoft), cell("straight", pickLength, widget.ColorSoft), cell("", pickRemove, widget.ColorSoft)))
	for k, r := range of {
		ends := widget.NewLabel(onSide(r.OnB).String()+" #"+count(r.From)+" – #"+count(r.To), widget.TextSmall, widget.ColorText).Flex()
		l := p.lengths(known[k])
		remove := p.widgets.NewControl(&widget.Control{Icon: "close", Kind: widget.Quiet, Height: 22, Tip: "Take the measure away", OnTap: func() { p.rulers.remove(k) }})
		p.measured.Add(container.New(widget.Row{Gap: 4, Shares: []float32{1}}, ends, cell(l[0], pickLength, widget.ColorText), cell(l[1], pickLength, widget.ColorText), remove))
	}
}

// lengths are a measurement along the surface and straight.
func (p *picksPanel) lengths(m *pipeline.Measurement) []string {
	if m == nil {
		return []string{"…", "…"}
	}
	return []string{p.rulers.length(m.Geodesic), p.rulers.lengthLike(m.Straight, m.Geodesic)}
}

// record is a pick as a line of a table: shape, vertex and place, the same of the partner, and the
// probability.
func (p *picksPanel) record(r *picked) []string {
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	var out []string
	for _, s := range []side{r.on, r.on.other()} {
		out = append(out, s.String(), strconv.Itoa(r.vertex[s]))
		for _, x := range r.position[s] {
			out = append(out, exact(x))
		}
	}
	if math.IsNaN(r.confidence) {
		return append(out, "")
	}
	return append(out, exact(r.confidence))
}

// table is all of the panel as CSV: picks, and after an empty line the measures.
func (p *picksPanel) table() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	write := func(record ...string) { _ = w.Write(record) } // a Builder takes everything
	if rows := p.rows(); len(rows) > 0 {
		write("shape", "vertex", "x", "y", "z", "partner_shape", "partner_vertex", "partner_x", "partner_y", "partner_z", "probability")
		for _, r := range rows {
			write(p.record(r)...)
		}
	}
	if of, known := p.rulers.list(); len(of) > 0 {
		w.Flush()
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		write("shape", "from_vertex", "to_vertex", "geodesic", "straight", "units")
		for k, r := range of {
			if m := known[k]; m != nil {
				write(onSide(r.OnB).String(), strconv.Itoa(r.From), strconv.Itoa(r.To),
					strconv.FormatFloat(m.Geodesic, 'g', -1, 64), strconv.FormatFloat(m.Straight, 'g', -1, 64), p.m.units)
			}
		}
	}
	w.Flush()
	return b.String()
}

// copyAll puts the tables into the clipboard.
func (p *picksPanel) copyAll() {
	p.app.Clipboard().SetContent(p.table())
	p.widgets.Tips.Announce("Copied as CSV")
}
