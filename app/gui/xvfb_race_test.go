package gui

import (
	"encoding/csv"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/app/race"
)

// A race from choosing the methods to reading its table back.
func TestWindowRace(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 720, "sample:cats/1@800,sample:cats/2@800")
	s.ask("option samples 80")
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })

	s.click("menu Solve")
	s.shot("solve-menu")
	s.click("Race…")
	s.waitFor("the sheet", func(w windowState) bool { return w.Overlay != "" })
	s.settled("sheet")
	s.click("None")
	s.shot("sheet-none")
	s.click("Start race")
	if w := s.state(); w.Overlay == "" || w.Race != nil {
		t.Fatal("a race without methods has begun")
	}
	chosen := []string{"hierarchical:fast", "cg", "entropic:0.05", "sdp:20", "sgw"}
	for _, text := range chosen {
		c, err := race.ParseContestant(text)
		if err != nil {
			t.Fatal(err)
		}
		s.click(c.Title())
	}
	s.settled("sheet-chosen")
	s.click("Start race")
	s.shot("begun")
	w := s.waitFor("the race to begin", func(w windowState) bool { return w.Race != nil && w.Layout == int(raced) })
	s.shot("running")
	w = s.waitFor("the race to end", func(w windowState) bool { return w.Race != nil && !w.Race.Running })
	if len(w.Race.Rows) != len(chosen) || slices.Contains(w.Race.States, "failed") || !slices.IsSorted(w.Race.GW2) || w.Race.GW2[0] <= 0 {
		t.Fatalf("the race has %+v", w.Race)
	}
	over := s.settled("over")
	if n, kinds := hues(over, s.viewRect()); n < 20000 || kinds < 5 {
		t.Errorf("the panes show %d coloured pixels of %d hues", n, kinds)
	}

	t.Run("linked views", func(t *testing.T) {
		s.t = t
		x, y, vw, vh := s.where("view")
		s.drag(1, x-vw/2+40, y-vh/4, x-vw/2+120, y-vh/4+10) // in the first pane
		turned := s.settled("turned")
		for k := range 3 { // thirds of the view area: all of them have turned
			third := s.viewRect()
			third.Min.X += k * vw / 3
			third.Max.X = third.Min.X + vw/3
			if n := differing(over, turned, third); n < 1500 {
				t.Errorf("turning changed %d pixels in part %d of the views", n, k)
			}
		}
		s.do("key", "0")
		s.settled("turned-back")
	})

	t.Run("sort", func(t *testing.T) {
		s.t = t
		s.click("head time")
		w := s.waitFor("the order", func(w windowState) bool { return w.Race.SortBy == "time" })
		first := w.Race.Rows[0]
		s.settled("by-time")
		s.click("head time")
		w = s.waitFor("the other order", func(w windowState) bool { return w.Race.Rows[0] != first })
		if w.Race.Rows[len(w.Race.Rows)-1] != first {
			t.Errorf("the other way round, the rows are %v", w.Race.Rows)
		}
		s.click("head gw2")
		s.waitFor("the order", func(w windowState) bool { return w.Race.SortBy == "gw2" && slices.IsSorted(w.Race.GW2) })
	})

	t.Run("pin", func(t *testing.T) {
		s.t = t
		last := s.state().Race.Rows[len(chosen)-1]
		s.click("pin " + last)
		w := s.waitFor("the pinned row on top", func(w windowState) bool { return w.Race.Rows[0] == last })
		if !slices.Equal(w.Race.Pinned, []string{last}) || w.Race.Seen[0] != last {
			t.Errorf("pinned %v, seen %v", w.Race.Pinned, w.Race.Seen)
		}
		s.do("mousemove", 700, 300, "sleep", 0.2)
		s.settled("pinned")
		s.click("race views")
		s.click("2 targets")
		w = s.waitFor("two targets", func(w windowState) bool { return len(w.Race.Seen) == 2 })
		if w.Race.Seen[0] != last {
			t.Errorf("two targets are %v, without the pinned one", w.Race.Seen)
		}
		s.settled("two-targets")
		s.click("race views")
		s.click("As many as fit")
		s.waitFor("all targets", func(w windowState) bool { return len(w.Race.Seen) == len(chosen) })
	})

	t.Run("pick", func(t *testing.T) {
		s.t = t
		x, y, vw, vh := s.where("view")
		before := s.settled("unpicked")
		// The middle of the first pane, the source, lies on its body.
		cell := raceGrid(fyneSize(vw, vh), len(chosen)+1)[0]
		s.do("mousemove", x-vw/2+int(cell.size.Width/2), y-vh/2+int(cell.size.Height/2), "sleep", 0.1, "click", 1)
		s.waitFor("a mark", func(w windowState) bool { return w.Picked != nil })
		after := s.settled("picked")
		for k := range 3 {
			third := s.viewRect()
			third.Min.X += k * vw / 3
			third.Max.X = third.Min.X + vw/3
			if differing(before, after, third) < 20 {
				t.Errorf("no ring in part %d of the views", k)
			}
		}
		s.do("key", "Escape")
		s.waitFor("no mark", func(w windowState) bool { return w.Picked == nil })
	})

	t.Run("colour all by error", func(t *testing.T) {
		s.t = t
		before := s.settled("carried")
		for s.state().ColorBy != "error" {
			s.do("key", "c", "sleep", 0.3)
		}
		after := s.settled("by-error")
		x, y, vw, vh := s.where("view")
		if n := differing(before, after, s.viewRect()); n < 20000 {
			t.Errorf("colouring by error changed %d pixels", n)
		}
		// The colour bar stands at the foot of the source.
		cell := raceGrid(fyneSize(vw, vh), len(chosen)+1)[0]
		foot := image.Rect(x-vw/2+12, y-vh/2+int(cell.size.Height)-44, x-vw/2+int(cell.size.Width)-12, y-vh/2+int(cell.size.Height)-8)
		if n := differing(before, after, foot); n < 1000 {
			t.Errorf("a colour bar of %d pixels", n)
		}
	})

	t.Run("open a row", func(t *testing.T) {
		s.t = t
		s.click("row cg")
		w := s.waitFor("the match", func(w windowState) bool { return w.Layout == int(sideBySide) })
		if w.Method != "cg" || w.Stale || !w.Matched {
			t.Errorf("opened: method %q, stale %v, matched %v", w.Method, w.Stale, w.Matched)
		}
		s.do("mousemove", 500, 300, "sleep", 0.2)
		s.settled("opened")
		s.do("key", "r")
		s.waitFor("the race", func(w windowState) bool { return w.Layout == int(raced) })
		s.settled("back")
		s.click("row sdp:20") // which says more of itself than others
		s.waitFor("the match", func(w windowState) bool { return w.Layout == int(sideBySide) && w.Method == "sdp" })
		s.do("key", "r")
		s.waitFor("the race", func(w windowState) bool { return w.Layout == int(raced) })
	})

	t.Run("export", func(t *testing.T) {
		s.t = t
		dir := filepath.Join(t.TempDir(), "race")
		s.click("race export")
		s.shot("export-menu")
		s.click("Table and picture…")
		s.waitFor("the sheet", func(w windowState) bool { return w.Overlay != "" })
		s.do("key", "ctrl+a", "type", dir)
		s.shot("export-sheet")
		s.do("key", "Return")
		s.waitFor("the message", func(w windowState) bool { return strings.Contains(w.Status, "3 files written") })
		file, err := os.Open(filepath.Join(dir, race.CSVFile))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		table, err := csv.NewReader(file).ReadAll()
		if err != nil || len(table) != len(chosen)+1 {
			t.Fatalf("the table has %d lines: %v", len(table), err)
		}
		w := s.state()
		for k, name := range w.Race.Rows { // as they stand in the window
			if table[k+1][0] != name {
				t.Errorf("line %d is %s, in the window %s", k, table[k+1][0], name)
			}
		}
		for _, name := range []string{race.MarkdownFile, race.PictureFile} {
			if st, err := os.Stat(filepath.Join(dir, name)); err != nil || st.Size() == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
		if s.shots != "" {
			if data, err := os.ReadFile(filepath.Join(dir, race.PictureFile)); err == nil {
				os.WriteFile(filepath.Join(s.shots, "race-exported.png"), data, 0o644)
			}
		}
	})
}

// Escape ends a race and keeps its results; another shape on a side ends it for good.
func TestWindowRaceIsStopped(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, lightPair(t, "cat/1", "cat/2"))
	s.ask("option samples 60")
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	s.do("key", "ctrl+r")
	s.waitFor("the sheet", func(w windowState) bool { return w.Overlay != "" })
	s.settled("sheet")
	s.click("None")
	s.click("Conditional gradient")
	s.click("another method: entropic:0.2, cg:120, METHOD:OPTION=VALUE")
	s.do("type", "neural:100000")
	s.click("Add")
	s.settled("sheet-added")
	s.click("Start race")
	s.waitFor("the second one to have a plan", func(w windowState) bool {
		return w.Race != nil && slices.Equal(w.Race.States, []string{"done", "running"}) && w.Race.Live[1] > 0
	})
	s.shot("running")
	s.do("key", "Escape")
	w := s.waitFor("the end", func(w windowState) bool { return !w.Race.Running })
	if slices.Index(w.Race.States, "done") < 0 || slices.Contains(w.Race.States, "running") || slices.Contains(w.Race.States, "failed") {
		t.Errorf("after a stop the rows are %v", w.Race.States)
	}
	s.settled("stopped")
	s.click("Swap")
	s.waitFor("no race", func(w windowState) bool { return w.Race == nil && w.Layout == int(sideBySide) })
}
