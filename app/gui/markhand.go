package gui

import (
	"math"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
	"gwscope/render/camera"
	"gwscope/render/pick"
)

// markReach is how near, in units, the pointer must be to a mark to take it.
const markReach = 9

// markDrag is a mark on its way.
type markDrag struct {
	ref  markRef
	busy bool // a pick is under way
	next *hoverAt
	// dropped tells that the pointer has let go, and only the last pick is waited for.
	dropped bool
}

// togglePlacing begins or ends the mode in which clicks place landmarks.
func (d *desk) togglePlacing() { d.setPlacing(!d.marker.placing) }

func (d *desk) setPlacing(on bool) {
	if on && d.m.layout == raced {
		d.showBoth()
	}
	d.marker.placing = on
	if on {
		d.leaveHover()
		d.unmark()
		d.m.setStatus("Click places a landmark, then its partner on the other shape; drag moves, " + keyOf("mark.delete") + " deletes, " + keyOf("marks.place") + " ends")
	} else {
		d.marker.held = nil
		d.m.setStatus("Ready")
	}
	d.showMarks()
}

// placeThree begins to place landmarks that steer.
func (d *desk) placeThree() {
	d.marker.pinNew = true
	d.setPlacing(true)
	d.m.setStatus("Place three landmarks, each on A and on B: far apart, and not all in one line")
}

// grabMark takes the mark under the pointer; false where there is none.
func (d *desk) grabMark(p pane, at fyne.Position) bool {
	if !d.marker.placing {
		return false
	}
	ref, ok := d.markAt(p, at)
	if !ok {
		return false
	}
	d.marker.held, d.marker.drag = &ref, &markDrag{ref: ref}
	d.marker.live.off = false
	d.showMarks()
	return true
}

// markAt is the mark nearest to a position of a pane, within reach.
func (d *desk) markAt(p pane, at fyne.Position) (ref markRef, ok bool) {
	pic := d.m.picture
	if pic == nil || d.m.view.Marks == nil {
		return ref, false
	}
	least := float64(markReach)
	next := map[[2]bool]int{}
	for _, m := range d.m.view.Marks.Of {
		if m.Kind == present.LesserExtremity {
			continue
		}
		r := markRef{tip: m.Kind == present.Extremity}
		if m.OnB {
			r.side = sideB
		}
		k := [2]bool{m.OnB, r.tip}
		r.index = next[k]
		next[k]++
		single := d.m.layout == morphOnly || d.m.layout == overlaid
		if r.side != p.side && !single || d.m.layout == morphOnly && m.OnB {
			continue
		}
		to, seen := pic.MarkAt(m, d.m.view.T)
		if !seen {
			continue
		}
		pos, seen := d.m.cameras[p.side].Project(camera.Vec{float64(to[0]), float64(to[1]), float64(to[2])}, float64(p.rect.size.Width), float64(p.rect.size.Height))
		if dist := math.Hypot(pos.X-float64(at.X), pos.Y-float64(at.Y)); seen && dist < least {
			least, ref, ok = dist, r, true
		}
	}
	return ref, ok
}

// dragMark moves the mark in hand to what lies under the pointer. Beside the shape it
// stays where it was.
func (d *desk) dragMark(p pane, at fyne.Position) {
	g := d.marker.drag
	if g == nil {
		return
	}
	if g.busy {
		g.next = &hoverAt{p, at}
		return
	}
	g.busy = true
	d.hitAt(p, at, func(hit pick.Hit, ok bool) {
		g.busy = false
		if ok && sideOfHit(hit) == g.ref.side {
			d.moveMark(g.ref, d.placeOf(hit))
		}
		if next := g.next; next != nil {
			g.next = nil
			d.dragMark(next.pane, next.at)
		} else if g.dropped {
			d.endDrag()
		}
	})
}

// dropMark lets the mark in hand go.
func (d *desk) dropMark() {
	switch g := d.marker.drag; {
	case g == nil:
	case g.busy:
		g.dropped = true
	default:
		d.endDrag()
	}
}

// endDrag makes the whole drag one step, and solves for where the mark lies.
func (d *desk) endDrag() {
	d.marker.drag = nil
	d.keep.touch()
	d.followMarks(false)
	d.marker.onChange.Emit(struct{}{})
}

// placeOf is the place of a hit in the coordinates of the shape's file.
func (d *desk) placeOf(hit pick.Hit) r3.Vec {
	m := d.m.shapes[sideOfHit(hit)].Mesh
	if hit.IsCloud || hit.Triangle < 0 || hit.Triangle >= len(m.Triangles) {
		return m.Vertices[hit.Vertex]
	}
	var at r3.Vec
	for k, v := range m.Triangles[hit.Triangle] {
		at = r3.Add(at, r3.Scale(float64(hit.Bary[k]), m.Vertices[v]))
	}
	return at
}

func (d *desk) moveMark(ref markRef, at r3.Vec) {
	d.changeMarks(func(m *session.Marks) {
		if list := *d.editable(m, ref.side, ref.tip); ref.index < len(list) {
			list[ref.index].Position = [3]float64{at.X, at.Y, at.Z}
		}
	})
}

// placeAt places a landmark under a click: the partner of the one placed before on the
// other shape, or a new one.
func (d *desk) placeAt(p pane, at fyne.Position) {
	if ref, ok := d.markAt(p, at); ok {
		d.marker.held = &ref
		d.showMarks()
		return
	}
	d.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok {
			d.marker.held = nil
			d.showMarks()
			return
		}
		s := sideOfHit(hit)
		if d.m.shapes[s] == nil {
			return
		}
		d.placeMark(s, d.placeOf(hit))
	})
}

func (d *desk) placeMark(s side, at r3.Vec) {
	mk := d.marker
	name := landmark.FreshName("landmark", mk.marks.A.Landmarks, mk.marks.B.Landmarks)
	if h := mk.held; h != nil && !h.tip && h.side != s {
		if waiting := d.listed(h.side, false)[h.index].Name; landmark.Index(*listOf(&mk.marks, s, false), waiting) < 0 {
			name = waiting
		}
	}
	partner := landmark.Index(*listOf(&mk.marks, s.other(), false), name)
	mk.held = &markRef{side: s, index: len(*listOf(&mk.marks, s, false))}
	d.changeMarks(func(m *session.Marks) {
		l := landmark.New(name, at)
		l.Pinned = mk.pinNew && partner >= 0
		if l.Pinned {
			(*listOf(m, s.other(), false))[partner].Pinned = true
		}
		list := listOf(m, s, false)
		*list = append(*list, l)
	})
	if partner < 0 {
		d.m.setStatus(name + " is on " + s.String() + ": click its partner on " + s.other().String() + ", or go on")
	}
}

// deleteMark deletes a mark; of a landmark only this side's.
func (d *desk) deleteMark(ref markRef) {
	d.marker.held = nil
	d.changeMarks(func(m *session.Marks) {
		list := d.editable(m, ref.side, ref.tip)
		if ref.index < len(*list) {
			*list = append((*list)[:ref.index:ref.index], (*list)[ref.index+1:]...)
		}
	})
}

// deleteNamed deletes a landmark on both sides.
func (d *desk) deleteNamed(name string) {
	d.marker.held = nil
	d.changeMarks(func(m *session.Marks) {
		for _, s := range []side{sideA, sideB} {
			list := listOf(m, s, false)
			if k := landmark.Index(*list, name); k >= 0 {
				*list = append((*list)[:k:k], (*list)[k+1:]...)
			}
		}
	})
}

// pinNamed pins or releases a pair.
func (d *desk) pinNamed(name string, on bool) {
	d.changeMarks(func(m *session.Marks) {
		for _, s := range []side{sideA, sideB} {
			if k := landmark.Index(*listOf(m, s, false), name); k >= 0 {
				(*listOf(m, s, false))[k].Pinned = on
			}
		}
	})
}

// pinAll pins or releases all pairs.
func (d *desk) pinAll(on bool) {
	d.changeMarks(func(m *session.Marks) {
		for _, p := range landmark.Pairs(m.A.Landmarks, m.B.Landmarks) {
			m.A.Landmarks[p.A].Pinned, m.B.Landmarks[p.B].Pinned = on, on
		}
	})
}

// renameMark asks for a name: of a landmark on both shapes, so that a pair stays one, or
// of an extremity.
func (d *desk) renameMark(ref markRef) {
	old := d.listed(ref.side, ref.tip)[ref.index].Name
	d.ask("Rename "+old, "Landmarks of one name on both shapes are a pair", old, "Rename", func(name string) {
		if name == "" || name == old {
			return
		}
		for _, s := range []side{sideA, sideB} {
			if (!ref.tip || s == ref.side) && landmark.Index(d.listed(s, ref.tip), name) >= 0 && landmark.Index(d.listed(s, ref.tip), old) >= 0 {
				d.m.setStatus("There is a " + name + " on " + s.String() + " already: choose another name")
				return
			}
		}
		d.changeMarks(func(m *session.Marks) {
			for _, s := range []side{sideA, sideB} {
				if ref.tip && s != ref.side {
					continue
				}
				list := *d.editable(m, s, ref.tip)
				if k := landmark.Index(list, old); k >= 0 {
					list[k].Name = name
				}
			}
		})
	})
}

// addTip makes the landmark in hand an extremity of its shape.
func (d *desk) addTip(ref markRef) {
	l := d.listed(ref.side, false)[ref.index]
	d.marker.held = nil
	d.changeMarks(func(m *session.Marks) {
		list := listOf(m, ref.side, false)
		*list = append((*list)[:ref.index:ref.index], (*list)[ref.index+1:]...)
		tips := d.ownTips(m, ref.side)
		if landmark.Index(*tips, l.Name) >= 0 {
			l.Name = landmark.FreshName("tip", *tips)
		}
		l.Pinned = false
		*tips = append(*tips, l)
	})
}

// findTips lets the solver find the extremities again.
func (d *desk) findTips() {
	d.marker.held = nil
	d.changeMarks(func(m *session.Marks) { m.A.Tips, m.B.Tips = nil, nil })
}
