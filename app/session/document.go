package session

import (
	"encoding/json"
	"time"
)

// Extension is the extension of session files.
const Extension = ".gwscope"

// Document is the content of a session file. Start from [NewDocument].
type Document struct {
	A, B    ShapeRef
	Options Options
	// Marks are landmarks, pins and extremities on both shapes.
	Marks Marks
	// View is in the form of package present, nil for a fresh view.
	View    json.RawMessage
	Cameras [2]Camera // of A and of B
	Layout  Layout
	// Units are the units of the coordinates in the shapes' files, such as "mm"; only shown.
	Units string
	Notes string // a person's own
	Play  Play
	// Export is the last choice of files; nil where there was none.
	Export *Export
	// Cohort is the session's pair of a cohort; the zero value for a session without one.
	Cohort CohortPair
	// Result is the match that was shown; nil where there was none.
	Result *Result

	// Origin is the document's own file, in a copy that was saved against a crash.
	Origin string

	// Program wrote the file at the time Saved. Encode sets both.
	Program string
	Saved   time.Time
	// Warnings are sentences for people about reading the file.
	Warnings []string

	// Members that a newer program of the same file version wrote, and that this one does not know.
	// They are written again, so that nothing is lost.
	others, otherOptions map[string]json.RawMessage
}

// ShapeRef names the shape of a side.
type ShapeRef struct {
	// Ref is an absolute path or the name of an embedded shape, "sample:horse/2"; empty for
	// none.
	Ref string
	// Key identifies the content (pipeline.Shape.Key), so that later changes of the file are
	// noticed.
	Key             string
	Name            string
	Vertices, Faces int
	// Missing says that the file is neither where the session says nor beside the session.
	Missing bool
}

// Empty reports whether a side has no shape.
func (r ShapeRef) Empty() bool { return r.Ref == "" }

// Layout is the arrangement of both shapes in the view.
type Layout struct {
	Arrangement string `json:"arrangement,omitempty"` // side-by-side (default) | morph | overlay
	Alone       string `json:"alone,omitempty"`       // a | b: the side that fills the view
	Unlinked    bool   `json:"unlinked,omitempty"`    // each camera turns alone
}

// NewDocument is an empty document.
func NewDocument() *Document {
	return &Document{Options: Defaults(), Cameras: [2]Camera{Unaimed, Unaimed}}
}

// Aimed reports whether a window has aimed the cameras.
func (d *Document) Aimed() bool { return d.Cameras != NewDocument().Cameras }
