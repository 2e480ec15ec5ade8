package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"gwscope/app/gui/mainloop"
)

var (
	_ fyne.Widget       = (*PopMenu)(nil)
	_ fyne.Tappable     = (*PopMenu)(nil)
	_ fyne.Focusable    = (*PopMenu)(nil)
	_ desktop.Hoverable = (*PopMenu)(nil)
)

// PopMenu is an open menu. It covers the canvas, so that a click elsewhere
// closes it, and draws its list in a rounded panel near its anchor.
type PopMenu struct {
	widget.BaseWidget
	canvas  fyne.Canvas
	Entries []MenuEntry
	anchor  fyne.Position // top left of its opener
	size    fyne.Size     // of its opener
	Right   bool          // align with the anchor's right edge
	// sideways moves to the neighbouring menu of a menu bar (-1, +1); nil elsewhere.
	sideways func(int)
	// over tells the menu bar the pointer's place, so that it can switch menus; nil elsewhere.
	over func(fyne.Position)
	// closed is called once when the menu goes away.
	closed func()

	active int // highlighted entry, -1 for none
	open   bool
	full   fyne.Size // of the canvas when opened; another size closes the menu
	List   *popList
	scroll *container.Scroll
	panel  *Box
	shadow []*Box
}

// OpenMenu shows entries below the object o, or above it for lack of room.
func OpenMenu(o fyne.CanvasObject, entries []MenuEntry, adjust func(*PopMenu)) *PopMenu {
	d := fyne.CurrentApp().Driver()
	c := d.CanvasForObject(o)
	if c == nil {
		return nil
	}
	m := &PopMenu{canvas: c, Entries: entries, anchor: d.AbsolutePositionForObject(o), size: o.Size(), active: -1, open: true, full: c.Size()}
	if adjust != nil {
		adjust(m)
	}
	m.ExtendBaseWidget(m)
	m.List = newPopList(m)
	m.scroll = container.NewVScroll(m.List)
	m.panel = NewBox(ColorMenu, ColorHairline, RadiusPanel)
	for range menuShadow {
		s := NewBox(colorShade, "", RadiusPanel+2)
		m.shadow = append(m.shadow, s)
	}
	m.Resize(c.Size())
	c.Overlays().Add(m)
	c.Focus(m)
	return m
}

// menuShadow is the reach of a menu's shadow, in layers of a pixel.
const menuShadow = 5

// close takes the menu away.
func (m *PopMenu) close() {
	if !m.open {
		return
	}
	m.open = false
	m.canvas.Overlays().Remove(m)
	if m.closed != nil {
		m.closed()
	}
}

// Choose closes the menu and does entry i, if it is live.
func (m *PopMenu) Choose(i int) {
	if i < 0 || i >= len(m.Entries) || !m.Entries[i].Live() {
		return
	}
	m.close()
	if do := m.Entries[i].Do; do != nil {
		mainloop.Tended(do)()
	}
}

func (m *PopMenu) setActive(i int) {
	if m.active != i {
		m.active = i
		m.List.Refresh()
	}
}

// move highlights the next live entry in a direction and brings it into view.
func (m *PopMenu) move(by int) {
	n := len(m.Entries)
	i := m.active
	if i < 0 && by < 0 {
		i = 0
	}
	for range n {
		i = (i + by + n) % n
		if m.Entries[i].Live() {
			m.setActive(i)
			y, h := m.List.Top(i), m.Entries[i].Height()
			if y < m.scroll.Offset.Y {
				m.scroll.ScrollToOffset(fyne.NewPos(0, y))
			} else if y+h > m.scroll.Offset.Y+m.scroll.Size().Height {
				m.scroll.ScrollToOffset(fyne.NewPos(0, y+h-m.scroll.Size().Height))
			}
			return
		}
	}
}

// at is the live entry under a position of the canvas, -1 for none, and whether the position lies in the
// panel at all.
func (m *PopMenu) at(p fyne.Position) (entry int, inside bool) {
	if !within(p, m.panel.Position(), m.panel.Size()) {
		return -1, false
	}
	y := p.Y - m.scroll.Position().Y + m.scroll.Offset.Y
	for i, e := range m.Entries {
		if y >= 0 && y < e.Height() && e.Live() {
			return i, true
		}
		y -= e.Height()
	}
	return -1, true
}

// within reports whether a position lies in a rectangle.
func within(p, corner fyne.Position, size fyne.Size) bool {
	return p.X >= corner.X && p.Y >= corner.Y && p.X < corner.X+size.Width && p.Y < corner.Y+size.Height
}

func (m *PopMenu) Tapped(e *fyne.PointEvent) {
	i, inside := m.at(e.Position)
	if !inside {
		m.close()
		return
	}
	m.Choose(i)
}

func (m *PopMenu) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }
func (m *PopMenu) MouseOut()                     {}
func (m *PopMenu) MouseMoved(e *desktop.MouseEvent) {
	i, inside := m.at(e.Position)
	if inside {
		m.setActive(i)
	} else if m.over != nil {
		m.over(e.Position)
	}
}

func (m *PopMenu) FocusGained()   {}
func (m *PopMenu) FocusLost()     {}
func (m *PopMenu) TypedRune(rune) {}
func (m *PopMenu) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		m.close()
	case fyne.KeyDown:
		m.move(1)
	case fyne.KeyUp:
		m.move(-1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		m.Choose(m.active)
	case fyne.KeyLeft, fyne.KeyRight:
		if m.sideways != nil {
			by := 1
			if e.Name == fyne.KeyLeft {
				by = -1
			}
			m.close()
			m.sideways(by)
		}
	}
}

func (m *PopMenu) CreateRenderer() fyne.WidgetRenderer {
	r := &popMenuRenderer{m: m}
	for _, s := range m.shadow {
		r.parts = append(r.parts, s)
	}
	r.parts = append(r.parts, m.panel, m.scroll)
	return r
}

type popMenuRenderer struct {
	parts
	m *PopMenu
}

func (r *popMenuRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *popMenuRenderer) Refresh()           { canvas.Refresh(r.m) }

func (r *popMenuRenderer) Layout(size fyne.Size) {
	m := r.m
	if size != m.full {
		m.close()
		return
	}
	want := m.List.MinSize()
	w := fyne.Max(want.Width, m.size.Width)
	below := size.Height - (m.anchor.Y + m.size.Height + 4) - 8
	above := m.anchor.Y - 4 - 8
	h := want.Height + 2*menuPad
	y := m.anchor.Y + m.size.Height + 4
	switch {
	case h <= below:
	case above > below:
		h = fyne.Min(h, above)
		y = m.anchor.Y - 4 - h
	default:
		h = below
	}
	x := m.anchor.X
	if m.Right {
		x = m.anchor.X + m.size.Width - w
	}
	x = clamp(x, 4, size.Width-w-4)
	Place(m.panel, fyne.NewPos(x, y), fyne.NewSize(w, h))
	Place(m.scroll, fyne.NewPos(x, y+menuPad), fyne.NewSize(w, h-2*menuPad))
	for i, s := range m.shadow {
		d := float32(i + 1)
		s.radius = RadiusPanel + d
		Place(s, fyne.NewPos(x-d, y-d+2), fyne.NewSize(w+2*d, h+2*d))
	}
}
