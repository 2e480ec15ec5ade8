package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget    = (*sheet)(nil)
	_ fyne.Tappable  = (*sheet)(nil)
	_ fyne.Focusable = (*sheet)(nil)
)

// sheet is a dialog: a panel over the dimmed window. Escape and a click beside
// it close it; Return presses its first button.
type sheet struct {
	widget.BaseWidget
	canvas fyne.Canvas
	dim    *box
	panel  *box
	body   *fyne.Container
	first  func() // of the primary button
	open   bool
	width  float32
}

// sheetButton is a button at the foot of a sheet; it closes the sheet unless stay.
type sheetButton struct {
	text string
	do   func()
	stay bool
}

// newSheet shows content under a title, at most so many units wide; the last
// button is the primary one. It returns a function that closes the sheet.
func (k *kit) newSheet(c fyne.Canvas, title string, tint fyne.ThemeColorName, content fyne.CanvasObject, width float32, buttons ...sheetButton) *sheet {
	s := &sheet{canvas: c, dim: newBox(colorDim, "", 0), panel: newBox(colorMenu, colorHairline, 12), open: true, width: width}
	head := newLabel(title, 15, colorText)
	head.bold, head.flexible = true, true
	if tint != "" {
		head.color = tint
	}
	foot := container.New(row{gap: 8, shares: []float32{1}}, newLabel("", textBody, colorText))
	for i, b := range buttons {
		kind := plainControl
		if i == len(buttons)-1 {
			kind = primaryControl
		}
		press := func() {
			if !b.stay {
				s.close()
			}
			if b.do != nil {
				b.do()
			}
		}
		foot.Add(k.newControl(&control{text: b.text, kind: kind, bold: kind == primaryControl, height: 30, minWidth: 84, onTap: press}))
		s.first = press
	}
	s.body = container.New(column{14}, head, content, foot)
	s.ExtendBaseWidget(s)
	s.Resize(c.Size())
	c.Overlays().Add(s)
	c.Focus(s)
	return s
}

func (s *sheet) close() {
	if s.open {
		s.open = false
		s.canvas.Overlays().Remove(s)
	}
}

func (s *sheet) Tapped(e *fyne.PointEvent) {
	p, z := s.panel.Position(), s.panel.Size()
	if e.Position.X < p.X || e.Position.Y < p.Y || e.Position.X > p.X+z.Width || e.Position.Y > p.Y+z.Height {
		s.close()
	}
}
func (s *sheet) FocusGained()   {}
func (s *sheet) FocusLost()     {}
func (s *sheet) TypedRune(rune) {}
func (s *sheet) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		s.close()
	case fyne.KeyReturn, fyne.KeyEnter:
		if s.first != nil {
			s.first()
		}
	}
}

func (s *sheet) CreateRenderer() fyne.WidgetRenderer { return &sheetRenderer{s} }

type sheetRenderer struct{ s *sheet }

func (r *sheetRenderer) Destroy()           {}
func (r *sheetRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *sheetRenderer) Refresh()           { r.Layout(r.s.Size()); canvas.Refresh(r.s) }
func (r *sheetRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.dim, r.s.panel, r.s.body}
}

const sheetPad float32 = 20

func (r *sheetRenderer) Layout(size fyne.Size) {
	s := r.s
	s.dim.Resize(size)
	w := fyne.Min(s.width, size.Width-32)
	s.body.Resize(fyne.NewSize(w-2*sheetPad, s.body.MinSize().Height)) // lets wrapped text find its height
	h := fyne.Min(s.body.MinSize().Height+2*sheetPad, size.Height-32)
	pos := fyne.NewPos((size.Width-w)/2, (size.Height-h)*0.42)
	s.panel.Move(pos)
	s.panel.Resize(fyne.NewSize(w, h))
	s.body.Move(pos.AddXY(sheetPad, sheetPad))
	s.body.Resize(fyne.NewSize(w-2*sheetPad, h-2*sheetPad))
}
