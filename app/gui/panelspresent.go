package gui

import (
	"time"

	"gwscope/app/gui/mainloop"
)

// presentScale is how much larger words, lines and marks are in a presentation.
const presentScale float32 = 1.6

// settledScreen is the time that a window takes to become as large as the screen.
const settledScreen = 400 * time.Millisecond

// togglePresenting shows the views alone, on the whole screen and with large words, or brings the window back.
func (p *panels) togglePresenting() { p.present(!p.presenting) }

func (p *panels) present(on bool) {
	if p.presenting == on {
		return
	}
	p.presenting, p.m.large = on, on
	p.win.SetFullScreen(on)
	for _, h := range p.views.headers {
		h.setLarge(on, p.m.larger)
	}
	for _, l := range p.races.lanes {
		l.setLarge()
	}
	p.races.legend.setLarge(p.m.larger)
	if on {
		p.recovery.object.Hide()
	} else {
		p.widgets.Tips.Unsay() // the words on how to end it
		p.recovery.offer()
	}
	p.arrange()
	p.views.showTools()
	p.views.showHeaders()
	if !p.m.aimed {
		p.views.frameNow()
	}
	p.views.port.redraw(false)
	if on {
		mainloop.After(settledScreen, func() {
			if p.presenting {
				p.widgets.Tips.Announce(keyOf("present") + " or Esc ends the presentation")
			}
		})
	}
}

// larger is a size of words: larger in a presentation.
func (m *model) larger(size float32) float32 {
	if m.large {
		return size * presentScale
	}
	return size
}
