package gui

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
)

// lightCats makes a cohort of so many small cats in a folder, not run yet.
func lightCats(t testing.TB, dir string, n int) *cohort.Cohort {
	t.Helper()
	return newCohort(t, dir, lightPlan(n))
}

func lightPlan(n int) cohort.Plan {
	return cohort.Plan{Specimens: []string{"sample:cats"}, Individuals: n, Vertices: 400, Options: cohort.FileOptions{"samples": "60", "effort": "fast"}}
}

func newCohort(t testing.TB, dir string, p cohort.Plan) *cohort.Cohort {
	t.Helper()
	if _, err := cohort.New(dir, p); err != nil {
		t.Fatal(err)
	}
	c, err := cohort.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ranCats makes a cohort of small cats and runs it.
func ranCats(t testing.TB, dir string, n int) *cohort.Cohort {
	t.Helper()
	return ranCohort(t, dir, lightPlan(n))
}

func ranCohort(t testing.TB, dir string, p cohort.Plan) *cohort.Cohort {
	t.Helper()
	c := newCohort(t, dir, p)
	w, err := c.List(context.Background(), nil)
	if err == nil {
		_, err = c.Run(context.Background(), w, cohort.Settings{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A folder on the command line is a cohort: its page lies over the views, where commands of the
// views cannot be given, and a key goes there and back.
func TestACohortOpensOnItsPage(t *testing.T) {
	d, _ := testDesk(t)
	c := lightCats(t, filepath.Join(t.TempDir(), "cats"), 4)
	onTestMain(func() { d.begin(string(c.Dir), "") })
	eventually(t, "the page", func() bool { return d.cohorts.page.Visible() && len(d.cohorts.page.Entries()) == 4 })
	onTestMain(func() {
		if d.panels.body.Visible() {
			t.Error("the views show behind the page")
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyE})
		if d.m.view.Edges || !strings.Contains(d.m.status, "specimens are shown") {
			t.Errorf("E acts on the views behind the page, or says %q", d.m.status)
		}
		for _, title := range []string{"View", "Scene", "Solve"} {
			for _, e := range d.entries(title, "") {
				if e.Live() && !strings.Contains(e.Label, "theme") && !strings.Contains(e.Label, "system") {
					t.Errorf("%s, %s can be chosen on the page", title, e.Label)
				}
			}
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyO})
		if d.cohorts.page.Visible() || !d.panels.body.Visible() {
			t.Error("O does not go to the views")
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyE})
		if !d.m.view.Edges {
			t.Error("E does nothing in the views")
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyO})
		if !d.cohorts.page.Visible() {
			t.Error("O does not go back to the page")
		}
		commandOf("cohort.close").do(d)
		if d.cohorts.page.Visible() || commandOf("cohort.page").whyNot(d) == "" {
			t.Error("the cohort does not close")
		}
	})
}

// A pair of a cohort is opened with the cohort's options, judged, and left for the next one; a match that a
// person has changed replaces the cohort's own.
func TestAPairOfACohortIsReviewed(t *testing.T) {
	engine := pipeline.NewEngine()
	engine.Main = onTestMain
	d := deskOver(t, engine)
	c := ranCats(t, filepath.Join(t.TempDir(), "cats"), 3)
	onTestMain(func() { d.cohorts.open(c.Dir.Path(cohort.FileName)) })
	eventually(t, "the page", func() bool { return len(d.cohorts.page.Entries()) == 3 })
	var first, second cohort.Entry
	onTestMain(func() {
		all := d.cohorts.page.Entries()
		first, second = all[0], all[1]
		d.cohorts.openPair(first)
	})
	matched := func(e cohort.Entry) func() bool {
		return func() bool {
			return d.m.match != nil && !d.m.job.running && d.m.match.B.Ref == c.Ref(e.Pair.B)
		}
	}
	judged := func(e cohort.Entry) cohort.Judged {
		now, _ := d.cohorts.page.EntryOf(e.Pair.B.Name, e.Pair.A.Name)
		return now.Judged
	}
	eventually(t, "the pair", matched(first))
	a := &album{t: t, d: d}
	a.resize(windowMin)
	a.check("a pair of a cohort")
	band := func() *cohortBand { return d.judging }
	onTestMain(func() {
		if !band().object.Visible() || band().what.Text != first.Pair.B.Name || d.cohorts.page.Visible() {
			t.Errorf("the band is shown: %v, for %q", band().object.Visible(), band().what.Text)
		}
		if got := float64(first.Result.GW2); d.m.options.Samples != 60 || d.m.match.GW2() != got {
			t.Errorf("the pair has GW² %g with %d samples, in the cohort %g", d.m.match.GW2(), d.m.options.Samples, got)
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyY})
	})
	eventually(t, "accepted", func() bool { return judged(first).Decision == cohort.Accepted })
	onTestMain(func() {
		if judged(first).Map != "" {
			t.Error("the cohort's own match was kept beside itself")
		}
		if !d.cohorts.undoes() || undoLabel(d) != "Undo: accept "+first.Pair.B.Name {
			t.Errorf("undo is %q", undoLabel(d))
		}
		d.press("Ctrl+Z")
	})
	eventually(t, "undone", func() bool { return judged(first).Decision == cohort.Undecided })

	// Another match, accepted.
	onTestMain(func() {
		d.solving.setOption(option.Find("samples"), "90")
		d.solving.solve()
	})
	eventually(t, "another match", func() bool { return d.m.match != nil && !d.m.job.running && d.m.match.Options.Samples == 90 })
	onTestMain(func() { d.key(&fyne.KeyEvent{Name: fyne.KeyY}) })
	eventually(t, "the kept map", func() bool { return judged(first).Map != "" })
	onTestMain(func() {
		if d.documents.keep.lose() {
			t.Error("what was accepted counts as lost")
		}
		d.press("PgDn")
	})
	eventually(t, "the next pair", matched(second))
	onTestMain(func() {
		if d.m.options.Samples != 60 || band().what.Text != second.Pair.B.Name {
			t.Errorf("%s is matched with %d samples", band().what.Text, d.m.options.Samples)
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyQ})
	})
	eventually(t, "rejected", func() bool { return judged(second).Decision == cohort.Rejected })
	onTestMain(func() {
		now, _ := d.cohorts.page.EntryOf(first.Pair.B.Name, first.Pair.A.Name)
		d.cohorts.openPair(now)
	})
	eventually(t, "the first pair again", func() bool { return matched(first)() && d.m.options.Samples == 90 })

	// A session of the pair brings its cohort along.
	path := filepath.Join(t.TempDir(), "pair.gwscope")
	onTestMain(func() { d.documents.saveTo(path, nil) })
	eventually(t, "the session", func() bool { _, err := os.Stat(path); return err == nil && d.documents.keep.path == path })
	other := deskOver(t, engine)
	onTestMain(func() { other.begin(path, "") })
	eventually(t, "the cohort of the session", func() bool {
		e, ok := other.cohorts.entry()
		return ok && e.Pair.B.Name == first.Pair.B.Name && other.judging.object.Visible() && other.m.match != nil
	})
	onTestMain(func() {
		if other.cohorts.page.Visible() {
			t.Error("the page lies over the session")
		}
		other.documents.newSession()
	})
	eventually(t, "no band", func() bool { return !other.judging.object.Visible() })
}

// A new cohort is made in a sheet, which tells of errors, and opens.
func TestANewCohortIsMade(t *testing.T) {
	d, _ := testDesk(t)
	dir := t.TempDir()
	onTestMain(func() { d.shapes.dropped(fyne.NewPos(100, 100), []fyne.URI{fileURI(dir)}) }) // a folder that is no cohort
	sheet := func() *widget.Sheet { s, _ := d.win.Canvas().Overlays().Top().(*widget.Sheet); return s }
	field := func(hint string) *widget.Field {
		f, _ := findControl(sheet().Body, hint).(*widget.Field)
		return f
	}
	const specimens, folder = "Meshes, folders of meshes, or sample:cats, one a line", "A folder that holds no cohort yet"
	press := func() { findControl(sheet().Body, "Make it").(*widget.Control).Tapped(nil) }
	eventually(t, "the sheet", func() bool { return sheet() != nil })
	onTestMain(func() {
		if got := field(specimens).Text; got != dir {
			t.Errorf("the specimens begin with %q", got)
		}
		press()
	})
	eventually(t, "what is wrong", func() bool {
		return sheet() != nil && slices.ContainsFunc(sheet().Body.Objects, func(o fyne.CanvasObject) bool { return strings.Contains(textOf(o), "holds no meshes") })
	})
	onTestMain(func() {
		field(specimens).SetText("sample:cats/1@400\nsample:cats/2@400\nsample:cats/3@400\n")
		field(folder).SetText(filepath.Join(dir, "made"))
		press()
	})
	eventually(t, "the page", func() bool {
		return sheet() == nil && d.cohorts.page.Visible() && len(d.cohorts.page.Entries()) > 1
	})
	if !cohort.Is(filepath.Join(dir, "made")) {
		t.Error("there is no cohort in the folder")
	}
}

// textOf is the text of the paragraphs in an object.
func textOf(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *widget.Paragraph:
		if o.Visible() {
			return o.Text
		}
	case *fyne.Container:
		text := ""
		for _, child := range o.Objects {
			text += textOf(child)
		}
		return text
	}
	return ""
}
