package gui

import (
	"testing"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver"
)

// Choosing the amortised matcher matches at once; choosing another method waits for Solve.
func TestChoosingTheMatcherMatchesAtOnce(t *testing.T) {
	d, b := testDesk(t)
	count := func() int { b.mu.Lock(); defer b.mu.Unlock(); return b.matches }
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "the first solve", func() bool { return d.m.job.running && d.m.job.stage == "slicing" })
	onTestMain(func() { d.solving.cancel() })
	eventually(t, "its end", func() bool { return !d.m.job.running })
	before := count()
	onTestMain(func() {
		d.solving.setOption(option.Find("method"), string(solver.Anchored))
		d.solving.setOption(option.Find("refined"), "true")
		d.solving.setOption(option.Find("model"), "weights.gwt") // weights of a person's own: others need not exist
		if d.m.job.running {
			t.Error("another method did not wait for Solve")
		}
		d.solving.setOption(option.Find("method"), string(solver.Amortized))
		if d.m.options.Refined {
			t.Error("the match would not be the instant one")
		}
	})
	eventually(t, "the instant match", func() bool { return count() == before+1 })
}

// Refine is there for an instant match and solves again from it.
func TestAnInstantMatchCanBeRefined(t *testing.T) {
	d, b := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "the first solve", func() bool { return d.m.job.running && d.m.job.stage == "slicing" })
	onTestMain(func() { d.solving.cancel() })
	eventually(t, "its end", func() bool { return !d.m.job.running })
	o := session.Defaults()
	o.Method = string(solver.Amortized)
	refined := o
	refined.Refined = true
	hierarchical := session.Defaults()
	for want, options := range map[bool][]session.Options{true: {o}, false: {refined, hierarchical}} {
		for _, opt := range options {
			if got := refinable(&pipeline.Match{Matched: pipeline.Matched{Solved: pipeline.Solved{Asked: pipeline.Asked{Options: opt}}}}); got != want {
				t.Errorf("%s, refined %t: refinable is %t", opt.Method, opt.Refined, got)
			}
		}
	}
	before := 0
	onTestMain(func() {
		b.mu.Lock()
		before = b.matches
		b.mu.Unlock()
		d.m.options = o
		d.m.match = new(pipeline.Match)
		d.m.match.Options, d.m.match.Result = o, &solver.Result{}
		d.solving.refine()
		if !d.m.options.Refined {
			t.Error("the next match would be the instant one again")
		}
	})
	eventually(t, "the refined match", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return b.matches == before+1 })
}
