package pipeline

import (
	"sync"
	"time"
)

// Shares of a whole match by stage, from medians over the embedded pairs at 500
// samples, thorough. They only shape the progress bar and the estimate of time left.
const (
	spaceEnds   = 0.25
	solveEnds   = 0.65
	denseEnds   = 0.82
	surfaceEnds = 0.97
)

// reporter passes progress on: from one goroutine at a time, never falling back,
// at most thirty times a second except when a stage begins, a better plan comes
// or networks have learned (a solver sends those no faster either).
type reporter struct {
	mu    sync.Mutex
	to    func(Progress)
	start time.Time
	last  time.Time
	state Progress
}

func newReporter(to func(Progress)) *reporter {
	return &reporter{to: to, start: time.Now()}
}

func (r *reporter) report(stage string, fraction float64, change func(*Progress)) {
	if r == nil || r.to == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	news := stage != r.state.Stage
	r.state.Stage = stage
	r.state.Fraction = max(r.state.Fraction, min(fraction, 1))
	preview, training := r.state.Preview, r.state.Training
	r.state.Training, r.state.Pausable = nil, false // a look is told once
	if change != nil {
		change(&r.state)
		news = news || r.state.Preview != preview || r.state.Training != training
	}
	if !news && now.Sub(r.last) < time.Second/30 {
		return
	}
	r.last = now
	// The first moments say nothing about the speed of this machine.
	if elapsed := now.Sub(r.start); elapsed > 300*time.Millisecond && r.state.Fraction > 0.05 {
		r.state.Left = time.Duration(float64(elapsed) * (1 - r.state.Fraction) / r.state.Fraction)
	}
	r.to(r.state)
}

// span maps a stage's own fraction onto its part of the whole.
func span(from, to, fraction float64) float64 { return from + (to-from)*fraction }
