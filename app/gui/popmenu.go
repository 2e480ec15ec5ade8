package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// entry is one line of a menu: a command, a heading, or a rule.
type entry struct {
	label    string
	shortcut string // shown at the right
	heading  bool
	rule     bool
	checked  bool
	disabled bool
	caution  bool // in the caution colour
	do       func()
}

const (
	entryHeight   float32 = 26
	headingHeight float32 = 26
	ruleHeight    float32 = 9
	menuPad       float32 = 6
)

func (e entry) height() float32 {
	switch {
	case e.rule:
		return ruleHeight
	case e.heading:
		return headingHeight
	}
	return entryHeight
}

// live reports whether the entry can be chosen.
func (e entry) live() bool { return !e.rule && !e.heading && !e.disabled }

var (
	_ fyne.Widget       = (*popMenu)(nil)
	_ fyne.Tappable     = (*popMenu)(nil)
	_ fyne.Focusable    = (*popMenu)(nil)
	_ desktop.Hoverable = (*popMenu)(nil)
)

// popMenu is an open menu. It covers the canvas, so that a click elsewhere
// closes it, and draws its list in a rounded panel near its anchor.
type popMenu struct {
	widget.BaseWidget
	canvas  fyne.Canvas
	entries []entry
	anchor  fyne.Position // top left of what opened it
	size    fyne.Size     // of what opened it
	right   bool          // align with the anchor's right edge
	// sideways moves to the neighbouring menu of a menu bar (-1, +1); nil elsewhere.
	sideways func(int)
	// over tells the menu bar where the pointer is, so that it can switch menus.
	over func(fyne.Position) bool
	// closed is called once when the menu goes away.
	closed func()

	active int // highlighted entry, -1 for none
	open   bool
	full   fyne.Size // of the canvas when opened; another size closes the menu
	list   *popList
	scroll *container.Scroll
	panel  *box
	shadow []*box
}

// openMenu shows entries below (or above, where there is no room) the object o.
func openMenu(o fyne.CanvasObject, entries []entry, adjust func(*popMenu)) *popMenu {
	d := fyne.CurrentApp().Driver()
	c := d.CanvasForObject(o)
	if c == nil {
		return nil
	}
	m := &popMenu{canvas: c, entries: entries, anchor: d.AbsolutePositionForObject(o), size: o.Size(), active: -1, open: true, full: c.Size()}
	if adjust != nil {
		adjust(m)
	}
	m.ExtendBaseWidget(m)
	m.list = newPopList(m)
	m.scroll = container.NewVScroll(m.list)
	m.panel = newBox(colorMenu, colorHairline, radiusPanel)
	for range menuShadow {
		s := newBox(colorShade, "", radiusPanel+2)
		m.shadow = append(m.shadow, s)
	}
	m.Resize(c.Size())
	c.Overlays().Add(m)
	c.Focus(m)
	return m
}

// menuShadow is how far a menu's shadow reaches, in layers of one pixel each.
const menuShadow = 5

// close takes the menu away.
func (m *popMenu) close() {
	if !m.open {
		return
	}
	m.open = false
	m.canvas.Overlays().Remove(m)
	if m.closed != nil {
		m.closed()
	}
}

func (m *popMenu) choose(i int) {
	if i < 0 || i >= len(m.entries) || !m.entries[i].live() {
		return
	}
	m.close()
	if do := m.entries[i].do; do != nil {
		do()
	}
}

func (m *popMenu) setActive(i int) {
	if m.active != i {
		m.active = i
		m.list.Refresh()
	}
}

// move highlights the next live entry in a direction and brings it into view.
func (m *popMenu) move(by int) {
	n := len(m.entries)
	i := m.active
	if i < 0 && by < 0 {
		i = 0
	}
	for range n {
		i = (i + by + n) % n
		if m.entries[i].live() {
			m.setActive(i)
			y, h := m.list.top(i), entryHeight
			if y < m.scroll.Offset.Y {
				m.scroll.ScrollToOffset(fyne.NewPos(0, y))
			} else if y+h > m.scroll.Offset.Y+m.scroll.Size().Height {
				m.scroll.ScrollToOffset(fyne.NewPos(0, y+h-m.scroll.Size().Height))
			}
			return
		}
	}
}

// at is the entry under a position of the canvas, -1 for none, and whether the
// position lies in the panel at all.
func (m *popMenu) at(p fyne.Position) (int, bool) {
	o, s := m.panel.Position(), m.panel.Size()
	if p.X < o.X || p.Y < o.Y || p.X >= o.X+s.Width || p.Y >= o.Y+s.Height {
		return -1, false
	}
	y := p.Y - m.scroll.Position().Y + m.scroll.Offset.Y
	for i, e := range m.entries {
		if h := e.height(); y < h {
			if y < 0 || !e.live() {
				return -1, true
			}
			return i, true
		} else {
			y -= h
		}
	}
	return -1, true
}

func (m *popMenu) Tapped(e *fyne.PointEvent) {
	i, inside := m.at(e.Position)
	if !inside {
		m.close()
		return
	}
	m.choose(i)
}

func (m *popMenu) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }
func (m *popMenu) MouseOut()                     {}
func (m *popMenu) MouseMoved(e *desktop.MouseEvent) {
	i, inside := m.at(e.Position)
	if inside {
		m.setActive(i)
	} else if m.over != nil {
		m.over(e.Position)
	}
}

func (m *popMenu) FocusGained()   {}
func (m *popMenu) FocusLost()     {}
func (m *popMenu) TypedRune(rune) {}
func (m *popMenu) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		m.close()
	case fyne.KeyDown:
		m.move(1)
	case fyne.KeyUp:
		m.move(-1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		m.choose(m.active)
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

func (m *popMenu) CreateRenderer() fyne.WidgetRenderer { return &popMenuRenderer{m} }

type popMenuRenderer struct{ m *popMenu }

func (r *popMenuRenderer) Destroy()           {}
func (r *popMenuRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *popMenuRenderer) Refresh()           { canvas.Refresh(r.m) }
func (r *popMenuRenderer) Objects() []fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, s := range r.m.shadow {
		all = append(all, s)
	}
	return append(all, r.m.panel, r.m.scroll)
}

func (r *popMenuRenderer) Layout(size fyne.Size) {
	m := r.m
	if size != m.full {
		m.close()
		return
	}
	want := m.list.MinSize()
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
	if m.right {
		x = m.anchor.X + m.size.Width - w
	}
	x = clamp(x, 4, size.Width-w-4)
	m.panel.Move(fyne.NewPos(x, y))
	m.panel.Resize(fyne.NewSize(w, h))
	m.scroll.Move(fyne.NewPos(x, y+menuPad))
	m.scroll.Resize(fyne.NewSize(w, h-2*menuPad))
	for i, s := range m.shadow {
		d := float32(i + 1)
		s.radius = radiusPanel + d
		s.Move(fyne.NewPos(x-d, y-d+2))
		s.Resize(fyne.NewSize(w+2*d, h+2*d))
	}
}

// popList draws a menu's lines; it takes no events, the menu around it does.
type popList struct {
	widget.BaseWidget
	m *popMenu
}

func newPopList(m *popMenu) *popList {
	l := &popList{m: m}
	l.ExtendBaseWidget(l)
	return l
}

// top is the offset of entry i.
func (l *popList) top(i int) float32 {
	y := float32(0)
	for _, e := range l.m.entries[:i] {
		y += e.height()
	}
	return y
}

func (l *popList) CreateRenderer() fyne.WidgetRenderer {
	r := &popListRenderer{l: l, bar: newBox(colorHover, "", 4)}
	r.objects = append(r.objects, r.bar)
	for _, e := range l.m.entries {
		var row popRow
		switch {
		case e.rule:
			row.rule = newHairline()
			r.objects = append(r.objects, row.rule)
		case e.heading:
			row.label = newCaption(e.label)
			r.objects = append(r.objects, row.label)
		default:
			color := colorText
			if e.disabled {
				color = colorFaint
			} else if e.caution {
				color = colorCaution
			}
			row.label = newLabel(e.label, textBody, color)
			row.shortcut = newLabel(e.shortcut, textSmall, colorSoft)
			row.shortcut.align = fyne.TextAlignTrailing
			r.objects = append(r.objects, row.label, row.shortcut)
			if e.checked {
				row.check = iconImage("check", themeColor(colorAccent))
				r.objects = append(r.objects, row.check)
			}
		}
		r.rows = append(r.rows, row)
	}
	return r
}

type popRow struct {
	label, shortcut *label
	rule            *box
	check           *canvas.Image
}

type popListRenderer struct {
	l       *popList
	bar     *box
	rows    []popRow
	objects []fyne.CanvasObject
}

func (r *popListRenderer) Destroy()                     {}
func (r *popListRenderer) Objects() []fyne.CanvasObject { return r.objects }

// indent leaves room for check marks in menus that have any.
func (r *popListRenderer) indent() float32 {
	for _, e := range r.l.m.entries {
		if e.checked {
			return 30
		}
	}
	return 14
}

func (r *popListRenderer) MinSize() fyne.Size {
	var s fyne.Size
	for i, e := range r.l.m.entries {
		s.Height += e.height()
		row := r.rows[i]
		if row.label != nil {
			w := r.indent() + row.label.MinSize().Width + 16
			if row.shortcut != nil && row.shortcut.text != "" {
				w += row.shortcut.MinSize().Width + 28
			}
			s.Width = fyne.Max(s.Width, w)
		}
	}
	s.Width = fyne.Max(s.Width, 140)
	return s
}

func (r *popListRenderer) Layout(size fyne.Size) {
	y := float32(0)
	for i, e := range r.l.m.entries {
		h := e.height()
		row := r.rows[i]
		switch {
		case e.rule:
			row.rule.Move(fyne.NewPos(0, y+(h-1)/2))
			row.rule.Resize(fyne.NewSize(size.Width, 1))
		case e.heading:
			row.label.Move(fyne.NewPos(14, y+3))
			row.label.Resize(fyne.NewSize(size.Width-28, h-3))
		default:
			row.label.Move(fyne.NewPos(r.indent(), y))
			row.label.Resize(fyne.NewSize(size.Width-r.indent()-8, h))
			row.shortcut.Move(fyne.NewPos(0, y))
			row.shortcut.Resize(fyne.NewSize(size.Width-14, h))
			if row.check != nil {
				row.check.Move(fyne.NewPos(9, y+(h-iconSize)/2))
				row.check.Resize(fyne.NewSquareSize(iconSize))
			}
		}
		y += h
	}
	r.placeBar(size)
}

func (r *popListRenderer) placeBar(size fyne.Size) {
	i := r.l.m.active
	if i < 0 {
		r.bar.Hide()
		return
	}
	r.bar.Move(fyne.NewPos(menuPad, r.l.top(i)))
	r.bar.Resize(fyne.NewSize(size.Width-2*menuPad, entryHeight))
	r.bar.Show()
}

func (r *popListRenderer) Refresh() {
	r.placeBar(r.l.Size())
	canvas.Refresh(r.l)
}
