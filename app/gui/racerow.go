package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"gwscope/app/race"
)

var (
	_ fyne.Widget       = (*raceRow)(nil)
	_ fyne.Tappable     = (*raceRow)(nil)
	_ fyne.Focusable    = (*raceRow)(nil)
	_ desktop.Hoverable = (*raceRow)(nil)
)

// raceRow is a method in the table: a pin, its name, its time on the common clock, and
// its figures, or what it does or why there are none.
type raceRow struct {
	widget.BaseWidget
	table   *raceTable
	row     int // in the race
	pin     *control
	name    *label
	title   string // in full
	short   string // where there is no room for that
	track   *box
	run     *box
	remark  *label
	figures []*label // by column
	tip     string

	from, till       float32 // of the run, as shares of the clock
	over             bool    // figures show instead of the remark
	hovered, focused bool
	opened           bool
}

const raceRowHeight float32 = 25

func newRaceRow(t *raceTable, row int) *raceRow {
	r := &raceRow{table: t, row: row, name: newLabel("", textBody, colorText), remark: newLabel("", textSmall, colorSoft),
		track: newBox(colorTrack, "", 3), run: newBox(colorAccent, "", 3)}
	r.name.flexible, r.remark.flexible = true, true
	k := t.d.kit
	r.pin = k.newControl(&control{icon: "pin", kind: quietControl, height: 22, tip: pinTip(false), onTap: func() { t.d.pinRow(row) }})
	for range race.Columns {
		l := newLabel("", textBody, colorText)
		l.align = fyne.TextAlignTrailing
		r.figures = append(r.figures, l)
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *raceRow) Tapped(*fyne.PointEvent) {
	r.table.d.kit.tips.hide()
	r.table.d.openRow(r.row)
}
func (r *raceRow) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.table.d.kit.tips.arm(r, r.tip)
	r.table.d.hoverRow(r.row)
	r.Refresh()
}
func (r *raceRow) MouseMoved(*desktop.MouseEvent) {}
func (r *raceRow) MouseOut() {
	r.hovered = false
	r.table.d.kit.tips.hide()
	r.table.d.hoverRow(-1)
	r.Refresh()
}
func (r *raceRow) FocusGained()   { r.focused = true; r.table.d.hoverRow(r.row); r.Refresh() }
func (r *raceRow) FocusLost()     { r.focused = false; r.table.d.hoverRow(-1); r.Refresh() }
func (r *raceRow) TypedRune(rune) {}

// TypedKey opens on return and pins on space.
func (r *raceRow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		r.table.d.openRow(r.row)
	case fyne.KeySpace:
		r.table.d.pinRow(r.row)
	default:
		r.table.d.kit.key(e)
	}
}

// show brings the row up to date.
func (r *raceRow) show(now *racing) {
	row, live := &now.rows[r.row], &now.live[r.row]
	r.opened = now.opened == r.row
	r.title, r.short = row.Contestant.Title(), row.Contestant.Short()
	ink := colorText
	if row.Over() && !row.Result() || row.State == race.Waiting {
		ink = colorSoft
	}
	if row.State == race.Stopped {
		ink = colorCaution
	}
	r.name.setColored(r.name.text, ink)
	pinned := now.pinned[r.row]
	if r.pin.on != pinned {
		r.pin.on, r.pin.icon, r.pin.tip = pinned, map[bool]string{true: "pinned", false: "pin"}[pinned], pinTip(pinned)
		r.pin.Refresh()
	}
	r.over = row.Result()
	r.remark.setColored(remarkOf(row, live))
	for k := range race.Columns {
		text := ""
		if r.over {
			text = race.Columns[k].Text(row)
		}
		l := r.figures[k]
		if best := r.over && r.table.best[k] == r.row; l.bold != best {
			l.bold = best
			l.text = "" // measured anew
		}
		l.set(text)
	}
	r.tip = strings.TrimSpace(r.title + ". " + row.Said())
	if row.State == race.Stopped {
		r.tip += " Stopped: this is its best plan so far."
	}
	total := float32(max(now.clock().Seconds(), 1e-3))
	from, till := float32(live.from.Seconds())/total, float32(live.till.Seconds())/total
	if row.State == race.Running {
		till = 1
	}
	fill := fyne.ThemeColorName(colorSoft)
	if row.State == race.Running {
		fill = colorAccent
	}
	if r.run.fill != fill {
		r.run.fill = fill
		r.run.Refresh()
	}
	r.from, r.till = clampShare(from), clampShare(till)
	r.Refresh()
}

func clampShare(x float32) float32 { return fyne.Max(0, fyne.Min(x, 1)) }

// remarkOf is what stands in place of figures.
func remarkOf(row *race.Row, live *liveRow) (string, fyne.ThemeColorName) {
	switch row.State {
	case race.Waiting:
		return "waiting", colorFaint
	case race.Running:
		text := live.stage
		if live.fraction > 0 {
			text = percentOf(live.fraction) + "  " + text
		}
		if live.gw2 > 0 {
			text += "  ·  GW² " + loss(live.gw2)
		}
		return text, colorSoft
	case race.Skipped:
		return "not run", colorFaint
	}
	return row.Said(), colorCaution
}

func percentOf(f float64) string { return fixed(100*min(f, 1), 0) + " %" }

func (r *raceRow) CreateRenderer() fyne.WidgetRenderer {
	n := &raceRowRenderer{r: r, ground: canvas.NewRectangle(nil), mark: canvas.NewRectangle(nil)}
	n.objects = []fyne.CanvasObject{n.ground, n.mark, r.pin, r.name, r.track, r.run, r.remark}
	for _, l := range r.figures {
		n.objects = append(n.objects, l)
	}
	n.Refresh()
	return n
}

type raceRowRenderer struct {
	r            *raceRow
	ground, mark *canvas.Rectangle
	objects      []fyne.CanvasObject
}

func (n *raceRowRenderer) Destroy()                     {}
func (n *raceRowRenderer) MinSize() fyne.Size           { return fyne.NewSize(100, raceRowHeight) }
func (n *raceRowRenderer) Objects() []fyne.CanvasObject { return n.objects }

func (n *raceRowRenderer) Layout(size fyne.Size) {
	r, c := n.r, &n.r.table.columns
	n.ground.Resize(size)
	n.mark.Move(fyne.NewPos(0, 4))
	n.mark.Resize(fyne.NewSize(3, size.Height-8))
	m := r.pin.MinSize()
	r.pin.Move(fyne.NewPos(4, (size.Height-m.Height)/2))
	r.pin.Resize(m)
	place := func(l *label, x, w float32) {
		l.Move(fyne.NewPos(x, 0))
		l.Resize(fyne.NewSize(w, size.Height))
	}
	name := r.title
	if r.table.brief {
		name = r.short
	}
	r.name.set(name)
	place(r.name, c.name, c.nameWidth)
	const thick = 6
	y := (size.Height - thick) / 2
	r.track.Move(fyne.NewPos(c.clock, y))
	r.track.Resize(fyne.NewSize(c.clockWidth, thick))
	w := fyne.Max((r.till-r.from)*c.clockWidth, 3)
	r.run.Move(fyne.NewPos(c.clock+fyne.Min(r.from*c.clockWidth, c.clockWidth-w), y))
	r.run.Resize(fyne.NewSize(w, thick))
	setVisible(r.run, r.till > 0)
	place(r.remark, c.figures, fyne.Max(size.Width-c.figures-8, 0))
	setVisible(r.remark, !r.over)
	for k, l := range r.figures {
		at, shown := c.right[k]
		setVisible(l, shown && r.over)
		if shown {
			place(l, at-c.width[k], c.width[k])
		}
	}
}

func (n *raceRowRenderer) Refresh() {
	r := n.r
	n.ground.FillColor, n.ground.CornerRadius = nil, radiusControl
	n.ground.StrokeColor, n.ground.StrokeWidth = nil, 0
	if r.hovered {
		n.ground.FillColor = themeColor(colorHover)
	}
	if r.focused {
		n.ground.StrokeColor, n.ground.StrokeWidth = themeColor(colorAccent), 2
		if n.ground.FillColor == nil { // Fyne darkens a stroke without a fill
			n.ground.FillColor = themeColor(colorPanel)
		}
	}
	n.mark.FillColor, n.mark.CornerRadius = themeColor(colorAccent), 1.5
	n.mark.Hidden = !r.opened
	n.Layout(r.Size())
	canvas.Refresh(n.ground)
	canvas.Refresh(n.mark)
}
