package cohortpage

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/internal/await"
	"gwscope/internal/routine"
	"gwscope/render/gldraw"
)

// shown is a page in a window without a screen.
type shown struct {
	*Page
	opened []string
	said   []string
	failed []string
	drawn  atomic.Int64
}

// show opens a page on a cohort.
func show(t testing.TB, c *cohort.Cohort, size fyne.Size) *shown {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(widget.Theme{Look: widget.AlwaysDark})
	s := &shown{}
	var jobs routine.Group
	onTestMain(func() {
		w := a.NewWindow("")
		k := &widget.Maker{Tips: widget.NewTips()}
		s.Page = New(Settings{Widgets: k, Window: w,
			Background: func(work func() func(), _ ...func()) {
				jobs.Go(func() {
					after := work()
					onTestMain(after)
				})
			},
			Draw: func(f gldraw.Frame) (*image.RGBA, error) {
				s.drawn.Add(1)
				return image.NewRGBA(image.Rect(0, 0, f.Width, f.Height)), nil
			},
			Open:    func(e cohort.Entry) { s.opened = append(s.opened, e.Pair.B.Name) },
			Changed: func() {}, Say: func(text string) { s.said = append(s.said, text) }, Tip: func(string) string { return "" },
			Fail: func(title string, err error) { s.failed = append(s.failed, title+": "+err.Error()) },
		})
		w.SetContent(s.Object)
		w.SetPadded(false)
		w.Resize(size)
		s.Open(c)
		s.Show(true)
	})
	t.Cleanup(func() {
		onTestMain(s.Close)
		jobs.Wait()
		await.Until(t, "the last picture", func() bool {
			s.pictures.mu.Lock()
			defer s.pictures.mu.Unlock()
			return !s.pictures.busy
		})
	})
	return s
}

func (s *shown) names() []string {
	var out []string
	for _, e := range s.Entries() {
		out = append(out, e.Pair.B.Name)
	}
	return out
}

// A thousand specimens: widgets are made for those in sight, pictures in memory are bounded, and
// the heap stays small however far a person scrolls.
func TestAThousandSpecimens(t *testing.T) {
	const n = 1000
	c := synthetic(t, n)
	s := show(t, c, fyne.NewSize(1440, 830))
	eventually(t, "all specimens", func() bool { return len(s.rows) == n && s.merged != nil })
	var made int
	onTestMain(func() {
		if made = s.specimens.grid.Cells(); made == 0 || made > 60 {
			t.Errorf("%d cells for %d specimens", made, n)
		}
		if got := s.names(); got[0] != "s0999" || got[1] != "s0000" || got[2] != "s0001" {
			t.Errorf("the worst are %v", got[:3])
		}
		if dots := len(s.plots.names); dots != n {
			t.Errorf("the map has %d dots", dots)
		}
	})
	for range n/12 + 1 { // to the end, and a look at the pictures of each screen
		onTestMain(func() { s.specimens.grid.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown}) })
		eventually(t, "the pictures in sight", func() bool {
			from, to := s.specimens.grid.InSight()
			for k := from; k < min(to, len(s.rows)); k++ {
				if e := s.now.Entries[s.rows[k]]; e.State == cohort.Matched && s.pictures.get(e) == nil {
					return false
				}
			}
			return true
		})
	}
	onTestMain(func() {
		if s.specimens.grid.Cells() != made {
			t.Errorf("scrolling made %d cells of %d", s.specimens.grid.Cells(), made)
		}
		if k := s.specimens.grid.Current(); k != n-1 {
			t.Errorf("the end is at %d", k)
		}
		if have := len(s.pictures.have); have > mostPictures || len(s.pictures.order) != have {
			t.Errorf("%d pictures are kept, in an order of %d", have, len(s.pictures.order))
		}
	})
	if drawn := s.drawn.Load(); drawn < n/2 {
		t.Errorf("only %d pictures were drawn", drawn)
	}
	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	if mem.HeapAlloc > 400<<20 {
		t.Errorf("the heap holds %d MB", mem.HeapAlloc>>20)
	}
	t.Logf("%d cells, %d pictures in memory, heap %d MB", made, len(s.pictures.have), mem.HeapAlloc>>20)

	// The next window finds the pictures in the cohort's folder.
	drawn := s.drawn.Load()
	onTestMain(s.Close)
	again := show(t, c, fyne.NewSize(1440, 830))
	eventually(t, "the pictures again", func() bool { return len(again.rows) == n && len(again.pictures.have) > 10 })
	if again.drawn.Load() > 3 || drawn == 0 { // the mean shape, and a specimen that failed, are drawn each time
		t.Errorf("%d pictures were drawn again", again.drawn.Load())
	}
}

// Filters and orders show the specimens that they name, and tell their numbers.
func TestFiltersShowWhatTheySay(t *testing.T) {
	s := show(t, synthetic(t, 30), fyne.NewSize(1024, 600))
	eventually(t, "all specimens", func() bool { return len(s.rows) == 30 })
	onTestMain(func() {
		if got := s.filter.counts(s.now); got != [parts]int{all: 30, doubted: 3, failed: 1} {
			t.Errorf("the counts are %v", got)
		}
		s.head.chips[doubted].Tapped(nil)
		if got := s.names(); !slices.Equal(got, []string{"s0000", "s0001", "s0002"}) {
			t.Errorf("doubted are %v", got)
		}
		s.head.chips[failed].Tapped(nil)
		if got := s.names(); !slices.Equal(got, []string{"s0029"}) {
			t.Errorf("failed are %v", got)
		}
		s.head.chips[all].Tapped(nil)
		s.head.groupEntries()[2].Do() // g1
		s.head.search.SetText("LIMBS exchanged")
		if got := s.names(); !slices.Equal(got, []string{"s0001"}) {
			t.Errorf("of group g1, with exchanged limbs: %v", got)
		}
		s.head.search.SetText("nothing of this name")
		if len(s.rows) != 0 || !s.specimens.empty.Visible() {
			t.Error("nothing passes the filter, and nobody says so")
		}
		s.head.search.SetText("")
		s.filterBy(func(f *filter) { f.group, f.sort = "", byName })
		if got := s.names(); len(got) != 30 || got[0] != "s0000" || got[29] != "s0029" {
			t.Errorf("by name: %v", got)
		}
	})
}

// Specimens chosen in a plot are chosen in the grid, and the other way round.
func TestChoosingInPlotAndGrid(t *testing.T) {
	s := show(t, synthetic(t, 24), fyne.NewSize(1024, 600))
	eventually(t, "the map", func() bool { return len(s.plots.names) == 24 })
	onTestMain(func() {
		s.plots.plot.Chose([]int{5, 7}, false)
		if !s.chosen["s0005"] || !s.chosen["s0007"] || len(s.chosen) != 2 {
			t.Errorf("chosen are %v", s.chosen)
		}
		lit := 0
		for k, e := range s.Entries() {
			c := newCell(s.Page)
			s.specimens.fill(c, k)
			if c.chosen {
				lit++
				if !s.chosen[e.Pair.B.Name] {
					t.Errorf("%s is lit and was not chosen", e.Pair.B.Name)
				}
			}
		}
		if lit != 2 {
			t.Errorf("%d cells are lit", lit)
		}
		if k := s.specimens.grid.Current(); s.names()[k] != "s0005" {
			t.Errorf("the grid goes to %s", s.names()[k])
		}
		s.specimens.click(0, fyne.KeyModifierShortcutDefault) // the one that failed
		if !s.chosen["s0023"] || len(s.opened) != 0 {
			t.Errorf("a click with Ctrl chose %v and opened %v", s.chosen, s.opened)
		}
		s.specimens.click(0, 0)
		if !slices.Equal(s.opened, []string{"s0023"}) {
			t.Errorf("a click opened %v", s.opened)
		}
		s.plots.plot.Opened(3)
		if s.opened[len(s.opened)-1] != "s0003" {
			t.Errorf("a double click on a dot opened %v", s.opened)
		}
		if s.ChooseNone(); len(s.chosen) != 0 {
			t.Error("choosing none does nothing")
		}
		s.plots.which.Changed(1)
		if s.plots.names[0] != "s0000" || len(s.plots.names) != 24 {
			t.Errorf("the components show %v", s.plots.names)
		}
	})
}

// The colour of a probability depends on the probability alone, and a person's decision has a mark of its own.
// A reason that nobody has looked at stands out.
func TestColoursGoByTheProbability(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		trust          float64
		flagged        bool
		decision       cohort.Decision
		line           string
		tint, ofReason fyne.ThemeColorName
	}{
		{0.34, true, cohort.Undecided, "34 % likely right", widget.ColorCaution, widget.ColorSoft},
		{0.34, true, cohort.Accepted, "accepted · 34 %", widget.ColorCaution, widget.ColorSoft},
		{0.95, false, cohort.Rejected, "rejected · 95 %", widget.ColorGood, widget.ColorSoft},
		{0.95, true, cohort.Undecided, "95 % likely right", widget.ColorGood, widget.ColorCaution},
	} {
		e := cohort.Entry{State: cohort.Matched}
		e.Trust, e.Flagged, e.Reasons = c.trust, c.flagged, []string{"a mirror image"}
		e.Judged.Decision = c.decision
		if line, tint, reason := says(e); line != c.line || tint != c.tint || reason != "a mirror image" || reasonTint(e) != c.ofReason {
			t.Errorf("%+v: %q in %s, %q in %s", c, line, tint, reason, reasonTint(e))
		}
	}
	white, green := color.NRGBA{0xff, 0xff, 0xff, 0xff}, color.NRGBA{0, 0x80, 0, 0xff}
	plain := card{around: white, fill: white, edge: white, tint: green, ink: white}
	marked := plain
	marked.mark = cohort.Accepted
	seen := func(c card) (n int) {
		img := c.draw(320, 372, 2)
		for y := range 80 {
			for x := 240; x < 320; x++ {
				if img.RGBAAt(x, y).R == 0 {
					n++
				}
			}
		}
		return n
	}
	if n, none := seen(marked), seen(plain); n < 300 || none != 0 {
		t.Errorf("the mark has %d pixels, a card without one %d", n, none)
	}
}

// Decisions are kept in the folder, shown, and taken back.
func TestDecisionsOnThePage(t *testing.T) {
	c := synthetic(t, 12)
	s := show(t, c, fyne.NewSize(1024, 600))
	eventually(t, "all specimens", func() bool { return len(s.rows) == 12 })
	decision := func(name string) cohort.Decision {
		e, _ := s.EntryOf(name, "cat")
		return e.Judged.Decision
	}
	decide := func(name string, d cohort.Decision) {
		onTestMain(func() {
			e, ok := s.EntryOf(name, "cat")
			if !ok {
				t.Errorf("there is no %s", name)
			}
			s.Decisions.Decide(e, d)
		})
	}
	decide("s0000", cohort.Accepted)
	eventually(t, "accepted", func() bool { return decision("s0000") == cohort.Accepted })
	decide("s0003", cohort.Rejected)
	eventually(t, "rejected", func() bool { return decision("s0003") == cohort.Rejected })
	onTestMain(func() {
		if got := s.filter.counts(s.now); got[doubted] != 0 || got[accepted] != 1 || got[rejected] != 1 {
			t.Errorf("the counts are %v", got)
		}
		if s.Decisions.CanUndo() != "reject s0003" {
			t.Errorf("undo would %s", s.Decisions.CanUndo())
		}
		s.Decisions.Undo()
	})
	eventually(t, "undone", func() bool { return decision("s0003") == cohort.Undecided })
	onTestMain(s.Decisions.Undo)
	eventually(t, "both undone", func() bool { return decision("s0000") == cohort.Undecided })
	onTestMain(func() {
		if s.Decisions.CanUndo() != "" || s.Decisions.CanRedo() != "accept s0000" {
			t.Errorf("undo would %q, redo %q", s.Decisions.CanUndo(), s.Decisions.CanRedo())
		}
		s.Decisions.Redo()
	})
	eventually(t, "redone", func() bool { return decision("s0000") == cohort.Accepted })
	decide("s0000", cohort.Accepted) // again: takes it back
	eventually(t, "taken back", func() bool { return decision("s0000") == cohort.Undecided })
	if r, err := c.Review(); err != nil || len(r.Decisions) != 0 {
		t.Errorf("the file holds %+v, %v", r, err)
	}
}

// Sliders bend the mean shape, say by how much, and come back.
func TestSlidersBendTheMeanShape(t *testing.T) {
	s := show(t, synthetic(t, 12), fyne.NewSize(1440, 830))
	eventually(t, "the mean shape", func() bool { return len(s.mean.bends) == 1 })
	onTestMain(func() {
		b := s.mean.bends[0]
		length := func() float32 {
			lo, hi := s.mean.at[0][2], s.mean.at[0][2]
			for _, p := range s.mean.at {
				lo, hi = min(lo, p[2]), max(hi, p[2])
			}
			return hi - lo
		}
		at := length()
		b.slide.Choose(1)
		if by := length() / at; !(by > 1.299 && by < 1.301) || b.value.Text != "+3.0 sd" || !s.Bent() {
			t.Errorf("at the end the shape is %g times as long, and the slider says %q", by, b.value.Text)
		}
		if len(s.mean.colors) != len(s.mean.at) || !strings.Contains(s.mean.scale.Text, "units of the files") {
			t.Errorf("%d colours; %q", len(s.mean.colors), s.mean.scale.Text)
		}
		s.mean.home()
		if length() != at || s.Bent() {
			t.Error("the mean shape does not come back")
		}
	})
}

// A page of a cohort that nobody has run runs it, shows how far it is, and merges.
func TestThePageRunsACohort(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cats")
	_, err := cohort.New(dir, cohort.Plan{Specimens: []string{"sample:cats"}, Individuals: 3, Vertices: 400, Options: cohort.FileOptions{"samples": "60", "effort": "fast"}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := cohort.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := show(t, c, fyne.NewSize(1024, 600))
	eventually(t, "three that were not run", func() bool { return len(s.rows) == 3 && s.filter.counts(s.now)[notRun] == 3 })
	onTestMain(func() {
		if !s.plots.none.Visible() || s.plots.do.Text != "Run" || s.WhyNotMerge() == "" {
			t.Errorf("without results the page offers %q", s.plots.do.Text)
		}
		s.plots.do.Tapped(nil)
		if !s.Running() || s.head.runs.Text != "Stop" {
			t.Error("nothing runs")
		}
	})
	eventually(t, "the end", func() bool { return !s.Running() && s.now.Done == 3 && s.now.Merged && s.merged != nil })
	onTestMain(func() {
		if len(s.failed) != 0 || s.head.runs.Text != "Run" || s.now.Stale {
			t.Errorf("failures %v, the button says %q, stale %v", s.failed, s.head.runs.Text, s.now.Stale)
		}
	})
	// Work that is stopped at once says that the next run goes on from there.
	if err := os.RemoveAll(c.Dir.Path("pairs")); err != nil {
		t.Fatal(err)
	}
	onTestMain(func() {
		s.RunOrStop()
		s.RunOrStop()
	})
	eventually(t, "the stop", func() bool { return !s.Running() })
	onTestMain(func() {
		if said := s.said[len(s.said)-1]; !strings.HasPrefix(said, "Stopped") {
			t.Errorf("it says %q", said)
		}
	})
}

// Opening the page of a thousand specimens, from the call until all are listed and the merged
// results are read.
func BenchmarkOpenAThousand(b *testing.B) {
	c := synthetic(b, 1000)
	s := show(b, c, fyne.NewSize(1440, 830))
	for b.Loop() {
		onTestMain(func() { s.Open(c) })
		eventually(b, "all specimens", func() bool { return len(s.rows) == 1000 && s.merged != nil })
	}
}
