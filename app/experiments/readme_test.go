package experiments

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gwscope/internal/figures"
)

// The figures of the README are those that a bench has measured: its table is made of
// docs/measured/pairs.csv (bench pairs --samples 500 --species 12 --data FOLDER, some of its columns).
func TestTheReadmeTellsWhatWasMeasured(t *testing.T) {
	t.Parallel()
	_, rows := readCSV(t, filepath.Join("..", "..", "docs", "measured", "pairs.csv"))
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range []struct{ title, method string }{
		{"embedded, fast", "hierarchical:fast"}, {"embedded, thorough", "hierarchical:thorough"},
		{"two species, fast", "hierarchical:fast"}, {"two species, thorough", "hierarchical:thorough"},
		{"scans and models, fast", "hierarchical:fast"}, {"scans and models, thorough", "hierarchical:thorough"},
	} {
		kind, _, _ := strings.Cut(group.title, ",")
		var errors, within []float64
		var right, bad float64
		for _, row := range rows {
			if row["method"] != group.method || kindOf(row["pair"]) != kind {
				continue
			}
			errors = append(errors, numberIn(row, "dense_direct"))
			if far := numberIn(row, "far99_partnered"); !math.IsNaN(far) {
				within = append(within, far)
				bad += numberIn(row, "folded") + numberIn(row, "collapsed")
			}
			right += numberIn(row, "right")
		}
		if len(errors) == 0 {
			t.Fatalf("%s: nothing was measured", group.title)
		}
		slices.Sort(errors)
		want := fmt.Sprintf("| %s | %d | %.0f | %.4f | %.4f | %.2f %% | %.4f |", group.title, len(errors), right, figures.Mean(errors), median(errors), 100*bad/float64(len(within)), figures.Mean(within))
		if !strings.Contains(string(readme), want) {
			t.Errorf("the README should say %s", want)
		}
	}
}

// kindOf is the kind of a pair, by its name: shapes of the program are called SPECIES/NUMBER.
func kindOf(pair string) string {
	a, b, _ := strings.Cut(pair, "-")
	species, _, embedded := strings.Cut(a, "/")
	switch {
	case !embedded:
		return "scans and models"
	case strings.HasPrefix(b, species+"/"):
		return "embedded"
	}
	return "two species"
}

// numberIn is the number in a column of a row, NaN where there is none.
func numberIn(row map[string]string, column string) float64 {
	v, err := strconv.ParseFloat(row[column], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// The tables of the paper's presets are made of the files beside them.
func TestTheTablesOfPresetsAreThoseOfTheirFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "docs", "measured")
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"animals-256.csv", "animals-512.csv"} {
		_, rows := readCSV(t, filepath.Join(dir, file))
		for _, method := range []string{"neural:paper-animals:polish=false", "neural:paper-horse:polish=false", "neural", "hierarchical:off:polish=false", "hierarchical", "cg", "entropic:0.05", "sdp:18"} {
			line := "| " + method
			var better, losses, seconds []float64
			for _, kind := range []string{"H-H", "E-E", "C-C", "H-E", "C-H", "C-E"} {
				k := slices.IndexFunc(rows, func(r map[string]string) bool { return r["method"] == method && r["kind"] == kind })
				if k < 0 {
					t.Fatalf("%s: %s has no row of kind %s", file, method, kind)
				}
				direct := numberIn(rows[k], "plan_direct")
				line += fmt.Sprintf(" | %.3f", direct)
				better = append(better, min(direct, numberIn(rows[k], "plan_mirrored")))
				losses = append(losses, numberIn(rows[k], "gw2"))
				seconds = append(seconds, numberIn(rows[k], "cpu_s"))
			}
			line += fmt.Sprintf(" | %.3f | %.5f | %.1f |", figures.Mean(better), figures.Mean(losses), figures.Mean(seconds))
			if !strings.Contains(string(text), line) {
				t.Errorf("docs/measured/README.md should say, of %s: %s", file, line)
			}
		}
	}
}

// The table of docs/measured/README.md on vertices has the figures of its file.
func TestTheTableOfVerticesIsThatOfItsFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "docs", "measured")
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rows := readCSV(t, filepath.Join(dir, "scaling-vertices.csv"))
	if len(rows) == 0 {
		t.Fatal("the file has no rows")
	}
	for _, r := range rows {
		line := "| " + r["vertices"]
		for _, c := range []string{"space_s", "solve_s", "dense_s", "register_s", "analysis_s", "total_s", "cpu_s"} {
			line += fmt.Sprintf(" | %.2f", numberIn(r, c))
		}
		v := numberIn(r, "vertices")
		line += fmt.Sprintf(" | %s | %.1f |", r["peak_mb"], 1e6*numberIn(r, "cpu_s")/(v*math.Log(v)))
		if !strings.Contains(string(text), line) {
			t.Errorf("docs/measured/README.md should say: %s", line)
		}
	}
}
