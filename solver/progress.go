package solver

import (
	"sync"
	"time"

	"gwscope/solver/gw"
	"gwscope/solver/slicer/neural"
)

// reportEvery keeps progress below 30 reports a second.
const reportEvery = time.Second / 29

// reporter passes progress on to Settings.Progress: one call at a time, not too
// often, the fraction never falling, none after close. All its methods may be
// called from several goroutines.
type reporter struct {
	mu     sync.Mutex
	call   func(Progress)
	now    Progress
	last   time.Time
	closed bool
	shown  bool          // some plan was reported
	passed []neural.Step // of a training, since the last look at it
}

// stage names the work that goes on and says how far the whole solve is.
func (r *reporter) stage(stage string, fraction float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if stage != "" {
		r.now.Stage = stage
	}
	r.now.Fraction = max(r.now.Fraction, min(fraction, 1))
	r.send()
}

// plan offers a plan; it becomes the best one if its loss is lower.
func (r *reporter) plan(p *gw.Plan, gw2 float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.Best == nil || gw2 < r.now.GW2 {
		r.now.Best, r.now.GW2 = p, gw2
		r.send()
	}
}

// choose makes a plan the best one whatever its loss, for among minima it is not
// the loss that decides.
func (r *reporter) choose(p *gw.Plan, gw2 float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Best, r.now.GW2 = p, gw2
	r.send()
}

func (r *reporter) send() {
	if r.call == nil || r.closed {
		return
	}
	// Somebody waits for the first plan: it is not held back.
	first := r.now.Best != nil && !r.shown
	if !first && !r.last.IsZero() && time.Since(r.last) < reportEvery {
		return
	}
	r.shown = r.shown || first
	r.last = time.Now()
	r.call(r.now)
}

// close ends all reporting; when it returns, no call is going on or will come.
func (r *reporter) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
}

// best is the plan last accepted.
func (r *reporter) best() (p *gw.Plan, gw2 float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now.Best, r.now.GW2
}
