package widget

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget        = (*Grip)(nil)
	_ fyne.Draggable     = (*Grip)(nil)
	_ desktop.Hoverable  = (*Grip)(nil)
	_ desktop.Mouseable  = (*Grip)(nil)
	_ desktop.Cursorable = (*Grip)(nil)
	_ fyne.Focusable     = (*Grip)(nil)
)

// Grip is the space between two panels. A drag moves their border, and so do the arrow keys. Two clicks give
// both panels their first sizes again, and so does Home.
type Grip struct {
	widget.BaseWidget
	touch
	// An upright grip lies between panels side by side, any other between panels one above the other.
	upright bool
	// Moved is told how far the pointer is from the place where it took hold, in units. Done is called when
	// the pointer lets go.
	Moved func(by float32)
	Done  func()
	// Reset is called for two clicks.
	Reset func()

	held    bool
	way     float32 // of the pointer since it took hold
	clicked time.Time
}

// NewGrip is the space between panels side by side (upright) or one above the other.
func (k *Maker) NewGrip(upright bool, tip string) *Grip {
	g := &Grip{touch: touch{maker: k, Tip: tip}, upright: upright}
	g.self = g
	g.ExtendBaseWidget(g)
	return g
}

// twoClicks are no further apart than this.
const twoClicks = 400 * time.Millisecond

// Cursor shows which way the grip goes.
func (g *Grip) Cursor() desktop.Cursor {
	if g.upright {
		return desktop.HResizeCursor
	}
	return desktop.VResizeCursor
}

func (g *Grip) MouseDown(e *desktop.MouseEvent) {
	g.maker.Tips.Hide()
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	g.held, g.way = true, 0
	g.Refresh()
}

func (g *Grip) MouseUp(*desktop.MouseEvent) {
	if g.held && g.way == 0 {
		if now := time.Now(); now.Sub(g.clicked) < twoClicks {
			g.Reset()
			g.clicked = time.Time{}
		} else {
			g.clicked = now
		}
	}
	g.end()
}

// Dragged follows the pointer. The grip moves along with it, so its steps are summed: places within the grip
// tell nothing.
func (g *Grip) Dragged(e *fyne.DragEvent) {
	if !g.held {
		return
	}
	step := e.Dragged.DY
	if g.upright {
		step = e.Dragged.DX
	}
	if step != 0 {
		g.way += step
		g.Moved(g.way)
	}
}

func (g *Grip) DragEnd() { g.end() }

func (g *Grip) end() {
	if !g.held {
		return
	}
	moved := g.way != 0
	g.held = false
	g.Refresh()
	if moved {
		g.Done()
	}
}

// gripStep is how far a key moves a grip.
const gripStep float32 = 16

// TypedKey moves the border by a step with the arrow keys along its way; all other keys act as everywhere in
// the window.
func (g *Grip) TypedKey(e *fyne.KeyEvent) {
	back, on := fyne.KeyUp, fyne.KeyDown
	if g.upright {
		back, on = fyne.KeyLeft, fyne.KeyRight
	}
	switch e.Name {
	case back:
		g.Moved(-gripStep)
		g.Done()
	case on:
		g.Moved(gripStep)
		g.Done()
	case fyne.KeyHome:
		g.Reset()
	default:
		g.maker.Key(e)
	}
}

func (g *Grip) CreateRenderer() fyne.WidgetRenderer {
	r := &gripRenderer{g: g, bar: canvas.NewRectangle(nil)}
	r.parts = parts{r.bar}
	r.Refresh()
	return r
}

type gripRenderer struct {
	parts
	g   *Grip
	bar *canvas.Rectangle
}

// gripLength is the length of the mark in the middle of a grip, and gripThick its width.
const (
	gripLength float32 = 36
	gripThick  float32 = 3
)

func (r *gripRenderer) MinSize() fyne.Size { return fyne.NewSize(gripThick, gripThick) }
func (r *gripRenderer) Layout(size fyne.Size) {
	bar := fyne.NewSize(fyne.Min(gripLength, size.Width), gripThick)
	if r.g.upright {
		bar = fyne.NewSize(gripThick, fyne.Min(gripLength, size.Height))
	}
	Place(r.bar, fyne.NewPos((size.Width-bar.Width)/2, (size.Height-bar.Height)/2), bar)
}

func (r *gripRenderer) Refresh() {
	r.bar.CornerRadius, r.bar.FillColor = gripThick/2, Color(ColorHairline)
	switch {
	case r.g.held:
		r.bar.FillColor = Color(ColorAccent)
	case r.g.hovered, r.g.focused:
		r.bar.FillColor = Color(ColorSoft)
	}
	canvas.Refresh(r.bar)
}
