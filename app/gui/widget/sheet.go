package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget    = (*Sheet)(nil)
	_ fyne.Tappable  = (*Sheet)(nil)
	_ fyne.Focusable = (*Sheet)(nil)
)

// Sheet is a dialog: a panel over the dimmed window. Escape closes it, and Return presses its primary
// button. A click beside it closes it where nothing is lost by this: where the primary button only closes.
type Sheet struct {
	widget.BaseWidget
	canvas fyne.Canvas
	dim    *Box
	panel  *Box
	Body   *fyne.Container
	first  func() // of the primary button
	light  bool   // its primary button does nothing but close
	Open   bool
	width  float32
}

// Button is a button at the foot of a sheet; it closes the sheet unless stay.
type Button struct {
	Text string
	Do   func()
	Stay bool
}

// NewSheet opens a sheet with content under a title, at most width units wide. tint colours the title, "" as
// other text. The last button is primary.
func (k *Maker) NewSheet(c fyne.Canvas, title string, tint fyne.ThemeColorName, content fyne.CanvasObject, width float32, buttons ...Button) *Sheet {
	s := &Sheet{canvas: c, dim: NewBox(ColorDim, "", 0), panel: NewBox(ColorMenu, ColorHairline, 12), Open: true, width: width}
	head := NewLabel(title, 15, ColorText).Strong().Flex()
	if tint != "" {
		head.Color = tint
	}
	foot := container.New(Row{Gap: 8, Shares: []float32{1}}, NewLabel("", TextBody, ColorText))
	for i, b := range buttons {
		kind := Plain
		if i == len(buttons)-1 {
			kind = Primary
		}
		press := func() {
			if !b.Stay {
				s.Close()
			}
			if b.Do != nil {
				b.Do()
			}
		}
		foot.Add(k.NewControl(&Control{Text: b.Text, Kind: kind, Bold: kind == Primary, Height: 30, MinWidth: 84, OnTap: press}))
		s.first, s.light = press, b.Do == nil && !b.Stay
	}
	s.Body = container.New(Column{14}, head, content, foot)
	s.ExtendBaseWidget(s)
	s.Resize(c.Size())
	c.Overlays().Add(s)
	c.Focus(s)
	return s
}

// Close takes the sheet away.
func (s *Sheet) Close() {
	if s.Open {
		s.Open = false
		s.canvas.Overlays().Remove(s)
	}
}

func (s *Sheet) Tapped(e *fyne.PointEvent) {
	if s.light && !within(e.Position, s.panel.Position(), s.panel.Size()) {
		s.Close()
	}
}
func (s *Sheet) FocusGained()   {}
func (s *Sheet) FocusLost()     {}
func (s *Sheet) TypedRune(rune) {}
func (s *Sheet) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		s.Close()
	case fyne.KeyReturn, fyne.KeyEnter:
		if s.first != nil {
			s.first()
		}
	}
}

func (s *Sheet) CreateRenderer() fyne.WidgetRenderer {
	return &sheetRenderer{parts{s.dim, s.panel, s.Body}, s}
}

type sheetRenderer struct {
	parts
	s *Sheet
}

func (r *sheetRenderer) MinSize() fyne.Size { return fyne.NewSize(0, 0) }
func (r *sheetRenderer) Refresh()           { r.Layout(r.s.Size()); canvas.Refresh(r.s) }

// SheetPad is the margin of a sheet, in units.
const SheetPad float32 = 20

func (r *sheetRenderer) Layout(size fyne.Size) {
	s := r.s
	s.dim.Resize(size)
	w := fyne.Min(s.width, size.Width-32)
	s.Body.Resize(fyne.NewSize(w-2*SheetPad, s.Body.MinSize().Height)) // lets wrapped text find its height
	h := fyne.Min(s.Body.MinSize().Height+2*SheetPad, size.Height-32)
	pos := fyne.NewPos((size.Width-w)/2, (size.Height-h)*0.42)
	Place(s.panel, pos, fyne.NewSize(w, h))
	Place(s.Body, pos.AddXY(SheetPad, SheetPad), fyne.NewSize(w-2*SheetPad, h-2*SheetPad))
}
