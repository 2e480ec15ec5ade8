package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// counting is an experiment that counts how often its cells are measured.
func counting(n int, measured map[string]int, fail func(key string) error) *Experiment {
	e := &Experiment{Name: "count", Title: "Counting", Columns: []Column{wordColumn("key", ""), numberColumn("square", "", 0)},
		Tables: func(rows []Row) []Table {
			t := Table{Head: []string{"key", "square"}, Left: 1}
			for _, r := range rows {
				t.Rows = append(t.Rows, []string{r.Word("key"), Format(r.Number("square"), 0, "–")})
			}
			return []Table{t}
		}}
	for i := range n {
		key := fmt.Sprint("cell", i)
		e.Cells = append(e.Cells, Cell{Key: key, Settings: "s", Measure: func(context.Context, SoFar) (Row, error) {
			measured[key]++
			row := NewRow()
			row.Say("key", key)
			if fail != nil {
				if err := fail(key); err != nil {
					return row, err
				}
			}
			row.Put("square", float64(i*i))
			return row, nil
		}})
	}
	return e
}

func TestOnlySomeCellsAreMeasured(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	measured := map[string]int{}
	some := counting(12, measured, nil)
	if err := some.Only([]string{"cell1", "3"}); err != nil {
		t.Fatal(err)
	}
	outcome, err := Run(context.Background(), some, RunOptions{Out: out})
	if err != nil || len(outcome.Rows) != 4 || len(measured) != 4 || measured["cell3"] != 1 || measured["cell11"] != 1 {
		t.Errorf("%d rows of %v, %v", len(outcome.Rows), measured, err)
	}
	text, err := os.ReadFile(filepath.Join(out, "count.md"))
	if err != nil || !strings.Contains(string(text), "cell1, 3") {
		t.Errorf("the table does not say that it holds some cells only: %v\n%s", err, text)
	}

	// A later run of all cells keeps the results.
	if _, err := Run(context.Background(), counting(12, measured, nil), RunOptions{Out: out}); err != nil || len(measured) != 12 || measured["cell3"] != 1 {
		t.Errorf("then all: %v, %v", measured, err)
	}
	if err := counting(12, measured, nil).Only([]string{"dog"}); err == nil || !strings.Contains(err.Error(), "dog") {
		t.Errorf("no cell at all: %v", err)
	}
}

func TestAStoppedRunGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	measured := map[string]int{}
	ctx, cancel := context.WithCancel(context.Background())
	stop := RunOptions{Out: out, Report: func(p Progress) {
		if p.Row != nil && p.Done == 2 {
			cancel()
		}
	}}
	_, err := Run(ctx, counting(4, measured, nil), stop)
	var stopped *StoppedError
	if !errors.As(err, &stopped) || stopped.Done != 2 || stopped.All != 4 || !errors.Is(err, context.Canceled) {
		t.Fatalf("a stopped run: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(out, "count.md"))
	if err != nil || !strings.Contains(string(text), "2 of 4 measurements") {
		t.Errorf("the table of a stopped run: %v\n%s", err, text)
	}

	outcome, err := Run(context.Background(), counting(4, measured, nil), RunOptions{Out: out})
	if err != nil || len(outcome.Rows) != 4 {
		t.Fatalf("%d rows, %v", len(outcome.Rows), err)
	}
	for key, n := range measured {
		if n != 1 {
			t.Errorf("%s was measured %d times", key, n)
		}
	}
	_, rows := readCSV(t, filepath.Join(out, "count.csv"))
	if len(rows) != 4 || rows[3]["square"] != "9" {
		t.Errorf("rows %v", rows)
	}

	// Other settings are another measurement, and --fresh asks for all.
	other := counting(4, measured, nil)
	other.Cells[1].Settings = "t"
	if _, err := Run(context.Background(), other, RunOptions{Out: out}); err != nil || measured["cell1"] != 2 || measured["cell2"] != 1 {
		t.Errorf("with other settings: %v, %v", measured, err)
	}
	if _, err := Run(context.Background(), counting(4, measured, nil), RunOptions{Out: out, Fresh: true}); err != nil || measured["cell2"] != 2 {
		t.Errorf("afresh: %v, %v", measured, err)
	}
}

func TestACellThatIsInterruptedIsNotKept(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	measured := map[string]int{}
	half := func(key string) error {
		if key == "cell1" {
			cancel() // and return the best plan so far, as methods do
		}
		return nil
	}
	if _, err := Run(ctx, counting(3, measured, half), RunOptions{Out: out}); err == nil {
		t.Fatal("no error")
	}
	if _, rows := readCSV(t, filepath.Join(out, "count.csv")); len(rows) != 1 {
		t.Errorf("rows %v, want the first alone", rows)
	}
}

func TestAFailingCellLosesNothingElse(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	measured := map[string]int{}
	broken := func(key string) error {
		switch key {
		case "cell1":
			return errors.New("the disc is full")
		case "cell2":
			panic("index out of range")
		case "cell3":
			return Skip("too many points")
		}
		return nil
	}
	outcome, err := Run(context.Background(), counting(5, measured, broken), RunOptions{Out: out})
	if err == nil || !strings.Contains(err.Error(), "2 of 5 measurements failed") || !strings.Contains(err.Error(), "the disc is full") {
		t.Errorf("error %v", err)
	}
	if len(outcome.Rows) != 5 || outcome.Rows[4].Number("square") != 16 {
		t.Errorf("rows %v", outcome.Rows)
	}
	_, rows := readCSV(t, filepath.Join(out, "count.csv"))
	for i, want := range []string{"", "failed: the disc is full", "failed: internal error: index out of range", "skipped: too many points", ""} {
		if rows[i]["note"] != want {
			t.Errorf("row %d is noted %q, want %q", i, rows[i]["note"], want)
		}
	}
	text, _ := os.ReadFile(filepath.Join(out, "count.md"))
	if !strings.Contains(string(text), "- cell3: skipped: too many points") {
		t.Errorf("the reason is not in\n%s", text)
	}

	// Failed cells are tried again; measured ones are not.
	if _, err := Run(context.Background(), counting(5, measured, nil), RunOptions{Out: out}); err != nil || measured["cell1"] != 2 || measured["cell0"] != 1 {
		t.Errorf("after the failure: %v, %v", measured, err)
	}
}

func TestFilesOfAnotherProgramAreNotReplaced(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	path := filepath.Join(out, "count.json")
	if err := os.WriteFile(path, []byte("my shopping list"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), counting(1, map[string]int{}, nil), RunOptions{Out: out}); err == nil || !strings.Contains(err.Error(), "--fresh") {
		t.Errorf("error %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "my shopping list" {
		t.Errorf("the file was replaced by %q", data)
	}
}

func TestTimeLeftFollowsGroupsAndWeights(t *testing.T) {
	t.Parallel()
	c := newClock([]Cell{{Group: "slow"}, {Group: "fast"}, {Group: "slow", Weight: 3}, {Group: "fast"}, {Group: "new"}})
	if c.left() != 0 {
		t.Error("time left before anything is known")
	}
	c.learn(0, 10, true)
	c.learn(1, 2, true)
	// 3 x 10 for the heavy slow one, 2 for the fast one, the mean 6 for the new one.
	if got := c.left(); got != 38*time.Second {
		t.Errorf("%s left, want 38 s", got)
	}
}

func TestTablesLineUp(t *testing.T) {
	t.Parallel()
	var w strings.Builder
	WriteTable(&w, Table{Title: "T", Head: []string{"method", "GW²"}, Left: 1, Rows: [][]string{{"ε", "0.5"}, {"cg", "12.25"}}})
	want := "## T\n\n| method |   GW² |\n|--------|------:|\n| ε      |   0.5 |\n| cg     | 12.25 |\n"
	if w.String() != want {
		t.Errorf("got\n%s", w.String())
	}
}
