package gui

import (
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/solver"
)

// learning shows a training while it goes on, and replays it.
type learning struct {
	m       *model
	looks   *looks
	slicer  *slicerView
	solving *solving
	views   *views

	bar *trainBar
}

// atEnd is the frame after the last snapshot. It shows the result of the training, or before there is one the
// newest step.
const atEnd = -1

// learned adds looks at learning networks to the record, and shows the last look.
func (l *learning) learned(looks []*pipeline.Training) {
	m := l.m
	if m.record == nil || m.record.run != l.solving.runs {
		if looks[0].Refined {
			return // no look at the training itself has come
		}
		l.bar.stop()
		m.record, m.frame = newRecord(looks[0], l.solving.runs), atEnd
		if m.view.ColorBy == present.ByCarried {
			// Training changes push-forward values, so colours show these.
			l.looks.colorBy(present.ByPush)
		}
	}
	for _, t := range looks {
		m.record.add(t)
	}
	m.job.learning = true
	l.showFrame()
}

// learnedAll ends the record of a run with the run's result. The record of an earlier run stays only where that
// run's result is shown again.
func (l *learning) learnedAll(run int, result *solver.Result) {
	switch r := l.m.record; {
	case r == nil:
	case r.run == run:
		r.finish(result)
	case r.result != result:
		l.m.record = nil
	}
}

// forgetTraining drops the record: its shapes are gone.
func (l *learning) forgetTraining() {
	l.bar.stop()
	l.m.record, l.m.frame = nil, atEnd
	l.m.view.Push = nil
}

func (l *learning) togglePause() {
	j := &l.m.job
	if !j.learning {
		return
	}
	j.paused = !j.paused
	l.solving.held.Set(j.paused)
	l.bar.stop()
	l.m.frame = atEnd
	l.showFrame()
	l.m.onJob.Emit(*j)
}

// showFrame shows the chosen step of the training everywhere.
func (l *learning) showFrame() {
	var push *present.PushForward
	if s, ok := l.m.snapshot(); ok {
		push = l.m.record.pushForward(s)
	}
	l.m.setView(func(v *present.View) { v.Push = push })
	l.slicer.show()
	l.m.onRecord.Emit(l.m.record)
}

// setFrame shows snapshot i of the training; the end, if i is the last frame or more.
func (l *learning) setFrame(i int) {
	if i >= l.m.lastFrame() {
		i = atEnd
	}
	if l.m.frame != i {
		l.m.frame = i
		l.showFrame()
	}
}

// snapshot is the shown step of the training; ok is false where the match is shown instead.
func (m *model) snapshot() (s snapshot, ok bool) {
	switch r := m.record; {
	case r == nil || m.frame == atEnd && r.result != nil:
		return snapshot{}, false
	case m.frame == atEnd:
		return r.live(), true
	default:
		return r.frame(m.frame), true
	}
}

// lastFrame is the number of the frame at the end: after the last snapshot comes
// the result, if there is one.
func (m *model) lastFrame() int {
	if m.record == nil {
		return 0
	}
	if m.record.result != nil {
		return m.record.frames()
	}
	return m.record.frames() - 1
}
