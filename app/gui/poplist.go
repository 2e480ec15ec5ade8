package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// entry is one line of a menu: a command, a heading, or a rule.
type entry struct {
	label    string
	shortcut string // shown at the right
	heading  bool
	rule     bool
	checked  bool
	why      string // it cannot be chosen now, for this reason
	words    string // further words that it is found by
	caution  bool   // in the caution colour
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
func (e entry) live() bool { return !e.rule && !e.heading && e.why == "" }

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
			if e.why != "" {
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
