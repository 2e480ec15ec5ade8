package race

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// reached is a table of invented rows: two with figures, one without a truth, one
// that failed and one that waits.
func reached(t testing.TB) []Row {
	t.Helper()
	row := func(text string, gw2, direct float64, method time.Duration) Row {
		c, err := ParseContestant(text)
		if err != nil {
			t.Fatal(err)
		}
		r := newRow(c)
		r.GW2, r.DenseDirect, r.Method, r.N, r.M = gw2, direct, method, 60, 61
		r.State = Finished
		return r
	}
	nan := math.NaN()
	rows := []Row{row("cg", 0.003, 0.2, time.Second), row("hierarchical", 0.001, 0.05, 2*time.Second), row("cg:warm", 0.002, nan, 3*time.Second),
		row("neural", nan, nan, 0), row("neural:warm", nan, nan, 0)}
	rows[3].State, rows[3].Err = Failed, errors.New("too | many\nsamples")
	rows[4].State = Waiting
	return rows
}

func TestOrderSortsAndKeepsThePinnedOnTop(t *testing.T) {
	t.Parallel()
	rows := reached(t)
	for i := range 3 {
		rows[i].Match = fakeMatch()
	}
	for _, c := range []struct {
		key    string
		down   bool
		pinned []int
		want   []int
	}{
		{"gw2", false, nil, []int{1, 2, 0, 4, 3}},
		{"gw2", true, nil, []int{0, 2, 1, 4, 3}},
		{"error", false, nil, []int{1, 0, 2, 4, 3}},
		{"error", true, nil, []int{0, 1, 2, 4, 3}}, // unknown errors stay last
		{"time", false, []int{2}, []int{2, 0, 1, 4, 3}},
		{"gw2", false, []int{0, 2}, []int{2, 0, 1, 4, 3}},
		{"bound", false, nil, []int{0, 1, 2, 4, 3}}, // no bounds: in the order of the race
		{"method", false, nil, []int{0, 2, 1, 4, 3}},
	} {
		column, err := FindColumn(c.key)
		if err != nil {
			t.Fatal(err)
		}
		if got := Order(rows, column, c.down, func(i int) bool { return slices.Contains(c.pinned, i) }); !slices.Equal(got, c.want) {
			t.Errorf("by %s, descending %v, pinned %v: %v, want %v", c.key, c.down, c.pinned, got, c.want)
		}
	}
	if _, err := FindColumn("beauty"); err == nil || !strings.Contains(err.Error(), "gw2") {
		t.Errorf("an unknown column: %v", err)
	}
}

func TestCSVIsReadBack(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := WriteCSV(&out, reached(t)); err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(table) != 6 {
		t.Fatalf("%d lines, %v", len(table), err)
	}
	at := func(row int, column string) string { return table[row+1][slices.Index(table[0], column)] }
	for _, c := range []struct {
		row          int
		column, want string
	}{
		{0, "contestant", "cg"}, {0, "gw2", "0.003"}, {0, "error_direct", "0.2"}, {0, "time_method_s", "1.0000"}, {0, "n", "60"}, {0, "m", "61"},
		{2, "error_direct", ""}, {2, "contestant", "cg:warm"}, {3, "state", "failed"}, {3, "gw2", ""}, {3, "note", "Too | many\nsamples."}, {4, "state", "waiting"},
	} {
		if got := at(c.row, c.column); got != c.want {
			t.Errorf("row %d, %s: %q, want %q", c.row, c.column, got, c.want)
		}
	}
}

func TestMarkdownHasEveryRowOnOneLine(t *testing.T) {
	t.Parallel()
	rows := reached(t)
	rows[0].Shared = true
	var out bytes.Buffer
	if err := WriteMarkdown(&out, About{A: "cat", B: "cat, sitting", Samples: 60, Machine: "a machine"}, rows); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.HasPrefix(text, "# cat → cat, sitting\n\n60 farthest-point samples.") || !strings.Contains(text, "side by side") || !strings.Contains(text, "a machine") {
		t.Errorf("the head is\n%s", text)
	}
	var pipes []int
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "|") {
			pipes = append(pipes, strings.Count(strings.ReplaceAll(line, "\\|", ""), "|"))
		}
	}
	if len(pipes) != 7 || slices.Max(pipes) != slices.Min(pipes) {
		t.Errorf("lines of the table have these numbers of bars: %v\n%s", pipes, text)
	}
	if !strings.Contains(text, `Too \| many samples.`) {
		t.Errorf("the reason of the failure is missing:\n%s", text)
	}
}

func TestTextFitsTheTerminal(t *testing.T) {
	t.Parallel()
	rows := reached(t)
	for i := range 3 {
		rows[i].Match = fakeMatch()
	}
	for _, width := range []int{60, 80, 200} {
		var out bytes.Buffer
		if err := WriteText(&out, rows[:3], width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(out.String(), "\n") {
			if n := len([]rune(line)); n > width {
				t.Errorf("%d letters in %d:\n%s", n, width, line)
			}
		}
		if !strings.Contains(out.String(), "0.00300") {
			t.Errorf("no figures:\n%s", out.String())
		}
	}
}

func TestRemarksAreSaidOnce(t *testing.T) {
	t.Parallel()
	rows := reached(t)
	for i := range 3 {
		rows[i].Match = fakeMatch()
		rows[i].note("a surface is open")
	}
	rows[1].note("min-GSGW sorts")
	rows[3].note("nobody reads the notes of a failure")
	got := Remarks(rows)
	want := []Remark{{"all", "A surface is open."}, {"hierarchical", "min-GSGW sorts."}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
