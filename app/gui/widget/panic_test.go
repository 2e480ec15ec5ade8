package widget

import (
	"image"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/internal/routine"
)

// Work without a desk at hand tells of its panics, too, and goes on with the next request.
func TestAPanicInTheBackgroundIsToldAndTheNextRequestIsServed(t *testing.T) {
	var heard atomic.Int64
	tell := func(p *routine.Panic) {
		if strings.Contains(p.Report(), "widget.") {
			heard.Add(1)
		}
	}
	mainloop.Mistaken.Store(&tell)
	defer mainloop.Mistaken.Store(nil)
	safely := mainloop.Do
	mainloop.Do = func(f func()) { safely(mainloop.Tended(f)) }
	defer func() { mainloop.Do = safely }()

	served := make(chan int, 4)
	n := mainloop.NewNewest(func(k int) {
		if k == 1 {
			panic("no such row")
		}
		served <- k
	})
	defer n.Close()
	n.Ask(1)
	eventually(t, "the first panic to be told", func() bool { return heard.Load() == 1 })
	n.Ask(2)
	if k := <-served; k != 2 {
		t.Errorf("served %d", k)
	}

	themedApp(t)
	breaks := true
	var p *Plot
	onTestMain(func() {
		p = NewPlot(fyne.NewSize(10, 10), func() func(w, h int, scale float64) *image.RGBA {
			broken := breaks
			return func(w, h int, _ float64) *image.RGBA {
				if broken {
					panic("no such row")
				}
				return image.NewRGBA(image.Rect(0, 0, w, h))
			}
		})
		p.Resize(fyne.NewSize(10, 10))
		p.generate(10, 10)
	})
	eventually(t, "the second panic to be told", func() bool { return heard.Load() == 2 && !p.busy })
	onTestMain(func() { breaks = false; p.Redraw() })
	eventually(t, "the picture", func() bool { return p.latest != nil && !p.busy })

	mainloop.Go(func() { panic("no such row") })
	mainloop.After(time.Millisecond, func() { panic("no such row") })
	eventually(t, "the last two to be told", func() bool { return heard.Load() == 4 })
	c := (&Maker{Tips: NewTips()}).NewControl(&Control{OnTap: func() { panic("no such row") }})
	onTestMain(func() { c.Tapped(nil) })
	if heard.Load() != 5 {
		t.Error("a mistake behind a button is not told")
	}
}
