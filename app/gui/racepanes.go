package gui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
	"gwscope/render/camera"
)

// raceGap is the gap between the panes of a race. It is smaller than that of two panes.
const raceGap float32 = 8

// raceMargins leave room for the two lines of text of a pane.
func (m *model) raceMargins() camera.Margins {
	return camera.Margins{Side: 12, Top: float64(m.larger(46)), Bottom: 12}
}

// The least useful size of a pane of a race.
const (
	leastRaceWidth  float32 = 132
	leastRaceHeight float32 = 120
)

// raceGrid divides an area into n panes of one size, with the number of rows at which they are largest. Panes of
// one size show all shapes at one scale, for cameras are linked. The last row may have empty places.
func raceGrid(size fyne.Size, n int) []area {
	best, score := 1, float32(0)
	for rows := 1; rows <= 3 && rows <= n; rows++ {
		columns := (n + rows - 1) / rows
		w, h := raceCell(size, rows, columns)
		full := float32(n) / float32(rows*columns) // fewer empty places are better
		if s := fyne.Min(w, 1.15*h) * full; s > score {
			best, score = rows, s
		}
	}
	var out []area
	columns := (n + best - 1) / best
	w, h := raceCell(size, best, columns)
	for row := range best {
		for k := range min(columns, n-row*columns) {
			// Whole units, so that hairlines stay sharp.
			x0, x1 := float32(int(float32(k)*(w+raceGap))), float32(int(float32(k)*(w+raceGap)+w))
			out = append(out, area{pos: fyne.NewPos(x0, float32(int(float32(row)*(h+raceGap)))), size: fyne.NewSize(x1-x0, float32(int(h)))})
		}
	}
	return out
}

func raceCell(size fyne.Size, rows, columns int) (w, h float32) {
	return (size.Width - raceGap*float32(columns-1)) / float32(columns), (size.Height - raceGap*float32(rows-1)) / float32(rows)
}

// raceRoom is how many targets have room beside the source.
func raceRoom(size fyne.Size) int {
	room := leastTargets
	for n := leastTargets + 1; n <= mostTargets; n++ {
		cell := raceGrid(size, n+1)[0].size
		if cell.Width >= leastRaceWidth && cell.Height >= leastRaceHeight {
			room = n
		}
	}
	return room
}

// racePanes are the source and the visible targets.
func (m *model) racePanes(size fyne.Size) []pane {
	rows := m.race.shown(raceRoom(size))
	// There are places for two targets at least: a source alone would shrink with the first result.
	cells := raceGrid(size, max(len(rows), leastTargets)+1)
	out := []pane{{side: sideA, rect: cells[0]}}
	for k := range max(len(rows), leastTargets) {
		p := pane{side: sideB, rect: cells[k+1], lane: k + 1, row: -1}
		if k < len(rows) {
			p.row = rows[k]
		}
		out = append(out, p)
	}
	return out
}

var (
	_ fyne.Widget       = (*laneHeader)(nil)
	_ desktop.Hoverable = (*laneHeader)(nil)
)

// laneHeader lies over a pane of a race: the method and its figures.
type laneHeader struct {
	fynewidget.BaseWidget
	widgets       *widget.Maker
	m             *model
	title, figure *widget.Label
	pin           *widget.Control
	lines         *fyne.Container
	tip           string
	// names are the method's names, the longest first; the title is the first name that has room.
	names []string
	// says is the line of figures below the title. For lack of room, figures are left out, the last first.
	says string
	row  int
	// source tells that the header lies over A, which has no pin.
	source bool
}

func newLaneHeader(k *widget.Maker, m *model, pin func(row int)) *laneHeader {
	h := &laneHeader{widgets: k, m: m, row: -1}
	h.title = widget.NewLabel("", widget.TextTitle, widget.ColorViewText).Strong().Flex()
	h.figure = widget.NewLabel("", widget.TextSmall, widget.ColorViewSoft).Flex()
	h.pin = k.NewControl(&widget.Control{Icon: "pin", Kind: widget.Quiet, Height: 22, Tip: pinTip(false), OnTap: func() { pin(h.row) }})
	h.lines = container.New(laneLayout{h}, h.title, h.figure, h.pin)
	h.ExtendBaseWidget(h)
	return h
}

func (h *laneHeader) MouseIn(*desktop.MouseEvent)    { h.widgets.Tips.Arm(h, h.tip) }
func (h *laneHeader) MouseMoved(*desktop.MouseEvent) {}
func (h *laneHeader) MouseOut()                      { h.widgets.Tips.Hide() }

func (h *laneHeader) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(h.lines)
}

// laneHead is the height of a lane's words in a window.
const laneHead float32 = 40

// setLarge gives the words the size of a presentation or of a window.
func (h *laneHeader) setLarge() {
	h.title.TextSize, h.figure.TextSize = h.m.larger(widget.TextTitle), h.m.larger(widget.TextSmall)
	h.title.Refresh()
	h.figure.Refresh()
}

// titleRoom is the room for a title in a pane of a width.
func (h *laneHeader) titleRoom(width float32) float32 {
	room := width - 20
	if !h.m.large && !h.source { // a presentation has no pins
		room -= h.pin.MinSize().Width
	}
	return room
}

// laneLayout puts two lines at the top left, the pin at the right.
type laneLayout struct{ h *laneHeader }

func (l laneLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, l.h.m.larger(laneHead))
}
func (l laneLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	h := l.h
	m := h.pin.MinSize()
	widget.Place(h.pin, fyne.NewPos(size.Width-m.Width-4, 4), m)
	room := h.titleRoom(size.Width)
	place := func(o *widget.Label, y, w float32) {
		widget.Place(o, fyne.NewPos(10, y), fyne.NewSize(w, o.MinSize().Height))
	}
	for k, name := range h.names {
		if k == len(h.names)-1 || h.title.Width(name) <= room {
			h.title.Set(name)
			break
		}
	}
	says := h.says
	for cut := strings.LastIndex(says, " · "); cut > 0 && h.figure.Width(says) > size.Width-20; cut = strings.LastIndex(says, " · ") {
		says = says[:cut]
	}
	h.figure.Set(says)
	place(h.title, h.m.larger(6), room)
	place(h.figure, h.m.larger(24), size.Width-20)
}

// showLanes writes the headers of a race's panes.
func (rs *races) showLanes() {
	r := rs.m.race
	on := r != nil && rs.m.layout == raced
	var panes []pane
	if on {
		panes = rs.m.panes(rs.views.port.Size())
	}
	brief := rs.briefLanes(panes)
	rs.legend.set(nil)
	if on && r.pictures != nil {
		rs.legend.set(r.pictures.bar)
	}
	for k, h := range rs.lanes {
		widget.SetVisible(h, k < len(panes))
		if k >= len(panes) {
			rs.waits[k].show("")
			continue
		}
		p, waits := panes[k], ""
		if r.awaits(p) {
			waits = laneState(&r.rows[p.row], &r.live[p.row])
		}
		rs.waits[k].show(waits)
		h.row, h.tip, h.names, h.source = p.row, "", nil, p.lane == 0
		widget.SetVisible(h.pin, false)
		switch {
		case p.lane == 0:
			h.title.Set("A  " + r.pair[sideA].Mesh.Name)
			h.says = map[bool]string{true: "the source of all colours", false: "the source"}[r.carried()]
		case p.row < 0:
			h.title.Set("")
			h.says = "no other result"
		default:
			row := &r.rows[p.row]
			h.names = []string{row.Contestant.Title(), row.Contestant.Short()}
			if brief {
				h.names = h.names[1:]
			}
			h.title.Set(h.names[0])
			h.says = ""
			if row.Result() { // its time stands in the table below, for four panes side by side have no room for it
				h.says = race.Judged(row)
			}
			h.tip = strings.TrimSpace(row.Contestant.Title() + "\n" + h.says)
			widget.SetVisible(h.pin, !rs.m.large)
			pinned := r.pinned[p.row]
			h.pin.On, h.pin.Icon = pinned, map[bool]string{true: "pinned", false: "pin"}[pinned]
			h.pin.Tip = pinTip(pinned)
			h.pin.Refresh()
		}
		h.lines.Refresh()
	}
}

// briefLanes reports whether the name of a method has no room over its pane. All panes then have short
// names: a mixture could not be read.
func (rs *races) briefLanes(panes []pane) bool {
	for k, p := range panes {
		if h := rs.lanes[k]; p.row >= 0 && p.lane > 0 && h.title.Width(rs.m.race.rows[p.row].Contestant.Title()) > h.titleRoom(p.rect.size.Width) {
			return true
		}
	}
	return false
}

// carried reports whether the targets show the source's colours.
func (r *racing) carried() bool { return r.pictures == nil || r.pictures.bar == nil }

func pinTip(pinned bool) string {
	if pinned {
		return "Let this row go where it sorts"
	}
	return "Keep this row on top, and its view in sight"
}
