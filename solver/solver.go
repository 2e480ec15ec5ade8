package solver

import (
	"context"
	"math"

	"gwscope/internal/figures"
	"gwscope/solver/amortized"
	"gwscope/solver/anchor"
	"gwscope/solver/baseline"
	"gwscope/solver/correspond"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/slicer/neural"
)

// Problem is a pair of spaces to couple, X the source and Y the target.
type Problem struct {
	X, Y *metric.Space
}

// Method names a way to solve.
type Method string

// Hierarchical is min-GSGW with the hierarchical slicer (package slicer).
const Hierarchical Method = "hierarchical"

// Effort trades time for certainty.
type Effort string

// The two levels of effort.
const (
	Thorough Effort = "thorough" // default
	Fast     Effort = "fast"
)

// FlipRule says which of the mirrored near-equal minima is wanted.
type FlipRule string

// Auto chooses by score; Direct and Mirrored restrict the choice by orientation.
const (
	FlipAuto     FlipRule = "auto" // default
	FlipDirect   FlipRule = "direct"
	FlipMirrored FlipRule = "mirrored"
)

// Settings of a solve. The zero value works: hierarchical, thorough, polished,
// automatic flip, seed 0, as many threads as processors, no progress.
type Settings struct {
	Method   Method
	Effort   Effort
	NoPolish bool // keep the slicer's own plan
	Flip     FlipRule
	// AnchorRule says when the method Hierarchical also matches by extremities.
	AnchorRule AnchorRule
	// Pins are pairs of places that the match has to honour: its maps do, to within the
	// spacing of the samples. They count as extremities whose partners are known, and
	// matches that disagree with them are dropped.
	Pins []Pin
	// TipsX and TipsY are extremities that somebody has set, at most seven on each shape;
	// nil: find them.
	TipsX, TipsY []anchor.Extremity
	// Memory, if set, keeps the work that solves of this problem have in common.
	Memory  *Memory
	Seed    uint64
	Threads int
	// Backend is the device of networks and of large matrix products: AutoBackend (default), CPUBackend or
	// GPUBackend. Device opens the graphics card; nil where there is none.
	Backend string
	Device  OpenDevice
	// Learning is for the method Neural; its Start also for rivals that take one.
	Learning Learning
	// Matcher is the method Amortized's; nil: the one that the program carries.
	Matcher *amortized.Weights
	// Alpha in (0, 1] makes the objective fused, (1-α) of features beside α of GW², where
	// the method can; 0 stands for 1. Features names the compared features; default feature.Profile.
	Alpha    float64
	Features feature.Set
	// Baseline has the parameters of the rivals.
	Baseline baseline.Parameters
	// Progress, if set, is called from one goroutine at a time, at most 30 times a
	// second (the first plan comes at once), never after Solve has returned. It must
	// not block.
	Progress func(Progress)
}

// Progress is a look at a running solve.
type Progress struct {
	Stage    string  // for people: "polishing candidate 5 of 8"
	Fraction float64 // of the whole solve, 0 to 1, never falling
	GW2      float64 // of Best
	// Best is the best plan so far, nil before the first; a new one is a new
	// pointer and is never written again.
	Best *gw.Plan
	// Training is a look at the networks while they learn, and at the changes that refinement makes to
	// their scores; nil otherwise.
	Training *Training
	// Pausable says that Learning.Hold can hold the work.
	Pausable bool
}

// Status says how a solve ended.
type Status = gw.Status

// A solve ends converged, at its iteration limit, or cancelled.
const (
	Converged      = gw.Converged
	IterationLimit = gw.IterationLimit
	Cancelled      = gw.Cancelled
)

// Result of a solve.
type Result struct {
	figures.Outcome
	// Alternatives are the near-equal minima in order of score, the chosen one first.
	Alternatives []Alternative
	// Slicer is the plan that sorting alone gave for the chosen candidate, before polish.
	Slicer *gw.Plan
	// Source and target push-forward values (n and m): sorting both gives Slicer.
	PushX, PushY []float64
	Status       Status
	Times        figures.Times // of the stages of a solve
	Seed         uint64
	// Stopgap says that the context ended before the method had a plan of its own: Plan is
	// the sort by mean distance, which needs no search, and says nothing of the method.
	Stopgap bool
	// Trace is the record of a training, one line a step.
	Trace []neural.Step
	// Part are the points that the plan leaves out, where only a share of the mass was to be matched
	// (Settings.Baseline.Partial); nil elsewhere. The loss is then that of [gw.Partial].
	Part *Part
	// Anchors are the extremities, where the method or Settings.AnchorRule asked for
	// them; nil elsewhere.
	Anchors *Anchors
}

// Plan is the chosen plan; nil where there is none.
func (r *Result) Plan() *gw.Plan {
	if len(r.Alternatives) == 0 {
		return nil
	}
	return r.Alternatives[0].Plan
}

// GW2 is the loss of the chosen plan; NaN where there is none.
func (r *Result) GW2() float64 {
	if len(r.Alternatives) == 0 {
		return math.NaN()
	}
	return r.Alternatives[0].GW2
}

// CloseCall is the margin below which the choice of a minimum is a close call: the solver
// then asks extremities, too. On pairs of one species and known truth nearly all wrong
// choices stay below it, and few right ones do; of two species some wrong ones are above it
// (see [Anchored]). People are told a probability instead, see package verdict.
const CloseCall = 0.4

// Alternative is one minimum of the GW loss.
type Alternative struct {
	Plan  *gw.Plan
	GW2   float64
	Score float64 // least is best
	// SnappedXToY is, for each sample of X, the point of Y's Domain that fits best
	// (n); SnappedYToX the other way (m). They are better maps than the plan itself.
	SnappedXToY, SnappedYToX []int32
	// Orientation is the share of nearby triples that keep their orientation about
	// the outward normal: 1 direct, 0 mirrored, NaN where there are no normals.
	Orientation float64
	// Rigidity is the residual R of neighbourhoods under their best proper
	// rotation, in Domain units (least is best).
	Rigidity float64
	// Match is the finding of matching by extremities; nil for other alternatives.
	Match *anchor.Match
	// Symmetry says how it differs from the chosen match by a symmetry of a shape, such as
	// "half turn about the long axis"; "" where it does not. Joined says that it comes from
	// there alone, and no search found it. See [Join].
	Symmetry string
	Joined   bool
	// foreign says that the shapes are of different species by the criterion of Anchored.
	foreign bool
	pins    []Pin
}

// Dense extends the alternative to whole shapes, both ways: by [correspond.Dense], or
// where it was matched by extremities across species, as the match says
// ([correspond.DenseIn]), for refinement towards an isometry would lead away from it.
func (a Alternative) Dense(ctx context.Context, x, y *metric.Space, opt correspond.DenseOptions) (xToY, yToX *correspond.SurfaceMap, err error) {
	opt.Pins = append(opt.Pins[:len(opt.Pins):len(opt.Pins)], densePins(a.pins)...)
	if a.Match == nil || !a.foreign {
		return correspond.Dense(ctx, x, y, a.SnappedXToY, a.SnappedYToX, opt)
	}
	rowsX, rowsY, err := a.Match.Rows(ctx, x.Known(), y.Known(), opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	return correspond.DenseIn(ctx, x, y, rowsX, rowsY, a.SnappedXToY, a.SnappedYToX, opt)
}

// Figures are the figures of the alternative.
func (a Alternative) Figures() figures.Minimum {
	return figures.Minimum{GW2: figures.Number(a.GW2), Score: figures.Number(a.Score), Orientation: figures.Number(a.Orientation), Rigidity: figures.Number(a.Rigidity), Symmetry: a.Symmetry, Joined: a.Joined}
}

// AlternativeOf is an alternative of these figures, without a plan.
func AlternativeOf(f figures.Minimum) Alternative {
	return Alternative{GW2: float64(f.GW2), Score: float64(f.Score), Orientation: float64(f.Orientation), Rigidity: float64(f.Rigidity), Symmetry: f.Symmetry, Joined: f.Joined}
}

// Direct reports whether the alternative keeps orientation.
func (a Alternative) Direct() bool { return !(a.Orientation < 0.5) }
