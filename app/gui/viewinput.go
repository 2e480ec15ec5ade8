package gui

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"gwscope/app/present"
	"gwscope/render/camera"
)

// hand is the state of the mouse in the viewport.
type hand struct {
	held   motion
	pane   pane
	down   fyne.Position // where the button went down
	last   fyne.Position
	downAt time.Time
	strays bool          // moved too far to be a click
	click  time.Time     // the last click, for double clicks
	at     fyne.Position // the place of the press
	button desktop.MouseButton
	more   bool // Shift was down: a click adds a mark
}

// motion is the effect of a drag.
type motion int

const (
	noMotion motion = iota
	orbitMotion
	panMotion
	zoomMotion
	markMotion // of a landmark, not of the camera
)

const (
	clickSlack  = 4 // the largest way of the pointer in a click, in units
	clickTime   = 500 * time.Millisecond
	doubleClick = 350 * time.Millisecond
	// A notch of the wheel is 25 units; 12 % a notch is usual in mesh viewers.
	zoomPerUnit = 0.12 / 25
	// Dragging the height of a pane with the right button zooms by e².
	zoomPerHeight = 2.0
	// A notch moves a cut by a fiftieth of the shapes.
	cutPerUnit = 0.02 / 25
)

// ctrlHeld reports whether Ctrl, or Command, is down: events of the wheel do not say.
func ctrlHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShortcutDefault != 0
}

// distance is the distance of two positions, in units.
func distance(p, q fyne.Position) float64 { return math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)) }

// paneAt is the pane under a position of the viewport.
func (v *viewport) paneAt(p fyne.Position) (pane, bool) {
	for _, q := range v.m.panes(v.Size()) {
		if q.rect.contains(p) {
			return q, true
		}
	}
	return pane{}, false
}

// MouseDown begins a motion. The button and the modifier are remembered here
// because the events of a drag carry neither.
func (v *viewport) MouseDown(e *desktop.MouseEvent) {
	p, ok := v.paneAt(e.Position)
	if !ok {
		return
	}
	h := hand{pane: p, down: e.Position, last: e.Position, downAt: time.Now(), click: v.hand.click, at: v.hand.at, button: e.Button, more: e.Modifier&fyne.KeyModifierShift != 0}
	switch {
	case e.Button == desktop.MouseButtonSecondary:
		h.held = zoomMotion
	case e.Button == desktop.MouseButtonTertiary, e.Modifier&fyne.KeyModifierShift != 0:
		h.held = panMotion
	case e.Button == desktop.MouseButtonPrimary && v.grab(p, e.Position.Subtract(p.rect.pos)):
		h.held = markMotion
	case e.Button == desktop.MouseButtonPrimary:
		h.held = orbitMotion
	}
	v.hand = h
	v.pressed()
	v.left() // marks under the pointer would lag behind a turning shape
}

// MouseUp ends a motion, or makes a click. The viewport times double clicks itself: Fyne's DoubleTappable would
// delay every single click by 300 ms.
func (v *viewport) MouseUp(e *desktop.MouseEvent) {
	h := v.hand
	v.hand.held = noMotion
	if h.held == markMotion {
		v.drop()
		return
	}
	if h.held != orbitMotion && h.held != panMotion || h.button != desktop.MouseButtonPrimary {
		return
	}
	if h.strays || time.Since(h.downAt) > clickTime {
		return
	}
	at := e.Position.Subtract(h.pane.rect.pos)
	// Two quick clicks at two places, or clicks that add marks, are no double click.
	near := distance(e.Position, h.at) <= 2*clickSlack
	if near && !h.more && time.Since(h.click) < doubleClick {
		v.hand.click = time.Time{}
		v.aim(h.pane, at)
		return
	}
	v.hand.click, v.hand.at = time.Now(), e.Position
	v.pick(h.pane, at)
}

// Dragged moves with the left or middle button down.
func (v *viewport) Dragged(e *fyne.DragEvent) { v.follow(e.Position) }

// DragEnd may be the only sign of a release outside the window.
func (v *viewport) DragEnd() {
	if v.hand.strays {
		if v.hand.held == markMotion {
			v.drop()
		}
		v.hand.held = noMotion
	}
}

// MouseIn and MouseOut tell whether the pointer is over the viewport.
func (v *viewport) MouseIn(*desktop.MouseEvent) { v.inside = true }
func (v *viewport) MouseOut() {
	v.inside = false
	v.left()
}

// MouseMoved takes drags of the right button, and motions of the pointer without a button.
func (v *viewport) MouseMoved(e *desktop.MouseEvent) {
	if v.hand.held == zoomMotion {
		if e.Button&desktop.MouseButtonSecondary == 0 {
			v.hand.held = noMotion
			return
		}
		v.follow(e.Position)
		return
	}
	if p, ok := v.paneAt(e.Position); ok && v.hand.held == noMotion {
		v.over(p, e.Position.Subtract(p.rect.pos))
	}
}

// follow applies a step of the motion in hand.
func (v *viewport) follow(at fyne.Position) {
	h := &v.hand
	if h.held == noMotion {
		return
	}
	if distance(at, h.down) > clickSlack {
		h.strays = true
	}
	if h.held == markMotion {
		if h.strays {
			v.carry(h.pane, at.Subtract(h.pane.rect.pos))
		}
		return
	}
	dx, dy := float64(at.X-h.last.X), float64(at.Y-h.last.Y)
	h.last = at
	w, ht := float64(h.pane.rect.size.Width), float64(h.pane.rect.size.Height)
	from := h.down.Subtract(h.pane.rect.pos)
	held := h.held
	v.m.aimed = true
	v.m.moveCamera(h.pane.side, func(c camera.Camera) camera.Camera {
		switch held {
		case panMotion:
			return c.Pan(dx, dy, w, ht)
		case zoomMotion:
			return c.Zoom(math.Exp(-zoomPerHeight*dy/ht), float64(from.X), float64(from.Y), w, ht)
		}
		return c.Orbit(dx, dy, w, ht)
	})
}

// Scrolled zooms about the pointer.
func (v *viewport) Scrolled(e *fyne.ScrollEvent) {
	p, ok := v.paneAt(e.Position)
	if !ok {
		return
	}
	if ctrlHeld() && v.m.view.Scenery.Cut.Along != present.NoCut {
		v.moveCut(-float64(e.Scrolled.DY) * cutPerUnit)
		return
	}
	at := e.Position.Subtract(p.rect.pos)
	v.m.aimed = true
	v.m.moveCamera(p.side, func(c camera.Camera) camera.Camera {
		return c.Zoom(math.Exp(float64(e.Scrolled.DY)*zoomPerUnit), float64(at.X), float64(at.Y), float64(p.rect.size.Width), float64(p.rect.size.Height))
	})
}

// frameRate measures the pictures per second.
type frameRate struct {
	times []time.Time
	shown float64
	at    time.Time
}

// tick records a picture. The rate counts pictures that came close together: a picture after a pause tells
// nothing about speed.
func (r *frameRate) tick(now time.Time) {
	if n := len(r.times); n > 0 && now.Sub(r.times[n-1]) > 400*time.Millisecond {
		r.times = r.times[:0]
	}
	r.times = append(r.times, now)
	for len(r.times) > 2 && now.Sub(r.times[0]) > time.Second {
		r.times = r.times[1:]
	}
	if n := len(r.times); n >= 4 {
		r.shown = float64(n-1) / now.Sub(r.times[0]).Seconds()
		r.at = now
	}
}
