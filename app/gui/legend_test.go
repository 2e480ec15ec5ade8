package gui

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/colormap"
)

// The numbers at a colour bar tell values apart that lie a twentieth of the range from
// each other, however small that is.
func TestBarNumbersTellValuesApart(t *testing.T) {
	t.Parallel()
	for _, span := range []float64{300, 7, 1, 0.31, 0.06, 0.0043, -0.02} {
		for _, unit := range []string{"", "% of the diameter"} {
			b := &colormap.Scale{Map: colormap.Viridis, Min: 0.1, Max: 0.1 + span, Unit: unit}
			last := barValue(b, b.Min)
			for k := 1; k <= 20; k++ {
				next := barValue(b, b.Min+span*float64(k)/20)
				if next == last {
					t.Errorf("over a range of %g, two values are %s", span, next)
				}
				last = next
			}
		}
	}
	if got := barValue(&colormap.Scale{Min: 2, Max: 2}, 2); got != "2.00" {
		t.Errorf("an empty range is written as %q", got)
	}
	if got := barValue(&colormap.Scale{Min: 0, Max: math.Inf(1)}, 1); got != "1.00" {
		t.Errorf("an endless range is written as %q", got)
	}
}

// Colours without a bar are explained in words.
func TestColoursWithoutBarsAreExplained(t *testing.T) {
	t.Parallel()
	m := newModel()
	for _, mode := range present.Modes() {
		m.view.ColorBy = mode.By
		if captionOf(m) == "" && !mode.Scale && mode.By != present.ByPlain {
			t.Errorf("nothing says what %s is", mode.Label)
		}
	}
}

// The colour bar offers ranges and maps, and both take effect at once.
func TestTheColourBarOffersRangesAndMaps(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		choose := func(label string) {
			for _, e := range d.looks.legendEntries() {
				if e.Label == label && e.Live() {
					e.Do()
					return
				}
			}
			t.Errorf("the colour bar does not offer %s", label)
		}
		choose("Middle 95 %")
		choose("Cividis")
		if p := d.m.view.Paint; p.Range.Rule != present.RangeClamp || p.Range.Keep != 0.95 || p.Map != "cividis" {
			t.Errorf("chosen were the middle 95 %% and cividis, in force is %+v", p)
		}
		choose("Automatic")
		choose("By quantity")
		if p := d.m.view.Paint; p != (present.Paint{}) {
			t.Errorf("after a reset, %+v is in force", p)
		}
	})
}

// The words at the foot of two panes stand at one height, and a name that is long takes the place of
// tools that the side panel has, too.
func TestHeadersOfTwoPanesAgree(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		var two [2]*paneHeader
		for s := range two {
			two[s] = newPaneHeader(d.widgets, side(s), headerActions{tool: d.tool})
			two[s].plain = true
		}
		two[0].beside, two[1].beside = two[1], two[0]
		const name = "B  cat, sitting (remeshed)"
		for _, width := range []float32{320, 420, 900} {
			size := fyne.NewSize(width, 400)
			two[0].show(nil, nil, "", "", paneKey{foot: "grey: about 3 % without a partner"}, false, camera.UpY)
			two[1].show(nil, nil, "", "", paneKey{foot: "grey: about 12 % without a partner", bar: &colormap.Scale{Map: colormap.Viridis, Max: 1, Label: "Confidence"}}, false, camera.UpY)
			two[1].title.Set(name)
			for _, h := range two {
				h.objects.Resize(size)
				h.Layout(nil, size)
			}
			if a, b := two[0].foot.Position().Y, two[1].foot.Position().Y; a != b {
				t.Errorf("%g wide: the words at the feet stand at %g and %g", width, a, b)
			}
			if w := two[1].title.Size().Width; w < two[1].title.Width(name) {
				t.Errorf("%g wide: the name has %g units", width, w)
			}
			if a, b := two[0].tools[1].Visible(), two[1].tools[1].Visible(); a != b || a != (width > 320) {
				t.Errorf("%g wide: the tools for shading are seen: %v, %v", width, a, b)
			}
		}
	})
}

// The words at the foot of a pane have room, beside the key to the colours or above it.
func TestWordsAtTheFootOfAPaneAreRead(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		h := newPaneHeader(d.widgets, sideB, headerActions{tool: d.tool})
		const foot = "hatched: 14.5 % below 0.37 · 12 % lit"
		bar := &colormap.Scale{Map: colormap.Viridis, Max: 1, Label: "Confidence"}
		for _, width := range []float32{320, 500, 900} {
			for _, key := range []paneKey{{foot: foot}, {foot: foot, caption: "colours of A’s file, carried to B"}, {foot: foot, bar: bar}} {
				h.objects.Resize(fyne.NewSize(width, 400))
				h.show(nil, nil, "", "", key, false, camera.UpY)
				h.Layout(nil, fyne.NewSize(width, 400))
				need := fyne.MeasureText(foot, h.foot.TextSize, h.foot.Style()).Width
				at, end := h.foot.Position(), h.foot.Position().X+need
				if h.foot.Size().Width < need {
					t.Errorf("%g wide, %+v: the words have %g of %g units", width, key, h.foot.Size().Width, need)
				}
				other := fyne.CanvasObject(h.caption)
				from := h.caption.Position().X + h.caption.Size().Width - fyne.MeasureText(key.caption, h.caption.TextSize, h.caption.Style()).Width
				if key.bar != nil {
					other, from = h.legend, h.legend.Position().X
				}
				if (key.bar != nil || key.caption != "") && end > from && at.Y+h.foot.Size().Height > other.Position().Y {
					t.Errorf("%g wide, %+v: the words end at %g under a key that begins at %g", width, key, end, from)
				}
			}
		}
	})
}
