package gui

import (
	"strings"
	"testing"

	"gwscope/app/gui/widget"

	"fyne.io/fyne/v2"
)

func TestTooltipsStayInTheWindow(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.win.Resize(windowMin)
		tips := d.widgets.Tips
		for name, o := range map[string]fyne.CanvasObject{
			"tool": d.views.headers[sideA].tools[0], "figure": d.inspector.result.loss, "play": d.morph.play, "export": d.morph.export,
		} {
			for _, text := range []string{"Short.", strings.Repeat("A sentence of some length that breaks. ", 5)} {
				tips.Show(o, text)
				pos, size := tips.Tip.Box.Position(), tips.Tip.Box.Size()
				if !tips.Tip.Box.Visible() || !tips.Tip.Text.Visible() {
					t.Errorf("%s: the tooltip is hidden", name)
				}
				if pos.X < 0 || pos.Y < 0 || pos.X+size.Width > windowMin.Width || pos.Y+size.Height > windowMin.Height {
					t.Errorf("%s: the tooltip lies at %v with size %v", name, pos, size)
				}
				if size.Width > widget.TipWidth+30 {
					t.Errorf("%s: the tooltip is %g wide", name, size.Width)
				}
			}
		}
		tips.Hide()
		if tips.Tip.Box.Visible() {
			t.Error("the tooltip stays")
		}
	})
}
