package gui

import (
	"context"
	"encoding/csv"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gwscope/app/cohort"
)

// A review from the command line to the statistics: the page shows specimens in colours, a click
// opens the worst, keys judge it and lead on and back, a box on the map chooses, a slider bends.
func TestWindowReviewsACohort(t *testing.T) {
	t.Parallel()
	needTools(t)
	c := ranCats(t, filepath.Join(t.TempDir(), "cats"), 5)
	w, err := c.List(context.Background(), nil)
	if err == nil {
		_, err = c.Merge(context.Background(), w)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := openScreen(t, 1200, 800, string(c.Dir)+",")
	first := s.waitFor("the page", func(w windowState) bool { return w.Cohort != nil && w.Cohort.Page && len(w.Cohort.Shown) == 5 })
	worst, next := first.Cohort.Shown[0], first.Cohort.Shown[1]
	page := image.Rect(0, 140, 750, 780)
	for range 100 { // pictures come one after another
		if n, kinds := hues(s.shot("page"), page); n > 20000 && kinds >= 5 {
			break
		}
		s.do("sleep", 0.2)
	}
	if n, kinds := hues(s.settled("page"), page); n < 15000 || kinds < 5 {
		t.Errorf("the specimens have %d coloured pixels of %d hues", n, kinds)
	}
	s.do("key", "F11") // a command of the views
	if !s.state().Cohort.Page {
		t.Error("the page is gone")
	}
	s.click("cohort " + worst)
	s.waitFor("the pair", func(w windowState) bool {
		return w.Matched && !w.Running && !w.Cohort.Page && w.Cohort.Pair == worst
	})
	s.settled("pair")
	s.do("key", "y")
	s.waitFor("accepted", func(w windowState) bool { return slices.Contains(w.Cohort.Decisions, string(cohort.Accepted)) })
	s.do("key", "ctrl+z")
	s.waitFor("undone", func(w windowState) bool { return !slices.Contains(w.Cohort.Decisions, string(cohort.Accepted)) })
	s.do("key", "Page_Down")
	s.waitFor("the next pair", func(w windowState) bool { return w.Matched && !w.Running && w.Cohort.Pair == next })
	s.do("key", "q")
	s.waitFor("rejected", func(w windowState) bool { return slices.Contains(w.Cohort.Decisions, string(cohort.Rejected)) })
	s.do("key", "o")
	s.waitFor("the page", func(w windowState) bool { return w.Cohort.Page && w.Cohort.Current == next })
	s.settled("back")

	x, y, pw, ph := s.where("cohort plot")
	s.drag(1, x-pw/2+4, y-ph/2+4, x+pw/2-4, y+ph/2-4)
	s.waitFor("chosen specimens", func(w windowState) bool { return w.Cohort.Chosen >= 4 })
	s.settled("chosen")
	s.do("key", "Escape")
	s.waitFor("none", func(w windowState) bool { return w.Cohort.Chosen == 0 })
	before := s.settled("mean")
	x, y, pw, _ = s.where("cohort slider")
	s.drag(1, x, y, x+pw/2-14, y)
	s.waitFor("a bent shape", func(w windowState) bool { return w.Cohort.Bent })
	if n := differing(before, s.settled("bent"), image.Rect(x-pw, y-240, x+pw, y-30)); n < 200 {
		t.Errorf("the slider changed %d pixels of the mean shape", n)
	}
	s.click("cohort Merge")
	s.waitFor("merged results", func(w windowState) bool { return w.Cohort.Merged })
	if r := readCohortTable(t, c); !slices.Contains(r, string(cohort.Rejected)) {
		t.Errorf("cohort.csv has the decisions %v", r)
	}
}

// readCohortTable reads the column review of cohort.csv.
func readCohortTable(t *testing.T, c *cohort.Cohort) []string {
	t.Helper()
	f, err := os.Open(c.Dir.Path(cohort.ResultsDir, cohort.PairsTable))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	k := slices.Index(rows[0], "review")
	var out []string
	for _, row := range rows[1:] {
		out = append(out, row[k])
	}
	return out
}
