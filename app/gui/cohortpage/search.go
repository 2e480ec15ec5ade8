package cohortpage

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"gwscope/app/gui/widget"
)

var _ desktop.Hoverable = (*searchField)(nil)

// searchField takes words; the page shows the specimens that have all of them.
type searchField struct {
	widget.Field
	p   *Page
	tip string
}

func newSearchField(p *Page) *searchField {
	f := &searchField{p: p, tip: "Specimens whose name, group or reasons have all of these words; Return goes to the first"}
	f.Init(p.s.Window.Canvas(), f)
	f.PlaceHolder = "Name or reason"
	return f
}

// TypedKey empties the field on Escape, and gives the keys back to the specimens.
func (f *searchField) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		f.SetText("")
		f.p.focus()
		return
	}
	f.Field.TypedKey(e)
}

func (f *searchField) MouseIn(*desktop.MouseEvent)    { f.p.s.Widgets.Tips.Arm(f, f.tip) }
func (f *searchField) MouseMoved(*desktop.MouseEvent) {}
func (f *searchField) MouseOut()                      { f.p.s.Widgets.Tips.Hide() }
