package widget

import (
	"image"
	"image/color"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"gwscope/app/gui/mainloop"
)

var (
	_ fyne.Widget        = (*Scatter)(nil)
	_ fyne.Draggable     = (*Scatter)(nil)
	_ desktop.Hoverable  = (*Scatter)(nil)
	_ desktop.Mouseable  = (*Scatter)(nil)
	_ desktop.Cursorable = (*Scatter)(nil)
)

// Dot is a thing in a scatter plot.
type Dot struct {
	X, Y  float64
	Color color.NRGBA
	Name  string // told when the pointer is over it
	// Chosen dots are ringed. Faint dots are not under review.
	Chosen, Faint bool
}

// Scatter is a plot of dots. A box or a click chooses some of them.
type Scatter struct {
	*Plot
	maker *Maker
	Tip   string // told where no dot is under the pointer
	// Chose is called with the dots in a box, or with the clicked dot, or with none for a click beside all
	// dots. With more they join the dots that are chosen already.
	Chose func(which []int, more bool)
	// Opened is called for a double click on a dot.
	Opened func(i int)

	dots    []Dot
	over    int // the dot under the pointer, -1 for none
	held    bool
	boxing  bool
	more    bool
	from    fyne.Position
	to      fyne.Position
	clicked int
	when    time.Time

	across, up *Label
	Box        *fyne.Container
}

// NewScatter is a plot without dots, of at least a size.
func (k *Maker) NewScatter(min fyne.Size) *Scatter {
	s := &Scatter{maker: k, over: -1, clicked: -1, across: NewLabel("", TextCaption, ColorSoft).Trailing(), up: NewLabel("", TextCaption, ColorSoft)}
	s.Plot = &Plot{Min: min, Prepare: s.prepare}
	s.Plot.Init(s)
	s.Box = container.New(scatterLayout{}, s, s.up, s.across)
	return s
}

// scatterLayout puts the names of the axes into the corners.
type scatterLayout struct{}

func (scatterLayout) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }
func (scatterLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	h := o[1].MinSize().Height
	Place(o[1], fyne.NewPos(8, 4), fyne.NewSize(size.Width-16, h))
	Place(o[2], fyne.NewPos(8, size.Height-h-4), fyne.NewSize(size.Width-16, h))
}

// Set shows dots; across and up name the axes.
func (s *Scatter) Set(dots []Dot, across, up string) {
	s.dots, s.over = dots, -1
	s.across.Set(across)
	s.up.Set(up)
	s.Redraw()
}

// scatterFrame maps values to units of the widget, alike along both axes so that distances stay true.
type scatterFrame struct{ scale, x, y float64 }

const (
	scatterEdge = 26 // free for the names of the axes
	dotRadius   = 4.5
	dotReach    = 8 // the largest distance of a click from its dot
)

func frameOf(dots []Dot, w, h float64) scatterFrame {
	loX, hiX, loY, hiY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, d := range dots {
		loX, hiX, loY, hiY = min(loX, d.X), max(hiX, d.X), min(loY, d.Y), max(hiY, d.Y)
	}
	if loX > hiX {
		return scatterFrame{1, w / 2, h / 2}
	}
	scale := math.Inf(1)
	if hiX > loX {
		scale = max(w-2*scatterEdge, 1) / (hiX - loX)
	}
	if hiY > loY {
		scale = min(scale, max(h-2*scatterEdge, 1)/(hiY-loY))
	}
	if math.IsInf(scale, 1) {
		scale = 1
	}
	return scatterFrame{scale, w/2 - scale*(loX+hiX)/2, h/2 + scale*(loY+hiY)/2}
}

func (f scatterFrame) at(d Dot) (x, y float64) { return f.x + f.scale*d.X, f.y - f.scale*d.Y }

func (s *Scatter) frame() scatterFrame {
	return frameOf(s.dots, float64(s.Size().Width), float64(s.Size().Height))
}

// under is the dot nearest to a place within reach, -1 for none.
func (s *Scatter) under(p fyne.Position) int {
	f, best, at := s.frame(), float64(dotReach), -1
	for i, d := range s.dots {
		x, y := f.at(d)
		if r := math.Hypot(x-float64(p.X), y-float64(p.Y)); r <= best {
			best, at = r, i
		}
	}
	return at
}

// Place is where a dot is seen, in units of the widget.
func (s *Scatter) Place(i int) fyne.Position {
	x, y := s.frame().at(s.dots[i])
	return fyne.NewPos(float32(x), float32(y))
}

func (s *Scatter) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		s.held, s.boxing, s.from, s.to = true, false, e.Position, e.Position
		s.more = e.Modifier&(fyne.KeyModifierShift|fyne.KeyModifierShortcutDefault) != 0
		s.maker.Tips.Hide()
	}
}

// Dragged draws the box and chooses the dots in it.
func (s *Scatter) Dragged(e *fyne.DragEvent) {
	if !s.held {
		return
	}
	s.to = e.Position
	if d := s.to.Subtract(s.from); !s.boxing && math.Hypot(float64(d.X), float64(d.Y)) < dragSlack {
		return
	}
	s.boxing = true
	f := s.frame()
	var in []int
	x0, x1 := float64(min(s.from.X, s.to.X)), float64(max(s.from.X, s.to.X))
	y0, y1 := float64(min(s.from.Y, s.to.Y)), float64(max(s.from.Y, s.to.Y))
	for i, d := range s.dots {
		if x, y := f.at(d); x >= x0 && x <= x1 && y >= y0 && y <= y1 {
			in = append(in, i)
		}
	}
	s.choose(in)
	s.Redraw()
}

func (s *Scatter) choose(which []int) {
	if s.Chose != nil {
		mainloop.Tended(func() { s.Chose(which, s.more) })()
	}
}

func (s *Scatter) DragEnd() {
	s.held, s.boxing = false, false
	s.Redraw()
}

// MouseUp makes a click of a press without a drag.
func (s *Scatter) MouseUp(e *desktop.MouseEvent) {
	held := s.held
	s.held = false
	if !held || s.boxing || e.Button != desktop.MouseButtonPrimary {
		return
	}
	i := s.under(e.Position)
	if i < 0 {
		s.choose(nil)
		return
	}
	twice := i == s.clicked && time.Since(s.when) < doubleClick
	s.clicked, s.when = i, time.Now()
	if twice && s.Opened != nil {
		mainloop.Tended(func() { s.Opened(i) })()
		return
	}
	s.choose([]int{i})
}

// doubleClick is the longest time between the clicks of a double click.
const doubleClick = 350 * time.Millisecond

func (s *Scatter) MouseIn(e *desktop.MouseEvent) {
	s.maker.Tips.Arm(s, s.Tip)
	s.MouseMoved(e)
}

// MouseMoved tells the name of the dot under the pointer.
func (s *Scatter) MouseMoved(e *desktop.MouseEvent) {
	i := s.under(e.Position)
	if i == s.over {
		return
	}
	s.over = i
	s.maker.Tips.Hide()
	if i >= 0 {
		s.maker.Tips.ShowAt(s, s.Place(i), s.dots[i].Name)
	}
	s.Redraw()
}

func (s *Scatter) MouseOut() {
	s.over = -1
	s.maker.Tips.Hide()
	s.Redraw()
}

func (s *Scatter) Cursor() desktop.Cursor { return desktop.CrosshairCursor }

func (s *Scatter) prepare() func(w, h int, scale float64) *image.RGBA {
	dots, over := slices.Clone(s.dots), s.over
	boxing, from, to := s.boxing, s.from, s.to
	ground, axis, ink, accent := Color(ColorPanel), Color(ColorHairline), Color(ColorText), Color(ColorAccent)
	return func(w, h int, scale float64) *image.RGBA {
		k := NewInk(w, h, ground)
		f := frameOf(dots, float64(w)/scale, float64(h)/scale)
		if len(dots) > 0 { // the axes through the middle of all
			k.Rect(0, f.y*scale-scale/2, float64(w), f.y*scale+scale/2, axis)
			k.Rect(f.x*scale-scale/2, 0, f.x*scale+scale/2, float64(h), axis)
		}
		for _, chosen := range []bool{false, true} { // chosen dots over the others
			for i, d := range dots {
				if d.Chosen != chosen {
					continue
				}
				x, y := f.at(d)
				x, y = x*scale, y*scale
				c := d.Color
				if d.Faint {
					c.A = 0x50
				}
				k.Disc(x, y, dotRadius*scale, c)
				if chosen || i == over {
					k.Ring(x, y, (dotRadius+2.5)*scale, 1.6*scale, ink)
				}
			}
		}
		if boxing {
			x0, x1 := float64(min(from.X, to.X))*scale, float64(max(from.X, to.X))*scale
			y0, y1 := float64(min(from.Y, to.Y))*scale, float64(max(from.Y, to.Y))*scale
			glow := accent
			glow.A = 0x28
			k.Rect(x0, y0, x1, y1, glow)
			for _, e := range [][4]float64{{x0, y0, x1, y0}, {x1, y0, x1, y1}, {x1, y1, x0, y1}, {x0, y1, x0, y0}} {
				k.Line(e[0], e[1], e[2], e[3], scale, accent)
			}
		}
		return k.Img
	}
}
