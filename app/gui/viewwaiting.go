package gui

import (
	"time"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
)

// A picture comes some time after the titles and the figures, on large shapes seconds. Until then its pane
// is dimmed and says "drawing".

// pictured are the match and the shapes of a picture.
type pictured struct {
	match  *pipeline.Match
	shapes [2]*pipeline.Shape
}

// waits reports whether a side's pane shows another shape, or another match, than its title says.
func (m *model) waits(s side) bool {
	return m.layout != raced && m.shapes[s] != nil && (m.drawn.shapes[s] != m.shapes[s] || m.drawn.match != m.match)
}

// waiting reports whether a shown pane waits.
func (m *model) waiting() bool { return m.waits(sideA) || m.waits(sideB) }

// shortWait is the time of waiting from which a pane is dimmed. Shorter waits would flicker.
const shortWait = 150 * time.Millisecond

// watchWaiting dims the panes that wait for more than shortWait.
func (vs *views) watchWaiting() {
	if !vs.m.waiting() {
		vs.late = false
		return
	}
	if vs.late || vs.watched {
		return
	}
	vs.watched = true
	mainloop.After(shortWait, func() {
		vs.watched, vs.late = false, vs.m.waiting()
		if vs.late {
			vs.showHeaders()
		}
	})
}

// arrived is called when the newest picture is on the screen.
func (vs *views) arrived(of pictured) {
	if vs.m.drawn == of {
		return
	}
	vs.m.drawn = of
	vs.showHeaders()
	vs.m.onDrawn.Emit(struct{}{})
}
