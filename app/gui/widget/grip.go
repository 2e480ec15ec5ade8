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

// Grip is the space between two panels. Dragging it moves their border, as the arrow keys do;
// two clicks give both their first sizes again, as Home does.
type Grip struct {
	widget.BaseWidget
	maker *Maker
	tip   string
	// upright grips lie between panels side by side, others between one above the other.
	upright bool
	// Moved is told how far the pointer is from where it took hold, in units. Let go of, the
	// grip calls Done.
	Moved func(by float32)
	Done  func()
	// Reset is called for two clicks.
	Reset func()

	hovered, held, focused bool
	way                    float32
	clicked                time.Time
}

// NewGrip is the space between panels side by side (upright) or one above the other.
func (k *Maker) NewGrip(upright bool, tip string) *Grip {
	g := &Grip{maker: k, tip: tip, upright: upright}
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

func (g *Grip) MouseIn(*desktop.MouseEvent) {
	g.hovered = true
	g.maker.Tips.Arm(g, g.tip)
	g.Refresh()
}
func (g *Grip) MouseMoved(*desktop.MouseEvent) {}
func (g *Grip) MouseOut() {
	g.hovered = false
	g.maker.Tips.Hide()
	g.Refresh()
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

// Dragged follows the pointer. The grip moves with it, so steps are added up, not places.
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

func (g *Grip) FocusGained()   { g.focused = true; g.Refresh() }
func (g *Grip) FocusLost()     { g.focused = false; g.Refresh() }
func (g *Grip) TypedRune(rune) {}

// gripStep is how far a key moves a grip.
const gripStep float32 = 16

// TypedKey moves the border by a step with the arrows along its way; all other keys mean what they mean
// everywhere in the window.
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
	r.Refresh()
	return r
}

type gripRenderer struct {
	g   *Grip
	bar *canvas.Rectangle
}

// gripLength is the length of the mark in the middle of a grip, and gripThick its width.
const (
	gripLength float32 = 36
	gripThick  float32 = 3
)

func (r *gripRenderer) Destroy()                     {}
func (r *gripRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.bar} }
func (r *gripRenderer) MinSize() fyne.Size           { return fyne.NewSize(gripThick, gripThick) }
func (r *gripRenderer) Layout(size fyne.Size) {
	bar := fyne.NewSize(fyne.Min(gripLength, size.Width), gripThick)
	if r.g.upright {
		bar = fyne.NewSize(gripThick, fyne.Min(gripLength, size.Height))
	}
	r.bar.Resize(bar)
	r.bar.Move(fyne.NewPos((size.Width-bar.Width)/2, (size.Height-bar.Height)/2))
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
