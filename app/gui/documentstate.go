package gui

import (
	"slices"

	"gwscope/app/lesson"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// docState is the part of the window's state that a person makes. It is saved, undone and redone.
// The values that it points to are never changed.
type docState struct {
	Shapes  [2]shapeName
	Options session.Options
	Marks   session.Marks
	View    present.View // its lasting part
	Chosen  int          // among the minima of the match
	// Layout, Maximised and Linked are how the panes are arranged and tied.
	Layout    arrangement
	Maximised int
	Linked    bool
	Cameras   [2]camera.Camera
	Units     string
	Notes     string
	Play      session.Play
	Export    *session.Export // the last export
	Cohort    session.CohortPair
}

// shapeName identifies a loaded shape, by its reference and the key of its content.
type shapeName struct{ Ref, Key string }

// state is the document as it stands in the window.
func (ds *documents) state() docState {
	m := ds.m
	s := docState{Options: m.options, View: m.view.Lasting(), Layout: m.layout, Maximised: m.maximised, Linked: m.linked,
		Cameras: m.cameras, Marks: ds.marker.now(), Units: m.units, Notes: m.notes, Play: m.play, Export: m.exported, Cohort: m.cohort}
	for k, sh := range m.shapes {
		if sh != nil {
			s.Shapes[k] = shapeName{sh.Ref, sh.Key}
		}
	}
	if m.match != nil {
		s.Chosen = m.match.Chosen
	}
	return s
}

// same reports whether two states differ in nothing whose loss a person would mind. Cameras, brushes and
// picks are no loss.
func (s docState) same(o docState, named bool) bool {
	for _, t := range []*docState{&s, &o} {
		t.Cameras, t.Linked, t.Layout, t.Maximised = [2]camera.Camera{}, true, sideBySide, -1
		t.View.Brush, t.View.Pins = present.Brush{}, nil
		if !named { // colours and the like are no loss unless a person has saved them
			t.View, t.Play, t.Export = present.NewView(), session.Play{}, nil
		}
	}
	return len(session.Differences(s, o)) == 0
}

// documentCopy is the content of a session file: the document's state with its match.
type documentCopy struct {
	state    docState
	shapes   [2]*pipeline.Shape
	match    *pipeline.Match
	training *session.Training // of the match, nil without a training
}

func (ds *documents) copyDocument() documentCopy {
	c := documentCopy{state: ds.state(), shapes: ds.m.shapes, match: ds.m.match}
	if r := ds.m.record; r != nil && c.match != nil && r.result == c.match.Result {
		c.training = r.keep()
	}
	return c
}

// document is the copy in the form of a file. It takes a moment; any goroutine may call it.
func (c documentCopy) document() *session.Document {
	s := c.state
	doc := session.NewDocument()
	doc.Options, doc.Marks, doc.View, doc.Units, doc.Notes = s.Options, s.Marks, s.View.Keep(), s.Units, s.Notes
	doc.Cameras = present.KeepCameras(s.Cameras)
	doc.Play, doc.Export, doc.Cohort = s.Play, s.Export, s.Cohort
	doc.Layout.Unlinked = !s.Linked
	if s.Layout != raced && s.Layout != sideBySide { // a race is no part of a document
		doc.Layout.Arrangement = layoutName(s.Layout)
	}
	if s.Maximised >= 0 {
		doc.Layout.Alone = [...]string{"a", "b"}[s.Maximised]
	}
	for side, ref := range []*session.ShapeRef{&doc.A, &doc.B} {
		if sh := c.shapes[side]; sh != nil {
			*ref = sh.SessionRef()
		}
	}
	if c.match != nil {
		doc.Result = pipeline.Keep(c.match)
		doc.Result.Training = c.training
	}
	return doc
}

// stateOf is the window's state from a file, without shapes and match.
func stateOf(doc *session.Document) docState {
	s := docState{Options: doc.Options, Marks: doc.Marks, View: present.ReadView(doc.View), Linked: !doc.Layout.Unlinked, Maximised: -1,
		Cameras: present.ReadCameras(doc.Cameras), Units: doc.Units, Notes: doc.Notes, Play: doc.Play, Export: doc.Export, Cohort: doc.Cohort}
	if doc.View == nil { // no window has shown it
		s.View = newModel().view.Lasting()
	}
	if i := slices.Index(lesson.Layouts, doc.Layout.Arrangement); i >= 0 {
		s.Layout = arrangement(i)
	}
	if i := slices.Index([]string{"a", "b"}, doc.Layout.Alone); i >= 0 && s.Layout == sideBySide {
		s.Maximised = i
	}
	if doc.Result != nil {
		s.Chosen = doc.Result.Chosen
	}
	return s
}
