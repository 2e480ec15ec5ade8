package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
)

var (
	_ fyne.Widget       = (*raceRow)(nil)
	_ fyne.Tappable     = (*raceRow)(nil)
	_ fyne.Focusable    = (*raceRow)(nil)
	_ desktop.Hoverable = (*raceRow)(nil)
)

// raceRow is the row of a method: a pin, its name, its time on the common clock, and then its figures, or its
// progress, or the reason why it has no figures.
type raceRow struct {
	fynewidget.BaseWidget
	table   *raceTable
	row     int // in the race
	pin     *widget.Control
	name    *widget.Label
	title   string // in full
	short   string // for less room
	track   *widget.Box
	run     *widget.Box
	remark  *widget.Label
	figures []*widget.Label // by column
	tip     string

	from, till       float32 // of the run, as shares of the clock
	over             bool    // figures show instead of the remark
	hovered, focused bool
	opened           bool
}

const raceRowHeight float32 = 25

func newRaceRow(t *raceTable, row int) *raceRow {
	r := &raceRow{table: t, row: row, name: widget.NewLabel("", widget.TextBody, widget.ColorText).Flex(), remark: widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Flex(),
		track: widget.NewBox(widget.ColorTrack, "", 3), run: widget.NewBox(widget.ColorAccent, "", 3)}
	k := t.widgets
	r.pin = k.NewControl(&widget.Control{Icon: "pin", Kind: widget.Quiet, Height: 22, Tip: pinTip(false), OnTap: func() { t.races.pinRow(row) }})
	for range race.Columns {
		l := widget.NewLabel("", widget.TextBody, widget.ColorText).Trailing()
		r.figures = append(r.figures, l)
	}
	r.ExtendBaseWidget(r)
	return r
}

func (r *raceRow) Tapped(*fyne.PointEvent) {
	r.table.widgets.Tips.Hide()
	r.table.races.openRow(r.row)
}
func (r *raceRow) MouseIn(*desktop.MouseEvent) {
	r.hovered = true
	r.table.widgets.Tips.Arm(r, r.tip)
	r.table.races.hoverRow(r.row)
	r.Refresh()
}
func (r *raceRow) MouseMoved(*desktop.MouseEvent) {}
func (r *raceRow) MouseOut() {
	r.hovered = false
	r.table.widgets.Tips.Hide()
	r.table.races.hoverRow(-1)
	r.Refresh()
}
func (r *raceRow) FocusGained()   { r.focused = true; r.table.races.hoverRow(r.row); r.Refresh() }
func (r *raceRow) FocusLost()     { r.focused = false; r.table.races.hoverRow(-1); r.Refresh() }
func (r *raceRow) TypedRune(rune) {}

// TypedKey opens on return and pins on space.
func (r *raceRow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		r.table.races.openRow(r.row)
	case fyne.KeySpace:
		r.table.races.pinRow(r.row)
	default:
		r.table.widgets.Key(e)
	}
}

// show brings the row up to date.
func (r *raceRow) show(now *racing) {
	row, live := &now.rows[r.row], &now.live[r.row]
	r.opened = now.opened == r.row
	r.title, r.short = row.Contestant.Title(), row.Contestant.Short()
	ink := widget.ColorText
	if row.Over() && !row.Result() || row.State == race.Waiting {
		ink = widget.ColorSoft
	}
	if row.State == race.Stopped {
		ink = widget.ColorCaution
	}
	r.name.SetColored(r.name.Text, ink)
	pinned := now.pinned[r.row]
	if r.pin.On != pinned {
		r.pin.On, r.pin.Icon, r.pin.Tip = pinned, map[bool]string{true: "pinned", false: "pin"}[pinned], pinTip(pinned)
		r.pin.Refresh()
	}
	r.over = row.Result()
	r.remark.SetColored(remarkOf(row, live))
	for k := range race.Columns {
		text := ""
		if r.over {
			text = race.Columns[k].Text(row)
		}
		l := r.figures[k]
		at, known := r.table.best[k]
		if best := r.over && known && at == r.row; l.Bold != best {
			l.Bold = best
			l.Text = "" // measured anew
		}
		l.Set(text)
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
	fill := fyne.ThemeColorName(widget.ColorSoft)
	if row.State == race.Running {
		fill = widget.ColorAccent
	}
	if r.run.Fill != fill {
		r.run.Fill = fill
		r.run.Refresh()
	}
	r.from, r.till = min(max(from, 0), 1), min(max(till, 0), 1)
	r.Refresh()
}

// remarkOf is the text in place of figures.
func remarkOf(row *race.Row, live *liveRow) (string, fyne.ThemeColorName) {
	switch row.State {
	case race.Waiting:
		return "waiting", widget.ColorFaint
	case race.Running:
		text := live.stage
		if live.fraction > 0 {
			text = percentOf(live.fraction) + "  " + text
		}
		if live.gw2 > 0 {
			text += "  ·  GW² " + loss(live.gw2)
		}
		return text, widget.ColorSoft
	case race.Skipped:
		return "not run", widget.ColorFaint
	}
	return row.Said(), widget.ColorCaution
}

// percentOf writes a share without decimals, for progress and estimates.
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
	widget.Place(n.mark, fyne.NewPos(0, 4), fyne.NewSize(3, size.Height-8))
	m := r.pin.MinSize()
	widget.Place(r.pin, fyne.NewPos(4, (size.Height-m.Height)/2), m)
	place := func(l *widget.Label, x, w float32) {
		widget.Place(l, fyne.NewPos(x, 0), fyne.NewSize(w, size.Height))
	}
	name := r.title
	if r.table.brief {
		name = r.short
	}
	r.name.Set(name)
	place(r.name, c.name, c.nameWidth)
	const thick = 6
	y := (size.Height - thick) / 2
	widget.Place(r.track, fyne.NewPos(c.clock, y), fyne.NewSize(c.clockWidth, thick))
	w := fyne.Max((r.till-r.from)*c.clockWidth, 3)
	widget.Place(r.run, fyne.NewPos(c.clock+fyne.Min(r.from*c.clockWidth, c.clockWidth-w), y), fyne.NewSize(w, thick))
	widget.SetVisible(r.run, r.till > 0)
	place(r.remark, c.figures, fyne.Max(size.Width-c.figures-8, 0))
	widget.SetVisible(r.remark, !r.over)
	for k, l := range r.figures {
		at, shown := c.right[k]
		widget.SetVisible(l, shown && r.over)
		if shown {
			place(l, at-c.width[k], c.width[k])
		}
	}
}

func (n *raceRowRenderer) Refresh() {
	r := n.r
	n.ground.FillColor, n.ground.CornerRadius = nil, widget.RadiusControl
	if r.hovered {
		n.ground.FillColor = widget.Color(widget.ColorHover)
	}
	widget.FocusRing(n.ground, r.focused, widget.ColorAccent, widget.ColorPanel)
	n.mark.FillColor, n.mark.CornerRadius = widget.Color(widget.ColorAccent), 1.5
	n.mark.Hidden = !r.opened
	n.Layout(r.Size())
	canvas.Refresh(n.ground)
	canvas.Refresh(n.mark)
}
