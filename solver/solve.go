package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gwscope/internal/figures"
	"gwscope/internal/stages"
	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/slicer"
)

// Solve couples two spaces. The method [Neural] trains a slicer for the pair, see
// package slicer/neural; its plans are polished and judged like any others.
// [Anchored] matches by extremities, see package anchor. The method [Hierarchical],
// min-GSGW with the hierarchical slicer and a polish, works from coarse to fine:
//
//  1. slice the first samples under many liftings and polish promising plans;
//  2. add relatives of the best maps (mirror images, turns) by composition, and those in
//     which two limbs are exchanged;
//  3. judge the near-equal minima and take the most plausible to full size, and with thorough
//     effort the amortised matcher's match, where it knows such shapes;
//  4. polish and judge them there, and choose; of many samples (1500) only close calls are polished
//     there, after all have been polished and judged with the first 500;
//  5. where Settings.AnchorRule asks for it, let matches by extremities join the choice.
//
// With NoPolish nothing leaves the slicer's class; otherwise polish is conditional
// gradient, which ends in a local minimum of the loss over all plans.
//
// The same problem and seed give the same bits for any number of threads. When ctx
// ends, Solve returns the best plan so far with Status Cancelled and no error; the
// error says what is wrong with problem or settings.
func Solve(ctx context.Context, problem Problem, settings Settings) (*Result, error) {
	begin := time.Now()
	if err := settings.check(); err != nil {
		return nil, err
	}
	s, err := newSolve(problem, settings)
	if err != nil {
		return nil, err
	}
	defer s.report.close()
	if err := s.takeCard(); err != nil {
		return nil, err
	}
	defer s.card.close()
	if s.pinning, err = newPinning(ctx, problem, s.Pins, s.memory, s.threads); err != nil {
		return nil, err
	}
	if err := s.prepareFeatures(ctx); err != nil {
		return nil, err
	}
	found, err := s.Method.finder()(s, ctx)
	if err != nil {
		return nil, err
	}
	r := s.conclude(ctx, found)
	if err := s.inherit(ctx, r); err != nil {
		return nil, err
	}
	s.memory.keepJury(s.jury)
	r.Times.Solve = time.Since(begin)
	return r, nil
}

// check fills in defaults and refuses unknown values.
func (s *Settings) check() error {
	s.Method = cmp.Or(s.Method, Hierarchical)
	s.Effort = cmp.Or(s.Effort, Thorough)
	s.Flip = cmp.Or(s.Flip, FlipAuto)
	s.AnchorRule = cmp.Or(s.AnchorRule, AnchorsAuto)
	s.Backend = cmp.Or(s.Backend, AutoBackend)
	switch {
	case s.Method.finder() == nil:
		return fmt.Errorf("unknown method %q: use one of %s", s.Method, joined(Methods()))
	case s.Effort != Thorough && s.Effort != Fast:
		return fmt.Errorf("unknown effort %q: use %q or %q", s.Effort, Fast, Thorough)
	case s.Flip != FlipAuto && s.Flip != FlipDirect && s.Flip != FlipMirrored:
		return fmt.Errorf("unknown flip rule %q: use %q, %q or %q", s.Flip, FlipAuto, FlipDirect, FlipMirrored)
	case s.AnchorRule != AnchorsAuto && s.AnchorRule != AnchorsOn && s.AnchorRule != AnchorsOff:
		return fmt.Errorf("unknown rule for anchors %q: use %q, %q or %q", s.AnchorRule, AnchorsAuto, AnchorsOn, AnchorsOff)
	case s.Backend != AutoBackend && s.Backend != CPUBackend && s.Backend != GPUBackend:
		return fmt.Errorf("unknown backend %q: use %q, %q or %q", s.Backend, AutoBackend, CPUBackend, GPUBackend)
	}
	s.Alpha = cmp.Or(s.Alpha, 1)
	if !(s.Alpha > 0 && s.Alpha <= 1) {
		return fmt.Errorf("the weight α of GW beside the features is %g: use a number above 0, at most 1", s.Alpha)
	}
	if s.Alpha < 1 && s.Method == Anchored {
		return errors.New("matching by extremities has features of its own: set α to 1")
	}
	if s.Alpha < 1 && s.Method == Amortized {
		return errors.New("the amortised matcher has learned its features: set α to 1")
	}
	if s.Method == Neural {
		return s.Learning.check()
	}
	return nil
}

func joined(methods []Method) string {
	names := make([]string, len(methods))
	for k, m := range methods {
		names[k] = string(m)
	}
	return strings.Join(names, ", ")
}

// effort are the counts of a level of effort.
type effort struct {
	stages []stage // of the coarse search, each handing its minima to the next
	// Judged are this many minima of different matches and this many variants.
	keep, keepVariants int
	// Taken to full size are this many different ones, and this many variants of the best.
	different, variants int
	// And this many in which two limbs are exchanged.
	exchanged int
	// So many are polished with all samples where these are many.
	inFull int
}

// stage is one coarse search.
type stage struct {
	samples   int
	families  []family
	closureOf int // the best maps that are composed with each other
}

// extraFinishes is how many more candidates are tried when all end in one minimum.
const extraFinishes = 2

var efforts = map[Effort]effort{
	// A first look at other samples finds minima that the second would miss: half a
	// sample spacing is as good as another random start.
	Thorough: {stages: []stage{
		{samples: 100, families: fastFamilies, closureOf: 3},
		{samples: 150, families: thoroughFamilies, closureOf: 5},
	}, keep: 12, keepVariants: 12, different: 4, variants: 3, exchanged: 3, inFull: 4},
	Fast: {stages: []stage{{samples: 150, families: fastFamilies, closureOf: 3}}, keep: 8, keepVariants: 4, different: 2, exchanged: 2, inFull: 2},
}

// solve is one run of Solve.
type solve struct {
	Problem
	Settings
	effort  effort
	threads int
	full    *gw.Problem
	report  *reporter
	times   figures.Times

	// All samples in the embedding that the slicer works in.
	cloudX, cloudY slicer.Cloud
	jury           *jury

	features *features // of a fused objective, nil where it is GW² alone
	source   *anchors  // the source of its features, where those are extremities

	memory  *Memory
	pinning *pinning // nil without pins

	card     *card  // that multiplies large matrices, nil where none is wanted
	recalled string // the card whose products are in findings of an earlier solve; "": none are
	networks string // the card that ran networks; "": the processor did, or there were none
}

func newSolve(p Problem, set Settings) (*solve, error) {
	if p.X == nil || p.Y == nil {
		return nil, errors.New("a problem needs two spaces, source and target")
	}
	if set.Memory == nil {
		set.Memory = new(Memory)
	}
	full, err := set.Memory.problem(p)
	if err != nil {
		return nil, err
	}
	s := &solve{
		Problem: p, Settings: set, effort: efforts[set.Effort], threads: parallel.Threads(set.Threads),
		full: full, report: &reporter{call: set.Progress}, memory: set.Memory,
	}
	s.jury = s.memory.recallJury(p, set.Flip, s.threads)
	return s, nil
}

// kinship compares the solve's shapes.
func (s *solve) kinship() *kinship { return &kinship{s.X, s.Y, s.memory, s.threads} }

// hierarchical is the method.
func (s *solve) hierarchical(ctx context.Context) (*candidates, error) {
	finals, err := s.remembered(ctx)
	if err != nil {
		return nil, err
	}
	c := &candidates{judged: true}
	if c.finals, c.anchors, err = s.consult(ctx, finals); err != nil {
		return nil, err
	}
	if s.features != nil {
		c.tell = func(r *Result) {
			r.Notes = append([]string{s.noteOnObjective(s.full, r.Plan(), r.GW2())}, r.Notes...)
		}
	}
	return c, nil
}

// finals finds the near-equal minima at full size, the best first.
func (s *solve) finals(ctx context.Context) ([]final, error) {
	s.report.stage("slicing", 0)
	var minima, exchanged []minimum
	for k := range s.effort.stages {
		var err error
		if minima, exchanged, err = s.search(ctx, k, minima); err != nil {
			return nil, err
		}
	}
	candidates, take := s.shortlist(ctx, nearEqual(s.Y.Distances, minima, s.effort.keep, s.effort.keepVariants))
	// Those of exchanged limbs come beside the others and not in their place: some have a lower
	// loss and are wrong, such as a horse whose hind legs alone are taken for each other.
	first := slices.Clone(candidates[:take])
	for _, m := range distinct(s.Y.Distances, exchanged, s.effort.exchanged, sameCoarse) {
		first = append(first, candidate{minimum: m})
	}
	starts, lead := s.glance(ctx)
	for _, sigma := range starts {
		first = append(first, candidate{minimum: minimum{sigma: sigma}, learned: lead})
	}
	finals := s.finish(ctx, nil, first)
	// All of them may end in one minimum. A choice wants an alternative.
	for extra := 0; len(finals) < 2 && take < len(candidates) && extra < extraFinishes && ctx.Err() == nil; extra++ {
		finals = s.finish(ctx, finals, candidates[take:take+1])
		take++
	}
	return finals, nil
}

// search runs the k-th stage of the coarse search; minima are those of the stage
// before. It finds nothing when ctx ends. After the last stage, exchanged are minima that
// differ from those found by two limbs.
func (s *solve) search(ctx context.Context, k int, minima []minimum) (found, exchanged []minimum, err error) {
	ctx, end := stages.Begin(ctx, "coarse search")
	defer end()
	first, stage := k == 0, s.effort.stages[k]
	c := min(stage.samples, s.X.Len(), s.Y.Len())
	problem, err := newCoarse(leading(s.X.Distances, c), leading(s.Y.Distances, c), s.features.leading(c), s.Alpha)
	if err != nil {
		return nil, nil, err
	}
	search := &search{coarse: problem, polished: !s.NoPolish, threads: s.threads, workers: make([]worker, s.threads)}
	// The very first family also gives a plan to show and to fall back on, so a
	// cancelled context does not stop it.
	firstCtx := ctx
	if first {
		firstCtx = context.WithoutCancel(ctx)
	}
	starts, err := search.slice(firstCtx, stage.families[:1], s.Seed)
	if err != nil || len(starts) == 0 {
		return nil, nil, err
	}
	if first {
		s.showFirst(search, starts)
	}
	more, err := search.slice(ctx, stage.families[1:], s.Seed)
	if err != nil {
		return nil, nil, err
	}
	starts = slices.Concat(search.carry(ctx, minima), search.exhaust(), starts, more)
	if ctx.Err() != nil {
		return nil, nil, nil
	}
	search.x, search.y = s.jury.levels(c)
	share := 0.45 / float64(len(s.effort.stages))
	minima = search.explore(ctx, starts, func(done int) {
		s.report.stage(fmt.Sprintf("polishing slicing %d of %d", done, len(starts)), share*(float64(k)+0.9*float64(done)/float64(len(starts))))
	})
	s.report.stage("looking for mirror images and turns", share*(float64(k)+0.9))
	minima = search.close(ctx, minima, stage.closureOf)
	if k == len(s.effort.stages)-1 && !s.steered() { // pins and marked extremities settle which limb is which
		exchanged = search.exchange(ctx, minima, stage.closureOf)
	}
	slicing, polish := search.times()
	s.times.Slicing += slicing
	s.times.Polish += polish
	return minima, exchanged, nil
}

// showFirst reports a first plan: the slicing of least loss, at full size.
func (s *solve) showFirst(search *search, starts []start) {
	begin := time.Now()
	f := search.families[0]
	s.cloudX, s.cloudY = extend(f.x, s.X.Distances, s.X.Weights), extend(f.y, s.Y.Distances, s.Y.Weights)
	best := starts[0] // of the first family, sorted by loss
	lifted := slicer.Procrustes(f.x, f.y, order.Natural(len(best.sigma)), best.sigma, f.x.Weights).Apply(s.cloudX)
	plan := new(slicer.Slicer).Slice(lifted, s.cloudY, f.cuts).Plan(s.X.Weights, s.Y.Weights)
	s.report.plan(plan, s.full.Loss(plan))
	s.times.Slicing += time.Since(begin)
}
