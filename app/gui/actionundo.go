package gui

import (
	"slices"

	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// undo takes the last step back.
func (d *desk) undo() { d.travel("Undone: ", d.keep.history.Undo) }

// redo takes the step again that was undone last.
func (d *desk) redo() { d.travel("Redone: ", d.keep.history.Redo) }

// travel goes along the history and says where to.
func (d *desk) travel(said string, move func() (docState, bool)) {
	k := d.keep
	if len(k.d.m.loading[sideA]+k.d.m.loading[sideB]) > 0 {
		return // a shape is on its way: its own step comes first
	}
	k.look() // what was done a moment ago is a step, too
	undo, redo := k.history.Next()
	name := undo
	if said == "Redone: " {
		name = redo
	}
	s, ok := move()
	if !ok {
		d.m.setStatus("There is nothing to " + map[bool]string{true: "redo", false: "undo"}[said == "Redone: "])
		return
	}
	d.put(s)
	d.m.setStatus(said + lowerFirst(name))
	k.tell()
}

// put brings the window into a state of the history. A match that was shown in it comes
// back at once; nothing is solved for settings alone, as with any other change of them.
func (d *desk) put(s docState) {
	m, now := d.m, d.state()
	if s.Shapes != now.Shapes {
		d.putShapes(s)
		return
	}
	if s.Options != now.Options || !s.Marks.Equal(now.Marks) {
		d.abandon()
		m.options = s.Options
		d.setMarks(s.Marks)
		m.stale = m.match != nil && m.match.Options != m.options
		m.onOptions.Emit(m.options)
		m.onJob.Emit(m.job)
	}
	if match := d.keep.recall(s); match != nil {
		if match != m.match {
			m.record = d.keep.training(match)
			d.setMatch(match)
			m.onJob.Emit(m.job)
		}
	} else if m.match != nil && s.Chosen != m.match.Chosen && m.match.Options == s.Options && s.Chosen < len(m.match.Result.Alternatives) {
		d.keep.chosen = &s.Chosen
		d.choose(s.Chosen)
	}
	d.putLook(s)
}

// putLook brings back how things are shown.
func (d *desk) putLook(s docState) {
	m := d.m
	if s.Units != m.units || s.Notes != m.notes {
		m.units, m.notes = s.Units, s.Notes
		m.onNotes.Emit(m.notes)
	}
	d.morph.stop()
	d.morph.setPlay(s.Play)
	m.exported = s.Export
	m.setView(func(v *present.View) { *v = s.View.WithMoment(*v) })
	m.linked = s.Linked
	from := m.cameras
	if (s.Layout != m.layout || s.Maximised != m.maximised) && s.Layout != raced && m.layout != raced {
		m.layout, m.maximised = s.Layout, s.Maximised
		m.aimed = m.aimed && s.Cameras != from // other panes bring the shapes into view anew
		d.arranged()
	}
	if from != s.Cameras {
		m.cameras, m.aimed = s.Cameras, s.Cameras != d.keep.unaimed
		d.keep.aimed = m.aimed
		m.onCamera.Emit(struct{}{})
	}
	d.showTools()
}

// putShapes brings back shapes, those that are remembered at once.
func (d *desk) putShapes(s docState) {
	d.abandon()
	d.m.options = s.Options
	d.m.onOptions.Emit(d.m.options)
	known := d.keep.shapes()
	waiting := 0
	arrive := func() {
		if waiting > 0 {
			return
		}
		d.setMarks(s.Marks)
		if match := d.keep.recall(s); match != nil {
			d.m.record = d.keep.training(match)
			d.setMatch(match)
			d.m.onJob.Emit(d.m.job)
			d.putLook(s)
		} else if d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil {
			d.keep.then = func() { d.putLook(s) }
			d.solve()
		}
	}
	for side, want := range s.Shapes {
		if sh := d.m.shapes[side]; sh != nil && (shapeName{sh.Ref, sh.Key}) == want || sh == nil && want.Ref == "" {
			continue
		}
		if want.Ref == "" {
			d.setShape(sideOf(side), nil)
			continue
		}
		if i := slices.IndexFunc(known, func(sh *pipeline.Shape) bool { return (shapeName{sh.Ref, sh.Key}) == want }); i >= 0 {
			d.setShape(sideOf(side), known[i])
			continue
		}
		waiting++
		d.loadThen(sideOf(side), want.Ref, func() { waiting--; arrive() })
	}
	arrive()
}

func sideOf(i int) side { return side(i) }

// shapes are those of the matches that are remembered.
func (k *keeper) shapes() []*pipeline.Shape {
	var out []*pipeline.Shape
	for _, m := range k.shown {
		out = append(out, m.A, m.B)
	}
	for _, sh := range k.d.m.shapes {
		if sh != nil {
			out = append(out, sh)
		}
	}
	return out
}
