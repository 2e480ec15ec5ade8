package gui

import (
	"slices"

	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// markPlan decides which landmark is placed next, and in which order landmarks are listed.
type markPlan struct {
	list    session.NameList // without landmarks: names are made up
	skipped map[string]bool  // skipped names of the list
	wanted  string           // a person's choice of the next name, "" for none
	// order has the names in the order in which they first came, so that rows keep their places.
	order []string
}

// use begins to place the landmarks of a list.
func (p *markPlan) use(t session.NameList) {
	p.list, p.skipped, p.wanted = t, map[string]bool{}, ""
	p.order = nil
}

// ordered are names and the list's names, in a fixed order.
func (p *markPlan) ordered(names []string) []string {
	if len(names)+len(p.list.Landmarks) == 0 {
		p.order = nil
		return nil
	}
	for _, list := range [][]string{p.list.Landmarks, names} {
		for _, n := range list {
			if !slices.Contains(p.order, n) {
				p.order = append(p.order, n)
			}
		}
	}
	var out []string
	for _, n := range p.order {
		if slices.Contains(names, n) || slices.Contains(p.list.Landmarks, n) {
			out = append(out, n)
		}
	}
	return out
}

// markTarget is the next landmark: its name and its side. With either it goes on the shape that is clicked.
type markTarget struct {
	name   string
	side   side
	either bool
}

// next is the landmark that the next click places.
func (mk *marker) next() markTarget {
	a, b := mk.marks.A.Landmarks, mk.marks.B.Landmarks
	lacks := func(s side, name string) bool {
		return mk.m.shapes[s] != nil && landmark.Index(*listOf(&mk.marks, s, false), name) < 0
	}
	target := func(name string) (markTarget, bool) {
		switch onA, onB := lacks(sideA, name), lacks(sideB, name); {
		case onA && onB:
			return markTarget{name: name, side: sideA, either: true}, true
		case onA:
			return markTarget{name: name, side: sideA}, true
		case onB:
			return markTarget{name: name, side: sideB}, true
		}
		return markTarget{}, false
	}
	names := []string{mk.plan.wanted}
	if h := mk.held; h != nil && !h.tip {
		names = append(names, mk.listed(h.side, false)[h.index].Name)
	}
	for _, n := range mk.plan.list.Landmarks {
		if !mk.plan.skipped[n] {
			names = append(names, n)
		}
	}
	for _, n := range names {
		if t, ok := target(n); ok && n != "" {
			return t
		}
	}
	return markTarget{name: landmark.FreshName("landmark", a, b), side: sideA, either: true}
}

// nameOn is the name of the landmark for a click on a side.
func (mk *marker) nameOn(s side) string {
	t := mk.next()
	if t.either || t.side == s {
		return t.name
	}
	// The other shape was clicked: its first missing landmark.
	on := *listOf(&mk.marks, s, false)
	for _, n := range mk.plan.list.Landmarks {
		if !mk.plan.skipped[n] && landmark.Index(on, n) < 0 {
			return n
		}
	}
	return landmark.FreshName("landmark", mk.marks.A.Landmarks, mk.marks.B.Landmarks)
}

// skip skips the next landmark.
func (mh *markHand) skip() {
	t := mh.marker.next()
	mh.marker.plan.wanted, mh.marker.held = "", nil
	if slices.Contains(mh.marker.plan.list.Landmarks, t.name) {
		mh.marker.plan.skipped[t.name] = true
	}
	mh.marker.showMarks()
}

// want makes a name the name of the next landmark.
func (mh *markHand) want(name string) {
	mh.marker.plan.wanted, mh.marker.held = name, nil
	delete(mh.marker.plan.skipped, name)
	mh.marker.showMarks()
}
