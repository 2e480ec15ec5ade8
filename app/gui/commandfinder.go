package gui

import (
	"slices"
	"strings"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynewidget "fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget    = (*finder)(nil)
	_ fyne.Tappable  = (*finder)(nil)
	_ fyne.Focusable = (*finderField)(nil)
)

// finder lists the rows of the table, and finds a command by a few letters of its name or by another word for
// it. Commands that cannot run now say why. Arrows choose, Return runs, Escape closes.
type finder struct {
	fynewidget.BaseWidget
	d      *desk
	all    []finding
	found  []finding
	at     int // the lit row's place in found
	dim    *widget.Box
	panel  *widget.Box
	field  *finderField
	labels []finderRow
}

// finding is an entry of a menu, with the place of the entry.
type finding struct {
	where string // titles of the menu and of the heading
	widget.MenuEntry
}

type finderField struct {
	fynewidget.Entry
	p *finder
}

func (f *finderField) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		f.p.close()
	case fyne.KeyDown:
		f.p.move(1)
	case fyne.KeyUp:
		f.p.move(-1)
	case fyne.KeyPageDown:
		f.p.move(finderRows)
	case fyne.KeyPageUp:
		f.p.move(-finderRows)
	case fyne.KeyReturn, fyne.KeyEnter:
		f.p.run(f.p.at)
	default:
		f.Entry.TypedKey(e)
	}
}

type finderRow struct{ where, name, keys *widget.Label }

const (
	finderRows           = 12
	finderWidth  float32 = 620
	finderTop    float32 = 74
	finderHead   float32 = 52
	finderHeight float32 = 30
)

func (d *desk) showFinder() {
	p := &finder{d: d, all: d.findings(), dim: widget.NewBox(widget.ColorDim, "", 0), panel: widget.NewBox(widget.ColorMenu, widget.ColorHairline, 12)}
	p.field = &finderField{p: p}
	p.field.ExtendBaseWidget(p.field)
	p.field.SetPlaceHolder("What do you want to do?")
	p.field.OnChanged = func(string) { p.search() }
	for range finderRows {
		r := finderRow{widget.NewLabel("", widget.TextSmall, widget.ColorSoft), widget.NewLabel("", widget.TextBody, widget.ColorText), widget.NewLabel("", widget.TextSmall, widget.ColorSoft)}
		r.where.Flexible, r.name.Flexible, r.keys.Flexible = true, true, true
		r.keys.Align = fyne.TextAlignTrailing
		p.labels = append(p.labels, r)
	}
	p.ExtendBaseWidget(p)
	p.search()
	c := d.win.Canvas()
	p.Resize(c.Size())
	c.Overlays().Add(p)
	c.Focus(p.field)
}

// findings are all commands, menu by menu.
func (d *desk) findings() []finding {
	var out []finding
	for i := range table {
		c := &table[i]
		heading := c.group
		for _, e := range c.entries(d) {
			switch {
			case e.Heading:
				heading = e.Label
			case !e.Rule:
				if c.on != nil { // a switch is found by its effect
					e.Words += " show hide toggle turn switch on off"
				}
				where := c.menu
				if heading != "" {
					where += " ▸ " + heading
				}
				out = append(out, finding{where, e})
			}
		}
	}
	place := func(o finding) int {
		menu, _, _ := strings.Cut(o.where, " ▸ ")
		if k := slices.Index(menuTitles, menu); k >= 0 {
			return k
		}
		return len(menuTitles)
	}
	slices.SortStableFunc(out, func(a, b finding) int { return place(a) - place(b) })
	return out
}

// small are words that name no command.
var small = []string{"a", "an", "the", "to", "of", "in", "my", "i", "me", "with", "how", "do"}

// search lists the commands that have all typed words in their names, places or other words. Commands that
// begin with the typed words come first, commands that cannot run now last.
func (p *finder) search() {
	typed := strings.ToLower(strings.TrimSpace(p.field.Text))
	words := slices.DeleteFunc(strings.Fields(typed), func(w string) bool { return slices.Contains(small, w) })
	rank := func(o finding) int {
		switch {
		case !o.Live():
			return 2
		case strings.HasPrefix(strings.ToLower(o.Label), typed):
			return 0
		}
		return 1
	}
	p.found, p.at = nil, 0
	for _, o := range p.all {
		text := strings.ToLower(o.where + " " + o.Label + " " + o.Words)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			p.found = append(p.found, o)
		}
	}
	slices.SortStableFunc(p.found, func(a, b finding) int { return rank(a) - rank(b) })
	p.Refresh()
}

func (p *finder) move(by int) {
	if n := len(p.found); n > 0 {
		p.at = min(max(p.at+by, 0), n-1)
		p.Refresh()
	}
}

func (p *finder) run(k int) {
	if k < 0 || k >= len(p.found) || !p.found[k].Live() {
		return
	}
	p.close()
	mainloop.Tended(p.found[k].Do)()
}

func (p *finder) close() { p.d.win.Canvas().Overlays().Remove(p) }

// first is the index of the command in the first row.
func (p *finder) first() int {
	return min(max(p.at-finderRows/2, 0), max(len(p.found)-finderRows, 0))
}

// Tapped runs the row under the pointer; beside the panel it closes.
func (p *finder) Tapped(e *fyne.PointEvent) {
	at, size := p.panel.Position(), p.panel.Size()
	x, y := e.Position.X-at.X, e.Position.Y-at.Y
	switch {
	case x < 0 || y < 0 || x > size.Width || y > size.Height:
		p.close()
	case y > finderHead:
		p.run(p.first() + int((y-finderHead)/finderHeight))
	}
}

func (p *finder) CreateRenderer() fyne.WidgetRenderer {
	r := &finderRenderer{p: p, bar: widget.NewBox(widget.ColorHover, "", 6), none: widget.NewLabel("No command of that name", widget.TextBody, widget.ColorSoft)}
	r.objects = []fyne.CanvasObject{p.dim, p.panel, p.field, r.bar, r.none}
	for _, l := range p.labels {
		r.objects = append(r.objects, l.where, l.name, l.keys)
	}
	return r
}

type finderRenderer struct {
	p       *finder
	bar     *widget.Box
	none    *widget.Label
	objects []fyne.CanvasObject
}

func (r *finderRenderer) Destroy()                     {}
func (r *finderRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *finderRenderer) MinSize() fyne.Size           { return fyne.NewSize(0, 0) }

func (r *finderRenderer) Layout(size fyne.Size) {
	p := r.p
	p.dim.Resize(size)
	w := fyne.Min(finderWidth, size.Width-40)
	shown := min(max(len(p.found), 1), finderRows)
	at := fyne.NewPos((size.Width-w)/2, finderTop)
	p.panel.Move(at)
	p.panel.Resize(fyne.NewSize(w, finderHead+float32(shown)*finderHeight+8))
	high := p.field.MinSize().Height // in a higher field the text would stand at the top
	p.field.Move(at.AddXY(8, (finderHead-high)/2+1))
	p.field.Resize(fyne.NewSize(w-16, high))
	r.none.Move(at.AddXY(18, finderHead+6))
	r.none.Resize(r.none.MinSize())
	first := p.first()
	for k, l := range p.labels {
		y := at.Y + finderHead + float32(k)*finderHeight
		where := float32(176)
		if k := first + k; k < len(p.found) && !p.found[k].Live() { // its reason takes the room of the key, too
			where += 112
		}
		for _, part := range []struct {
			l    *widget.Label
			x, w float32
		}{{l.name, 18, w - 18 - 176 - 130}, {l.where, w - 176 - 130, where}, {l.keys, w - 124, 106}} {
			h := part.l.MinSize().Height
			part.l.Move(fyne.NewPos(at.X+part.x, y+(finderHeight-h)/2))
			part.l.Resize(fyne.NewSize(part.w, h))
		}
	}
	r.bar.Move(fyne.NewPos(at.X+8, at.Y+finderHead+float32(p.at-first)*finderHeight))
	r.bar.Resize(fyne.NewSize(w-16, finderHeight))
}

func (r *finderRenderer) Refresh() {
	p := r.p
	first := p.first()
	for k, l := range p.labels {
		var o finding
		if first+k < len(p.found) {
			o = p.found[first+k]
		}
		ink := widget.ColorText
		if o.Why != "" {
			ink, o.where, o.Shortcut = widget.ColorFaint, o.Why, ""
		}
		l.where.Set(o.where)
		l.name.SetColored(o.Label, ink)
		l.keys.Set(o.Shortcut)
	}
	widget.SetVisible(r.none, len(p.found) == 0)
	widget.SetVisible(r.bar, len(p.found) > 0)
	r.Layout(p.Size())
	canvas.Refresh(p)
}
