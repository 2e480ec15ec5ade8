package widget

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A slow plot says "drawing", and stops saying so once it is there.
func TestASlowPlotSaysThatItIsDrawn(t *testing.T) {
	themedApp(t)
	go1 := make(chan struct{})
	var p *Plot
	onTestMain(func() {
		p = NewPlot(fyne.NewSize(120, 60), func() func(w, h int, scale float64) *image.RGBA {
			return func(w, h int, _ float64) *image.RGBA {
				<-go1
				return image.NewRGBA(image.Rect(0, 0, w, h))
			}
		})
		w := test.NewWindow(p)
		t.Cleanup(w.Close)
		w.Resize(fyne.NewSize(200, 80))
		w.Canvas().Capture()
		if p.says.Visible() {
			t.Error("it says so at once")
		}
	})
	eventually(t, "the words", func() bool { return p.says.Visible() && p.veil.Visible() && !p.Resting() })
	close(go1)
	eventually(t, "the picture", func() bool { return p.Resting() && !p.says.Visible() && !p.veil.Visible() })
}

// A label without room says something shorter before it cuts its words.
func TestALabelFindsShorterWords(t *testing.T) {
	themedApp(t)
	l := NewLabel("", TextSmall, ColorText)
	l.Flexible = true
	l.SetShorter("horse gallop 1 → horse gallop 2 · matched", "matched")
	r := test.WidgetRenderer(l).(*labelRenderer)
	for width, want := range map[float32]string{l.Width(l.Text): l.Text, l.Width("matched") + 4: "matched", l.Width("match…") + 1: "match…"} {
		l.Resize(fyne.NewSize(width, 20))
		if r.text.Text != want {
			t.Errorf("in %g units: %q, want %q", width, r.text.Text, want)
		}
	}
}
