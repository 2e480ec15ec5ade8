package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Focusable = (*Field)(nil)

// Field is a line for text in a sheet. Fyne's Entry takes Escape and does nothing; a field closes its sheet, as
// all other widgets there do.
type Field struct {
	widget.Entry
	canvas fyne.Canvas
}

// NewField is a field for a sheet on a canvas.
func NewField(c fyne.Canvas) *Field {
	f := &Field{}
	f.Init(c, f)
	return f
}

// Init finishes a field; self is its embedding widget, or itself.
func (f *Field) Init(c fyne.Canvas, self fyne.Widget) {
	f.canvas = c
	f.ExtendBaseWidget(self)
}

// TypedKey closes the sheet on Escape.
func (f *Field) TypedKey(e *fyne.KeyEvent) {
	if s, ok := f.canvas.Overlays().Top().(*Sheet); ok && e.Name == fyne.KeyEscape {
		s.Close()
		return
	}
	f.Entry.TypedKey(e)
}
