package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Focusable = (*field)(nil)

// field is a line to fill in within a sheet. Fyne's swallows Escape; here it closes the
// sheet, as everywhere else in it.
type field struct {
	widget.Entry
	canvas fyne.Canvas
}

func newField(c fyne.Canvas) *field {
	f := &field{canvas: c}
	f.ExtendBaseWidget(f)
	return f
}

// TypedKey closes the sheet on Escape.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	if s, ok := f.canvas.Overlays().Top().(*sheet); ok && e.Name == fyne.KeyEscape {
		s.close()
		return
	}
	f.Entry.TypedKey(e)
}
