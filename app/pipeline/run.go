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
	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/baseline"
	"gwscope/solver/correspond"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/nn"
	"gwscope/solver/slicer/neural"
)

// ErrCancelled reports a match that was stopped before any plan was found.
var ErrCancelled = errors.New("cancelled before a first plan was found")

// Match matches two loaded shapes. Progress may be nil; it is called from one
// goroutine at a time and never after Match has returned.
//
// When ctx ends after a first plan was found, Match makes the maps of the best plan so far, and
// returns them with Result.Status Cancelled. When ctx ends before, it returns [ErrCancelled].
func (e *Engine) Match(ctx context.Context, a, b *Shape, opt session.Options, truth *correspond.Truth, progress func(Progress)) (*Match, error) {
	if err := fits(a, b, opt); err != nil {
		return nil, err
	}
	rep := newReporter(progress, opt)
	p, err := e.prepare(ctx, a, b, opt, rep)
	if err != nil {
		return nil, err
	}
	return e.matchPrepared(ctx, p, &Asked{Options: opt}, truth, rep, nil)
}

// fits refuses shapes that are too large for the method, and a method without weights, before
// distances are measured.
func fits(a, b *Shape, opt session.Options) error {
	if opt.Method == string(solver.Amortized) {
		return canMatch(opt)
	}
	method, err := baseline.Find(opt.Method)
	if err != nil { // a method of the program's own, which takes any size
		return nil
	}
	asked := measures(a, b, opt)
	return method.AcceptsSize(min(asked[0].samples, len(a.Mesh.Vertices)), min(asked[1].samples, len(b.Mesh.Vertices)))
}

// Choose is m with the maps of one of its alternatives that a person chose.
func (e *Engine) Choose(ctx context.Context, m *Match, k int, truth *correspond.Truth, progress func(Progress)) (*Match, error) {
	if k < 0 || k >= len(m.Result.Alternatives) {
		return nil, fmt.Errorf("there is no alternative %d; the solver found %d", k+1, len(m.Result.Alternatives))
	}
	rep := newReporter(progress, m.Options)
	solved := m.Solved
	if m.incomplete(k) {
		var err error
		if solved, err = e.solveAgain(ctx, m, k, rep); err != nil {
			return nil, err
		}
	}
	return e.finish(ctx, ctx, solved, k, ByPerson, truth, rep)
}

// pair measures both spaces at the same time. Sampling is sequential, so two shapes use two
// cores better than one shape with two threads.
func (e *Engine) pair(ctx context.Context, a, b *Shape, opt session.Options, rep *reporter) (*Pair, error) {
	start := time.Now()
	ctx, end := stages.Begin(ctx, "space")
	defer end()
	p := &Pair{A: a, B: b, keys: SpaceKeys(a, b, opt)}
	spaces := [2]**metric.Space{&p.X, &p.Y}
	var wg routine.Group
	var errs [2]error
	var fractions [2]float64
	var mu sync.Mutex
	asked := measures(a, b, opt)
	for side, s := range []*Shape{a, b} {
		wg.Go(func() {
			name := [2]string{"A", "B"}[side]
			ctx, end := stages.Begin(ctx, name)
			defer end()
			*spaces[side], errs[side] = e.space(ctx, p.keys[side], s, opt, asked[side], func(f float64) {
				mu.Lock()
				fractions[side] = f
				both := (fractions[0] + fractions[1]) / 2
				mu.Unlock()
				rep.report("measuring distances", span(0, rep.shares.space, both), nil)
			})
			if errs[side] != nil {
				errs[side] = fmt.Errorf("shape %s (%s): %w", name, s.Mesh.Name, errs[side])
			}
		})
	}
	wg.Wait()
	p.Took = time.Since(start)
	return p, errors.Join(errs[:]...)
}

func (e *Engine) space(ctx context.Context, key string, s *Shape, opt session.Options, asked measure, progress func(float64)) (*metric.Space, error) {
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
	sp, err := metric.NewSpace(ctx, d, metric.SpaceOptions{Samples: asked.samples, Kind: kind, Weights: weights,
		Seed: asked.seed, Threads: opt.Threads, Progress: progress})
	if err != nil {
		return nil, err
	}
	e.spaces.put(key, sp)
	return sp, nil
}

// solve finds the coupling.
func (e *Engine) solve(ctx context.Context, p *Pair, asked *Asked, rep *reporter) (Solved, error) {
	ctx, end := stages.Begin(ctx, "solve")
	defer end()
	start := time.Now()
	s := Solved{Pair: *p, Asked: *asked, key: solveKey(p, asked)}
	if asked.shares {
		s.memory = e.memoryOf(p)
	}
	r, ok := e.solves.get(s.key)
	if !ok {
		opt := asked.Options
		matcher, err := matcherOf(opt)
		if err != nil {
			return s, err
		}
		var best *gw.Plan
		settings := solver.Settings{Matcher: matcher, Method: solver.Method(opt.Method), Effort: solver.Effort(opt.Effort),
			NoPolish: !polishes(opt), Flip: solver.FlipRule(opt.Flip), AnchorRule: solver.AnchorRule(opt.Anchors), Seed: opt.Seed, Threads: opt.Threads,
			Alpha: opt.Alpha, Features: feature.Set(opt.Features),
			Baseline: Parameters(opt),
			Backend:  opt.Backend, Device: func() (nn.Backend, bool, error) { return gpu.Open(e.Main) },
			Learning: solver.Learning{Preset: neural.Preset(opt.Preset), Start: solver.Start(opt.Start), Steps: opt.Steps,
				Slicers: neural.Slicers(opt.Slicers), Input: opt.Input, NoRefine: !opt.Refine, Hold: holdOf(ctx)},
			Progress: func(p solver.Progress) {
				rep.report(p.Stage, span(rep.shares.space, rep.shares.solve, p.Fraction), func(state *Progress) {
					state.GW2, state.Pausable = p.GW2, p.Pausable
					if p.Training != nil {
						state.Training = &Training{X: s.X, Y: s.Y, Training: p.Training}
					}
					if p.Best != nil && p.Best != best {
						best = p.Best
						state.offer(&Preview{X: s.X, Y: s.Y, Plan: p.Best})
					}
				})
			}}
		if s.memory != nil {
			settings.Memory = s.memory.solver
		}
		if asked.helped {
			settings.AnchorRule = solver.AnchorsOn
		}
		if err := s.steer(&settings); err != nil {
			return s, err
		}
		if r, err = solver.Solve(ctx, solver.Problem{X: p.X, Y: p.Y}, settings); err != nil {
			return s, err
		}
		if r.Plan() == nil {
			return s, ErrCancelled
		}
		if r.Status != solver.Cancelled {
			e.solves.put(s.key, r)
		}
	}
	s.Result, s.Times, s.Kept = r, r.Times, ok
	s.Times.Load = max(p.A.LoadTime, p.B.LoadTime) // both are read at the same time
	s.Times.Space, s.Times.Solve = p.Took, time.Since(start)
	return s, nil
}

// carry makes the maps of all points from alternative k.
func (e *Engine) carry(ctx context.Context, s Solved, k int, by Chooser, rep *reporter) (Matched, error) {
	ctx, end := stages.Begin(ctx, "dense")
	defer end()
	m := Matched{Solved: s, Chosen: k, ChosenBy: by}
	start := time.Now()
	key := e.denseKey(&m)
	dense, ok := e.denses.get(key)
	if !ok || s.Result.Status == solver.Cancelled {
		rep.report("carrying the map to all vertices", rep.shares.solve, nil)
		aToB, bToA, err := m.Alternative().Dense(ctx, m.X, m.Y, correspond.DenseOptions{
			Threads: m.Options.Threads, Pins: m.restoredPins(),
			Progress: func(f float64) {
				rep.report("carrying the map to all vertices", span(rep.shares.solve, rep.shares.dense, f), nil)
			}})
		if err != nil {
			return m, err
		}
		dense = &densePair{aToB, bToA, time.Since(start)}
		if s.Result.Status != solver.Cancelled {
			e.denses.put(key, dense)
		}
	}
	m.dense, m.MapAToB, m.MapBToA, m.Times.Dense = dense, dense.aToB, dense.bToA, dense.took
	return m, nil
}

// finish makes a match from alternative k: maps, A's mesh on B, distortion, errors. When
// registering ends before ctx, the match keeps the maps of its coupling.
func (e *Engine) finish(ctx, registering context.Context, s Solved, k int, by Chooser, truth *correspond.Truth, rep *reporter) (*Match, error) {
	matched, err := e.carry(ctx, s, k, by, rep)
	if err != nil {
		return nil, err
	}
	return e.complete(ctx, registering, matched, truth, rep)
}

// complete is finish from the maps of the coupling on.
func (e *Engine) complete(ctx, registering context.Context, matched Matched, truth *correspond.Truth, rep *reporter) (*Match, error) {
	m := &Match{Matched: matched, analysis: newAnalysis()}
	m.selves = [2]*selfMemory{e.selfOf(&m.Pair, 0), e.selfOf(&m.Pair, 1)}
	if err := e.register(ctx, registering, m, rep); err != nil {
		return nil, err
	}
	plan := m.Alternative().Plan
	m.DistortionX, m.DistortionY = correspond.PairDistortion(m.X, m.Y, plan)
	m.Spread = correspond.Spread(plan)
	m.carryMarks()
	in, end := stages.Begin(ctx, "species")
	err := m.compareSpecies(in)
	end()
	if err != nil {
		return nil, err
	}
	if truth != nil {
		rep.report("comparing with the truth", rep.shares.surface, nil)
		in, end := stages.Begin(ctx, "errors")
		m.Errors, err = measureErrors(in, m, truth)
		end()
		if err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (e *Engine) denseKey(m *Matched) string {
	return fmt.Sprintf("%s|%s|%d|%d", m.key, m.from, m.Chosen, len(m.Result.Alternatives))
}

// Alternative is the minimum that the match's maps belong to.
func (m *Matched) Alternative() solver.Alternative { return m.Result.Alternatives[m.Chosen] }

// GW2 is the loss of the chosen plan.
func (m *Matched) GW2() float64 { return m.Alternative().GW2 }

// MeanDistortion is the weighted mean pair distortion of the matched samples, as a share of the
// diameter. A plan of a part leaves samples out.
func (m *Match) MeanDistortion() float64 { return m.meanOverX(m.DistortionX) }

// DistortionOf is MeanDistortion of alternative k. It visits all pairs of samples.
func (m *Match) DistortionOf(k int) float64 {
	if k == m.Chosen {
		return m.MeanDistortion()
	}
	onX, _ := correspond.PairDistortion(m.X, m.Y, m.Result.Alternatives[k].Plan)
	return m.meanOverX(onX)
}

// meanOverX is the mean of values of the samples of X by their weights, without unknown ones.
func (p *Pair) meanOverX(values []float64) float64 {
	var sum, mass float64
	for i, v := range values {
		if w := p.X.Weights[i]; !math.IsNaN(v) {
			sum += w * v
			mass += w
		}
	}
	return sum / mass
}

// MeanSpread is the mean of Spread; 1 for a plan that sends each sample to one place.
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
