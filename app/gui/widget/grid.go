package widget

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"gwscope/app/gui/mainloop"
)

var (
	_ fyne.Widget    = (*Grid)(nil)
	_ fyne.Focusable = (*Grid)(nil)
)

// Grid shows many cells of the same size, row by row. It makes widgets for visible cells only: a widget that
// leaves the view at one edge comes back at the other edge with other content.
type Grid struct {
	widget.BaseWidget
	maker *Maker
	cell  fyne.Size // the least size; cells widen so that rows are full
	fresh func() fyne.CanvasObject
	fill  func(cell fyne.CanvasObject, i int)

	// Moved is called when a key has made i the item for keys, Opened for Return, and Seen when other
	// items come into sight.
	Moved  func(i int)
	Opened func(i int)
	Seen   func(from, to int)

	count   int
	current int // the item for keys
	focused bool
	body    *gridBody
	scroll  *container.Scroll
	from    int // in sight
	to      int
}

// gridGap is free between cells.
const gridGap float32 = 8

// NewGrid is a grid of cells of at least a size. fresh makes a cell, and fill shows item i in it.
func (k *Maker) NewGrid(cell fyne.Size, fresh func() fyne.CanvasObject, fill func(cell fyne.CanvasObject, i int)) *Grid {
	g := &Grid{maker: k, cell: cell, fresh: fresh, fill: fill}
	g.body = &gridBody{g: g}
	g.body.ExtendBaseWidget(g.body)
	g.scroll = container.NewVScroll(g.body)
	g.scroll.OnScrolled = func(fyne.Position) {
		k.Tips.Hide()
		g.body.lay(false)
	}
	g.ExtendBaseWidget(g)
	return g
}

// Items sets the number of items, and fills all cells anew.
func (g *Grid) Items(count int) {
	if g.count != count {
		g.count = count
		g.current = max(0, min(g.current, count-1))
		g.scroll.Refresh()
	}
	g.body.lay(true)
}

// Cells is the number of widgets that were made for cells.
func (g *Grid) Cells() int { return len(g.body.cells) }

// InSight are the visible items, from included, to not included.
func (g *Grid) InSight() (from, to int) { return g.from, g.to }

// Current is the item for keys.
func (g *Grid) Current() int { return g.current }

// Focused reports whether keys go to the grid.
func (g *Grid) Focused() bool { return g.focused }

// Go makes an item the item for keys, and brings it into sight.
func (g *Grid) Go(i int) {
	if i < 0 || i >= g.count {
		return
	}
	g.current = i
	columns, _ := g.columns()
	top := float32(i/columns) * g.pitch()
	y := g.scroll.Offset.Y
	y = fyne.Min(fyne.Max(y, top+g.cell.Height-g.scroll.Size().Height), top)
	if y != g.scroll.Offset.Y {
		g.scroll.ScrollToOffset(fyne.NewPos(0, y))
	}
	g.body.lay(true)
}

// columns is the number of cells in a row, and their width in whole units: pictures in cells then lie on
// pixels.
func (g *Grid) columns() (n int, width float32) {
	w := g.scroll.Size().Width - gridGap // the scroll bar takes the rest
	n = max(1, int((w+gridGap)/(g.cell.Width+gridGap)))
	return n, float32(math.Floor(float64(fyne.Max(g.cell.Width, (w-gridGap*float32(n-1))/float32(n)))))
}

func (g *Grid) pitch() float32 { return g.cell.Height + gridGap }

func (g *Grid) FocusGained()   { g.focused = true; g.body.lay(true) }
func (g *Grid) FocusLost()     { g.focused = false; g.body.lay(true) }
func (g *Grid) TypedRune(rune) {}

// TypedKey moves by an item or a row with the arrow keys, by a screen with Page Up and Page Down, and to the
// ends with Home and End. Return opens the item.
func (g *Grid) TypedKey(e *fyne.KeyEvent) {
	columns, _ := g.columns()
	page := max(1, int(g.scroll.Size().Height/g.pitch())) * columns
	to := g.current
	switch e.Name {
	case fyne.KeyLeft:
		to--
	case fyne.KeyRight:
		to++
	case fyne.KeyUp:
		to -= columns
	case fyne.KeyDown:
		to += columns
	case fyne.KeyPageUp:
		to -= page
	case fyne.KeyPageDown:
		to += page
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = g.count - 1
	case fyne.KeyReturn, fyne.KeyEnter:
		if g.current < g.count && g.Opened != nil {
			mainloop.Tended(func() { g.Opened(g.current) })()
		}
		return
	default:
		g.maker.Key(e)
		return
	}
	if to = max(0, min(to, g.count-1)); to != g.current && g.count > 0 {
		g.Go(to)
		if g.Moved != nil {
			mainloop.Tended(func() { g.Moved(to) })()
		}
	}
}

func (g *Grid) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(g.scroll) }

// MinSize is the size of a cell.
func (g *Grid) MinSize() fyne.Size { return g.cell.AddWidthHeight(gridGap, 0) }

// Refresh shows the cells anew.
func (g *Grid) Refresh() {
	g.body.lay(true)
	g.BaseWidget.Refresh()
}

// gridBody is as high as all rows, and holds the cells in sight.
type gridBody struct {
	widget.BaseWidget
	g      *Grid
	cells  []fyne.CanvasObject
	shows  []int // the item in each cell, -1 for none
	laying bool
}

// lay gives cells to the items in sight. Item i is always in cell i modulo the number of cells, so that items
// that stay in sight keep their cells. all fills every cell anew.
func (b *gridBody) lay(all bool) {
	g := b.g
	if b.laying {
		return
	}
	b.laying = true
	defer func() { b.laying = false }()
	columns, width := g.columns()
	height := g.scroll.Size().Height
	if height <= 0 || width <= 0 {
		return
	}
	first := max(0, int(g.scroll.Offset.Y/g.pitch()))
	most := int(height/g.pitch()) + 2 // rows of which a part can be in sight
	last := int(math.Ceil(float64((g.scroll.Offset.Y + height) / g.pitch())))
	from := min(first*columns, g.count)
	to := min(last*columns, (first+most)*columns, g.count)
	grown := false
	for len(b.cells) < min(most*columns, g.count) {
		b.cells, b.shows = append(b.cells, g.fresh()), append(b.shows, -1)
		all, grown = true, true
	}
	used := make([]bool, len(b.cells))
	for i := from; i < to; i++ {
		k := i % len(b.cells)
		used[k] = true
		o := b.cells[k]
		Place(o, fyne.NewPos(float32(i%columns)*(width+gridGap), float32(i/columns)*g.pitch()), fyne.NewSize(width, g.cell.Height))
		if all || b.shows[k] != i {
			b.shows[k] = i
			g.fill(o, i)
		}
		if !o.Visible() {
			o.Show()
		}
	}
	for k, o := range b.cells {
		if !used[k] && o.Visible() {
			o.Hide()
			b.shows[k] = -1
		}
	}
	if grown { // otherwise each cell that has changed is painted anew by itself
		canvas.Refresh(b)
	}
	others := from != g.from || to != g.to
	g.from, g.to = from, to
	if (others || all) && g.Seen != nil {
		g.Seen(from, to)
	}
}

func (b *gridBody) CreateRenderer() fyne.WidgetRenderer { return &gridRenderer{b} }

type gridRenderer struct{ b *gridBody }

func (r *gridRenderer) Destroy()                     {}
func (r *gridRenderer) Objects() []fyne.CanvasObject { return r.b.cells }
func (r *gridRenderer) Layout(fyne.Size)             { r.b.lay(false) }
func (r *gridRenderer) Refresh()                     { canvas.Refresh(r.b) }

func (r *gridRenderer) MinSize() fyne.Size {
	g := r.b.g
	columns, _ := g.columns()
	rows := (g.count + columns - 1) / columns
	return fyne.NewSize(g.cell.Width, fyne.Max(0, float32(rows)*g.pitch()-gridGap))
}

// Fill shows an item anew where it is in sight.
func (g *Grid) Fill(i int) {
	if n := len(g.body.cells); n > 0 && i >= g.from && i < g.to && g.body.shows[i%n] == i {
		g.fill(g.body.cells[i%n], i)
	}
}
