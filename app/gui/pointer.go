package gui

import (
	"context"
	"image"
	"math"

	"fyne.io/fyne/v2"

	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/render/camera"
	"gwscope/render/pick"
	"gwscope/solver/metric"
)

// pointer finds the vertex under the mouse, and marks vertices.
type pointer struct {
	m        *model
	tasks    *tasks
	views    *views
	marker   *marker
	markHand *markHand
	rulers   *rulers
	// trusted is told of a match whose confidence has become known.
	trusted func(*pipeline.Match)

	picker *pick.Picker
	hover  *hoverLayer
}

// pickSlack is how near, in units, a click must come to a point of a cloud.
const pickSlack = 6

// hitAt finds the vertex under a position of a pane, in a goroutine: the search tree of a large mesh takes
// a moment the first time.
func (pt *pointer) hitAt(p pane, at fyne.Position, then func(pick.Hit, bool), undo ...func()) {
	sc, cam := pt.m.sceneOf(p), pt.m.cameras[p.side]
	if sc == nil {
		return
	}
	clip := pt.m.clip(cam)
	// Units serve as pixels: the picture has the same shape at every scale.
	rect := image.Rect(0, 0, int(p.rect.size.Width+0.5), int(p.rect.size.Height+0.5))
	pt.tasks.background(func() func() {
		hit, ok := pt.picker.Pick(sc, cam, clip, rect, float64(at.X), float64(at.Y), pickSlack)
		return func() { then(hit, ok) }
	}, undo...)
}

// pickAt marks the vertex under a click and its match; a click beside the shape unmarks. Shift adds a mark to
// the others.
func (pt *pointer) pickAt(p pane, at fyne.Position) {
	if pt.marker.placing {
		pt.markHand.placeAt(p, at)
		return
	}
	if pt.rulers.measuring {
		pt.rulers.pickAt(p, at)
		return
	}
	more := pt.views.port.hand.more
	pt.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok {
			if !more {
				pt.unmark()
			}
			return
		}
		s := sideOfHit(hit)
		if more {
			pt.pinPick()
		} else {
			pt.setPins(nil)
		}
		if pt.m.layout == raced {
			pt.pickInRace(p, s, hit.Vertex)
			return
		}
		pt.pickVertex(s, hit.Vertex)
	})
}

// pickVertex marks a vertex of a side (file index) and its match.
func (pt *pointer) pickVertex(s side, vertex int) {
	m := pt.m.match
	if m == nil {
		pt.m.setStatus(plainPick(pt.m.shapes[s], s, vertex))
		return
	}
	pt.pickBy(m, s, vertex)
}

// pickInRace marks a vertex of A in all panes of a race: each pane shows its method's match. A click on a
// target marks the vertex of A with its match there.
func (pt *pointer) pickInRace(p pane, s side, vertex int) {
	m := pt.m.match
	if p.lane > 0 && p.row >= 0 {
		m = pt.m.race.rows[p.row].Match
	} else if best := race.Reference(pt.m.race.rows); m == nil && best >= 0 {
		m = pt.m.race.rows[best].Match
	}
	if m == nil {
		pt.m.setStatus(plainPick(pt.m.shapes[s], s, vertex))
		return
	}
	if s == sideB {
		if vertex < 0 || vertex >= len(m.B.Mesh.Vertices) {
			return
		}
		s, vertex = sideA, int(m.FromB().Counterpart(vertex).Target)
	}
	pt.pickBy(m, s, vertex)
}

// pickBy marks a vertex and where a match sends it.
func (pt *pointer) pickBy(m *pipeline.Match, s side, vertex int) {
	if !m.ConfidenceKnown() { // Esc may have stopped the work on it
		of := pt.m.match
		pt.tasks.aside(func(ctx context.Context) func() {
			if _, err := m.ConfidenceContext(ctx); err != nil {
				return nil
			}
			return func() {
				if pt.m.match == of {
					pt.pickKnown(m, s, vertex)
					pt.trusted(of)
				}
			}
		}, nil)
		return
	}
	pt.pickKnown(m, s, vertex)
}

// follow is called with another match of the shapes: marks stay at the clicked vertices, and their partners
// move. Marks of vertices that the new shapes lack are dropped.
func (pt *pointer) follow(m *pipeline.Match) {
	p := pt.m.pick
	has := func(s side, v int) bool {
		return v >= 0 && v < len([2]*pipeline.Shape{m.A, m.B}[s].Mesh.Vertices)
	}
	if p == nil || !has(p.on, p.vertex[p.on]) {
		pt.unmark()
		return
	}
	pt.m.pick = nil // partner and confidence are of the match before
	pt.m.onPick.Emit(nil)
	pt.pickBy(m, p.on, p.vertex[p.on])
}

// pickKnown marks a vertex by a match whose confidence is known.
func (pt *pointer) pickKnown(m *pipeline.Match, s side, vertex int) {
	if p := pickOf(m, s, vertex); p != nil {
		pt.m.setPick(p)
	}
}

// plainPick tells of a vertex when there is no match yet.
func plainPick(sh *pipeline.Shape, s side, vertex int) string {
	if sh == nil || vertex < 0 || vertex >= len(sh.Mesh.Vertices) {
		return "Ready"
	}
	v := sh.Mesh.Vertices[vertex]
	return s.String() + " #" + count(vertex) + "  " + point([3]float64{v.X, v.Y, v.Z})
}

// aimAt makes the point under a double click the centre of turning. A double click beside the shapes frames
// everything.
func (pt *pointer) aimAt(p pane, at fyne.Position) {
	pt.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok {
			pt.views.frameNow()
			return
		}
		to := camera.Vec{float64(hit.Position[0]), float64(hit.Position[1]), float64(hit.Position[2])}
		pt.m.moveCamera(p.side, func(c camera.Camera) camera.Camera { c.Target = to; return c })
	})
}

// sampleAt is the sample of a side nearest to a vertex, by distance on the surface; -1 for an unknown
// vertex.
func sampleAt(sp *metric.Space, vertex int) int {
	if vertex < 0 || vertex >= len(sp.Domain.PointOf) {
		return -1
	}
	at := sp.Domain.PointOf[vertex]
	best, where := float32(math.Inf(1)), -1
	for i := range sp.Len() {
		if x := sp.Row(i).At(at); x < best {
			best, where = x, i
		}
	}
	return where
}
