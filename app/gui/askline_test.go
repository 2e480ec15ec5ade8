package gui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
)

// A line that cannot be taken stays, with the reason; mended, it is taken and the sheet closes.
func TestARefusedLineIsKept(t *testing.T) {
	d, _ := testDesk(t)
	open := func() *widget.Sheet { s, _ := d.win.Canvas().Overlays().Top().(*widget.Sheet); return s }
	fill := func(text string) { d.win.Canvas().Focused().(*widget.Field).SetText(text) }
	submit := func() { f := d.win.Canvas().Focused().(*widget.Field); f.OnSubmitted(f.Text) }
	says := func(words string) bool {
		found := false
		walk(open(), open().Position(), box{}, func(o fyne.CanvasObject, _ fyne.Position, _ box) bool {
			p, ok := o.(*widget.Paragraph)
			found = found || ok && strings.Contains(p.Text, words)
			return true
		})
		return found
	}
	onTestMain(func() {
		d.shapes.openPath(sideA)
		fill("bad.obj")
		submit()
	})
	eventually(t, "the reason", func() bool { return open() != nil && says("line 3") })
	onTestMain(func() {
		if got := d.win.Canvas().Focused().(*widget.Field).Text; got != "bad.obj" {
			t.Errorf("the line is %q", got)
		}
		fill("one")
		submit()
	})
	eventually(t, "the shape", func() bool { return d.m.shapes[sideA] != nil && open() == nil })
	onTestMain(func() {
		d.solving.askNumber(option.Find("samples"))
		fill("many")
		submit()
		if open() == nil || !says("whole number") {
			t.Error("a word for a number closes the question, or is not told of")
		}
		fill("640")
		submit()
		if open() != nil || d.m.options.Samples != 640 {
			t.Errorf("a number is not taken: %d samples", d.m.options.Samples)
		}
	})
}
