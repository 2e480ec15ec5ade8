package session

import "time"

// The defaults of a [History].
const (
	// mostSteps are more than a person goes back, and of a few kilobytes each.
	mostSteps = 200
	// onePull is how long a hand may rest on a slider without beginning a new step.
	onePull = time.Second
)

// Change is an action of a person, for menus and for joining.
type Change struct {
	Name string // "Samples", "Landmark"
	// Kind joins: steps of the same kind that follow each other closely, as those of a
	// slider that is dragged, become one. Empty joins with nothing.
	Kind string
	// Lasting joins with the last step of its kind however long ago that was.
	Lasting bool
}

// History is the line of changes of a state, which is a struct whose values are never
// written again once they were handed over. It remembers changes and not whole
// states: undoing a step gives the fields that it changed their earlier values back and
// leaves all others as they are by now, so that a change without a step
// (see [History.Amend]) is not undone along with it.
type History[S any] struct {
	Limit int           // steps kept at most; default 200
	Pause time.Duration // between changes that may become one step; default 1 s

	now   S
	steps []step[S]
	at    int // steps before this one are done, those from it on undone
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

// Record makes next the present state, by a step. Undone steps are gone then.
// A state that is no other is no step.
func (h *History[S]) Record(next S, c Change, at time.Time) {
	if len(Differences(h.now, next)) == 0 {
		return
	}
	clear(h.steps[h.at:])
	h.steps = h.steps[:h.at]
	if h.joins(c, at) {
		s := &h.steps[h.at-1]
		s.to, s.Name = Merge(s.to, h.now, next), c.Name
		if len(Differences(s.from, s.to)) == 0 { // back where it began
			h.drop(h.at-1, h.at)
			h.at--
		}
	} else {
		h.steps = append(h.steps, step[S]{c, h.now, next})
		h.at++
		if extra := len(h.steps) - max(h.Limit, 1); extra > 0 {
			h.drop(0, extra)
			h.at -= extra
		}
	}
	h.now, h.last = next, at
}

// drop takes steps out and lets go of their states.
func (h *History[S]) drop(from, to int) {
	kept := append(h.steps[:from], h.steps[to:]...)
	clear(h.steps[len(kept):])
	h.steps = kept
}

// joins reports whether a change continues the last step.
func (h *History[S]) joins(c Change, at time.Time) bool {
	if c.Kind == "" || h.at == 0 || h.steps[h.at-1].Kind != c.Kind || h.last.IsZero() {
		return false
	}
	return c.Lasting || at.Sub(h.last) <= h.Pause
}

// Amend makes next the present state without a step: something that no person did, and
// that undoing leaves alone.
func (h *History[S]) Amend(next S) { h.now = next }

// Undo takes the last step back and returns the state that this makes present.
func (h *History[S]) Undo() (S, bool) {
	if h.at == 0 {
		return h.now, false
	}
	h.at--
	s := h.steps[h.at]
	h.now, h.last = Merge(h.now, s.to, s.from), time.Time{} // nothing joins a step that was come back to
	return h.now, true
}

// Redo takes the step again that was undone last.
func (h *History[S]) Redo() (S, bool) {
	if h.at == len(h.steps) {
		return h.now, false
	}
	s := h.steps[h.at]
	h.at++
	h.now, h.last = Merge(h.now, s.from, s.to), time.Time{}
	return h.now, true
}

// Next are the names of the next steps of Undo and Redo, empty where there is none.
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
