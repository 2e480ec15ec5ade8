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

// pickSlack is how near, in units, a click must come to a point of a cloud.
const pickSlack = 6

// hitAt finds what lies under a position of a pane, in a goroutine: the search
// tree of a large mesh takes a moment the first time.
func (d *desk) hitAt(p pane, at fyne.Position, then func(pick.Hit, bool), undo ...func()) {
	sc, cam := d.m.sceneOf(p), d.m.cameras[p.side]
	if sc == nil {
		return
	}
	clip := d.m.clip(cam)
	// Units serve as pixels: the picture has the same shape at every scale.
	rect := image.Rect(0, 0, int(p.rect.size.Width+0.5), int(p.rect.size.Height+0.5))
	d.background(func() func() {
		hit, ok := d.picker.Pick(sc, cam, clip, rect, float64(at.X), float64(at.Y), pickSlack)
		return func() { then(hit, ok) }
	}, undo...)
}

// pickAt marks the vertex under a click and its match; a click beside the shape
// unmarks. With Shift, marks are added.
func (d *desk) pickAt(p pane, at fyne.Position) {
	if d.marker.placing {
		d.placeAt(p, at)
		return
	}
	more := d.view.hand.more
	d.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok {
			if !more {
				d.unmark()
			}
			return
		}
		s := sideOfHit(hit)
		if more {
			d.pinPick()
		} else {
			d.setPins(nil)
		}
		if d.m.layout == raced {
			d.pickInRace(p, s, hit.Vertex)
			return
		}
		d.pickVertex(s, hit.Vertex)
	})
}

// pickVertex marks a vertex of a side (file index) and its match.
func (d *desk) pickVertex(s side, vertex int) {
	m := d.m.match
	if m == nil {
		d.m.setStatus(plainPick(d.m.shapes[s], s, vertex))
		return
	}
	d.pickBy(m, s, vertex)
}

// pickInRace marks a vertex of A in all panes of a race: where each method sends it. A
// click on a target marks the vertex of A that this method sends there.
func (d *desk) pickInRace(p pane, s side, vertex int) {
	m := d.m.match
	if p.lane > 0 && p.row >= 0 {
		m = d.m.race.rows[p.row].Match
	} else if best := race.Reference(d.m.race.rows); m == nil && best >= 0 {
		m = d.m.race.rows[best].Match
	}
	if m == nil {
		d.m.setStatus(plainPick(d.m.shapes[s], s, vertex))
		return
	}
	if s == sideB {
		maps := d.vertexMaps(m)
		if vertex < 0 || vertex >= len(maps[sideB].Target) {
			return
		}
		s, vertex = sideA, int(maps[sideB].Target[vertex])
	}
	d.pickBy(m, s, vertex)
}

// pickBy marks a vertex and where a match sends it.
func (d *desk) pickBy(m *pipeline.Match, s side, vertex int) {
	if !m.ConfidenceKnown() { // once more where Esc has stopped it
		of := d.m.match
		d.aside(func(ctx context.Context) func() {
			if _, err := m.ConfidenceContext(ctx); err != nil {
				return nil
			}
			return func() {
				if d.m.match == of {
					d.pickKnown(m, s, vertex)
					d.trusted(of)
				}
			}
		}, nil)
		return
	}
	d.pickKnown(m, s, vertex)
}

func (d *desk) pickKnown(m *pipeline.Match, s side, vertex int) {
	maps := d.vertexMaps(m)
	if vertex < 0 || vertex >= len(maps[s].Target) {
		return
	}
	p := &picked{on: s}
	p.vertex[s], p.vertex[s.other()] = vertex, int(maps[s].Target[vertex])
	v := m.A.Mesh.Vertices
	if s == sideB {
		v = m.B.Mesh.Vertices
	}
	here, there := v[vertex], maps[s].Position[vertex]
	p.position[s] = [3]float64{here.X, here.Y, here.Z}
	p.position[s.other()] = [3]float64{there.X, there.Y, there.Z}
	p.confidence = maps[s].Confidence[vertex]
	if i := sampleAt(m.X, p.vertex[sideA]); i >= 0 && i < len(m.Spread) {
		p.spread = m.Spread[i]
	}
	d.m.setPick(p)
}

// plainPick tells of a vertex when there is no match yet.
func plainPick(sh *pipeline.Shape, s side, vertex int) string {
	if sh == nil || vertex < 0 || vertex >= len(sh.Mesh.Vertices) {
		return "Ready"
	}
	v := sh.Mesh.Vertices[vertex]
	return s.String() + " #" + count(vertex) + "  " + point([3]float64{v.X, v.Y, v.Z})
}

// vertexMaps are the maps of the match on screen, by vertex of the files; made
// once a match.
func (d *desk) vertexMaps(m *pipeline.Match) [2]*pipeline.VertexMap {
	if d.mapsOf != m {
		d.mapsOf, d.maps = m, [2]*pipeline.VertexMap{m.VertexMapAToB(), m.VertexMapBToA()}
	}
	return d.maps
}

// aimAt makes the point under a double click the centre of turning; beside the
// shapes it frames everything.
func (d *desk) aimAt(p pane, at fyne.Position) {
	d.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok {
			d.frameNow()
			return
		}
		to := camera.Vec{float64(hit.Position[0]), float64(hit.Position[1]), float64(hit.Position[2])}
		d.m.moveCamera(p.side, func(c camera.Camera) camera.Camera { c.Target = to; return c })
	})
}

// sampleAt is the sample of a side nearest to a vertex, by distance on the
// surface; -1 where there is no such vertex.
func sampleAt(sp *metric.Space, vertex int) int {
	if vertex < 0 || vertex >= len(sp.Domain.PointOf) {
		return -1
	}
	at := int(sp.Domain.PointOf[vertex])
	best, where := float32(math.Inf(1)), -1
	for i := range sp.Len() {
		if x := sp.Row(i)[at]; x < best {
			best, where = x, i
		}
	}
	return where
}
