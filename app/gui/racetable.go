package gui

import (
	"maps"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
)

// raceTable is the table of a race: a head that sorts, and a row for each method.
type raceTable struct {
	widgets *widget.Maker
	races   *races
	heads   []*widget.HeadCell // by column of race.Columns
	clock   *widget.HeadCell
	rows    []*raceRow  // by row of the race
	best    map[int]int // the row with the best figure, by column
	body    *fyne.Container
	scroll  *container.Scroll
	object  *fyne.Container
	columns raceColumns
	brief   bool // names are short, for lack of room
	of      *racing
	order   []int
}

// raceColumns are where the columns stand, in units from the left.
type raceColumns struct {
	name, nameWidth   float32
	clock, clockWidth float32
	figures           float32         // where they begin
	right             map[int]float32 // right ends of the columns that have room
	width             map[int]float32
}

const (
	raceName     float32 = 30 // where names begin, behind the pin
	leastName    float32 = 150
	leastClock   float32 = 92
	mostClock    float32 = 220
	raceCellGap  float32 = 14
	raceRowsEdge float32 = 8 // free at the right, for the scroll bar
)

func newRaceTable(rs *races) *raceTable {
	t := &raceTable{widgets: rs.widgets, races: rs, best: map[int]int{}}
	for i := range race.Columns {
		c := &race.Columns[i]
		t.heads = append(t.heads, rs.widgets.NewHeadCell(c.Title, c.Tip, c.Words, func() { rs.sortBy(c) }))
	}
	t.clock = rs.widgets.NewHeadCell("On the clock", "When each method ran, maps and judging included, from the start of the race to now.", true, nil)
	head := container.New(raceHeadLayout{t})
	for _, h := range t.heads {
		head.Add(h)
	}
	head.Add(t.clock)
	t.body = container.New(widget.Column{})
	t.scroll = container.NewVScroll(t.body)
	t.scroll.OnScrolled = func(fyne.Position) { rs.widgets.Tips.Hide() }
	t.object = container.New(raceTableLayout{t}, head, widget.NewHairline(), t.scroll)
	return t
}

// show brings the table up to date with a race.
func (t *raceTable) show(r *racing) {
	if r == nil {
		t.of, t.rows, t.order, t.body.Objects = nil, nil, nil, nil
		return
	}
	fresh := t.of != r
	if fresh {
		t.of, t.rows, t.order = r, nil, nil
		for i := range r.rows {
			t.rows = append(t.rows, newRaceRow(t, i))
		}
	}
	t.findBest(r)
	for k, h := range t.heads {
		arrow := ""
		if race.Columns[k].Key == r.by.Key {
			arrow = map[bool]string{true: "down", false: "up"}[r.descending]
		}
		h.SetArrow(arrow)
	}
	order := r.order()
	moved := fresh || !slices.Equal(order, t.order)
	for _, row := range t.rows {
		row.show(r)
	}
	if moved {
		t.order = order
		t.body.Objects = nil
		for _, i := range order {
			t.body.Objects = append(t.body.Objects, t.rows[i])
		}
	}
	before := t.columns
	t.lay(t.object.Size().Width)
	if moved || !before.same(t.columns) {
		t.body.Refresh()
		t.object.Refresh()
		for _, row := range t.rows {
			row.Refresh()
		}
	}
}

// findBest marks the best figure of the columns in which less is better, where a column has several
// figures.
func (t *raceTable) findBest(r *racing) {
	t.best = map[int]int{}
	for k, value := range map[string]func(*race.Row) float64{
		"gw2":        func(row *race.Row) float64 { return row.GW2 },
		"error":      func(row *race.Row) float64 { return row.DenseDirect },
		"plan":       func(row *race.Row) float64 { return row.PlanDirect },
		"distortion": func(row *race.Row) float64 { return row.Distortion },
	} {
		at, least, n := -1, math.Inf(1), 0
		for i := range r.rows {
			if !r.rows[i].Result() {
				continue
			}
			n++
			if v := value(&r.rows[i]); v < least {
				at, least = i, v
			}
		}
		if n > 1 {
			t.best[columnIndex(k)] = at
		}
	}
}

func columnIndex(key string) int {
	k := slices.IndexFunc(race.Columns[:], func(c race.Column) bool { return c.Key == key })
	if k < 0 {
		panic("gui: no column named " + key) // names are written by programmers
	}
	return k
}

// lay places the columns in a width. The figures come first; name and clock share the rest. Columns without
// room are left out, the last first, and so are columns without figures.
func (t *raceTable) lay(width float32) {
	c := raceColumns{name: raceName, right: map[int]float32{}, width: map[int]float32{}}
	inner := width - raceRowsEdge
	need := leastName
	for _, row := range t.rows {
		need = fyne.Max(need, row.name.Width(row.title)+1)
	}
	// In a wide table, whole names are worth more than the last columns.
	least := fyne.Min(need, fyne.Max(leastName, 0.27*inner))
	free := inner - raceName - least - raceCellGap - leastClock
	var shown []int
	for k := 1; k < len(race.Columns); k++ {
		w := t.heads[k].Width()
		if t.of != nil && !race.Columns[k].Known(t.of.rows) && k > columnIndex("time") {
			continue
		}
		for _, row := range t.rows {
			l := row.figures[k]
			w = fyne.Max(w, fyne.MeasureText(l.Text, l.TextSize, fyne.TextStyle{Bold: true}).Width)
		}
		w = float32(math.Ceil(float64(w)))
		if free < w+raceCellGap {
			break
		}
		free -= w + raceCellGap
		c.width[k] = w
		shown = append(shown, k)
	}
	// Names get their width first, then the clock, then the figures spread.
	give := fyne.Min(free, need-least)
	c.nameWidth = least + give
	t.brief = c.nameWidth < need // all names are short then: a mixture could not be read
	free -= give
	give = fyne.Min(free, mostClock-leastClock)
	c.clockWidth = leastClock + give
	free -= give
	c.clock = c.name + c.nameWidth + raceCellGap
	c.figures = c.clock + c.clockWidth + raceCellGap
	x := c.clock + c.clockWidth
	spread := float32(0)
	if len(shown) > 0 {
		spread = fyne.Min(free/float32(len(shown)), 24)
	}
	for _, k := range shown {
		x += raceCellGap + spread + c.width[k]
		c.right[k] = x
	}
	t.columns = c
}

func (c raceColumns) same(o raceColumns) bool {
	return c.nameWidth == o.nameWidth && c.clockWidth == o.clockWidth && maps.Equal(c.right, o.right)
}

// raceTableLayout is the head over the rows.
type raceTableLayout struct{ t *raceTable }

const raceHeadHeight float32 = 22

// raceRowsWanted is the number of rows for which the panel makes room; more rows scroll.
const raceRowsWanted = 9

func (l raceTableLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	n := min(max(len(l.t.rows), 3), raceRowsWanted)
	return fyne.NewSize(300, raceHeadHeight+3+raceRowHeight*float32(n))
}

func (l raceTableLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	l.t.lay(size.Width)
	o[0].Resize(fyne.NewSize(size.Width, raceHeadHeight))
	widget.Place(o[1], fyne.NewPos(0, raceHeadHeight), fyne.NewSize(size.Width, 1))
	widget.Place(o[2], fyne.NewPos(0, raceHeadHeight+3), fyne.NewSize(size.Width, size.Height-raceHeadHeight-3))
	raceHeadLayout(l).Layout(nil, size)
}

// raceHeadLayout puts heads over their columns.
type raceHeadLayout struct{ t *raceTable }

func (raceHeadLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(300, raceHeadHeight)
}
func (l raceHeadLayout) Layout([]fyne.CanvasObject, fyne.Size) {
	t, c := l.t, &l.t.columns
	place := func(h *widget.HeadCell, x, w float32) {
		widget.Place(h, fyne.NewPos(x, 0), fyne.NewSize(w, raceHeadHeight))
	}
	place(t.heads[0], c.name, c.nameWidth)
	place(t.clock, c.clock, c.clockWidth)
	for k := 1; k < len(t.heads); k++ {
		at, ok := c.right[k]
		widget.SetVisible(t.heads[k], ok)
		if ok {
			place(t.heads[k], at-c.width[k], c.width[k])
		}
	}
}
