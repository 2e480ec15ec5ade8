package session

import (
	"encoding/json"
	"time"
)

// Extension is the extension of session files.
const Extension = ".gwscope"

// Document is all that a session file holds: the shapes, the options, the view,
// the marks, and the result. It is pure data; who shows it and who solves
// it are elsewhere. Start from [NewDocument].
type Document struct {
	A, B    ShapeRef
	Options Options
	// Marks are landmarks, pins and extremities on both shapes.
	Marks Marks
	// View is for package present to read, nil for a fresh view.
	View    json.RawMessage
	Cameras [2]Camera // of A and of B
	Layout  Layout
	// Units are the units of the coordinates in the shapes' files, such as "mm"; only shown.
	Units string
	Notes string // a person's own
	// Play is how the morph plays; Export is the last choice of files, nil where nobody chose.
	Play   Play
	Export *Export
	// Cohort is the pair of a cohort that the session is of; the zero value of none.
	Cohort CohortPair
	// Result is the match that was shown; nil where there was none.
	Result *Result

	// Origin is the file that the document is of, in a copy that was saved against a crash.
	Origin string

	// Program and Saved tell who wrote the file and when; they are set by Encode.
	Program string
	Saved   time.Time
	// Warnings are sentences for people about how the file was read.
	Warnings []string

	// Members that a newer program of the same file version wrote and this one does not know. They
	// are written again, so that nothing is lost on the way through this program.
	others, otherOptions map[string]json.RawMessage
}

// ShapeRef says which shape stands on a side.
type ShapeRef struct {
	// Ref is an absolute path or the name of an embedded shape, "sample:horse/2"; empty for
	// none.
	Ref string
	// Key identifies the content that was worked with (pipeline.Shape.Key), so that a file
	// that has changed since is noticed.
	Key             string
	Name            string
	Vertices, Faces int
	// Missing says that there is no such file where the session says, nor beside it.
	Missing bool
}

// Empty reports that a side has no shape.
func (r ShapeRef) Empty() bool { return r.Ref == "" }

// Layout is how the shapes share the view.
type Layout struct {
	Arrangement string `json:"arrangement,omitempty"` // side-by-side (default) | morph | overlay
	Alone       string `json:"alone,omitempty"`       // a | b: the side that fills the view
	Unlinked    bool   `json:"unlinked,omitempty"`    // the cameras turn each on its own
}

// NewDocument is an empty one.
func NewDocument() *Document {
	return &Document{Options: Defaults(), Cameras: [2]Camera{Unaimed, Unaimed}}
}

// Aimed reports whether its cameras are: a document that no window has shown has them as
// NewDocument makes them.
func (d *Document) Aimed() bool { return d.Cameras != NewDocument().Cameras }
