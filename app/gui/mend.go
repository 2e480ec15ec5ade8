package gui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/solver/verdict"
)

// mends are buttons that mend faults of the shapes of a pair, far points and cracks, and solve again. They
// show where a shape has such a fault.
type mends struct {
	drop, weld *widget.Control
	object     *fyne.Container
}

func newMends(widgets *widget.Maker, solving *solving) *mends {
	p := &mends{}
	p.drop = widgets.NewControl(&widget.Control{Text: "Leave out far points", Height: 26, Small: true, Tip: "Turn on “Drop far vertices” and solve again. Undo takes it back.", OnTap: solving.dropFar})
	p.weld = widgets.NewControl(&widget.Control{Text: "Close the cracks", Height: 26, Small: true, OnTap: solving.closeCracks})
	p.object = container.New(widget.Row{Gap: 6, Shares: []float32{1, 1}}, p.drop, p.weld)
	return p
}

// show offers the wanted mends that the options do not have yet.
func (p *mends) show(m *model, far, cracks bool) {
	widget.SetVisible(p.drop, far && !m.options.DropOutliers)
	tolerance := weldOf(m)
	widget.SetVisible(p.weld, cracks && m.options.Weld < tolerance)
	p.weld.Tip = "Weld what is closer than " + strconv.FormatFloat(tolerance, 'g', -1, 64) + " of a shape’s diagonal and solve again. Undo takes it back."
	widget.SetVisible(p.object, p.drop.Visible() || p.weld.Visible())
	p.object.Refresh()
}

// dropFar leaves out points far from all others, and solves again.
func (s *solving) dropFar() { s.mend("drop-outliers", "true") }

// closeCracks welds until the cracks of both shapes are closed, and solves again.
func (s *solving) closeCracks() {
	s.mend("weld", strconv.FormatFloat(weldOf(s.m), 'g', -1, 64))
}

func (s *solving) mend(name, value string) {
	s.setOption(option.Find(name), value)
	s.solve()
}

// weldOf is the value of the option weld that closes the cracks of both shapes; 0 without cracks.
func weldOf(m *model) float64 {
	share := 0.0
	for _, s := range m.shapes {
		if s != nil {
			share = max(share, s.Weld())
		}
	}
	return share
}

// harmOf names the faults of the shapes that the options do not mend yet; "" without faults.
func harmOf(m *model) (text string, far, cracks bool) {
	var out []string
	for k, s := range m.shapes {
		if s == nil {
			continue
		}
		lie := func(n int, where string) {
			out = append(out, mesh.Count(n, "vertex")+" of "+side(k).String()+map[bool]string{true: " lies ", false: " lie "}[n == 1]+where)
		}
		if n := s.Report.Far; n > 0 && !m.options.DropOutliers {
			far = true
			lie(n, "far from all others.")
		}
		if n := s.Report.CrackVertices; n > 0 && m.options.Weld < s.Weld() {
			cracks = true
			lie(n, "in cracks.")
		}
	}
	if out == nil {
		return "", false, false
	}
	return strings.Join(out, " ") + " This distorts all distances.", far, cracks
}

// shapeMends are the mends in the panel of shapes, with the faults in words.
type shapeMends struct {
	says   *widget.Paragraph
	mends  *mends
	object *fyne.Container
}

func newShapeMends(widgets *widget.Maker, m *model, solving *solving, resized func()) *shapeMends {
	p := &shapeMends{says: widget.NewNote("", widget.ColorCaution), mends: newMends(widgets, solving)}
	p.object = container.New(widget.Column{Gap: 6}, p.says, p.mends.object)
	show := func() {
		text, far, cracks := harmOf(m)
		p.says.Set(text)
		p.mends.show(m, far, cracks)
		if shown := text != ""; shown != p.object.Visible() {
			widget.SetVisible(p.object, shown)
			resized()
		}
	}
	p.object.Hide()
	m.onShape.On(func(side) { show() })
	m.onOptions.On(func(session.Options) { show() })
	show()
	return p
}

// mendable reports which of a verdict's reasons a click can mend; v may be nil.
func mendable(v *verdict.Verdict) (far, cracks bool) {
	if v == nil || !v.Doubted() {
		return false, false
	}
	for _, r := range v.Reasons {
		far = far || r.Input == "far points"
		cracks = cracks || r.Input == "cracks"
	}
	return far, cracks
}
