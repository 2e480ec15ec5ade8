package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"gwscope/app/gpu"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/baseline"
	"gwscope/solver/correspond"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/nn"
	"gwscope/solver/slicer/neural"
	"gwscope/solver/verdict"
)

// ErrCancelled reports a match that was stopped before any plan was found.
var ErrCancelled = errors.New("cancelled before a first plan was found")

// Match matches two loaded shapes. Progress may be nil; it is called from one
// goroutine at a time and never after Match has returned.
//
// When ctx ends after a first plan was found, Match goes on to the maps of the
// best plan so far, quickly and without looking further, and returns them with
// Result.Status Cancelled; before that it returns [ErrCancelled].
func (e *Engine) Match(ctx context.Context, a, b *Shape, opt session.Options, truth *correspond.Truth, progress func(Progress)) (*Match, error) {
	if err := fits(a, b, opt); err != nil {
		return nil, err
	}
	rep := newReporter(progress)
	p, err := e.prepare(ctx, a, b, opt, rep)
	if err != nil {
		return nil, err
	}
	return e.matchPrepared(ctx, p, opt, truth, rep, nil)
}

// fits says what a method cannot do for the size of the shapes, or without weights: now,
// and not after all distances are measured.
func fits(a, b *Shape, opt session.Options) error {
	if opt.Method == string(solver.Amortized) {
		return canMatch(opt)
	}
	method, err := baseline.Find(opt.Method)
	if err != nil { // one of our slicers, which take any size
		return nil
	}
	return method.AcceptsSize(min(opt.Samples, len(a.Mesh.Vertices)), min(opt.Samples, len(b.Mesh.Vertices)))
}

// Choose is m with the maps of one of its alternatives that a person chose.
func (e *Engine) Choose(ctx context.Context, m *Match, k int, truth *correspond.Truth, progress func(Progress)) (*Match, error) {
	if k < 0 || k >= len(m.Result.Alternatives) {
		return nil, fmt.Errorf("there is no alternative %d; the solver found %d", k+1, len(m.Result.Alternatives))
	}
	other := *m
	rep := newReporter(progress)
	if other.incomplete(k) {
		if err := e.solveAgain(ctx, &other, k, rep); err != nil {
			return nil, err
		}
	}
	other.Chosen, other.ChosenBy = k, ByPerson
	if err := e.finish(ctx, ctx, &other, truth, rep); err != nil {
		return nil, err
	}
	return &other, nil
}

// spacesOf fills X and Y, both at once: sampling is a sequential walk, so two
// shapes use two cores better than one shape with two threads.
func (e *Engine) spacesOf(ctx context.Context, m *Match, rep *reporter) error {
	var wg routine.Group
	var spaces [2]*metric.Space
	var errs [2]error
	var fractions [2]float64
	var mu sync.Mutex
	asked := measures(m.A, m.B, m.Options)
	for side, s := range []*Shape{m.A, m.B} {
		wg.Go(func() {
			name := [2]string{"A", "B"}[side]
			spaces[side], errs[side] = e.space(ctx, s, m.Options, asked[side], func(f float64) {
				mu.Lock()
				fractions[side] = f
				both := (fractions[0] + fractions[1]) / 2
				mu.Unlock()
				rep.report("measuring distances", span(0, spaceEnds, both), nil)
			})
			if errs[side] != nil {
				errs[side] = fmt.Errorf("shape %s (%s): %w", name, s.Mesh.Name, errs[side])
			}
		})
	}
	wg.Wait()
	m.X, m.Y = spaces[0], spaces[1]
	return errors.Join(errs[:]...)
}

func (e *Engine) space(ctx context.Context, s *Shape, opt session.Options, asked measure, progress func(float64)) (*metric.Space, error) {
	key := spaceKey(s, opt, asked)
	if sp, ok := e.spaces.get(key); ok {
		progress(1)
		return sp, nil
	}
	kind, err := metric.ParseKind(asked.distances)
	if err != nil {
		return nil, err
	}
	weights, err := metric.ParseWeights(opt.Weights)
	if err != nil {
		return nil, err
	}
	d, err := s.Domain(opt)
	if err != nil {
		return nil, err
	}
	sp, err := metric.NewSpace(ctx, d, metric.SpaceOptions{Samples: opt.Samples, Kind: kind, Weights: weights,
		Seed: asked.seed, Threads: opt.Threads, Progress: progress})
	if err != nil {
		return nil, err
	}
	e.spaces.put(key, sp)
	return sp, nil
}

func (e *Engine) solve(ctx context.Context, m *Match, rep *reporter) error {
	opt := m.Options
	key := e.solveKeyOf(m)
	start := time.Now()
	if r, ok := e.solves.get(key); ok {
		m.Result = r
	} else {
		matcher, err := matcherOf(opt)
		if err != nil {
			return err
		}
		var best *gw.Plan
		settings := solver.Settings{Matcher: matcher, Method: solver.Method(opt.Method), Effort: solver.Effort(opt.Effort),
			NoPolish: !polishes(opt), Flip: solver.FlipRule(opt.Flip), AnchorRule: solver.AnchorRule(opt.Anchors), Seed: opt.Seed, Threads: opt.Threads,
			Alpha: opt.Alpha, Features: feature.Set(opt.Features),
			Baseline: Parameters(opt),
			Learning: solver.Learning{Preset: neural.Preset(opt.Preset), Start: solver.Start(opt.Start), Steps: opt.Steps, Backend: opt.Backend,
				Slicers: neural.Slicers(opt.Slicers), Input: opt.Input, NoRefine: !opt.Refine,
				Device: func() (nn.Backend, bool, error) { return gpu.Open(e.Main) }, Hold: holdOf(ctx)},
			Progress: func(p solver.Progress) {
				rep.report(p.Stage, span(spaceEnds, solveEnds, p.Fraction), func(state *Progress) {
					state.GW2, state.Pausable = p.GW2, p.Pausable
					if p.Training != nil {
						state.Training = &Training{X: m.X, Y: m.Y, Training: p.Training}
					}
					if p.Best != nil && p.Best != best {
						best = p.Best
						state.Preview = &Preview{X: m.X, Y: m.Y, Plan: p.Best}
					}
				})
			}}
		if m.shares {
			settings.Memory = e.memoryOf(m)
		}
		if m.helped {
			settings.AnchorRule = solver.AnchorsOn
		}
		if err := m.steer(&settings); err != nil {
			return err
		}
		r, err := solver.Solve(ctx, solver.Problem{X: m.X, Y: m.Y}, settings)
		if err != nil {
			return err
		}
		if r.Plan == nil || len(r.Alternatives) == 0 {
			return ErrCancelled
		}
		if r.Status != solver.Cancelled {
			e.solves.put(key, r)
		}
		m.Result = r
	}
	m.Times.Solve = time.Since(start)
	m.Times.Slicing, m.Times.Polish, m.Times.Choice = m.Result.Times.Slicing, m.Result.Times.Polish, m.Result.Times.Choice
	m.Times.Rival, m.Times.Anchors = m.Result.Times.Rival, m.Result.Times.Anchors
	return nil
}

// finish fills what follows from the chosen alternative: maps, A's mesh on B, distortion,
// errors. When registering ends and ctx does not, the match keeps the maps of its coupling.
func (e *Engine) finish(ctx, registering context.Context, m *Match, truth *correspond.Truth, rep *reporter) error {
	alt := m.Alternative()
	start := time.Now()
	key := e.denseKey(m)
	dense, ok := e.denses.get(key)
	if !ok || m.Result.Status == solver.Cancelled {
		rep.report("carrying the map to all vertices", solveEnds, nil)
		aToB, bToA, err := alt.Dense(ctx, m.X, m.Y, correspond.DenseOptions{
			Threads: m.Options.Threads, Pins: m.restoredPins(),
			Progress: func(f float64) {
				rep.report("carrying the map to all vertices", span(solveEnds, denseEnds, f), nil)
			}})
		if err != nil {
			return err
		}
		dense = &densePair{aToB, bToA, time.Since(start)}
		if m.Result.Status != solver.Cancelled {
			e.denses.put(key, dense)
		}
	}
	m.dense = dense
	m.MapAToB, m.MapBToA, m.conf, m.parts, m.tips, m.sense = dense.aToB, dense.bToA, &lazy[Confidence]{}, &lazy[Unmatched]{}, &lazy[[2][]anchor.Tip]{}, &lazy[Sense]{}
	m.confParts, m.judged = &lazy[Confidence]{}, &lazy[verdict.Verdict]{}
	m.selves = [2]*selfMemory{e.selfOf(m, 0), e.selfOf(m, 1)}
	m.Times.Dense = dense.took
	if err := e.register(ctx, registering, m, rep); err != nil {
		return err
	}
	m.DistortionX, m.DistortionY = correspond.PairDistortion(m.X, m.Y, alt.Plan)
	m.Spread = correspond.Spread(alt.Plan)
	m.carryMarks()
	if err := m.compareSpecies(ctx); err != nil {
		return err
	}

	m.Errors = nil
	if truth != nil {
		rep.report("comparing with the truth", surfaceEnds, nil)
		var err error
		if m.Errors, err = measureErrors(ctx, m, truth); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) denseKey(m *Match) string {
	return fmt.Sprintf("%s|%s|%d|%d", e.solveKeyOf(m), m.from, m.Chosen, len(m.Result.Alternatives))
}

func (e *Engine) solveKeyOf(m *Match) string {
	o, asked := m.Options, measures(m.A, m.B, m.Options)
	key := solveKey(spaceKey(m.A, o, asked[0]), spaceKey(m.B, o, asked[1]), o) + m.Marks.SolveKey()
	if m.helped {
		key += "|helped"
	}
	return key
}

// Alternative is the minimum that the match's maps belong to.
func (m *Match) Alternative() solver.Alternative { return m.Result.Alternatives[m.Chosen] }

// GW2 is the loss of the chosen plan.
func (m *Match) GW2() float64 { return m.Alternative().GW2 }

// MeanDistortion is the weighted mean pair distortion of the samples that are matched, as
// a share of the diameter: a plan of a part leaves some out.
func (m *Match) MeanDistortion() float64 { return m.meanOverX(m.DistortionX) }

// DistortionOf is MeanDistortion of alternative k. It takes a look at all pairs of samples.
func (m *Match) DistortionOf(k int) float64 {
	if k == m.Chosen {
		return m.MeanDistortion()
	}
	onX, _ := correspond.PairDistortion(m.X, m.Y, m.Result.Alternatives[k].Plan)
	return m.meanOverX(onX)
}

func (m *Match) meanOverX(values []float64) float64 {
	var sum, mass float64
	for i, v := range values {
		if w := m.X.Weights[i]; !math.IsNaN(v) {
			sum += w * v
			mass += w
		}
	}
	return sum / mass
}

// MeanSpread is the mean of Spread, 1 for a plan that sends each sample to one place.
func (m *Match) MeanSpread() float64 {
	sum, n := 0, 0
	for _, k := range m.Spread {
		if k > 0 {
			sum += k
			n++
		}
	}
	return float64(sum) / float64(max(n, 1))
}
