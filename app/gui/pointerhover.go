package gui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/render/camera"
	"gwscope/render/pick"
	"gwscope/render/scene"
)

// hoverLayer marks the vertex under the pointer and its match while the pointer moves. Its marks are objects of the
// window over the views, so that no picture has to be drawn: with a large mesh the marks would lag behind.
type hoverLayer struct {
	rings [2]*canvas.Circle
	line  *canvas.Line
	layer *fyne.Container

	busy bool // a pick is under way
	next *hoverAt
}

// hoverAt is where the pointer was.
type hoverAt struct {
	pane pane
	at   fyne.Position
}

func newHoverLayer() *hoverLayer {
	h := &hoverLayer{line: canvas.NewLine(nil)}
	h.layer = container.NewWithoutLayout(h.line)
	for k := range h.rings {
		h.rings[k] = canvas.NewCircle(nil)
		h.layer.Add(h.rings[k])
	}
	h.hide()
	return h
}

func (h *hoverLayer) hide() {
	h.line.Hide()
	for _, r := range h.rings {
		r.Hide()
	}
}

// hoverRadius is the radius of the rings, in units: a little less than that of picked vertices.
const hoverRadius float32 = 6

// show puts rings at both ends, where they are seen, and joins them.
func (h *hoverLayer) show(ends [2]*fyne.Position) {
	accent := widget.Color(widget.ColorAccent)
	fill := accent
	fill.A = 0x38
	for k, r := range h.rings {
		if ends[k] == nil {
			r.Hide()
			continue
		}
		r.FillColor, r.StrokeColor, r.StrokeWidth = fill, accent, 1.5
		widget.Place(r, ends[k].SubtractXY(hoverRadius, hoverRadius), fyne.NewSquareSize(2*hoverRadius))
		r.Show()
	}
	if ends[0] == nil || ends[1] == nil {
		h.line.Hide()
		return
	}
	accent.A = 0xa0
	h.line.StrokeColor, h.line.StrokeWidth = accent, 1
	h.line.Position1, h.line.Position2 = *ends[0], *ends[1]
	h.line.Show()
}

// hoverOver follows the pointer. One pick is under way at a time; of the places that come meanwhile only the last
// is used.
func (pt *pointer) hoverOver(p pane, at fyne.Position) {
	if pt.m.match == nil || pt.m.playing || pt.m.layout == raced || pt.m.aiming {
		pt.leaveHover()
		return
	}
	h := pt.hover
	if h.busy {
		h.next = &hoverAt{p, at}
		return
	}
	h.busy = true
	m := pt.m.match
	pt.hitAt(p, at, func(hit pick.Hit, ok bool) {
		h.busy = false
		if next := h.next; next != nil {
			h.next = nil
			pt.hoverOver(next.pane, next.at)
		}
		if pt.m.match != m || pt.views.port.hand.held != noMotion || !pt.views.port.inside {
			return
		}
		if !ok {
			pt.leaveHover()
			return
		}
		pt.tasks.aside(func(ctx context.Context) func() {
			if _, err := m.ConfidenceContext(ctx); err != nil { // the first use computes it
				return nil
			}
			p := pickOf(m, sideOfHit(hit), hit.Vertex)
			return func() {
				if pt.m.match == m && pt.views.port.inside && pt.views.port.hand.held == noMotion {
					pt.m.hover = p
					pt.showHover()
				}
			}
		}, nil)
	}, func() { h.busy, h.next = false, nil })
}

// leaveHover takes the marks away.
func (pt *pointer) leaveHover() {
	if pt.m.hover == nil {
		return
	}
	pt.m.hover = nil
	pt.showHover()
}

// showHover brings marks and status bar up to date with the vertex under the pointer.
func (pt *pointer) showHover() {
	p := pt.m.hover
	if p == nil {
		pt.hover.hide()
	} else {
		pt.hover.show(pt.seenEnds(p))
	}
	pt.hover.layer.Refresh()
	pt.m.onHover.Emit(p)
}

// seenEnds are the places of a vertex and its match in the view area; nil for an end that is in no pane.
func (pt *pointer) seenEnds(p *picked) (ends [2]*fyne.Position) {
	pic := pt.m.picture
	if pic == nil {
		return ends
	}
	a, b, ok := pic.Ends(p.on == sideB, p.vertex[p.on], pt.m.view.T)
	if !ok {
		return ends
	}
	for _, q := range pt.m.panes(pt.views.port.Size()) {
		for s, at := range [2]scene.Vec{a, b} {
			// A single pane shows the morph, and in the overlay B too.
			if single := pt.m.layout == morphOnly || pt.m.layout == overlaid; side(s) != q.side && !single || pt.m.layout == morphOnly && side(s) == sideB {
				continue
			}
			pos, ok := pt.m.cameras[q.side].Project(camera.Vec{float64(at[0]), float64(at[1]), float64(at[2])}, float64(q.rect.size.Width), float64(q.rect.size.Height))
			seen := q.rect.pos.AddXY(float32(pos.X), float32(pos.Y))
			if ok && q.rect.contains(seen) {
				ends[s] = &seen
			}
		}
	}
	return ends
}
