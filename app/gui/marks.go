package gui

import (
	"slices"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// marker keeps landmarks and extremities of both shapes. Every change of them goes through
// [marker.changeMarks].
type marker struct {
	m         *model
	work      backend
	tasks     *tasks
	documents *documents
	solving   *solving
	views     *views

	marks session.Marks
	of    [2]string // keys of their shapes
	// placing: clicks place landmarks, and marks can be dragged.
	placing bool
	// pinNew pins a pair as soon as it has both its landmarks.
	pinNew bool
	// hideTips takes extremities out of the views.
	hideTips bool
	held     *markRef // in hand, nil for none
	waiting  *markRef // the mark in hand before another was pressed
	drag     *markDrag
	live     liveSolve
	plan     markPlan

	onChange mainloop.Signal[struct{}] // of any field above
}

// markRef is a landmark or an extremity of a side.
type markRef struct {
	side  side
	tip   bool
	index int
}

// setOf is a side's share of some marks.
func setOf(m *session.Marks, s side) *landmark.Set {
	if s == sideB {
		return &m.B
	}
	return &m.A
}

// listOf are the landmarks or the extremities of a side.
func listOf(m *session.Marks, s side, tip bool) *[]session.Landmark {
	if tip {
		return &setOf(m, s).Tips
	}
	return &setOf(m, s).Landmarks
}

// now are the present marks.
func (mk *marker) now() session.Marks { return mk.marks.Clone() }

// setMarks replaces all marks; undo and sessions do so.
func (mk *marker) setMarks(m session.Marks) {
	mk.held = nil
	mk.putMarks(m)
	mk.followMarks(false)
}

// changeMarks makes a person's change of marks; there is no other way for it. It makes an undo step, and
// solves again where pins or extremities have changed.
func (mk *marker) changeMarks(change func(*session.Marks)) {
	next := mk.now()
	change(&next)
	if next.Equal(mk.marks) {
		return
	}
	mk.putMarks(next)
	mk.documents.keep.touch()
	mk.followMarks(mk.drag != nil)
}

func (mk *marker) putMarks(m session.Marks) {
	mk.marks = m.Clone()
	mk.of = mk.m.shapeKeys()
	if h := mk.held; h != nil && h.index >= len(mk.listed(h.side, h.tip)) {
		mk.held = nil
	}
	mk.showMarks()
}

// marksOfShapes drops marks together with their shapes, and swaps them when A and B change places.
func (mk *marker) marksOfShapes() {
	now := mk.m.shapeKeys()
	if now == mk.of {
		return
	}
	next := mk.marks.Clone()
	if now[sideA] == mk.of[sideB] && now[sideB] == mk.of[sideA] {
		next.A, next.B = next.B, next.A
	} else {
		for s := range now {
			if now[s] != mk.of[s] {
				*setOf(&next, side(s)) = landmark.Set{}
			}
		}
	}
	mk.held = nil
	mk.putMarks(next)
}

// listed are the landmarks of a side, or its extremities: a person's own, or else the match's.
func (mk *marker) listed(s side, tip bool) []session.Landmark {
	list := *listOf(&mk.marks, s, tip)
	if !tip || list != nil {
		return list
	}
	return mk.foundTips(s)
}

// names are the names of A's landmarks in their order, then those that only B has.
func (mk *marker) names() []string {
	a, b := mk.listed(sideA, false), mk.listed(sideB, false)
	var names []string
	for _, l := range a {
		names = append(names, l.Name)
	}
	for _, l := range b {
		if landmark.Index(a, l.Name) < 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

// foundTips are the extremities of a side that the shown match used. While marks are placed, they are there for
// every match, so that a person can move them.
func (mk *marker) foundTips(s side) []session.Landmark {
	m := mk.m.match
	if m == nil {
		return nil
	}
	a, b := m.FoundTipMarks()
	if a == nil && mk.placing {
		a, b = m.Tips().Marks()
	}
	return [2][]session.Landmark{a, b}[s]
}

// lesser are the places of a side that helped to find the match on the screen, beside its extremities.
func (mk *marker) lesser(s side) []session.Landmark {
	if mk.m.match == nil {
		return nil
	}
	a, b := mk.m.match.LesserMarks()
	return [2][]session.Landmark{a, b}[s]
}

// ownTips copies the extremities of a match to a person's own, before a change of them.
func (mk *marker) ownTips(m *session.Marks, s side) *[]session.Landmark {
	list := listOf(m, s, true)
	if *list == nil {
		*list = []session.Landmark{}
		if mk.m.match != nil {
			a, b := mk.m.match.Tips().Marks()
			*list = append(*list, [2][]session.Landmark{a, b}[s]...)
		}
	}
	return list
}

// editable is the list to change, of landmarks or of extremities.
func (mk *marker) editable(m *session.Marks, s side, tip bool) *[]session.Landmark {
	if tip {
		return mk.ownTips(m, s)
	}
	return listOf(m, s, false)
}

// followMarks brings the match up to date with the marks. Landmarks that do not steer the match are carried by
// it at once. Pins and extremities start a solve; live is for a mark that is being dragged.
func (mk *marker) followMarks(live bool) {
	m := mk.m.match
	if m == nil {
		return
	}
	if mk.live.rough && !live { // the drag is over
		mk.live.rough = false
		if m.Options.Surface != mk.m.options.Surface {
			mk.solving.solve()
			return
		}
	}
	if m.Marks.Equal(mk.marks) {
		return
	}
	if m.Marks.SolveKey() == mk.marks.SolveKey() {
		if !live { // a drag ends soon, and the carried places are not on the screen
			mk.m.match, _ = m.Mark(mk.marks)
			mk.views.refresh() // else the panes wait for a picture of this match
			mk.onChange.Emit(struct{}{})
		}
		return
	}
	if live {
		mk.solveLive()
		return
	}
	if mk.documents.keep.recall(mk.documents.state()) == nil { // undo brings back the marks by itself
		mk.solving.solve()
	}
}

// listenMarks makes the marks follow shapes and matches.
func (mk *marker) listenMarks() {
	mk.m.onShape.On(func(side) { mk.marksOfShapes() })
	mk.m.onMatch.On(func(m *pipeline.Match) {
		if m != nil && m.Marks.SolveKey() == mk.marks.SolveKey() && !m.Marks.Equal(mk.marks) {
			mk.m.match, _ = m.Mark(mk.marks) // undo brought back a match with older landmarks
		}
		mk.showMarks()
	})
}

// showMarks brings views and panel up to date.
func (mk *marker) showMarks() {
	marks := mk.presentMarks()
	mk.m.setView(func(v *present.View) {
		if v.Marks != nil && marks != nil && slices.Equal(v.Marks.Of, marks.Of) {
			return
		}
		v.Marks = marks
	})
	mk.onChange.Emit(struct{}{})
}

// presentMarks are the marks as views show them; nil without any.
func (mk *marker) presentMarks() *present.Marks {
	var of []present.Mark
	pinned := map[string]bool{}
	for _, p := range mk.marks.Pinned() {
		pinned[mk.marks.A.Landmarks[p.A].Name] = true
	}
	for s, sh := range mk.m.shapes {
		if sh == nil {
			continue
		}
		for _, tip := range []bool{false, true} {
			if tip && mk.hideTips {
				continue
			}
			for k, l := range mk.listed(side(s), tip) {
				m := present.Mark{OnB: side(s) == sideB, Name: l.Name, At: l.At(), Vertex: mk.nearVertex(side(s), l)}
				switch {
				case tip:
					m.Kind = present.Extremity
				case pinned[l.Name]:
					m.Kind = present.PinnedLandmark
				}
				m.Lit = mk.held != nil && *mk.held == markRef{side(s), tip, k}
				of = append(of, m)
			}
		}
		if !mk.hideTips {
			for _, l := range mk.lesser(side(s)) {
				of = append(of, present.Mark{OnB: side(s) == sideB, Name: l.Name, At: l.At(), Vertex: mk.nearVertex(side(s), l), Kind: present.LesserExtremity})
			}
		}
	}
	if of == nil {
		return nil
	}
	return &present.Marks{Of: of}
}

// nearVertex is a vertex of the file near to a mark, which carries it in a morph.
func (mk *marker) nearVertex(s side, l session.Landmark) int {
	if m := mk.m.match; m != nil {
		domain := m.X.Domain
		if s == sideB {
			domain = m.Y.Domain
		}
		p, _ := domain.NearestPoint(domain.FromFile(l.At()))
		return int(domain.VertexOf[p])
	}
	if len(mk.m.shapes[s].Mesh.Vertices) == 0 {
		return -1
	}
	return 0 // nothing moves without a match
}
