package gui

import (
	"slices"

	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// undo takes the last step back.
func (ds *documents) undo() { ds.travel(false) }

// redo repeats the step that was undone last.
func (ds *documents) redo() { ds.travel(true) }

// travel goes a step back, or forward again, and names the step.
func (ds *documents) travel(forward bool) {
	k := ds.keep
	if len(k.m.loading[sideA]+k.m.loading[sideB]) > 0 {
		return // a shape that is being read becomes a step first
	}
	k.look() // the latest change is a step, too
	name, redo := k.history.Next()
	verb, done, move := "undo", "Undone: ", k.history.Undo
	if forward {
		name, verb, done, move = redo, "redo", "Redone: ", k.history.Redo
	}
	s, ok := move()
	if !ok {
		ds.m.setStatus("There is nothing to " + verb)
		return
	}
	ds.put(s)
	ds.m.setStatus(done + lowerFirst(name))
	k.tell()
}

// put brings the window into a state of the history. A remembered match of that state comes back at once; a
// change of settings alone starts no solve.
func (ds *documents) put(s docState) {
	m, now := ds.m, ds.state()
	if s.Shapes != now.Shapes {
		ds.putShapes(s)
		return
	}
	if s.Options != now.Options || !s.Marks.Equal(now.Marks) {
		ds.solving.abandon()
		m.options = s.Options
		ds.marker.setMarks(s.Marks)
		m.stale = m.match != nil && m.match.Options != m.options
		m.onOptions.Emit(m.options)
		m.onJob.Emit(m.job)
	}
	if !ds.putMatch(s) && m.match != nil && s.Chosen != m.match.Chosen && m.match.Options == s.Options && s.Chosen < len(m.match.Result.Alternatives) {
		ds.keep.chosen = &s.Chosen
		ds.solving.choose(s.Chosen)
	}
	ds.putLook(s)
}

// putMatch shows the remembered match of a state, and reports whether there is one.
func (ds *documents) putMatch(s docState) bool {
	match := ds.keep.recall(s)
	if match != nil && match != ds.m.match {
		ds.m.record = ds.keep.trainings[match.Result]
		ds.solving.setMatch(match)
		ds.m.onJob.Emit(ds.m.job)
	}
	return match != nil
}

// putLook brings back view, layout, cameras, units, notes, playing and the last export.
func (ds *documents) putLook(s docState) {
	m := ds.m
	if s.Units != m.units || s.Notes != m.notes {
		m.units, m.notes = s.Units, s.Notes
		m.onNotes.Emit(m.notes)
	}
	ds.morph.stop()
	ds.morph.setPlay(s.Play)
	m.exported = s.Export
	m.setView(func(v *present.View) { *v = s.View.WithMoment(*v) })
	m.linked = s.Linked
	from := m.cameras
	if (s.Layout != m.layout || s.Maximised != m.maximised) && s.Layout != raced && m.layout != raced {
		m.layout, m.maximised = s.Layout, s.Maximised
		m.aimed = m.aimed && s.Cameras != from // in other panes the window frames the shapes anew
		ds.views.arranged()
	}
	if from != s.Cameras {
		m.cameras, m.aimed = s.Cameras, s.Cameras != ds.keep.unaimed
		ds.keep.aimed = m.aimed
		m.onCamera.Emit(struct{}{})
	}
	ds.views.showTools()
}

// putShapes brings back shapes with their match. Shapes of remembered matches come back at once.
func (ds *documents) putShapes(s docState) {
	ds.solving.abandon()
	ds.m.options = s.Options
	ds.m.onOptions.Emit(ds.m.options)
	known := ds.keep.shapes()
	waiting := 0
	arrive := func() {
		if waiting > 0 {
			return
		}
		ds.marker.setMarks(s.Marks)
		if ds.putMatch(s) {
			ds.putLook(s)
		} else if ds.m.shapes[sideA] != nil && ds.m.shapes[sideB] != nil {
			ds.keep.then = func() { ds.putLook(s) }
			ds.solving.solve()
		}
	}
	for k, want := range s.Shapes {
		if sh := ds.m.shapes[k]; sh != nil && (shapeName{sh.Ref, sh.Key}) == want || sh == nil && want.Ref == "" {
			continue
		}
		if want.Ref == "" {
			ds.shapes.setShape(side(k), nil)
			continue
		}
		if i := slices.IndexFunc(known, func(sh *pipeline.Shape) bool { return (shapeName{sh.Ref, sh.Key}) == want }); i >= 0 {
			ds.shapes.setShape(side(k), known[i])
			continue
		}
		waiting++
		ds.shapes.loadThen(side(k), want.Ref, func() { waiting--; arrive() }, nil)
	}
	arrive()
}

// shapes are the shapes of the remembered matches, and those in the window.
func (k *keeper) shapes() []*pipeline.Shape {
	var out []*pipeline.Shape
	for _, m := range k.shown {
		out = append(out, m.A, m.B)
	}
	for _, sh := range k.m.shapes {
		if sh != nil {
			out = append(out, sh)
		}
	}
	return out
}
