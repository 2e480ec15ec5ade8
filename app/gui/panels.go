package gui

import (
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/session"
)

// panels arranges the window around the views: sizes of side panel and strip, hidden panels, folded
// sections, and the presentation. All but the presentation is remembered.
type panels struct {
	win         fyne.Window
	m           *model
	widgets     *widget.Maker
	preferences *preferences
	views       *views
	races       *races

	now        session.Panels
	presenting bool

	frame, body *fyne.Container
	bar, status fyne.CanvasObject // menus at the head, messages at the foot
	side, strip fyne.CanvasObject
	morph, race fyne.CanvasObject
	recovery    *recoveryBar
	sideGrip    *widget.Grip
	stripGrip   *widget.Grip
	morphGrip   *widget.Grip
	from        float32 // size of a panel when its grip was taken, -1 while no grip is held
	sections    []*foldSection
	index       fyne.CanvasObject // buttons that go to the sections; hidden where all sections are folded
	sieve       func()            // shows or hides the passing sections
}

// The width of the side panel: at first, the least and the largest. A panel is hidden when it is dragged to
// gonePanel below its least size, or to half of it.
const (
	firstSide   float32 = 340
	leastSide   float32 = 300
	largestSide float32 = 620
	gonePanel   float32 = 120
)

// railSide is the width of the side panel while all its sections are folded: their headings need no more.
const railSide float32 = 208

// allFolded reports whether all lasting sections of the side panel are folded. The panel then shows their
// headings alone.
func (p *panels) allFolded() bool {
	return !slices.ContainsFunc(p.sections, func(s *foldSection) bool { return !s.passing && !p.now.IsFolded(s.name) })
}

// sideWidth is the width of the side panel in a body of a width.
func (p *panels) sideWidth(body float32) float32 {
	if p.allFolded() {
		return railSide
	}
	w := p.now.Side
	if w == 0 {
		w = firstSide
	}
	w = fyne.Min(fyne.Min(w, largestSide), body-widget.Gap-leastViews)
	return float32(int(fyne.Max(w, leastSide)))
}

// stripHeight is the height of the strip, at least the given one.
func (p *panels) stripHeight(least float32) float32 { return fyne.Max(p.now.Strip, least) }

// build makes the grips.
func (p *panels) build() {
	p.sideGrip = p.widgets.NewGrip(true, "Drag to make the side panel wider or narrower; two clicks give it its first width ("+keyOf("panel.side")+" hides it)")
	p.stripGrip = p.widgets.NewGrip(false, "Drag to make the strip higher; two clicks give it its first height ("+keyOf("panel.strip")+" hides it)")
	p.sideGrip.Moved = func(by float32) {
		if p.allFolded() { // headings need no other width
			p.pullRail(by)
			return
		}
		p.take(func() float32 { return shownSize(p.side).Width })
		p.change(func(now *session.Panels) { now.HideSide, now.Side = drawn(p.from-by, leastSide, now.Side) })
	}
	p.stripGrip.Moved = func(by float32) {
		p.take(func() float32 { return shownSize(p.strip).Height })
		p.change(func(now *session.Panels) {
			now.HideStrip, now.Strip = drawn(p.from-by, p.strip.MinSize().Height, now.Strip)
			now.Strip = fyne.Min(now.Strip, 0.46*p.views.left.Size().Height)
		})
	}
	// The morph bar has a fixed height. Its grip hides it when it is pulled down, and shows it when it is pulled up.
	p.morphGrip = p.widgets.NewGrip(false, "Drag down to hide the morph bar, and up to bring it back ("+keyOf("panel.morph")+" does the same)")
	p.morphGrip.Moved = func(by float32) {
		p.take(func() float32 { return shownSize(p.morph).Height })
		p.change(func(now *session.Panels) { now.HideMorph = p.from-by < p.morph.MinSize().Height/2 })
	}
	p.sideGrip.Done, p.stripGrip.Done, p.morphGrip.Done = p.keep, p.keep, p.keep
	p.morphGrip.Reset = func() { p.set(func(now *session.Panels) { now.HideMorph = false }) }
	p.sideGrip.Reset = func() { p.set(func(now *session.Panels) { now.Side, now.HideSide = 0, false }) }
	p.stripGrip.Reset = func() { p.set(func(now *session.Panels) { now.Strip, now.HideStrip = 0, false }) }
}

// pullRail follows the grip of a side panel with folded sections only. A pull into the window unfolds them, and a
// pull to the edge hides the panel.
func (p *panels) pullRail(by float32) {
	const far = 48
	switch {
	case by < -far:
		p.change(func(now *session.Panels) { now.HideSide, now.Folded = false, "" })
	case by > far:
		p.change(func(now *session.Panels) { now.HideSide = true })
	}
}

// shownSize is the size of an object; zero for a hidden object.
func shownSize(o fyne.CanvasObject) fyne.Size {
	if !o.Visible() {
		return fyne.Size{}
	}
	return o.Size()
}

// take remembers the size of a panel when its grip begins to move.
func (p *panels) take(size func() float32) {
	if p.from < 0 {
		p.from = size()
	}
}

// drawn is the state of a panel that is dragged to a size. Far below the least size it is hidden, and keeps the
// size that it had before.
func drawn(to, least, before float32) (hidden bool, size float32) {
	if to < least-gonePanel || to < least/2 {
		return true, before
	}
	return false, fyne.Max(to, least)
}

// change arranges the window anew.
func (p *panels) change(change func(*session.Panels)) {
	before := p.now
	change(&p.now)
	sizes := p.now
	sizes.Side, sizes.Strip = before.Side, before.Strip
	switch {
	case p.now == before:
	case sizes == before: // only sizes have changed: nothing is shown or hidden
		for _, c := range []*fyne.Container{p.views.left, p.body} {
			c.Layout.Layout(c.Objects, c.Size())
		}
	default:
		p.arrange()
	}
}

// keep remembers the arrangement.
func (p *panels) keep() {
	p.from = -1
	p.preferences.prefer(func(pr *session.Preferences) { pr.Panels = p.now })
}

// set arranges the window anew and remembers it.
func (p *panels) set(change func(*session.Panels)) {
	p.change(change)
	p.keep()
}

// arrange shows and hides the panels, and gives each its place.
func (p *panels) arrange() {
	raced, plain := p.m.layout == raced, !p.presenting
	widget.SetVisible(p.bar, plain)
	widget.SetVisible(p.status, plain)
	widget.SetVisible(p.side, plain && !p.now.HideSide)
	widget.SetVisible(p.strip, plain && !raced && !p.now.HideStrip)
	widget.SetVisible(p.morph, plain && !raced && !p.now.HideMorph)
	widget.SetVisible(p.race, plain && raced)
	widget.SetVisible(p.sideGrip, plain)
	widget.SetVisible(p.stripGrip, plain && !raced)
	widget.SetVisible(p.morphGrip, plain && !raced)
	p.sieve()
	for _, s := range p.sections {
		s.setFolded(p.now.IsFolded(s.name))
	}
	widget.SetVisible(p.index, !p.allFolded())
	p.views.left.Refresh()
	p.body.Refresh()
	p.frame.Refresh()
}

// reset brings back the first arrangement.
func (p *panels) reset() { p.set(func(now *session.Panels) { *now = session.Panels{} }) }

func (p *panels) toggleSide()  { p.set(func(now *session.Panels) { now.HideSide = !now.HideSide }) }
func (p *panels) toggleStrip() { p.set(func(now *session.Panels) { now.HideStrip = !now.HideStrip }) }
func (p *panels) toggleMorph() { p.set(func(now *session.Panels) { now.HideMorph = !now.HideMorph }) }

// fold folds or unfolds a section of the side panel.
func (p *panels) fold(name string, on bool) {
	p.set(func(now *session.Panels) { *now = now.Fold(name, on) })
}

// sectionEntries are the sections of the side panel, ticked where they are unfolded.
func (p *panels) sectionEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, s := range p.sections {
		if !s.object.Visible() {
			continue
		}
		folded := p.now.IsFolded(s.name)
		out = append(out, widget.MenuEntry{Label: "Section " + s.title, Words: "fold unfold panel", Checked: !folded, Do: func() { p.fold(s.name, !folded) }})
	}
	return out
}
