package gui

import (
	"context"
	"errors"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/solver"
)

// solving matches the two shapes, and goes from one minimum to another.
type solving struct {
	win       fyne.Window
	m         *model
	work      backend
	dialogs   *dialogs
	tasks     *tasks
	documents *documents
	learning  *learning
	views     *views
	looks     *looks
	pointer   *pointer
	marker    *marker

	// running ends the solve in hand. runs is the number of the last solve: it tells late answers of earlier
	// solves apart.
	running  context.CancelFunc
	held     *pipeline.Pause // pauses its training
	runs     int
	solved   int                // number of solves that have ended with a match
	choosing int                // number of the last choice of a minimum
	choice   context.CancelFunc // ends the work on another minimum, nil without such work
	// stopAsking ends the question to other seeds.
	stopAsking context.CancelFunc
}

// setOption changes an option of the match. The match on the screen is then out of date
// until the next solve.
func (s *solving) setOption(opt *option.Option, value string) {
	before := s.m.options
	if err := opt.Set(&s.m.options, value); err != nil {
		s.dialogs.fail("This setting does not fit", err)
		s.m.onOptions.Emit(s.m.options)
		return
	}
	if s.m.options == before {
		return
	}
	s.m.stale = s.m.match != nil && s.m.match.Options != s.m.options
	s.m.onOptions.Emit(s.m.options)
	s.m.onJob.Emit(s.m.job)
	s.atAGlance(opt)
}

// slowest is the longest pause between two steps of progress in a slow window.
const slowest = time.Second / 4

// solve matches A with B in the background. The window shows each better plan.
func (s *solving) solve() {
	a, b := s.m.shapes[sideA], s.m.shapes[sideB]
	if a == nil || b == nil {
		return
	}
	if s.m.racing() {
		s.m.setStatus("A solve would slow the race: " + keyOf("race.stop") + " stops it")
		return
	}
	opt, marks := s.m.options, s.marker.now()
	s.underway(func(ctx context.Context, progress func(pipeline.Progress)) (*pipeline.Match, error) {
		truth, _ := pipeline.LoadTruth(a, b, "") // only a file can fail
		return s.work.MatchMarked(ctx, a, b, opt, marks, truth, progress)
	}, s.finishSolve)
}

// underway starts work in the background that ends with a match: a solve, or the return of a kept match.
// finish gets the number of the run, which is old if another run has begun meanwhile.
func (s *solving) underway(match func(ctx context.Context, progress func(pipeline.Progress)) (*pipeline.Match, error), finish func(run int, m *pipeline.Match, err error)) {
	s.cancel()
	s.stopSeeds()
	s.m.opened = [2]bool{}
	if s.m.layout == raced {
		s.views.showBoth() // a race does not show the solve
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.running = cancel
	s.runs++
	run := s.runs
	// Previews and match belong to these shapes. Other shapes may come while a cancelled solve finishes its plan;
	// the match then means nothing.
	of := s.m.shapes
	start := time.Now()
	s.held = &pipeline.Pause{}
	ctx = pipeline.WithPause(ctx, s.held)
	s.m.job = job{running: true, stage: "starting", started: start}
	s.m.preview = nil
	s.m.onJob.Emit(s.m.job)

	looks := &inbox{}
	colours := make(chan struct{}) // closed when the first preview is there
	coloured := sync.OnceFunc(func() { close(colours) })
	early := (<-chan struct{})(colours)
	steps := mainloop.NewNewest(func(p pipeline.Progress) {
		asked := time.Now()
		mainloop.DoAndWait(func() {
			if s.m.shapes == of {
				s.showProgress(run, p, looks.take())
			}
		})
		// A window on a busy machine without a graphics card answers slowly. It gets the same time again for the
		// person in front of it. First colours do not wait for that.
		select {
		case <-time.After(min(time.Since(asked), slowest)):
		case <-early:
			early = nil
		}
	})
	progress := func(p pipeline.Progress) {
		looks.put(p.Training)
		steps.Ask(p)
		if p.Preview != nil {
			coloured()
		}
	}
	s.tasks.background(func() func() {
		defer cancel()
		defer steps.Close()
		m, err := match(ctx, progress)
		return func() {
			if s.m.shapes == of {
				finish(run, m, err)
			} else if run == s.runs {
				s.notRunning()
			}
		}
	}, func() {
		if run == s.runs {
			s.notRunning()
		}
	})
}

// notRunning tells that no solve is under way any more.
func (s *solving) notRunning() {
	s.running = nil
	j := &s.m.job
	j.running, j.stopping, j.learning, j.paused = false, false, false, false
	s.m.onJob.Emit(*j)
}

// showProgress brings the window up to date with a running solve. looks are all steps of a training since the
// last call: the replay keeps the steps that were not shown, too.
func (s *solving) showProgress(run int, p pipeline.Progress, looks []*pipeline.Training) {
	if run != s.runs || !s.m.job.running {
		return
	}
	j := &s.m.job
	if j.stopping && p.Training != nil {
		return // it was sent before the person stopped the training
	}
	j.stage, j.fraction, j.left = p.Stage, p.Fraction, p.Left
	if p.GW2 > 0 && (len(j.curve) == 0 || j.curve[len(j.curve)-1].Value != p.GW2) {
		j.curve = append(j.curve, widget.CurvePoint{At: time.Since(j.started).Seconds(), Value: p.GW2})
	}
	if len(looks) > 0 {
		s.learning.learned(looks)
	}
	switch {
	case p.Pausable:
		j.learning = j.learning || !j.stopping
	case p.Training == nil && j.learning: // the stages after learning cannot be paused
		j.learning, j.paused = false, false
		s.held.Set(false)
	}
	// A preview may turn B. Shapes that are coloured by the values of a training stay where they are.
	still := s.m.view.Push != nil && s.m.view.ColorBy == present.ByPush
	if p.Preview != nil && p.Preview != s.m.preview && s.m.match == nil && !still {
		s.m.preview = p.Preview
		s.views.settle()
		s.views.showTools() // one of which turns B
	}
	s.m.onJob.Emit(*j)
}

func (s *solving) finishSolve(run int, m *pipeline.Match, err error) {
	if run != s.runs {
		return
	}
	s.running = nil
	j := &s.m.job
	j.running, j.learning, j.paused = false, false, false
	switch {
	case errors.Is(err, pipeline.ErrCancelled):
		s.m.setStatus("Cancelled before a first plan was found")
	case err != nil:
		s.m.setStatus("The match failed")
		s.dialogs.fail("These shapes cannot be matched", err)
	default:
		j.stopped = m.Result.Status == solver.Cancelled
		j.curve = append(j.curve, widget.CurvePoint{At: time.Since(j.started).Seconds(), Value: m.GW2()})
		s.learning.learnedAll(run, m.Result)
		s.solved++
		s.documents.keep.arrival(func() { s.setMatch(m) })
		if j.stopped {
			s.m.setStatus("Stopped: the best plan so far is shown")
		} else {
			s.m.setStatus("Matched in " + timeOf(m))
		}
	}
	s.m.onJob.Emit(*j)
}

// setMatch shows a finished match.
func (s *solving) setMatch(m *pipeline.Match) {
	s.m.match, s.m.preview = m, nil
	s.m.stale = m.Options != s.m.options
	if r := s.m.race; r != nil && r.opened >= 0 && r.rows[r.opened].Match != m {
		r.opened = -1
		s.m.onRace.Emit(r)
	}
	s.learning.bar.stop()
	s.m.frame = atEnd
	s.stopSeeds()
	s.tasks.stopAsides()
	s.pointer.leaveHover()
	s.looks.brush(present.Brush{})
	s.pointer.follow(m)
	// The confidence takes a moment on large shapes. Clicks and masks need it, and parts without a partner turn
	// grey when they are known.
	s.tasks.aside(func(ctx context.Context) func() {
		if _, err := m.ConfidenceContext(ctx); err != nil {
			return nil
		}
		return func() {
			if u := m.Unmatched(); s.m.match == m && (u.Telling(0) || u.Telling(1)) {
				s.views.refresh()
			}
		}
	}, nil)
	s.m.onMatch.Emit(m)
	s.learning.showFrame()
	s.views.settle()
}

// cancel stops the running solve. The best plan so far is kept.
func (s *solving) cancel() {
	if s.running != nil {
		s.running()
		j := &s.m.job
		j.stopping = j.running
		j.stage, j.learning, j.paused = "stopping", false, false
		s.m.onJob.Emit(s.m.job)
	}
}

// dropSolve ends a running solve. Its result is not shown any more.
func (s *solving) dropSolve() {
	s.cancel()
	s.runs++
	s.running = nil
	if s.m.job.running {
		s.m.job, s.m.preview = job{}, nil
	}
}

// abandon is dropSolve that tells of it.
func (s *solving) abandon() {
	if s.running != nil {
		s.dropSolve()
		s.m.onJob.Emit(s.m.job)
	}
}
