package gui

import (
	"fmt"
	"math"
	"sync"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/slicer/neural"
)

// thinned keeps at most limit values of a sequence of unknown length, evenly spread. It keeps every k-th value;
// when it is full, it drops every other value and doubles k. It is ready once limit (at least 2) is set.
type thinned[T any] struct {
	limit int
	items []T
	every int // k
	seen  int
}

func (t *thinned[T]) add(v T) {
	t.every = max(t.every, 1)
	if t.seen%t.every == 0 && len(t.items) == t.limit {
		kept := t.items[:0]
		for i := 0; i < len(t.items); i += 2 {
			kept = append(kept, t.items[i])
		}
		clear(t.items[len(kept):]) // so that the memory is freed
		t.items = kept
		t.every *= 2
	}
	if t.seen%t.every == 0 {
		t.items = append(t.items, v)
	}
	t.seen++
}

// Limits of a record: recordBytes for snapshots, so that a replay of many samples has fewer, and more
// points of curves than the chart can show.
const (
	recordBytes    = 32 << 20
	mostSnapshots  = 400
	leastSnapshots = 16
	curvePoints    = 1200
)

// snapshot is the slicer at one step of a training.
type snapshot struct {
	neural.Step
	pushX, pushY []float32 // as the networks computed them
	refined      bool      // pushX and pushY are improved by refinement, after that step
}

// record keeps a training, to be watched and replayed.
type record struct {
	x, y            *metric.Space
	run             int // the run of the training
	steps, restarts int
	snapshots       thinned[snapshot]
	last            snapshot // the newest, also where snapshots has left it out
	refined         snapshot // the last snapshot after refinement, while refinement goes on
	curve           thinned[neural.Step]
	// result is the result of the finished run; nil while the run learns, or if it ended without a result.
	result *solver.Result
}

// inbox collects looks at a training until the window has time for them. While the window is busy for long, the
// oldest looks are lost.
type inbox struct {
	mu    sync.Mutex
	looks []*pipeline.Training
}

// inboxLimit is some ten seconds of looks.
const inboxLimit = 300

// put adds a look; t may be nil.
func (b *inbox) put(t *pipeline.Training) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t == nil {
		return
	}
	if len(b.looks) == inboxLimit {
		b.looks = append(b.looks[:0], b.looks[1:]...)
	}
	b.looks = append(b.looks, t)
}

// take empties the box.
func (b *inbox) take() []*pipeline.Training {
	b.mu.Lock()
	defer b.mu.Unlock()
	looks := b.looks
	b.looks = nil
	return looks
}

func newRecord(t *pipeline.Training, run int) *record {
	each := 4 * (t.X.Len() + t.Y.Len())
	r := &record{x: t.X, y: t.Y, run: run, steps: t.Steps, restarts: max(t.Restarts, 1)}
	r.snapshots.limit = min(max(recordBytes/max(each, 1), leastSnapshots), mostSnapshots)
	r.curve.limit = curvePoints
	return r
}

// add records a look at the training.
func (r *record) add(t *pipeline.Training) {
	s := snapshot{Step: t.Step, pushX: convert[float32](t.PushX), pushY: convert[float32](t.PushY), refined: t.Refined}
	if t.Refined { // refinement is no step of the training and is not replayed
		r.refined = s
		return
	}
	r.last, r.refined = s, snapshot{}
	r.snapshots.add(r.last)
	for _, s := range t.Passed {
		r.curve.add(s)
	}
}

// keep is a finished record as a session keeps it. It shares the scores, which nobody changes.
func (r *record) keep() *session.Training {
	t := &session.Training{Steps: r.steps, Restarts: r.restarts}
	step := func(s neural.Step) session.TrainingStep {
		return session.TrainingStep{Restart: s.Restart, Step: s.Step, Temperature: s.Temperature, Soft: s.Soft, Hard: s.Hard}
	}
	for _, s := range r.curve.items {
		t.Curve = append(t.Curve, step(s))
	}
	if last := r.newest(); len(r.curve.items) == 0 || !sameStep(r.curve.items[len(r.curve.items)-1], last) {
		t.Curve = append(t.Curve, step(last)) // the curve is thinned
	}
	for i := range r.frames() {
		s := r.frame(i)
		t.Snapshots = append(t.Snapshots, session.TrainingSnapshot{TrainingStep: step(s.Step), PushX: s.pushX, PushY: s.pushY})
	}
	return t
}

// recordOf is the record of a match's training in a session; nil where the session has no record, or a
// record of other samples.
func recordOf(t *session.Training, m *pipeline.Match) *record {
	if t == nil || len(t.Snapshots) == 0 {
		return nil
	}
	r := &record{x: m.X, y: m.Y, run: restoredRun, steps: max(t.Steps, 1), restarts: max(t.Restarts, 1), result: m.Result}
	step := func(s session.TrainingStep) neural.Step {
		return neural.Step{Restart: s.Restart, Step: s.Step, Temperature: s.Temperature, Soft: s.Soft, Hard: s.Hard}
	}
	for _, s := range t.Curve {
		r.curve.items = append(r.curve.items, step(s))
	}
	for _, s := range t.Snapshots {
		if len(s.PushX) != m.X.Len() || len(s.PushY) != m.Y.Len() {
			return nil
		}
		r.last = snapshot{Step: step(s.TrainingStep), pushX: s.PushX, pushY: s.PushY}
		r.snapshots.items = append(r.snapshots.items, r.last)
	}
	return r
}

// restoredRun stands for the run of a record from a session, which is no run of this window.
const restoredRun = -1

// finish ends a record. The solver's trace replaces the curve: it also has the steps after the last look.
func (r *record) finish(result *solver.Result) {
	r.result, r.refined = result, snapshot{}
	if len(result.Trace) > 0 {
		r.curve = thinned[neural.Step]{limit: curvePoints}
		for _, s := range result.Trace {
			r.curve.add(s)
		}
	}
}

// newest is the last known step.
func (r *record) newest() neural.Step {
	if r.result != nil && len(r.result.Trace) > 0 {
		return r.result.Trace[len(r.result.Trace)-1]
	}
	if n := len(r.curve.items); r.run == restoredRun && n > 0 {
		return r.curve.items[n-1]
	}
	return r.last.Step
}

// live is the newest look at the training or the refinement.
func (r *record) live() snapshot {
	if r.refined.refined {
		return r.refined
	}
	return r.last
}

// frames is how many snapshots can be shown.
func (r *record) frames() int {
	n := len(r.snapshots.items)
	if n > 0 && !sameStep(r.snapshots.items[n-1].Step, r.last.Step) {
		n++
	}
	return n
}

// sameStep compares without the losses, which may be NaN.
func sameStep(a, b neural.Step) bool { return a.Restart == b.Restart && a.Step == b.Step }

// frame is snapshot i; the last one is the newest.
func (r *record) frame(i int) snapshot {
	if i < len(r.snapshots.items) {
		return r.snapshots.items[i]
	}
	return r.last
}

// pushForward is a snapshot for the picture.
func (r *record) pushForward(s snapshot) *present.PushForward {
	return &present.PushForward{X: r.x, Y: r.y, OfX: convert[float64](s.pushX), OfY: convert[float64](s.pushY)}
}

// after reports whether step a comes later than b.
func (r *record) after(a, b neural.Step) bool {
	return a.Restart > b.Restart || a.Restart == b.Restart && a.Step > b.Step
}

// along is the place of a step in the whole training, from 0 to 1.
func (r *record) along(s neural.Step) float64 {
	return float64(s.Restart*r.steps+s.Step) / math.Max(1, float64(r.steps*r.restarts-1))
}

// tell describes a step for people.
func (r *record) tell(s neural.Step) string {
	text := fmt.Sprintf("step %s of %s", count(s.Step+1), count(r.steps))
	if r.restarts > 1 {
		text += fmt.Sprintf(", start %d of %d", s.Restart+1, r.restarts)
	}
	return text
}

// convert changes the precision of numbers.
func convert[To, From float32 | float64](vs []From) []To {
	out := make([]To, len(vs))
	for i, v := range vs {
		out[i] = To(v)
	}
	return out
}
