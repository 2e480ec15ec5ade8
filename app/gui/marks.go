package gui

import (
	"slices"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// marker keeps the places that a person marks: landmarks and extremities of both
// shapes. Every change of them goes through [desk.changeMarks].
type marker struct {
	marks session.Marks
	of    [2]string // keys of the shapes that they lie on
	// placing tells that clicks place landmarks, and that marks can be dragged.
	placing bool
	// pinNew pins a pair as soon as it has both its landmarks.
	pinNew bool
	// hideTips takes extremities out of the views.
	hideTips bool
	held     *markRef // in hand, nil for none
	drag     *markDrag
	live     liveSolve

	onChange mainloop.Signal[struct{}] // of anything above
}

// markRef is a landmark or an extremity of a side.
type markRef struct {
	side  side
	tip   bool
	index int
}

func newMarker() *marker { return &marker{pinNew: true} }

// set is the side's share of some marks.
func setOf(m *session.Marks, s side) *landmark.Set {
	if s == sideB {
		return &m.B
	}
	return &m.A
}

// list are the landmarks or the extremities of a side.
func listOf(m *session.Marks, s side, tip bool) *[]session.Landmark {
	if set := setOf(m, s); tip {
		return &set.Tips
	}
	return &setOf(m, s).Landmarks
}

// marks are the places that a person has marked.
func (d *desk) marks() session.Marks { return d.marker.marks.Clone() }

// setMarks puts others in their place, as undo and sessions do.
func (d *desk) setMarks(m session.Marks) {
	d.marker.held = nil
	d.putMarks(m)
	d.followMarks(false)
}

// changeMarks is the one way in which a person changes marks: a step that can be undone,
// and where pins or extremities are others now, another solve.
func (d *desk) changeMarks(change func(*session.Marks)) {
	next := d.marks()
	change(&next)
	if next.Equal(d.marker.marks) {
		return
	}
	d.putMarks(next)
	d.keep.touch()
	d.followMarks(d.marker.drag != nil)
}

func (d *desk) putMarks(m session.Marks) {
	d.marker.marks = m.Clone()
	d.marker.of = d.shapeKeys()
	if h := d.marker.held; h != nil && h.index >= len(d.listed(h.side, h.tip)) {
		d.marker.held = nil
	}
	d.showMarks()
}

func (d *desk) shapeKeys() (keys [2]string) {
	for s, sh := range d.m.shapes {
		if sh != nil {
			keys[s] = sh.Key
		}
	}
	return keys
}

// marksOfShapes lets marks go with the shapes that they lie on, and follow them when A
// and B change places.
func (d *desk) marksOfShapes() {
	now := d.shapeKeys()
	if now == d.marker.of {
		return
	}
	next := d.marker.marks.Clone()
	if now[sideA] == d.marker.of[sideB] && now[sideB] == d.marker.of[sideA] {
		next.A, next.B = next.B, next.A
	} else {
		for s := range now {
			if now[s] != d.marker.of[s] {
				*setOf(&next, side(s)) = landmark.Set{}
			}
		}
	}
	d.marker.held = nil
	d.putMarks(next)
}

// listed are the landmarks of a side, or its extremities: those that a person has set, or
// those that the match found.
func (d *desk) listed(s side, tip bool) []session.Landmark {
	list := *listOf(&d.marker.marks, s, tip)
	if !tip || list != nil {
		return list
	}
	return d.foundTips(s)
}

// foundTips are the extremities of a side that the match on screen looked at, and while
// marks are placed those of any match: they are there to be moved.
func (d *desk) foundTips(s side) []session.Landmark {
	m := d.m.match
	if m == nil {
		return nil
	}
	a, b := m.FoundTips()
	if a == nil && d.marker.placing {
		a, b = m.TipMarks()
	}
	return [2][]session.Landmark{a, b}[s]
}

// lesser are the places of a side that helped the match on screen beside its extremities.
func (d *desk) lesser(s side) []session.Landmark {
	if d.m.match == nil {
		return nil
	}
	a, b := d.m.match.LesserMarks()
	return [2][]session.Landmark{a, b}[s]
}

// ownTips makes the extremities of a match a person's own, who is about to change them.
func (d *desk) ownTips(m *session.Marks, s side) *[]session.Landmark {
	list := listOf(m, s, true)
	if *list == nil {
		*list = []session.Landmark{}
		if d.m.match != nil {
			a, b := d.m.match.TipMarks()
			*list = append(*list, [2][]session.Landmark{a, b}[s]...)
		}
	}
	return list
}

// editable is the list to change, of landmarks or of extremities.
func (d *desk) editable(m *session.Marks, s side, tip bool) *[]session.Landmark {
	if tip {
		return d.ownTips(m, s)
	}
	return listOf(m, s, false)
}

// followMarks brings the match up to date with the marks: landmarks that steer nothing are
// carried at once, and what steers is solved for, live while a mark is being dragged.
func (d *desk) followMarks(live bool) {
	m := d.m.match
	if m == nil {
		return
	}
	if d.marker.live.rough && !live { // the drag is over
		d.marker.live.rough = false
		if m.Options.Surface != d.m.options.Surface {
			d.solve()
			return
		}
	}
	if m.Marks.Equal(d.marker.marks) {
		return
	}
	if m.Marks.SolveKey() == d.marker.marks.SolveKey() {
		if !live { // a drag ends soon, and the carried places are not on the screen
			d.m.match, _ = m.Mark(d.marker.marks)
			d.marker.onChange.Emit(struct{}{})
		}
		return
	}
	if live {
		d.solveLive()
		return
	}
	if d.keep.recall(d.state()) == nil { // undo brings back what was there itself
		d.solve()
	}
}

// listenMarks ties marks to what they hang on.
func (d *desk) listenMarks() {
	d.m.onShape.On(func(side) { d.marksOfShapes() })
	d.m.onMatch.On(func(m *pipeline.Match) {
		if m != nil && m.Marks.SolveKey() == d.marker.marks.SolveKey() && !m.Marks.Equal(d.marker.marks) {
			d.m.match, _ = m.Mark(d.marker.marks) // undo brought it back with older landmarks
		}
		d.showMarks()
	})
}

// showMarks brings views and panel up to date.
func (d *desk) showMarks() {
	marks := d.presentMarks()
	d.m.setView(func(v *present.View) {
		if v.Marks != nil && marks != nil && slices.Equal(v.Marks.Of, marks.Of) {
			return
		}
		v.Marks = marks
	})
	d.marker.onChange.Emit(struct{}{})
}

// presentMarks are the marks as views show them; nil without any.
func (d *desk) presentMarks() *present.Marks {
	var of []present.Mark
	pinned := map[string]bool{}
	for _, p := range d.marker.marks.Pinned() {
		pinned[d.marker.marks.A.Landmarks[p.A].Name] = true
	}
	for s, sh := range d.m.shapes {
		if sh == nil {
			continue
		}
		for _, tip := range []bool{false, true} {
			if tip && d.marker.hideTips {
				continue
			}
			for k, l := range d.listed(side(s), tip) {
				m := present.Mark{OnB: side(s) == sideB, Name: l.Name, At: l.At(), Vertex: d.nearVertex(side(s), l)}
				switch {
				case tip:
					m.Kind = present.Extremity
				case pinned[l.Name]:
					m.Kind = present.PinnedLandmark
				}
				m.Lit = d.marker.held != nil && *d.marker.held == markRef{side(s), tip, k}
				of = append(of, m)
			}
		}
		if !d.marker.hideTips {
			for _, l := range d.lesser(side(s)) {
				of = append(of, present.Mark{OnB: side(s) == sideB, Name: l.Name, At: l.At(), Vertex: d.nearVertex(side(s), l), Kind: present.LesserExtremity})
			}
		}
	}
	if of == nil {
		return nil
	}
	return &present.Marks{Of: of}
}

// nearVertex is a vertex of the file near to a mark, which carries it in a morph.
func (d *desk) nearVertex(s side, l session.Landmark) int {
	if m := d.m.match; m != nil {
		domain := m.X.Domain
		if s == sideB {
			domain = m.Y.Domain
		}
		p, _ := domain.NearestPoint(domain.FromFile(l.At()))
		return int(domain.VertexOf[p])
	}
	if len(d.m.shapes[s].Mesh.Vertices) == 0 {
		return -1
	}
	return 0 // nothing moves without a match
}
