package gui

import (
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gwscope/app/gui/widget"
	"gwscope/render/rendertest"
)

// wholeWindows are the moments with goldens of whole windows. Their scene is two horses; the lesson brings
// its own, and comes last.
var wholeWindows = []string{"matched", "waiting", "welcome", "landmarks", "presentation", "race", "file dialog", "finder", "lesson"}

// lasting are moments that outlive another size and another theme. They are played once, for they take
// long; the others are played for each picture.
var lasting = []string{"presentation", "race", "lesson"}

// Whole windows, with their shapes, look as they did when somebody looked at them, in both themes
// and at three sizes. The largest costs as much as the others together: make pictures compares it.
func TestWindowsLookAsTheyDid(t *testing.T) {
	if testing.Short() {
		t.Skip("draws fifty windows")
	}
	compared := sizes[:2]
	if os.Getenv(picturesEnv) != "" || rendertest.Updating() {
		compared = sizes[:3]
	}
	a := openAlbum(t, true)
	a.open("horses")
	a.curve()
	onTestMain(func() { a.d.rest(a.base) }) // a picture is the same whichever comes first
	only := os.Getenv(onlyEnv)
	for _, name := range wholeWindows {
		if only != "" && !strings.Contains(","+only+",", ","+name+",") {
			continue
		}
		m, there := momentNamed(name), false
		for _, look := range []widget.Appearance{widget.AlwaysDark, widget.AlwaysLight} {
			a.theme(look)
			for _, size := range compared {
				a.resize(size)
				if last := slices.Contains(lasting, name); !there || !last {
					if there {
						onTestMain(func() { a.d.rest(a.base) })
					}
					a.play(m)
					a.steady(name)
					there = true
				}
				rendertest.GoldenInFewColors(t, fmt.Sprintf("window-%s-%.0f", goldenName(m, look), size.Width), a.picture(), a.viewArea())
			}
		}
		onTestMain(func() {
			a.d.views.port.arrived = a.d.views.arrived
			a.d.rest(a.base)
		})
		a.settle()
	}
}

// steady makes a moment look alike at each play: without times, and without words that vanish by
// themselves.
func (a *album) steady(name string) {
	d := a.d
	switch name {
	case "waiting": // for pictures that have come meanwhile
		onTestMain(func() {
			d.views.port.arrived = func(pictured) {}
			momentNamed(name).enter(d)
		})
	case "lesson":
		a.curve()
	case "presentation": // which says how to end it, after a while
		eventually(a.t, "the words", func() bool {
			said, ok := d.widgets.Tips.Layer.Objects[3].(*widget.Paragraph)
			return ok && said.Visible() && strings.HasSuffix(said.Text, "ends the presentation")
		})
		onTestMain(func() { d.widgets.Tips.Unsay() })
	case "race":
		onTestMain(func() {
			r := d.m.race
			r.took = 3 * time.Second
			for k := range r.rows {
				at := time.Duration(k) * time.Second
				r.rows[k].Method, r.rows[k].Everything, r.rows[k].Memory = 400*time.Millisecond, 900*time.Millisecond, 0
				r.live[k].from, r.live[k].till = at, at+900*time.Millisecond
			}
			d.m.onRace.Emit(r)
			d.m.setStatus("The race took 3.0 s: click a row to open its result")
		})
	}
}

// viewArea is the place of the views, which the driver draws. Words elsewhere are compared more strictly.
func (a *album) viewArea() (r image.Rectangle) {
	onTestMain(func() {
		o := a.d.views.area
		at := a.d.app.Driver().AbsolutePositionForObject(o)
		r = area{pos: at, size: o.Size()}.pixels(a.d.win.Canvas().Scale())
	})
	return r
}

// curve makes the plot of GW² the same however fast the solve was.
func (a *album) curve() {
	onTestMain(func() {
		j := &a.d.m.job
		found := a.d.m.match.GW2()
		j.curve = []widget.CurvePoint{{At: 0.1, Value: 1.7 * found}, {At: 0.3, Value: 1.1 * found}, {At: 0.9, Value: found}}
		a.d.m.onJob.Emit(*j)
	})
	a.settle()
}
