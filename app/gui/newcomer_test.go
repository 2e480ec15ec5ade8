package gui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/mesh"
)

// topSheet is the sheet on top, nil without a sheet.
func topSheet(d *desk) *widget.Sheet {
	s, _ := d.win.Canvas().Overlays().Top().(*widget.Sheet)
	return s
}

// shapeNamed is a shape of which only the name matters.
func shapeNamed(name string) *pipeline.Shape {
	return &pipeline.Shape{Ref: name, Key: name, Mesh: &mesh.Mesh{Name: name}}
}

// begun is how many solves a backend has begun.
func (b *slowBackend) begun() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.matches
}

// A is not matched with the B of a pair before: the window waits for B and says so. With the
// switch off nothing is matched before a person says so.
func TestOpeningAWaitsForB(t *testing.T) {
	d, b := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "the first solve", func() bool { return b.begun() == 1 && d.m.job.running })
	onTestMain(func() { d.solving.cancel() })
	eventually(t, "its end", func() bool { return !d.m.job.running })

	onTestMain(func() { d.shapes.load(sideA, "three") })
	eventually(t, "A", func() bool { return d.m.shapes[sideA] != nil && d.m.shapes[sideA].Ref == "three" })
	onTestMain(func() {
		if d.m.job.running || b.begun() != 1 {
			t.Error("A is matched with the B of the pair before")
		}
		if !strings.HasPrefix(d.m.status, "Now open B") || !strings.HasPrefix(d.inspector.solve.stage.Text, "now open B") {
			t.Errorf("the window says %q and %q", d.m.status, d.inspector.solve.stage.Text)
		}
		d.shapes.load(sideB, "four")
	})
	eventually(t, "the second solve", func() bool { return b.begun() == 2 && d.m.job.running })
	onTestMain(func() { d.solving.cancel() })
	eventually(t, "its end", func() bool { return !d.m.job.running })

	// Two files let go over the window are a pair, whichever is read first.
	onTestMain(func() { d.shapes.dropped(fyne.NewPos(9, 9), []fyne.URI{fileURI("/five"), fileURI("/six")}) })
	eventually(t, "the third solve", func() bool { return b.begun() == 3 && d.m.job.running })
	onTestMain(func() {
		if d.m.shapes[sideA].Ref != "/five" || d.m.shapes[sideB].Ref != "/six" {
			t.Errorf("matched are %s and %s", d.m.shapes[sideA].Ref, d.m.shapes[sideB].Ref)
		}
		d.solving.cancel()
	})
	eventually(t, "its end", func() bool { return !d.m.job.running })

	onTestMain(func() {
		commandOf("solve.open").do(d)
		d.shapes.load(sideB, "seven")
	})
	eventually(t, "B", func() bool { return d.m.shapes[sideB] != nil && d.m.shapes[sideB].Ref == "seven" })
	onTestMain(func() {
		if d.m.job.running || b.begun() != 3 || commandOf("solve.open").on(d) {
			t.Error("with the switch off a pair is matched by itself")
		}
	})
}

// Each pair has a folder of its own, beside the last folder, and gets the same folder again.
func TestEachPairHasItsFolder(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.m.shapes = [2]*pipeline.Shape{shapeNamed("cat, sitting"), shapeNamed("a/b:c")}
		d.exports.wroteInto("/data/results/mine")
		if got := d.exports.folder(); got != "/data/results/mine" {
			t.Errorf("the same pair is offered %q", got)
		}
		d.m.shapes[sideB] = shapeNamed("horse")
		if got := d.exports.folder(); got != "/data/results/cat, sitting to horse" {
			t.Errorf("another pair is offered %q", got)
		}
		d.m.shapes[sideB] = shapeNamed("a/b:c")
		d.exports.wroteInto("/data/results/other")
		d.m.shapes[sideA] = shapeNamed("..")
		if got := filepath.Base(d.exports.folder()); strings.Contains(got, "..") || strings.ContainsAny(got, `/\:`) {
			t.Errorf("a folder is called %q", got)
		}
	})
}

// Existing files are not replaced without a question, except files that this window has written for this
// pair.
func TestAnExportAsksBeforeItReplaces(t *testing.T) {
	d, _ := testDesk(t)
	dir := filepath.Join(t.TempDir(), "pair")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "plan.npz"), []byte("of another pair"), 0o644); err != nil {
		t.Fatal(err)
	}
	into := ""
	go1 := func(dir string) { into = dir }
	onTestMain(func() {
		d.m.shapes = [2]*pipeline.Shape{shapeNamed("one"), shapeNamed("two")}
		d.exports.mayWrite(dir, []string{"result.json"}, go1)
	})
	eventually(t, "the export", func() bool { return into == dir })
	onTestMain(func() {
		into = ""
		d.exports.mayWrite(dir, []string{"result.json", "plan.npz"}, go1)
	})
	eventually(t, "the question", func() bool { return topSheet(d) != nil })
	onTestMain(func() {
		if into != "" {
			t.Error("the files are replaced while the question stands")
		}
		topSheet(d).Tapped(&fyne.PointEvent{Position: fyne.NewPos(2, 2)})
		if topSheet(d) == nil {
			t.Fatal("a click beside the question answers it")
		}
		topSheet(d).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		if into != dir+" 2" {
			t.Errorf("the safe answer writes into %q", into)
		}
		d.exports.wroteInto(dir)
		into = ""
		d.exports.mayWrite(dir, []string{"plan.npz"}, go1)
		if into != dir {
			t.Error("asked about files of its own")
		}
	})
}

// A click beside a sheet closes it, unless something was typed into it.
func TestAClickBesideASheetLosesNothing(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		beside := &fyne.PointEvent{Position: fyne.NewPos(2, 2)}
		d.documents.editNotes()
		sheet := topSheet(d)
		sheet.Tapped(beside)
		if topSheet(d) != sheet {
			t.Error("a click beside the notes loses them")
		}
		sheet.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		d.showGlossary()
		topSheet(d).Tapped(beside)
		if topSheet(d) != nil {
			t.Error("a click beside the glossary leaves it")
		}
	})
}

// The card of the first start shows once, on the program's own shapes, and leads on.
func TestTheFirstStartOffersALesson(t *testing.T) {
	home := session.Home{Config: t.TempDir(), State: t.TempDir()} // before the window, which ends first
	d, _ := testDesk(t)
	onTestMain(func() {
		d.preferences.home = &home
		d.welcome.offer("mine.ply", "yours.ply")
		if d.welcome.object.Visible() {
			t.Error("who opens files gets the card")
		}
		d.welcome.offer("sample:horse/1", "sample:horse/2")
		if !d.welcome.object.Visible() {
			t.Fatal("no card at the first start")
		}
		findControl(d.welcome.object, "Take lesson 1").(*widget.Control).Tapped(nil)
		if d.welcome.object.Visible() || d.lesson.of == nil || d.lesson.of.Name != lessons()[0].Name {
			t.Error("the card does not lead to the first lesson")
		}
		d.lesson.end()
		widget.SetVisible(d.welcome.object, true)
		d.press("X") // the axes
		if d.welcome.object.Visible() {
			t.Error("the card stays in the way of a command")
		}
		d.welcome.offer("sample:horse/1", "sample:horse/2")
		if d.welcome.object.Visible() {
			t.Error("the card shows again")
		}
	})
	again, err := home.Preferences(option.Schema)
	if err != nil || !again.Welcomed {
		t.Errorf("the next start shows the card: %v", err)
	}
}

// Every label of the result and every option is explained, words of the glossary by their line there.
func TestLabelsAreExplainedByTheGlossary(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		for _, w := range []string{"GW²", "Slicer", "Push-forward", "Margin", "Extremity", "Species", "Coverage", "Temperature"} {
			if meaning(w) == "" {
				t.Errorf("the glossary has no %s", w)
			}
		}
		seen := map[string]bool{}
		for _, term := range glossary {
			if seen[term.word] || strings.Count(term.means, ". ") > 0 || strings.HasSuffix(term.means, ".") {
				t.Errorf("%s: %s", term.word, term.means)
			}
			seen[term.word] = true
		}
		p := d.inspector.result
		for _, o := range p.rows.Objects {
			row := o.(*widget.KeyValue)
			if row.Meaning+row.Tip == "" {
				t.Errorf("%s is not explained", row.Name.Text)
			}
		}
		if p.margin.Meaning != meaning("Margin") || p.covered.Meaning != meaning("Coverage") {
			t.Error("a label is explained in other words than the glossary's")
		}
		for i := range option.Table {
			opt := &option.Table[i]
			if tip := optionTip(opt.Name, opt.Help); tip == "" || optionWords[opt.Name] != "" && !strings.Contains(tip, meaning(optionWords[opt.Name])) {
				t.Errorf("option %s is explained by %q", opt.Name, tip)
			}
		}
		for name := range optionWords {
			if option.Lookup(name) == nil {
				t.Errorf("no option is called %s", name)
			}
		}
	})
}

// Each method has a line in its list.
func TestMethodsHaveALine(t *testing.T) {
	t.Parallel()
	opt := option.Find("method")
	seen := map[string]bool{}
	for i, about := range opt.Abouts {
		if len(about) < 20 || len(about) > 80 || seen[about] {
			t.Errorf("%s: %q", opt.Choices[i], about)
		}
		seen[about] = true
	}
	if len(opt.Abouts) != len(opt.Choices) {
		t.Errorf("%d lines for %d methods", len(opt.Abouts), len(opt.Choices))
	}
}
