package cohortpage

import (
	"context"
	"errors"

	"gwscope/app/cohort"
	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/internal/routine"
)

// RunOrStop matches the pairs that have no result yet and merges, or stops that. It does what
// gwscope cohort run does: what is done stays, and the next run goes on from there.
func (p *Page) RunOrStop() {
	if p.run != nil {
		p.Stop()
		return
	}
	if why := p.WhyNotRun(); why != "" {
		p.s.Say(why)
		return
	}
	c := p.now.Cohort
	p.work("Reading the shapes", func(ctx context.Context, j *job) error {
		tell := p.teller(j)
		read := 0
		w, err := c.List(ctx, func(cohort.Shape, cohort.Input, *pipeline.Shape) {
			read++
			tell("Reading the shapes", cohort.Progress{Done: read, All: len(c.Templates) + len(c.Specimens)})
		})
		if err != nil {
			return err
		}
		// One processor stays free for the window, where there are several.
		s := cohort.Settings{Jobs: max(1, routine.Processors-1)}
		s.Progress = func(at cohort.Progress) { tell("Running", at) }
		if _, err := c.Run(ctx, w, s); err != nil {
			return err
		}
		tell("Merging", cohort.Progress{})
		_, err = c.Merge(ctx, w)
		return err
	}, "All pairs were run and merged")
}

// Merge makes tables, meshes and statistics of the results that there are.
func (p *Page) Merge() {
	if why := p.WhyNotMerge(); why != "" {
		p.s.Say(why)
		return
	}
	c := p.now.Cohort
	p.work("Merging", func(ctx context.Context, _ *job) error {
		w, err := c.List(ctx, nil)
		if err == nil {
			_, err = c.Merge(ctx, w)
		}
		return err
	}, "Merged: "+cohort.ReportFile+", tables and meshes are in the folder "+cohort.ResultsDir)
}

// Stop ends the work in hand.
func (p *Page) Stop() {
	if p.run != nil && !p.run.stopping {
		p.run.stopping = true
		p.run.stop()
		p.head.showProgress()
	}
}

// Running reports whether this window runs or merges the cohort.
func (p *Page) Running() bool { return p.run != nil }

// WhyNotRun says why nothing can be run now; "" where it can.
func (p *Page) WhyNotRun() string {
	switch {
	case p.now == nil:
		return "No cohort is open"
	case p.run != nil:
		return "The cohort is at work already"
	}
	return ""
}

// WhyNotMerge says why nothing can be merged now; "" where it can.
func (p *Page) WhyNotMerge() string {
	if why := p.WhyNotRun(); why != "" {
		return why
	}
	if p.now.Done-p.now.Failed == 0 {
		return "There is nothing to merge: run the cohort first"
	}
	return ""
}

// work does something with the cohort in the background, one thing at a time.
func (p *Page) work(what string, do func(ctx context.Context, j *job) error, done string) {
	ctx, stop := context.WithCancel(context.Background())
	j := &job{stop: stop, what: what}
	p.run = j
	p.head.showProgress()
	p.s.Changed()
	over := func() bool {
		stop()
		if p.run != j { // another cohort was opened
			return false
		}
		p.run = nil
		p.LookNow()
		p.head.showProgress()
		p.s.Changed()
		return true
	}
	p.s.Background(func() func() {
		err := do(ctx, j)
		return func() {
			if !over() {
				return
			}
			switch {
			case errors.Is(err, context.Canceled):
				p.s.Say("Stopped: what is done stays, and Run goes on from there")
			case err != nil:
				p.s.Say("The cohort could not be worked on")
				p.s.Fail("The cohort could not be worked on", err)
			default:
				p.s.Say(done)
			}
		}
	}, func() { over() })
}

// teller hands progress to the main goroutine; any goroutine may call it. One that comes while
// another waits replaces it.
func (p *Page) teller(j *job) func(what string, at cohort.Progress) {
	type news struct {
		what string
		at   cohort.Progress
	}
	latest := make(chan news, 1)
	return func(what string, at cohort.Progress) {
		select {
		case <-latest:
		default:
		}
		select {
		case latest <- news{what, at}:
		default:
		}
		mainloop.Do(func() {
			select {
			case n := <-latest:
				if p.run == j {
					j.what, j.done, j.all, j.left = n.what, n.at.Done, n.at.All, n.at.Left
					p.head.showProgress()
					if n.at.Pair != nil {
						p.LookNow()
					}
				}
			default:
			}
		})
	}
}
