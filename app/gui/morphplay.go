package gui

import (
	"slices"
	"time"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/internal/routine"
)

// morphSeconds is how long playing takes from A to B at speed 1.
const morphSeconds = 2.4

// repeat says how playing goes on at the end of the way.
type repeat int

const (
	thereAndBack repeat = iota
	againAndAgain
	once
)

var (
	repeatLabels = [...]string{"There and back", "Again and again", "Once"}
	repeatIcons  = [...]string{"pingpong", "loop", "once"}
)

// speeds are the offered multiples of the usual speed.
var speeds = []float64{0.25, 0.5, 1, 2, 4}

func speedLabel(s float64) string {
	switch s {
	case 0.25:
		return "¼ speed"
	case 0.5:
		return "½ speed"
	case 1:
		return "Usual speed"
	}
	return fixed(s, 0) + " times as fast"
}

func (b *morphBar) paceEntries() []widget.MenuEntry {
	entry := func(label string, r repeat, speed float64) widget.MenuEntry {
		return widget.MenuEntry{Label: label, Checked: b.repeat == r && b.speed == speed, Do: func() {
			b.repeat, b.speed = r, speed
			b.showPace()
			b.m.play = b.played()
			b.m.onKept.Emit(struct{}{})
		}}
	}
	var out []widget.MenuEntry
	for r, label := range repeatLabels {
		out = append(out, entry(label, repeat(r), b.speed))
	}
	out = append(out, widget.MenuEntry{Rule: true})
	for _, s := range speeds {
		out = append(out, entry(speedLabel(s), b.repeat, s))
	}
	return out
}

// repeatNames are the ways to repeat, as session files name them.
var repeatNames = [...]string{"there-and-back", "again", "once"}

// played is how the morph plays, as a session keeps it.
func (b *morphBar) played() session.Play {
	p := session.Play{}
	if b.repeat != thereAndBack {
		p.Repeat = repeatNames[b.repeat]
	}
	if b.speed != 1 {
		p.Speed = b.speed
	}
	return p
}

// setPlay takes the way of playing from a session. Values that the bar does not offer become its defaults.
func (b *morphBar) setPlay(p session.Play) {
	b.repeat, b.speed = repeat(max(slices.Index(repeatNames[:], p.Repeat), 0)), 1
	if slices.Contains(speeds, p.Speed) {
		b.speed = p.Speed
	}
	b.m.play = b.played()
	b.showPace()
}

func (b *morphBar) showPace() {
	b.pace.Tip = "Playing: " + repeatLabels[b.repeat] + ", " + speedLabel(b.speed)
	b.pace.SetIcon(repeatIcons[b.repeat])
	b.pace.SetText(map[float64]string{0.25: "¼×", 0.5: "½×", 1: "1×", 2: "2×", 4: "4×"}[b.speed])
}

func (b *morphBar) toggle() {
	switch {
	case b.m.playing:
		b.stop()
	case !b.play.Disabled():
		b.start()
	}
}

// start plays. Steps follow the clock, not the number of pictures, and late pictures are skipped.
func (b *morphBar) start() {
	b.m.playing = true
	b.play.SetIcon("pause")
	b.last = time.Now()
	if b.repeat != thereAndBack {
		b.back = false
		if b.m.view.T >= 1 { // from the beginning
			b.m.setView(func(v *present.View) { v.T = 0 })
		}
	}
	b.done = make(chan struct{})
	every(time.Second/40, b.done, b.step)
}

// step advances. A mistake of ours stops the playing, so that it is not told with every step.
func (b *morphBar) step() {
	if p := routine.Try(b.advance); p != nil {
		b.stop()
		panic(p)
	}
}

// advance is a step of the clock.
func (b *morphBar) advance() {
	if !b.m.playing {
		return
	}
	now := time.Now()
	step := now.Sub(b.last).Seconds() / morphSeconds * b.speed
	b.last = now
	t, over := b.next(b.m.view.T, step)
	b.m.setView(func(v *present.View) { v.T = t })
	if over {
		b.stop()
	}
}

// next is the t after a step, and whether playing ends there.
func (b *morphBar) next(t, step float64) (to float64, over bool) {
	switch b.repeat {
	case once:
		return min(t+step, 1), t+step >= 1
	case againAndAgain:
		if t >= 1 {
			return 0, false // the end was shown: begin again
		}
		return min(t+step, 1), false
	}
	if b.back {
		step = -step
	}
	t += step
	if t >= 1 {
		t, b.back = 1, true
	}
	if t <= 0 {
		t, b.back = 0, false
	}
	return t, false
}

func (b *morphBar) stop() {
	if b.m.playing {
		b.m.playing = false
		close(b.done)
		b.play.SetIcon("play")
	}
}
