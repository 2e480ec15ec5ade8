package pipeline

import (
	"sync"
	"time"

	"gwscope/app/session"
	"gwscope/solver"
)

// shares are the fractions of the whole at which the stages of a match end, from medians over the
// embedded pairs at 500 samples. They only serve the progress bar and the estimate of time left.
type shares struct{ space, solve, dense, surface float64 }

// sharesOf are the shares of a match: a fast solve has a small one, and a map alone has no surface.
func sharesOf(o session.Options) shares {
	s := shares{0.08, 0.42, 0.58, 0.97}
	if o.Effort == string(solver.Fast) || o.Method == string(solver.Amortized) {
		s = shares{0.06, 0.11, 0.32, 0.97}
	}
	if o.Surface == session.MapAlone {
		s = shares{s.space / s.dense, s.solve / s.dense, 0.97, 0.97}
	}
	return s
}

// reporter passes progress on, from one goroutine at a time, with a fraction that never falls. It
// reports thirty times a second at most, and always when a stage begins, a better plan comes or
// networks have learned (a solver does not send these more often either).
type reporter struct {
	shares
	mu    sync.Mutex
	to    func(Progress)
	now   func() time.Time
	start time.Time
	last  time.Time // of the last report that was passed on
	state Progress
	// entered are the times at which the stages began, zero before.
	entered [stageCount]time.Time
}

func newReporter(to func(Progress), o session.Options) *reporter {
	r := &reporter{shares: sharesOf(o), to: to, now: time.Now, start: time.Now()}
	r.entered[0] = r.start
	return r
}

func (r *reporter) report(stage string, fraction float64, change func(*Progress)) {
	if r == nil || r.to == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	news := stage != r.state.Stage
	r.state.Stage = stage
	r.state.Fraction = max(r.state.Fraction, min(fraction, 1))
	at := r.enter(now)
	preview, training := r.state.Preview, r.state.Training
	r.state.Training, r.state.Pausable = nil, false // they are reported once
	if change != nil {
		change(&r.state)
		news = news || r.state.Preview != preview || r.state.Training != training
	}
	if !news && now.Sub(r.last) < time.Second/30 {
		return
	}
	r.last = now
	// The first moments say nothing about the speed of this machine.
	if now.Sub(r.start) > 300*time.Millisecond {
		r.state.Left = r.left(now, at)
	}
	r.to(r.state)
}

// show passes a preview on.
func (r *reporter) show(p *Preview) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Preview, r.state.Training, r.last = p, nil, r.now()
	r.to(r.state)
}

// stageCount is the number of stages of a match, with the writing of files.
const stageCount = 5

// A stage that takes less than atOnce was kept from another match, and says nothing about the speed
// of the rest. Once the share ownFrom of a stage is done, it says how long all of it will take.
const (
	atOnce  = 50 * time.Millisecond
	ownFrom = 0.1
)

// begins are the fractions at which the stages begin.
func (r *reporter) begins() [stageCount]float64 {
	return [stageCount]float64{0, r.shares.space, r.shares.solve, r.shares.dense, r.shares.surface}
}

// enter notes the beginning of stages, and returns the present one.
func (r *reporter) enter(now time.Time) (at int) {
	for k, begin := range r.begins() {
		if r.state.Fraction >= begin {
			if at = k; r.entered[k].IsZero() {
				r.entered[k] = now
			}
		}
	}
	return at
}

// solving is the stage whose time says least about that of the others: it depends on the shapes.
const solving = 1

// left estimates the time left; 0 where it cannot. The present stage is judged by its own progress,
// later stages by the time of the stages so far. Of these the solve counts only where no other does.
func (r *reporter) left(now time.Time, at int) time.Duration {
	f, begins := r.state.Fraction, r.begins()
	end := 1.0
	if at+1 < stageCount {
		end = begins[at+1]
	}
	var spent, share, solved, solveShare float64 // of the stages that took time
	for k := range at {
		took, part := r.entered[k+1].Sub(r.entered[k]), begins[k+1]-begins[k]
		switch {
		case took < atOnce:
		case k == solving:
			solved, solveShare = took.Seconds(), part
		default:
			spent, share = spent+took.Seconds(), share+part
		}
	}
	own, known := now.Sub(r.entered[at]).Seconds(), (f-begins[at])/max(end-begins[at], 1e-9)
	whole := 0.0 // of the present stage
	switch {
	case known >= ownFrom && own >= atOnce.Seconds():
		whole = own / known
		if at == solving {
			solved, solveShare = whole, end-begins[at]
		} else {
			spent, share = spent+whole, share+end-begins[at]
		}
	case share+solveShare == 0:
		return 0
	}
	if share == 0 {
		spent, share = solved, solveShare
	}
	if whole == 0 {
		whole = spent / share * (end - begins[at])
	}
	left := max(whole-own, 0) + spent/share*(1-end)
	return time.Duration(left * float64(time.Second))
}

// span maps a stage's own fraction onto its part of the whole.
func span(from, to, fraction float64) float64 { return from + (to-from)*fraction }
