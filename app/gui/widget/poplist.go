package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// MenuEntry is a line of a menu: a command, a heading, or a rule.
type MenuEntry struct {
	Label    string
	Shortcut string // shown at the right
	About    string // a second line, in small letters
	Heading  bool
	Rule     bool
	Checked  bool
	Why      string // it cannot be chosen now, for this reason
	Words    string // further words for the finder
	Do       func()
}

const (
	entryHeight   float32 = 26
	aboutHeight   float32 = 17 // of a second line
	headingHeight float32 = 26
	ruleHeight    float32 = 9
	menuPad       float32 = 6
)

// Height is the height of the line, in units.
func (e MenuEntry) Height() float32 {
	switch {
	case e.Rule:
		return ruleHeight
	case e.Heading:
		return headingHeight
	case e.About != "":
		return entryHeight + aboutHeight
	}
	return entryHeight
}

// Live reports whether the entry can be chosen.
func (e MenuEntry) Live() bool { return !e.Rule && !e.Heading && e.Why == "" }

// popList draws a menu's lines. The menu around it takes all events.
type popList struct {
	widget.BaseWidget
	m *PopMenu
}

func newPopList(m *PopMenu) *popList {
	l := &popList{m: m}
	l.ExtendBaseWidget(l)
	return l
}

// Top is the offset of entry i.
func (l *popList) Top(i int) float32 {
	y := float32(0)
	for _, e := range l.m.Entries[:i] {
		y += e.Height()
	}
	return y
}

func (l *popList) CreateRenderer() fyne.WidgetRenderer {
	r := &popListRenderer{l: l, bar: NewBox(ColorHover, "", 4)}
	r.parts = append(r.parts, r.bar)
	for _, e := range l.m.Entries {
		var row popRow
		switch {
		case e.Rule:
			row.rule = NewHairline()
			r.parts = append(r.parts, row.rule)
		case e.Heading:
			row.label = NewCaption(e.Label)
			r.parts = append(r.parts, row.label)
		default:
			color := ColorText
			if e.Why != "" {
				color = ColorFaint
			}
			row.label = NewLabel(e.Label, TextBody, color)
			row.shortcut = NewLabel(e.Shortcut, TextSmall, ColorSoft).Trailing()
			r.parts = append(r.parts, row.label, row.shortcut)
			if e.About != "" {
				row.about = NewLabel(e.About, TextSmall, ColorSoft)
				r.parts = append(r.parts, row.about)
			}
			if e.Checked {
				row.check = newIcon()
				setIcon(row.check, new(string), "check", Color(ColorAccent))
				r.parts = append(r.parts, row.check)
			}
		}
		r.rows = append(r.rows, row)
	}
	return r
}

type popRow struct {
	label, shortcut *Label
	about           *Label // nil: none
	rule            fyne.CanvasObject
	check           *canvas.Raster
}

type popListRenderer struct {
	parts
	l    *popList
	bar  *Box
	rows []popRow
}

// indent leaves room for check marks in menus with check marks.
func (r *popListRenderer) indent() float32 {
	for _, e := range r.l.m.Entries {
		if e.Checked {
			return 30
		}
	}
	return 14
}

func (r *popListRenderer) MinSize() fyne.Size {
	var s fyne.Size
	for i, e := range r.l.m.Entries {
		s.Height += e.Height()
		row := r.rows[i]
		if row.label != nil {
			w := r.indent() + row.label.MinSize().Width + 16
			if row.shortcut != nil && row.shortcut.Text != "" {
				w += row.shortcut.MinSize().Width + 28
			}
			if row.about != nil {
				w = fyne.Max(w, r.indent()+row.about.MinSize().Width+16)
			}
			s.Width = fyne.Max(s.Width, w)
		}
	}
	s.Width = fyne.Max(s.Width, 140)
	return s
}

func (r *popListRenderer) Layout(size fyne.Size) {
	y := float32(0)
	for i, e := range r.l.m.Entries {
		h := e.Height()
		row := r.rows[i]
		switch {
		case e.Rule:
			Place(row.rule, fyne.NewPos(0, y+(h-1)/2), fyne.NewSize(size.Width, 1))
		case e.Heading:
			Place(row.label, fyne.NewPos(14, y+3), fyne.NewSize(size.Width-28, h-3))
		default:
			Place(row.label, fyne.NewPos(r.indent(), y), fyne.NewSize(size.Width-r.indent()-8, entryHeight))
			Place(row.shortcut, fyne.NewPos(0, y), fyne.NewSize(size.Width-14, entryHeight))
			if row.about != nil {
				Place(row.about, fyne.NewPos(r.indent(), y+entryHeight-4), fyne.NewSize(size.Width-r.indent()-8, aboutHeight))
			}
			if row.check != nil {
				Place(row.check, fyne.NewPos(9, y+(entryHeight-iconSize)/2), fyne.NewSquareSize(iconSize))
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
	Place(r.bar, fyne.NewPos(menuPad, r.l.Top(i)), fyne.NewSize(size.Width-2*menuPad, r.l.m.Entries[i].Height()))
	r.bar.Show()
}

func (r *popListRenderer) Refresh() {
	r.placeBar(r.l.Size())
	canvas.Refresh(r.l)
}
