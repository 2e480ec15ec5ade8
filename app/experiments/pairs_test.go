package experiments

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/app/race"
	"gwscope/app/session"
)

func contestants(t *testing.T, list string) []race.Contestant {
	t.Helper()
	cs, err := race.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}

func readCSV(t *testing.T, path string) (head []string, rows []map[string]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range table[1:] {
		row := map[string]string{}
		for c, cell := range line {
			row[table[0][c]] = cell
		}
		rows = append(rows, row)
	}
	return table[0], rows
}

func TestPairsOfAFolderAreMeasuredAndWritten(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	sources, err := FolderPairs(ctx, writeShapes(t))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	e := Pairs(PairsSettings{Pairs: sources, Samples: []int{60}, Methods: contestants(t, "hierarchical:fast,cg"), Options: session.Defaults()})
	got, err := Run(ctx, e, RunOptions{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	_, rows := readCSV(t, filepath.Join(out, "pairs.csv"))
	if len(rows) != 2 || rows[0]["pair"] != "one-two" || rows[1]["method"] != "cg" || rows[0]["dense_direct"] == "" || rows[0]["right"] == "" {
		t.Errorf("rows %v", rows)
	}
	if r := rows[0]; r["folded"] == "" || r["far99"] == "" || r["dense_direct_map"] == "" || r["reversed"] == "" || r["register_s"] == "" {
		t.Errorf("nothing is said of A's mesh on B: %v", r)
	}
	if auc := got.Rows[0].Number("auc"); !(auc >= 0 && auc <= 1) {
		t.Errorf("AUC %g", auc)
	}
	text, err := os.ReadFile(filepath.Join(out, "pairs.md"))
	if err != nil || !strings.Contains(string(text), "| one-two | hierarchical:fast |") || !strings.Contains(string(text), "pairs-curves-60.png") {
		t.Errorf("pairs.md: %v\n%s", err, text)
	}
	for _, name := range []string{"pairs-curves-60.png", "pairs-curves-60.svg"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() < 1000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSummaryCountsWhatItSays(t *testing.T) {
	t.Parallel()
	row := func(pair, method string, numbers map[string]float64) Row {
		r := NewRow()
		r.Say("pair", pair)
		r.Say("method", method)
		r.Put("samples", 500)
		for k, v := range numbers {
			r.Put(k, v)
		}
		return r
	}
	failed := row("s", "fast", nil)
	failed.Failed = "no memory"
	rows := []Row{
		row("p", "pot", map[string]float64{"gw2": 2, "method_s": 10}),
		row("p", "fast", map[string]float64{"gw2": 1, "gw2_least": 1, "solve_s": 1, "solve_to_pot": 0.1, "dense_direct": 0.02, "snapped_direct": 0.03}),
		row("q", "pot", map[string]float64{"gw2": 2, "method_s": 10}),
		row("q", "fast", map[string]float64{"gw2": 3, "gw2_least": 2, "solve_s": 3, "solve_to_pot": 0.3, "dense_direct": 0.30, "snapped_direct": 0.05}),
		row("r", "fast", map[string]float64{"gw2": 3, "gw2_least": 3, "solve_s": 2, "dense_direct": 0.40, "snapped_direct": 0.05, "uncertain": 1}),
		failed,
	}
	table := pairsSummary(rows)
	want := "fast 500 3 1 of 3 1 – 0.0433 0.2400 – – 1 of 2 2 of 2 2.00 0.200"
	if got := strings.Join(table.Rows[1], " "); got != want {
		t.Errorf("summary\n%s, want\n%s", got, want)
	}
}

func TestPairsOfTwoSpeciesHaveLinesOfTheirOwn(t *testing.T) {
	t.Parallel()
	row := func(pair string) Row {
		r := NewRow()
		r.Say("pair", pair)
		r.Say("method", "hierarchical:fast")
		r.Put("samples", 500)
		return r
	}
	rows := []Row{row("cat/1-horse/2r"), row("cat/1-cat/3"), row("man-woman")}
	names, groups := pairsGroups(rows)
	want := []string{"hierarchical:fast, 500 samples", "hierarchical:fast, two species, 500 samples"}
	if !slices.Equal(names, want) || len(groups[0]) != 2 || len(groups[1]) != 1 || groups[1][0].Word("pair") != "cat/1-horse/2r" {
		t.Errorf("groups %q of %v", names, groups)
	}
}
