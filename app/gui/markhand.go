package gui

import (
	"fmt"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
	"gwscope/render/camera"
	"gwscope/render/pick"
)

// markHand places, moves, names and deletes landmarks.
type markHand struct {
	m           *model
	dialogs     *dialogs
	documents   *documents
	preferences *preferences
	views       *views
	pointer     *pointer
	marker      *marker

	// began is called when clicks begin to place landmarks.
	began func()
}

// markReach is the largest distance from which the pointer takes a mark, in units.
const markReach = 9

// markDrag is a mark that is being dragged.
type markDrag struct {
	ref  markRef
	busy bool // a pick is under way
	next *hoverAt
	// moved tells that the pointer has moved the mark.
	moved bool
	// dropped tells that the pointer has let go, and that the last pick is still under way.
	dropped bool
}

// togglePlacing begins or ends the mode in which clicks place landmarks.
func (mh *markHand) togglePlacing() { mh.setPlacing(!mh.marker.placing) }

func (mh *markHand) setPlacing(on bool) {
	if on && mh.m.layout == raced {
		mh.views.showBoth()
	}
	if on || mh.marker.placing { // otherwise another tool may use the clicks
		mh.m.aiming = on
	}
	mh.marker.placing = on
	if on {
		mh.pointer.leaveHover()
		mh.pointer.unmark()
		mh.m.setStatus("Click places a landmark, then its partner on the other shape; drag moves, " + keyOf("mark.delete") + " deletes, " + keyOf("marks.place") + " ends")
		mh.began()
	} else {
		mh.marker.held, mh.marker.plan.wanted = nil, ""
		mh.m.setStatus("Ready")
	}
	mh.marker.showMarks()
}

// placeThree begins to place pairs that are pinned.
func (mh *markHand) placeThree() {
	mh.marker.pinNew = true
	mh.setPlacing(true)
	mh.m.setStatus("Place three landmarks, each on A and on B: far apart, and not all in one line")
}

// grabMark takes the mark under the pointer into the hand; false without a mark there.
func (mh *markHand) grabMark(p pane, at fyne.Position) bool {
	if !mh.marker.placing {
		return false
	}
	ref, ok := mh.markAt(p, at)
	if !ok {
		return false
	}
	mh.marker.waiting = mh.marker.held
	mh.marker.held, mh.marker.drag = &ref, &markDrag{ref: ref}
	mh.marker.live.off = false
	mh.marker.showMarks()
	return true
}

// markAt is the mark nearest to a position of a pane, within reach.
func (mh *markHand) markAt(p pane, at fyne.Position) (ref markRef, ok bool) {
	pic := mh.m.picture
	if pic == nil || mh.m.view.Marks == nil {
		return ref, false
	}
	least := float64(markReach)
	next := map[[2]bool]int{}
	for _, m := range mh.m.view.Marks.Of {
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
		single := mh.m.layout == morphOnly || mh.m.layout == overlaid
		if r.side != p.side && !single || mh.m.layout == morphOnly && m.OnB {
			continue
		}
		to, seen := pic.MarkAt(m, mh.m.view.T)
		if !seen {
			continue
		}
		pos, seen := mh.m.cameras[p.side].Project(camera.Vec{float64(to[0]), float64(to[1]), float64(to[2])}, float64(p.rect.size.Width), float64(p.rect.size.Height))
		if dist := math.Hypot(pos.X-float64(at.X), pos.Y-float64(at.Y)); seen && dist < least {
			least, ref, ok = dist, r, true
		}
	}
	return ref, ok
}

// dragMark moves the mark in hand to the place under the pointer. While the pointer is beside the shape, the mark
// stays where it was.
func (mh *markHand) dragMark(p pane, at fyne.Position) {
	g := mh.marker.drag
	if g == nil {
		return
	}
	g.moved = true
	if g.busy {
		g.next = &hoverAt{p, at}
		return
	}
	g.busy = true
	mh.pointer.hitAt(p, at, func(hit pick.Hit, ok bool) {
		g.busy = false
		if ok && sideOfHit(hit) == g.ref.side {
			mh.moveMark(g.ref, mh.placeOf(hit))
		}
		if next := g.next; next != nil {
			g.next = nil
			mh.dragMark(next.pane, next.at)
		} else if g.dropped {
			mh.endDrag()
		}
	})
}

// dropMark lets the mark in hand go.
func (mh *markHand) dropMark() {
	switch g := mh.marker.drag; {
	case g == nil:
	case g.ref.tip && !g.moved:
		mh.marker.drag = nil
		mh.useTip(g.ref)
	case g.busy:
		g.dropped = true
	default:
		mh.endDrag()
	}
}

// useTip places a landmark on an extremity that was clicked. If a landmark lies there already, it is taken into
// the hand.
func (mh *markHand) useTip(ref markRef) {
	tip := mh.marker.listed(ref.side, true)[ref.index]
	for k, l := range mh.marker.listed(ref.side, false) {
		if l.Position == tip.Position {
			mh.marker.held = &markRef{side: ref.side, index: k}
			mh.marker.showMarks()
			return
		}
	}
	mh.marker.held = mh.marker.waiting
	mh.placeMark(ref.side, tip.At())
}

// endDrag makes the whole drag one undo step, and solves for the place where the mark lies now.
func (mh *markHand) endDrag() {
	mh.marker.drag = nil
	mh.documents.keep.touch()
	mh.marker.followMarks(false)
	mh.marker.onChange.Emit(struct{}{})
}

// placeOf is the place of a hit in the coordinates of the shape's file.
func (mh *markHand) placeOf(hit pick.Hit) r3.Vec {
	m := mh.m.shapes[sideOfHit(hit)].Mesh
	if hit.IsCloud || hit.Triangle < 0 || hit.Triangle >= len(m.Triangles) {
		return m.Vertices[hit.Vertex]
	}
	var at r3.Vec
	for k, v := range m.Triangles[hit.Triangle] {
		at = r3.Add(at, r3.Scale(float64(hit.Bary[k]), m.Vertices[v]))
	}
	return at
}

func (mh *markHand) moveMark(ref markRef, at r3.Vec) {
	mh.marker.changeMarks(func(m *session.Marks) {
		if list := *mh.marker.editable(m, ref.side, ref.tip); ref.index < len(list) {
			list[ref.index].Position = [3]float64{at.X, at.Y, at.Z}
		}
	})
}

// placeAt places a landmark under a click: the partner of the last landmark on the other shape, or a new
// landmark.
func (mh *markHand) placeAt(p pane, at fyne.Position) {
	if ref, ok := mh.markAt(p, at); ok {
		mh.marker.held = &ref
		mh.marker.showMarks()
		return
	}
	mh.pointer.hitAt(p, at, func(hit pick.Hit, ok bool) {
		if !ok {
			mh.marker.held = nil
			mh.marker.showMarks()
			return
		}
		s := sideOfHit(hit)
		if mh.m.shapes[s] == nil {
			return
		}
		mh.placeMark(s, mh.placeOf(hit))
	})
}

func (mh *markHand) placeMark(s side, at r3.Vec) {
	mk := mh.marker
	name := mk.nameOn(s)
	mk.plan.wanted = ""
	partner := landmark.Index(*listOf(&mk.marks, s.other(), false), name)
	mk.held = &markRef{side: s, index: len(*listOf(&mk.marks, s, false))}
	mh.marker.changeMarks(func(m *session.Marks) {
		l := landmark.New(name, at)
		l.Pinned = mk.pinNew && partner >= 0
		if l.Pinned {
			(*listOf(m, s.other(), false))[partner].Pinned = true
		}
		list := listOf(m, s, false)
		*list = append(*list, l)
	})
	if partner < 0 {
		mh.m.setStatus(name + " is on " + s.String() + ": click its partner on " + s.other().String() + ", or go on")
	}
}

// deleteMark deletes marks, but not their partners on the other shape.
func (mh *markHand) deleteMark(refs ...markRef) {
	mh.marker.held = nil
	mh.marker.changeMarks(func(m *session.Marks) {
		for _, ref := range refs {
			list := mh.marker.editable(m, ref.side, ref.tip)
			if ref.index < len(*list) {
				*list = slices.Delete(*list, ref.index, ref.index+1)
			}
		}
	})
}

// deleteNamed deletes a landmark on both sides.
func (mh *markHand) deleteNamed(name string) {
	mh.marker.held = nil
	mh.marker.changeMarks(func(m *session.Marks) {
		for _, s := range []side{sideA, sideB} {
			list := listOf(m, s, false)
			*list = slices.DeleteFunc(*list, func(l session.Landmark) bool { return l.Name == name })
		}
	})
}

// pinNamed pins or releases a pair.
func (mh *markHand) pinNamed(name string, on bool) {
	mh.marker.changeMarks(func(m *session.Marks) {
		for _, s := range []side{sideA, sideB} {
			if k := landmark.Index(*listOf(m, s, false), name); k >= 0 {
				(*listOf(m, s, false))[k].Pinned = on
			}
		}
	})
}

// pinAll pins or releases all pairs.
func (mh *markHand) pinAll(on bool) {
	mh.marker.changeMarks(func(m *session.Marks) {
		for _, p := range landmark.Pairs(m.A.Landmarks, m.B.Landmarks) {
			m.A.Landmarks[p.A].Pinned, m.B.Landmarks[p.B].Pinned = on, on
		}
	})
}

// renameMark asks for another name of a mark. Its partner on the other shape is renamed too, so that a pair stays
// a pair.
func (mh *markHand) renameMark(ref markRef) {
	old := mh.marker.listed(ref.side, ref.tip)[ref.index].Name
	hint := "Landmarks of one name on both shapes are a pair"
	if ref.tip {
		hint = "Extremities of one name on both shapes are a pair"
	}
	mh.dialogs.ask("Rename "+old, hint, old, "Rename", atOnce(func(name string) error {
		switch name {
		case "":
			return errEmpty
		case old:
			return nil
		}
		var on []side
		for _, s := range []side{sideA, sideB} {
			list := mh.marker.listed(s, ref.tip)
			if landmark.Index(list, old) < 0 {
				continue
			}
			if landmark.Index(list, name) >= 0 {
				return fmt.Errorf("there is a %s on %s already: choose another name", name, s)
			}
			on = append(on, s)
		}
		mh.marker.changeMarks(func(m *session.Marks) {
			for _, s := range on {
				list := *mh.marker.editable(m, s, ref.tip)
				if k := landmark.Index(list, old); k >= 0 {
					list[k].Name = name
				}
			}
		})
		return nil
	}))
}

// addTip makes the landmark in hand an extremity of its shape.
func (mh *markHand) addTip(ref markRef) {
	l := mh.marker.listed(ref.side, false)[ref.index]
	mh.marker.held = nil
	mh.marker.changeMarks(func(m *session.Marks) {
		list := listOf(m, ref.side, false)
		*list = slices.Delete(*list, ref.index, ref.index+1)
		tips := mh.marker.ownTips(m, ref.side)
		if landmark.Index(*tips, l.Name) >= 0 {
			l.Name = landmark.FreshName("tip", *tips)
		}
		l.Pinned = false
		*tips = append(*tips, l)
	})
}

// findTips lets the solver find the extremities again.
func (mh *markHand) findTips() {
	mh.marker.held = nil
	mh.marker.changeMarks(func(m *session.Marks) { m.A.Tips, m.B.Tips = nil, nil })
}

// pinHeld pins the landmark in hand, or releases it.
func (mh *markHand) pinHeld() {
	ref := *mh.marker.held
	if ref.tip {
		mh.m.setStatus("An extremity cannot be pinned")
		return
	}
	l := mh.marker.listed(ref.side, false)[ref.index]
	mh.pinNamed(l.Name, !l.Pinned)
}

// deleteMarks deletes all landmarks; extremities stay.
func (mh *markHand) deleteMarks() {
	mh.marker.held = nil
	mh.marker.changeMarks(func(m *session.Marks) { m.A.Landmarks, m.B.Landmarks = nil, nil })
}
