package cohortpage

import (
	"context"
	"errors"

	"gwscope/app/cohort"
	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/internal/routine"
)

// RunOrStop matches the pairs that have no result yet and merges the results, as gwscope cohort run does, or stops
// that work. The results so far stay, and the next run goes on from there.
func (p *Page) RunOrStop() {
	if p.run != nil {
		p.stop()
		return
	}
	if why := p.whyNotRun(); why != "" {
		p.s.Say(why)
		return
	}
	c := p.now.Cohort
	p.work("Reading the shapes", func(ctx context.Context, j *job) error {
		progress := mainloop.NewNewest(func(n news) {
			mainloop.DoAndWait(func() { p.hear(j, n) })
		})
		defer progress.Close()
		tell := func(what string, at cohort.Progress) { progress.Ask(news{what, at}) }
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

// Merge makes tables, meshes and statistics of the results so far.
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

// stop ends the work under way.
func (p *Page) stop() {
	if p.run != nil && !p.run.stopping {
		p.run.stopping = true
		p.run.stop()
		p.head.showProgress()
	}
}

// Running reports whether this window runs or merges the cohort.
func (p *Page) Running() bool { return p.run != nil }

// whyNotRun says why nothing can be run now; "" where it can.
func (p *Page) whyNotRun() string {
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
	if why := p.whyNotRun(); why != "" {
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
		p.lookNow()
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

// news is the progress of a job.
type news struct {
	what string
	at   cohort.Progress
}

// hear shows the progress of a job.
func (p *Page) hear(j *job, n news) {
	if p.run != j {
		return
	}
	j.what, j.done, j.all, j.left = n.what, n.at.Done, n.at.All, n.at.Left
	p.head.showProgress()
	if n.at.Pair != nil {
		p.lookNow()
	}
}
