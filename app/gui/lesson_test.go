package gui

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/lesson"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/meshtest"
)

func readLesson(t *testing.T, text string) *lesson.Lesson {
	t.Helper()
	l, err := lesson.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLessonSetsTheSceneAndSeesWhatIsDone(t *testing.T) {
	d, b := testDesk(t)
	l := readLesson(t, `
title: T
steps:
  - say: first
    shapes: ["sample:cat/1", "sample:cat/2"]
    options: {samples: 80, method: cg}
    view: {layout: overlay, color: plain, lines: 3}
    ask: choose entropic
    until: method=entropic
    outcome: well done, GW² {gw2}
  - say: second
    solve: true
    ask: wait
    until: solved
`)
	onTestMain(func() {
		d.m.options.Effort = "fast" // a lesson begins from the defaults
		d.lesson.takeLesson(l)
	})
	eventually(t, "the shapes", func() bool { return d.lesson.holds([]string{"sample:cat/1", "sample:cat/2"}) && d.m.layout == overlaid })
	onTestMain(func() {
		bar := d.lesson
		if !bar.object.Visible() || bar.say.Text != "first" || bar.ask.Text != "choose entropic" || bar.at.Text != "step 1 of 2" {
			t.Errorf("the bar says %q, %q, %q", bar.at.Text, bar.say.Text, bar.ask.Text)
		}
		if o := d.m.options; o.Samples != 80 || o.Method != "cg" || o.Effort != "thorough" || d.m.view.Lines != 3 || d.m.view.ColorBy != "plain" {
			t.Errorf("options %+v, view %+v", o, d.m.view)
		}
		if bar.done || bar.next.Kind == widget.Primary {
			t.Error("nothing has been done yet")
		}
		d.solving.setOption(option.Find("method"), "entropic")
		if !bar.done || bar.ask.Text != "well done, GW² –" || bar.next.Kind != widget.Primary {
			t.Errorf("done %v: %q", bar.done, bar.ask.Text)
		}
		bar.forward()
		if bar.next.Text != "Finish" || bar.back.Disabled() {
			t.Error("the last step ends the lesson, and one can go back")
		}
	})
	eventually(t, "the lesson's solve", func() bool { return d.m.job.running })
	b.results <- errors.New("enough")
	eventually(t, "its end", func() bool { return !d.m.job.running })
	onTestMain(func() {
		for top := d.win.Canvas().Overlays().Top(); top != nil; top = d.win.Canvas().Overlays().Top() {
			d.win.Canvas().Overlays().Remove(top)
		}
		if d.lesson.done {
			t.Error("a solve that failed is none")
		}
		d.lesson.forward()
		if d.lesson.object.Visible() || d.lesson.of != nil {
			t.Error("the lesson is over")
		}
	})
}

// A solve before a lesson is not the awaited solve.
func TestALessonWaitsForItsOwnMatch(t *testing.T) {
	d, b := testDesk(t)
	l := readLesson(t, `
title: T
steps:
  - say: first
    shapes: ["a.obj", "b.obj"]
    options: {samples: 80}
    solve: true
    outcome: GW² is {gw2}
`)
	onTestMain(func() {
		d.solving.solved = 1
		d.lesson.takeLesson(l)
	})
	eventually(t, "the lesson's solve", func() bool { return d.m.job.running })
	onTestMain(func() {
		if d.lesson.done || d.lesson.ask.Text != "" {
			t.Errorf("before the solve has ended the lesson tells its outcome: %q", d.lesson.ask.Text)
		}
	})
	b.results <- errors.New("enough")
	eventually(t, "its end", func() bool { return !d.m.job.running })
}

func TestLessonsAreInTheMenu(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		n := 0
		for _, e := range d.entries("Lessons", "") {
			if e.Do != nil && e.Why == "" {
				n++
			}
		}
		if n < 7 {
			t.Errorf("%d entries", n)
		}
	})
}

func TestFinderRunsWhatIsTyped(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.showFinder()
		p, ok := d.win.Canvas().Overlays().Top().(*finder)
		if !ok || len(p.found) < 30 {
			t.Fatalf("%d commands", len(p.found))
		}
		seen := map[string]bool{}
		for _, c := range p.all {
			if key := c.where + " " + c.Label; seen[key] {
				t.Errorf("%s is there twice", key)
			} else {
				seen[key] = true
			}
		}
		p.field.SetText("view ortho")
		if len(p.found) != 1 || p.found[0].Label != "Orthographic" {
			t.Fatalf("found %d", len(p.found))
		}
		before := d.m.cameras[sideA].Orthographic
		p.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if d.m.cameras[sideA].Orthographic == before {
			t.Error("the command did not run")
		}
		if d.win.Canvas().Overlays().Top() != nil {
			t.Error("the finder stays open")
		}

		d.showFinder()
		p = d.win.Canvas().Overlays().Top().(*finder)
		for range 3 {
			p.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		}
		p.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
		if p.at != 2 {
			t.Errorf("at %d", p.at)
		}
		p.field.SetText("no such thing")
		p.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		p.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if d.win.Canvas().Overlays().Top() != nil {
			t.Error("Escape closes")
		}
	})
}

// A lesson begins with a clean window, ends without a question, keeps its height from step to step, and
// offers the next.
func TestALessonBeginsCleanAndOffersTheNext(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	l := readLesson(t, `
title: Two poses of one animal
steps:
  - say: first
    shapes: ["sample:cat/1", "sample:cat/2"]
    view: {color: plain, range: "0:0.5"}
  - say: This step says so much that it needs two lines and more of the band, which is no wider than a line of text is well read, and goes on and on about what it wants to tell.
    ask: choose entropic
    until: method=entropic
`)
	onTestMain(func() {
		showMatch(d, m)
		d.slicer.heat.Set(0.8)
		d.m.setView(func(v *present.View) { v.Edges, v.Lines, v.T = true, 77, 0.4 })
		d.views.toggleLink()
		d.preferences.now.AskOnClose = false
		d.lesson.takeLesson(l)
		d.preferences.now.AskOnClose = true
		if d.slicer.heat.Temperature() != 0 || d.m.view.Edges || d.m.view.Lines == 77 || d.m.view.T != 0 || !d.m.linked || d.m.match != nil {
			t.Errorf("a lesson begins with temperature %g and the view %+v", d.slicer.heat.Temperature(), d.m.view)
		}
	})
	eventually(t, "the shapes", func() bool { return d.lesson.holds([]string{"sample:cat/1", "sample:cat/2"}) && !d.lesson.setting })
	onTestMain(func() {
		if d.m.view.Paint.Range.High != 0.5 {
			t.Errorf("the range is %+v", d.m.view.Paint.Range)
		}
		high := d.lesson.object.MinSize().Height
		d.slicer.heat.Set(0.8)
		d.lesson.forward()
		if got := d.lesson.object.MinSize().Height; got != high {
			t.Errorf("the band is %g high in the first step and %g in the second", high, got)
		}
		if d.slicer.heat.Temperature() != 0 {
			t.Error("the temperature of a step leaks into the next")
		}
		d.solving.setOption(option.Find("method"), "entropic")
		d.documents.keep.look()
		if !d.lesson.done || d.documents.keep.lose() {
			t.Errorf("done %v, and the lesson's scene would be lost: %v", d.lesson.done, d.documents.keep.lose())
		}
		d.lesson.forward()
		if next := lessons()[1]; d.lesson.of != nil || d.lesson.offered == nil || d.lesson.offered.Title != next.Title || !d.lesson.object.Visible() || !strings.Contains(d.lesson.say.Text, next.Title) {
			t.Fatalf("after its last step the band says %q", d.lesson.say.Text)
		}
		if d.documents.keep.lose() {
			t.Error("a lesson that is over is something to save")
		}
		d.lesson.forward()
		if d.lesson.of == nil || d.lesson.of.Title != lessons()[1].Title || topSheet(d) != nil {
			t.Error("the next lesson does not begin")
		}
	})
	eventually(t, "its solve", func() bool { return d.m.job.running })
	onTestMain(func() {
		d.lesson.end()
		d.solving.cancel()
	})
	eventually(t, "the end of it", func() bool { return !d.m.job.running })
}

// An outcome that quotes the verdict is not worked out on the main goroutine: the bar says "working it
// out", and fills the outcome in later.
func TestLessonWorksTheVerdictOutInTheBackground(t *testing.T) {
	d, _ := testDesk(t)
	l := readLesson(t, `
title: T
steps:
  - say: first
    ask: choose entropic
    until: method=entropic
    outcome: "The verdict: {verdict}"
`)
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface = 60, "fast", session.MapAlone
	body := meshtest.Bumpy(2)
	m, err := pipeline.NewEngine().Match(t.Context(), pipeline.ShapeOf("a", body), pipeline.ShapeOf("b", meshtest.RigidMove(body, 2)), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	onTestMain(func() { d.lesson.takeLesson(l) })
	eventually(t, "the scene", func() bool { return !d.lesson.setting })
	onTestMain(func() {
		d.m.match = m
		d.solving.setOption(option.Find("method"), "entropic")
		// The answer comes on the main goroutine, which this test holds: so it is not there yet.
		if !d.lesson.done || d.lesson.ask.Text != upperFirst(workingOut) {
			t.Errorf("done %v, the bar says %q", d.lesson.done, d.lesson.ask.Text)
		}
	})
	eventually(t, "the outcome", func() bool {
		return m.VerdictKnown() && d.lesson.ask.Text == "The verdict: "+strings.TrimSuffix(m.Verdict().Line(), ".")
	})
}

// From a later step of a long lesson a person can go to a shorter one.
func TestAShorterLessonInPlaceOfALongOne(t *testing.T) {
	d, _ := testDesk(t)
	long := readLesson(t, "title: L\nsteps:\n  - {say: a, ask: x, until: picked}\n  - {say: b, ask: x, until: picked}\n  - {say: c, ask: x, until: picked}\n")
	short := readLesson(t, "title: S\nsteps:\n  - {say: d, ask: x, until: picked}\n")
	onTestMain(func() {
		d.lesson.takeLesson(long)
		d.lesson.begin(2)
		d.lesson.takeLesson(short)
		if d.lesson.say.Text != "d" || d.lesson.at.Text != "step 1 of 1" {
			t.Errorf("the lesson shows %q, %q", d.lesson.at.Text, d.lesson.say.Text)
		}
	})
}
