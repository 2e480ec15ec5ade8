package gui

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"gwscope/app/gui/mainloop"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/solver"
)

// settling is how long the window waits after an action before it looks for changes.
// One action emits several signals; they are one step.
const settling = 120 * time.Millisecond

// Limits of the matches that undo keeps: their number, and the bytes of all but the shown match. Two people
// of 110,000 vertices at 500 samples take 440 MB.
const (
	mostRemembered  = 4
	rememberedBytes = 512 << 20
)

// keeper watches the document: it is the one place where changes become steps of the history, and where the
// window knows whether anything would be lost.
type keeper struct {
	m         *model
	marker    *marker
	documents *documents

	history *session.History[docState]
	saved   docState        // as it is in the file, or as it began
	path    string          // of the session file, "" for none
	kept    *pipeline.Match // the match in the file
	unsaved bool            // whatever the state: a document restored after a crash is in no file

	// aimed is the model's value at the last look. unaimed are the cameras before a person first moved them:
	// once undo brings these back, the window frames the shapes by itself again.
	aimed   bool
	unaimed [2]camera.Camera

	armed bool // a look is due
	fresh bool // the first shapes are still being read: nothing is a change yet
	// match is the match at the last look. It tells a new match from another choice in the same match.
	match *pipeline.Match
	// chosen is a wanted choice that is not on the screen yet.
	chosen *int
	// then is done when the next match is shown, and not at all if another document comes.
	then func()
	// shown are the matches that were on the screen last: going back to one takes no solve.
	shown []*pipeline.Match
	// trainings are the trainings of some of these matches, by their results.
	trainings map[*solver.Result]*record

	// scratch reports whether the document needs no saving, such as the scene of a lesson.
	scratch func() bool
	changed func() // the name or the unsaved changes have changed
	dirty   bool   // something would be lost, as listeners know it
}

func newKeeper(m *model, marker *marker, documents *documents) *keeper {
	k := &keeper{m: m, marker: marker, documents: documents, trainings: map[*solver.Result]*record{}, fresh: true, changed: func() {}, scratch: func() bool { return false }}
	k.history = session.NewHistory(documents.state())
	k.saved = k.history.Now()
	return k
}

// listen begins to watch. It comes after all other listeners, so that it acts last when a match is shown.
func (k *keeper) listen() {
	m := k.m
	m.onOptions.On(func(session.Options) { k.touch() })
	m.onShape.On(func(side) { k.touch() })
	m.onView.On(func(present.View) { k.touch() })
	m.onLayout.On(func(arrangement) { k.touch() })
	m.onCamera.On(func(struct{}) { k.touch() })
	m.onNotes.On(func(string) { k.touch() })
	m.onKept.On(func(struct{}) { k.touch() })
	m.onMatch.On(func(match *pipeline.Match) {
		if match != nil {
			k.remember(match)
			k.chosen = nil
			if then := k.then; then != nil {
				k.then = nil
				then()
			}
		}
		k.touch()
	})
}

// touch asks for a look at the changes.
func (k *keeper) touch() {
	if k.armed {
		return
	}
	k.armed = true
	mainloop.After(settling, k.look)
}

// arrival shows a match that comes by itself. A person's changes before it are a step of their own, and so are
// the changes after it, however soon they come.
func (k *keeper) arrival(show func()) {
	if k.armed {
		k.look()
	}
	show()
	k.look()
}

// look makes the changes since the last look a step. Changes that no person made become part of the present
// step.
func (k *keeper) look() {
	k.armed = false
	if k.marker.drag != nil {
		return // the whole drag is a step; its end asks for a look
	}
	if !k.fresh && k.m.loading[sideA]+k.m.loading[sideB] != "" {
		return // a shape that is being read is no change yet; its arrival asks for a look
	}
	now := k.documents.state()
	if k.chosen != nil {
		now.Chosen = *k.chosen
	}
	if k.fresh {
		k.fresh = k.m.loading[sideA]+k.m.loading[sideB] != ""
		k.begin(now)
		return
	}
	before := k.history.Now()
	if by := k.unasked(before, now); len(session.Differences(before, by)) > 0 {
		k.history.Amend(by)
		before = by
	}
	k.match = k.m.match
	if k.m.aimed && !k.aimed {
		k.unaimed = before.Cameras
	}
	k.aimed = k.m.aimed
	if paths := session.Differences(before, now); len(paths) > 0 {
		name := changeName(paths[0], before, now)
		// Changes of the same fields that follow each other soon join into one step. Changes of a camera always
		// join: nobody wants to undo turn by turn.
		k.history.Record(now, session.Change{Name: name, Kind: strings.Join(paths, " "), Lasting: paths[0] == "Cameras"}, time.Now())
	}
	k.tell()
}

// unasked is the state before, with the changes that no person made: a playing morph, cameras that frame
// new shapes, and the effects of a new match.
func (k *keeper) unasked(before, now docState) docState {
	m := k.m
	out := before
	// Another choice among the minima of the same result is no new match.
	solved := m.match != k.match && (m.match == nil || k.match == nil || m.match.Result != k.match.Result)
	if m.playing {
		out.View.T = now.View.T
	}
	if solved || before.Shapes != now.Shapes {
		out.View, out.Chosen, out.Cameras = now.View, now.Chosen, now.Cameras
	}
	if !m.aimed {
		for s := range out.Cameras { // framing moves cameras and does not turn them
			if c, b := now.Cameras[s], before.Cameras[s]; c.Orientation == b.Orientation && c.Orthographic == b.Orthographic && c.Up == b.Up {
				out.Cameras[s] = c
			}
		}
	}
	if now.Layout == raced || before.Layout == raced { // a race is no part of the document
		out.Layout, out.Maximised, out.Cameras = now.Layout, now.Maximised, now.Cameras
	}
	return out
}

// begin starts the document anew at a state that is saved, or not worth saving.
func (k *keeper) begin(s docState) {
	k.history.Reset(s)
	k.saved, k.match, k.kept, k.unsaved = s, k.m.match, k.m.match, false
	k.aimed, k.unaimed = k.m.aimed, [2]camera.Camera{}
	k.tell()
}

// lose reports whether closing would lose a state, or a match of a session with a file.
func (k *keeper) lose() bool {
	if k.scratch() {
		return false
	}
	if k.unsaved || k.fresh {
		return k.unsaved
	}
	named := k.path != ""
	return !k.history.Now().same(k.saved, named) || named && !sameResult(k.m.match, k.kept)
}

// sameResult reports the same minimum of the same solve, or no match at all.
func sameResult(a, b *pipeline.Match) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Result == b.Result && a.Chosen == b.Chosen
}

// tell tells of the name and of unsaved changes.
func (k *keeper) tell() {
	k.dirty = k.lose()
	k.changed()
}

// remember keeps a match for undo.
func (k *keeper) remember(m *pipeline.Match) {
	k.shown = slices.DeleteFunc(k.shown, func(o *pipeline.Match) bool { return sameMatch(o, m) })
	k.shown = append(k.shown, m)
	if extra := len(k.shown) - mostRemembered; extra > 0 {
		k.shown = slices.Delete(k.shown, 0, extra)
	}
	k.shown = k.shown[withinBytes(k.shown, rememberedBytes):]
	if r := k.m.record; r != nil && r.result == m.Result {
		k.trainings[m.Result] = r
	}
	maps.DeleteFunc(k.trainings, func(of *solver.Result, _ *record) bool {
		return !slices.ContainsFunc(k.shown, func(m *pipeline.Match) bool { return m.Result == of })
	})
}

// withinBytes is the first match from which on all matches take no more than limit bytes. The last match
// always stays. Shared parts count once.
func withinBytes(matches []*pipeline.Match, limit int) int {
	seen := map[any]bool{}
	sum := 0
	for k := len(matches) - 1; k >= 0; k-- {
		matches[k].Parts(func(part any, bytes int) {
			if !seen[part] && k < len(matches)-1 {
				sum += bytes
			}
			seen[part] = true
		})
		if sum > limit {
			return k + 1
		}
	}
	return 0
}

func sameMatch(a, b *pipeline.Match) bool {
	return a.A == b.A && a.B == b.B && a.Options == b.Options && a.Chosen == b.Chosen && a.Marks.SolveKey() == b.Marks.SolveKey()
}

// recall is the remembered match of a state, nil where there is none.
func (k *keeper) recall(s docState) *pipeline.Match {
	for _, m := range slices.Backward(k.shown) {
		if (shapeName{m.A.Ref, m.A.Key}) == s.Shapes[sideA] && (shapeName{m.B.Ref, m.B.Key}) == s.Shapes[sideB] && m.Options == s.Options && m.Chosen == s.Chosen && m.Marks.SolveKey() == s.Marks.SolveKey() {
			return m
		}
	}
	return nil
}

// changeName is the name of a change of a field, for people.
func changeName(path string, before, now docState) string {
	switch head, field, _ := strings.Cut(path, "."); head {
	case "Shapes":
		a, b := before.Shapes, now.Shapes
		switch {
		case a[sideA] == b[sideB] && a[sideB] == b[sideA]:
			return "Swap A and B"
		case a[sideA] != b[sideA] && a[sideB] != b[sideB]:
			return "Open A and B"
		case a[sideA] != b[sideA]:
			return "Open A"
		}
		return "Open B"
	case "Options":
		return optionName(field)
	case "Marks":
		if strings.HasSuffix(field, "Tips") {
			return "Extremities"
		}
		return "Landmarks"
	case "View":
		field, _, _ = strings.Cut(field, ".")
		return cmp.Or(viewNames[field], words(field))
	}
	return cmp.Or(otherNames[path], words(path))
}

var viewNames = map[string]string{"ColorBy": "Colours", "Paint": "Colour scale", "Worst": "Lines", "Edges": "Triangle edges", "Flat": "Shading", "Registered": "Mesh of A on B",
	"T": "Morph", "Pins": "Marked vertices", "Scenery": "Scene", "Rulers": "Measures", "Bare": "Wireframe", "PointSize": "Size of points"}

var otherNames = map[string]string{"Chosen": "Choice of minimum", "Maximised": "Layout", "Linked": "Linked cameras", "Cameras": "Camera",
	"Play.Repeat": "Playing", "Play.Speed": "Playing", "Export": "Export settings",
	"Cohort.Folder": "Cohort", "Cohort.Specimen": "Cohort", "Cohort.Template": "Cohort"}

// optionName is the label of a field of the options.
func optionName(field string) string {
	key := strings.ToLower(field)
	for i := range option.Table {
		if strings.ReplaceAll(option.Table[i].Name, "-", "") == key {
			return option.Table[i].Label
		}
	}
	return words(field)
}

// words are the words of a Go name: "LargestComponent" is "Largest component".
func words(name string) string {
	var out strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			out.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		out.WriteRune(r)
	}
	return out.String()
}
