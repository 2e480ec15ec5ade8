package gui

import (
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/solver"
)

// atEnd is the frame that follows a training, and shows its result once there is one.
const atEnd = -1

// learned takes looks at networks that learn into the record, and shows the last.
func (d *desk) learned(looks []*pipeline.Training) {
	m := d.m
	if m.record == nil || m.record.run != d.runs {
		if looks[0].Refined {
			return // the training itself was never seen
		}
		d.train.stop()
		m.record, m.frame = newRecord(looks[0], d.runs), atEnd
		if m.view.ColorBy == present.ByCarried {
			// What is learned is a value for every point: that is what to look at.
			d.colorBy(present.ByPush)
		}
	}
	for _, t := range looks {
		m.record.add(t)
	}
	m.job.learning = true
	d.showFrame()
}

// learnedAll ends the record of a run with what came of it; the record of an
// earlier one stays only where its result is shown again.
func (d *desk) learnedAll(run int, result *solver.Result) {
	switch r := d.m.record; {
	case r == nil:
	case r.run == run:
		r.finish(result)
	case r.result != result:
		d.m.record = nil
	}
}

// forgetTraining drops the record: its shapes are gone.
func (d *desk) forgetTraining() {
	d.train.stop()
	d.m.record, d.m.frame = nil, atEnd
	d.m.view.Push = nil
}

// togglePause holds the training, or lets it go on.
func (d *desk) togglePause() {
	j := &d.m.job
	if !j.learning {
		return
	}
	j.paused = !j.paused
	d.held.Set(j.paused)
	d.train.stop()
	d.m.frame = atEnd
	d.showFrame()
	d.m.onJob.Emit(*j)
}

// showFrame brings everything up to date with the step of the training that is looked at.
func (d *desk) showFrame() {
	var push *present.PushForward
	if s, ok := d.m.snapshot(); ok {
		push = d.m.record.pushForward(s)
	}
	d.m.setView(func(v *present.View) { v.Push = push })
	d.showStrip()
	d.m.onRecord.Emit(d.m.record)
}

// setFrame looks at snapshot i of the training, or from the last on at its end.
func (d *desk) setFrame(i int) {
	if i >= d.m.lastFrame() {
		i = atEnd
	}
	if d.m.frame != i {
		d.m.frame = i
		d.showFrame()
	}
}

// snapshot is the step of the training that is looked at; ok is false where the
// match is shown instead.
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
