package solver

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"gwscope/solver/slicer/neural"
)

// Neural is the paper's min-GSGW: slicer and lifting are networks that are trained
// for the pair (package slicer/neural).
const Neural Method = "neural"

// Start says where a training begins.
type Start string

// FromScratch begins with random networks. FromHierarchical begins with the plans
// of the hierarchical slicer, improves them by refinement, and finds the network
// that represents them; it never ends worse than it began.
const (
	FromScratch      Start = "scratch" // default
	FromHierarchical Start = "hierarchical"
)

// Learning are the settings of the method Neural. The zero value is the preset
// Best from scratch.
type Learning struct {
	Preset neural.Preset // default neural.Best
	Start  Start         // default FromScratch; the paper's presets know no other
	Steps  int           // of each restart; default 0, the preset's own
	// Slicers and Input change the preset: which slicers (default neural.Dependent), and
	// their input (default "preset"; "embedding", "coordinates", "profile").
	Slicers neural.Slicers
	Input   string
	// NoRefine keeps the plan of training alone: Best then looks for no relatives and refines
	// nothing. A start from the hierarchical slicer is refinement, and other slicers than
	// neural.Dependent, which it would make alike, are never refined.
	NoRefine bool
	// Hold, if set, is called many times in a training step and in a refinement, by several
	// goroutines at once, and may wait, so that a person can pause them. It returns at once
	// when the context ends.
	Hold func(context.Context)
}

func (l *Learning) check() error {
	l.Preset = cmp.Or(l.Preset, neural.Best)
	l.Start = cmp.Or(l.Start, FromScratch)
	l.Slicers = cmp.Or(l.Slicers, neural.Dependent)
	if _, err := l.settings(); err != nil {
		return err
	}
	switch {
	case l.Start == FromHierarchical && l.Slicers != neural.Dependent:
		return fmt.Errorf("slicers %q are trained from scratch: use the start %q, or the slicers %q", l.Slicers, FromScratch, neural.Dependent)
	case l.Start == FromHierarchical && l.NoRefine:
		return fmt.Errorf("a start from the hierarchical slicer is refined: use the start %q, or do not switch refinement off", FromScratch)
	case l.Start != FromScratch && l.Start != FromHierarchical:
		return fmt.Errorf("unknown start %q: use %q or %q", l.Start, FromScratch, FromHierarchical)
	case l.Start == FromHierarchical && l.Preset != neural.Best:
		return fmt.Errorf("preset %q is the paper's and starts from scratch: use the start %q, or the preset %q", l.Preset, FromScratch, neural.Best)
	case l.Steps < 0:
		return fmt.Errorf("a training of %d steps is not possible: use 1 or more, or 0 for the preset's own number", l.Steps)
	}
	return nil
}

// settings are the settings of the preset with the changes of Learning.
func (l *Learning) settings() (neural.Settings, error) {
	s, err := l.Preset.Of()
	if err != nil {
		return s, err
	}
	s.Steps = cmp.Or(l.Steps, s.Steps)
	return s, cmp.Or(s.Use(l.Slicers), s.See(l.Input))
}

// Training is a look at networks while they learn; it is never written again.
type Training struct {
	neural.Step
	// Passed are all steps since the last look, this one included.
	Passed          []neural.Step
	Steps, Restarts int
	// Refined: the training is over, Step its last with Hard of the scores below, which
	// refinement has improved.
	Refined bool
	// PushX and PushY are the push-forward values (n and m): sorting both gives the
	// present hard plan.
	PushX, PushY []float64
}

// training passes on a look at the networks, if it is time for one.
func (r *reporter) training(t neural.Report, steps, restarts int, stage string, fraction float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Stage = stage
	r.now.Fraction = max(r.now.Fraction, min(fraction, 1))
	if t.Best != nil && (r.now.Best == nil || t.GW2 < r.now.GW2) {
		r.now.Best, r.now.GW2 = t.Best, t.GW2
	}
	if r.call == nil || r.closed {
		return
	}
	r.passed = append(r.passed, t.Step)
	if !r.last.IsZero() && time.Since(r.last) < reportEvery {
		return // copying the scores for nobody would cost more than the step
	}
	r.now.Training = &Training{Step: t.Step, Passed: r.passed, Steps: steps, Restarts: restarts,
		PushX: append([]float64(nil), t.PushX...), PushY: append([]float64(nil), t.PushY...)}
	r.send()
	r.now.Training, r.passed = nil, nil
}

// refined passes on a look at scores that refinement has improved, if it is time for one.
// last is the last step of the training.
func (r *reporter) refined(o neural.Outcome, last neural.Step, steps, restarts int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.call == nil || r.closed || !r.last.IsZero() && time.Since(r.last) < reportEvery {
		return
	}
	last.Hard = o.GW2
	r.now.Training = &Training{Step: last, Steps: steps, Restarts: restarts, Refined: true, PushX: o.PushX, PushY: o.PushY}
	r.send()
	r.now.Training = nil
}

// pausable says from now on whether the work can be held.
func (r *reporter) pausable(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Pausable = on
}
