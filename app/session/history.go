package session

import (
	"slices"
	"time"
)

// The defaults of a [History].
const (
	// mostSteps is more than people undo; each step takes a few kilobytes.
	mostSteps = 200
	// onePull is the longest rest within one pull of a slider.
	onePull = time.Second
)

// Change is an action of a person.
type Change struct {
	Name string // for menus: "Samples", "Landmark"
	// Kind joins changes: those of the same kind that follow each other closely, as while a
	// slider is dragged, become one step. A change with an empty kind is not joined.
	Kind string
	// Lasting joins with the last step of the same kind after any time.
	Lasting bool
}

// History has the changes of a state, a struct whose values nobody changes after handing them
// over. It works on changes, not on whole states: undoing a step gives the fields that the step
// changed their earlier values back, and leaves all others. So a change without a step (see
// [History.Amend]) is not undone with it.
type History[S any] struct {
	Limit int           // steps kept at most; default 200
	Pause time.Duration // between changes that may become one step; default 1 s

	now   S
	steps []step[S]
	at    int // steps before this index are done, the others undone
	last  time.Time
}

// step leads from one state to the next.
type step[S any] struct {
	Change
	from, to S
}

// NewHistory begins at a state.
func NewHistory[S any](first S) *History[S] {
	return &History[S]{Limit: mostSteps, Pause: onePull, now: first}
}

// Now is the present state.
func (h *History[S]) Now() S { return h.now }

// Record makes next the present state, by a step, and forgets undone steps. A state without
// differences makes no step.
func (h *History[S]) Record(next S, c Change, at time.Time) {
	if len(Differences(h.now, next)) == 0 {
		return
	}
	h.steps = slices.Delete(h.steps, h.at, len(h.steps)) // and their states with them
	if h.joins(c, at) {
		s := &h.steps[h.at-1]
		s.to, s.Name = Merge(s.to, h.now, next), c.Name
		if len(Differences(s.from, s.to)) == 0 { // back where it began
			h.at--
			h.steps = slices.Delete(h.steps, h.at, h.at+1)
		}
	} else {
		h.steps = append(h.steps, step[S]{c, h.now, next})
		h.at++
		if extra := len(h.steps) - max(h.Limit, 1); extra > 0 {
			h.steps = slices.Delete(h.steps, 0, extra)
			h.at -= extra
		}
	}
	h.now, h.last = next, at
}

// joins reports whether a change continues the last step.
func (h *History[S]) joins(c Change, at time.Time) bool {
	if c.Kind == "" || h.at == 0 || h.steps[h.at-1].Kind != c.Kind || h.last.IsZero() {
		return false
	}
	return c.Lasting || at.Sub(h.last) <= h.Pause
}

// Amend makes next the present state without a step: a change that no person made, and that
// undoing leaves alone.
func (h *History[S]) Amend(next S) { h.now = next }

// Undo takes the last step back and returns the state after that.
func (h *History[S]) Undo() (S, bool) {
	if h.at == 0 {
		return h.now, false
	}
	h.at--
	s := h.steps[h.at]
	h.now, h.last = Merge(h.now, s.to, s.from), time.Time{} // the next change begins a new step
	return h.now, true
}

// Redo makes the step again that was undone last, and returns the state after that.
func (h *History[S]) Redo() (S, bool) {
	if h.at == len(h.steps) {
		return h.now, false
	}
	s := h.steps[h.at]
	h.at++
	h.now, h.last = Merge(h.now, s.from, s.to), time.Time{}
	return h.now, true
}

// Next are the names of the steps that Undo and Redo would take, empty where there is none.
func (h *History[S]) Next() (undo, redo string) {
	if h.at > 0 {
		undo = h.steps[h.at-1].Name
	}
	if h.at < len(h.steps) {
		redo = h.steps[h.at].Name
	}
	return undo, redo
}

// Reset forgets all steps and begins again at a state.
func (h *History[S]) Reset(first S) {
	h.steps, h.at, h.now, h.last = nil, 0, first, time.Time{}
}
