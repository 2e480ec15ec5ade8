package gui

import (
	"context"
	"errors"
	"time"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/solver"
)

// setOption changes a setting of the match; what is shown is then out of date
// until the next solve.
func (d *desk) setOption(opt *session.Option, value string) {
	before := d.m.options
	if err := opt.Set(&d.m.options, value); err != nil {
		d.fail("This setting does not fit", err)
		d.m.onOptions.Emit(d.m.options)
		return
	}
	if d.m.options == before {
		return
	}
	d.m.stale = d.m.match != nil && d.m.match.Options != d.m.options
	d.m.onOptions.Emit(d.m.options)
	d.m.onJob.Emit(d.m.job)
	d.atAGlance(opt)
}

// slowest is the longest that progress waits for a window that is slow to answer.
const slowest = time.Second / 4

// solve matches A with B in the background. The window shows each better plan
// as it comes.
func (d *desk) solve() {
	a, b := d.m.shapes[sideA], d.m.shapes[sideB]
	if a == nil || b == nil {
		return
	}
	if d.m.racing() {
		d.m.setStatus("A solve would slow the race: " + keyOf("race.stop") + " stops it")
		return
	}
	opt, marks := d.m.options, d.marks()
	d.underway(func(ctx context.Context, progress func(pipeline.Progress)) (*pipeline.Match, error) {
		truth, err := pipeline.LoadTruth(a, b, "")
		if err != nil {
			truth = nil // a match needs none
		}
		return d.work.MatchMarked(ctx, a, b, opt, marks, truth, progress)
	}, d.finishSolve)
}

// underway begins what ends with a match, in the background: finding one, or bringing one
// back. finish is told the number of the run, which is not that of the desk any more
// where another has begun meanwhile.
func (d *desk) underway(match func(ctx context.Context, progress func(pipeline.Progress)) (*pipeline.Match, error), finish func(run int, m *pipeline.Match, err error)) {
	d.cancel()
	d.stopSeeds()
	if d.m.layout == raced {
		d.showBoth() // where the solve is seen
	}
	ctx, cancel := context.WithCancel(context.Background())
	d.running = cancel
	d.runs++
	run := d.runs
	// What is found belongs to these shapes: with others, which may come while a solve that was
	// cancelled carries its plan on, neither a preview nor the match means anything.
	of := d.m.shapes
	start := time.Now()
	d.held = &pipeline.Pause{}
	ctx = pipeline.WithPause(ctx, d.held)
	d.m.job = job{running: true, stage: "starting", started: start}
	d.m.preview = nil
	d.m.onJob.Emit(d.m.job)

	// One look at the progress is shown at a time; those that come meanwhile are
	// passed over, and the last of them is shown next.
	latest := make(chan pipeline.Progress, 1)
	looks := &inbox{}
	progress := func(p pipeline.Progress) {
		looks.put(p.Training)
		select {
		case <-latest:
		default:
		}
		select {
		case latest <- p:
		default:
		}
	}
	done := make(chan struct{})
	mainloop.Go(func() {
		for {
			select {
			case p := <-latest:
				asked := time.Now()
				mainloop.DoAndWait(func() {
					select {
					case p = <-latest: // the wait may have been long
					default:
					}
					if d.m.shapes == of {
						d.showProgress(run, p, looks.take())
					}
				})
				// A window that is slow to answer, on a loaded machine without a graphics card,
				// gets as long again for the person in front of it.
				rest := min(time.Since(asked), slowest)
				select {
				case <-time.After(rest):
				case <-done:
					return
				}
			case <-done:
				return
			}
		}
	})
	d.background(func() func() {
		defer cancel()
		defer close(done)
		m, err := match(ctx, progress)
		return func() {
			if d.m.shapes == of {
				finish(run, m, err)
			} else if run == d.runs {
				d.notRunning()
			}
		}
	}, func() {
		if run == d.runs {
			d.notRunning()
		}
	})
}

// notRunning takes back that a solve is under way.
func (d *desk) notRunning() {
	d.running = nil
	j := &d.m.job
	j.running, j.stopping, j.learning, j.paused = false, false, false, false
	d.m.onJob.Emit(*j)
}

// showProgress brings the window up to date with a running solve. looks are all at
// networks that learn since the last time: those that there was no time to show are
// kept for the replay.
func (d *desk) showProgress(run int, p pipeline.Progress, looks []*pipeline.Training) {
	if run != d.runs || !d.m.job.running {
		return
	}
	j := &d.m.job
	if j.stopping && p.Training != nil {
		return // on its way since before the person stopped it
	}
	j.stage, j.fraction, j.left = p.Stage, p.Fraction, p.Left
	if p.GW2 > 0 && (len(j.curve) == 0 || j.curve[len(j.curve)-1].Value != p.GW2) {
		j.curve = append(j.curve, widget.CurvePoint{At: time.Since(j.started).Seconds(), Value: p.GW2})
	}
	if len(looks) > 0 {
		d.learned(looks)
	}
	switch {
	case p.Pausable:
		j.learning = j.learning || !j.stopping
	case p.Training == nil && j.learning: // what comes after is not for pausing
		j.learning, j.paused = false, false
		d.held.Set(false)
	}
	// Shapes that show how values change keep still; a better plan may turn B.
	still := d.m.view.Push != nil && d.m.view.ColorBy == present.ByPush
	if p.Preview != nil && p.Preview != d.m.preview && d.m.match == nil && !still {
		d.m.preview = p.Preview
		d.settle()
	}
	d.m.onJob.Emit(*j)
}

func (d *desk) finishSolve(run int, m *pipeline.Match, err error) {
	if run != d.runs {
		return
	}
	d.running = nil
	j := &d.m.job
	j.running, j.learning, j.paused = false, false, false
	switch {
	case errors.Is(err, pipeline.ErrCancelled):
		d.m.setStatus("Cancelled before a first plan was found")
	case err != nil:
		d.m.setStatus("The match failed")
		d.fail("These shapes cannot be matched", err)
	default:
		j.stopped = m.Result.Status == solver.Cancelled
		j.curve = append(j.curve, widget.CurvePoint{At: time.Since(j.started).Seconds(), Value: m.GW2()})
		d.learnedAll(run, m.Result)
		d.solved++
		d.keep.arrival(func() { d.setMatch(m) })
		if j.stopped {
			d.m.setStatus("Stopped: the best plan so far is shown")
		} else {
			d.m.setStatus("Matched in " + span(m.Times.Total))
		}
	}
	d.m.onJob.Emit(*j)
}

// setMatch shows a finished match.
func (d *desk) setMatch(m *pipeline.Match) {
	d.m.match, d.m.preview = m, nil
	d.m.stale = m.Options != d.m.options
	if r := d.m.race; r != nil && r.opened >= 0 && r.rows[r.opened].Match != m {
		r.opened = -1
		d.m.onRace.Emit(r)
	}
	d.train.stop()
	d.m.frame = atEnd
	d.stopSeeds()
	d.stopAsides()
	d.leaveHover()
	d.brush(present.Brush{})
	d.unmark()
	// Clicks and masks ask for it, and what has no partner is greyed once it is known; it
	// takes a moment on large shapes.
	d.aside(func(ctx context.Context) func() {
		if _, err := m.ConfidenceContext(ctx); err != nil {
			return nil
		}
		return func() {
			if u := m.Unmatched(); d.m.match == m && (u.Telling(0) || u.Telling(1)) {
				d.refresh()
			}
		}
	}, nil)
	d.m.onMatch.Emit(m)
	d.showFrame()
	d.settle()
}

// cancel stops the solve in hand; what it has found is kept.
func (d *desk) cancel() {
	if d.running != nil {
		d.running()
		j := &d.m.job
		j.stopping = j.running
		j.stage, j.learning, j.paused = "stopping", false, false
		d.m.onJob.Emit(d.m.job)
	}
}

// flip shows the other side of a mirrored pair, or the next alternative.
func (d *desk) flip() {
	if k := otherSide(d.m.match); k >= 0 {
		d.choose(k)
	}
}

// choose shows alternative k.
func (d *desk) choose(k int) {
	m := d.m.match
	if m == nil || k < 0 || k >= len(m.Result.Alternatives) || k == m.Chosen {
		return
	}
	d.choosing++
	turn := d.choosing
	d.m.setStatus("Carrying the other minimum to all vertices… (" + keyOf("stop") + " stops it)")
	ctx, stop := context.WithCancel(context.Background())
	d.stopChoosing()
	d.choice = stop
	d.background(func() func() {
		defer stop()
		truth, err := pipeline.LoadTruth(m.A, m.B, "")
		if err != nil {
			truth = nil
		}
		other, err := d.work.Choose(ctx, m, k, truth, nil)
		return func() {
			if d.choosing != turn || d.m.match != m {
				return
			}
			d.choice = nil
			d.m.setStatus("Ready")
			if ctx.Err() != nil && err != nil {
				d.m.setStatus("Stopped: the minimum is that of before")
				return
			}
			if err != nil {
				d.fail("This minimum cannot be shown", err)
				return
			}
			d.setMatch(other)
		}
	}, d.stopChoosing)
}

// stopChoosing ends the work on another minimum, if there is some.
func (d *desk) stopChoosing() {
	if d.choice != nil {
		d.choice()
		d.choice = nil
	}
}
