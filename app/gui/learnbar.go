package gui

import (
	"time"

	"gwscope/app/gui/widget"
	"gwscope/internal/routine"
)

// replaySeconds is how long a replay takes from the first snapshot to the end.
const replaySeconds = 6

// trainBar looks through a training: pause and go on while it learns, play and scrub its record.
type trainBar struct {
	m        *model
	learning *learning

	play  *widget.Control
	slide *widget.Slider

	replays  int     // replays that have come to their end
	position float64 // of the present replay, in frames
	last     time.Time
	done     chan struct{} // ends the clock; nil while nothing is replayed
}

func newTrainBar(k *widget.Maker, l *learning) *trainBar {
	b := &trainBar{m: l.m, learning: l}
	b.play = k.NewControl(&widget.Control{Icon: "pause", Height: 24, MinWidth: 32, Tip: tipOf("solve.training"), OnTap: b.toggle})
	b.slide = k.NewSlider(func(v float64) {
		b.stop()
		l.setFrame(int(v*float64(l.m.lastFrame()) + 0.5))
	})
	b.slide.Tip = "The steps of the training; at the right end its result"
	b.play.Hide()
	b.slide.Hide()
	l.m.onRecord.On(func(*record) { b.show() })
	l.m.onJob.On(func(job) { b.show() })
	return b
}

// show follows the record.
func (b *trainBar) show() {
	m := b.m
	r, learning := m.record, m.job.learning && !m.job.paused
	if on := r != nil; b.play.Visible() != on {
		widget.SetVisible(b.play, on)
		widget.SetVisible(b.slide, on)
		b.learning.views.left.Refresh() // the strip's panel has another height now
	}
	if r == nil {
		return
	}
	icon := "play"
	if learning || !m.job.learning && b.done != nil {
		icon = "pause"
	}
	b.play.Tip = withKey(b.learning.trainingLabel(), "solve.training")
	b.play.SetIcon(icon)
	if learning {
		b.slide.Disable()
		b.slide.Set(r.along(r.last.Step))
		return
	}
	b.slide.Enable()
	at := 1.0
	if last := m.lastFrame(); m.frame != atEnd && last > 0 {
		at = float64(m.frame) / float64(last)
	}
	b.slide.Set(at)
}

// toggle pauses or goes on while networks learn, and replays afterwards.
func (b *trainBar) toggle() {
	switch {
	case b.m.job.learning:
		b.learning.togglePause()
	case b.done != nil:
		b.stop()
		b.show()
	case b.m.lastFrame() > 0:
		b.start()
	}
}

func (b *trainBar) start() {
	b.position = float64(max(b.m.frame, 0)) // from the beginning, if it stands at the end
	b.last = time.Now()
	done := make(chan struct{})
	b.done = done
	every(time.Second/30, done, func() {
		if b.done != done { // a step was on its way when the replay stopped
			return
		}
		if p := routine.Try(func() { b.advance(time.Now()) }); p != nil {
			b.stop() // otherwise the mistake would come again with every step
			panic(p)
		}
	})
	b.learning.setFrame(int(b.position))
	b.show()
}

// advance follows the clock, not the number of pictures.
func (b *trainBar) advance(now time.Time) {
	last := float64(b.m.lastFrame())
	b.position += now.Sub(b.last).Seconds() / replaySeconds * last
	b.last = now
	if b.position >= last {
		b.replays++
		b.stop()
	}
	b.learning.setFrame(int(b.position))
	b.show()
}

func (b *trainBar) stop() {
	if b.done != nil {
		close(b.done)
		b.done = nil
	}
}

// trainingLabel is the label of the training's button now.
func (l *learning) trainingLabel() string {
	switch j := l.m.job; {
	case j.paused:
		return "Go on learning"
	case j.learning:
		return "Pause the training"
	case l.bar != nil && l.bar.done != nil:
		return "Stop the replay"
	}
	return "Replay the training"
}
