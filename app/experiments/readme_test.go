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
)

// The figures of the README are those that a bench has measured: its table is made of
// docs/measured/pairs.csv (bench pairs --samples 500 --data FOLDER, some of its columns).
func TestTheReadmeTellsWhatWasMeasured(t *testing.T) {
	t.Parallel()
	_, rows := readCSV(t, filepath.Join("..", "..", "docs", "measured", "pairs.csv"))
	number := func(row map[string]string, column string) float64 {
		v, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			return math.NaN()
		}
		return v
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range []struct{ title, method string }{
		{"embedded, fast", "hierarchical:fast"}, {"embedded, thorough", "hierarchical:thorough"},
		{"scans and models, fast", "hierarchical:fast"}, {"scans and models, thorough", "hierarchical:thorough"},
	} {
		var errors, within []float64
		var right, bad float64
		for _, row := range rows {
			if row["method"] != group.method || strings.Contains(row["pair"], "/") != strings.HasPrefix(group.title, "embedded") {
				continue
			}
			errors = append(errors, number(row, "dense_direct"))
			if far := number(row, "far99"); !math.IsNaN(far) {
				within = append(within, far)
				bad += number(row, "folded") + number(row, "collapsed")
			}
			right += number(row, "right")
		}
		if len(errors) == 0 {
			t.Fatalf("%s: nothing was measured", group.title)
		}
		slices.Sort(errors)
		want := fmt.Sprintf("| %s | %d | %.0f | %.4f | %.4f | %.2f %% | %.4f |", group.title, len(errors), right, mean(errors), median(errors), 100*bad/float64(len(within)), mean(within))
		if !strings.Contains(string(readme), want) {
			t.Errorf("the README should say %s", want)
		}
	}
}

// The table of the paper's presets is made of the file beside it.
func TestTheTableOfPresetsIsThatOfItsFile(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "docs", "measured")
	_, rows := readCSV(t, filepath.Join(dir, "animals-256.csv"))
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"neural:paper-animals:polish=false", "neural:paper-horse:polish=false", "neural", "hierarchical:off:polish=false", "hierarchical", "cg"} {
		line, better, loss := "| "+method, 0.0, 0.0
		for _, kind := range []string{"H-H", "E-E", "C-C", "H-E", "C-H", "C-E"} {
			k := slices.IndexFunc(rows, func(r map[string]string) bool { return r["method"] == method && r["kind"] == kind })
			if k < 0 {
				t.Fatalf("%s has no row of kind %s", method, kind)
			}
			value := func(column string) float64 {
				v, err := strconv.ParseFloat(rows[k][column], 64)
				if err != nil {
					t.Fatal(err)
				}
				return v / 6
			}
			line += fmt.Sprintf(" | %.3f", 6*value("plan_direct"))
			better += min(value("plan_direct"), value("plan_mirrored"))
			loss += value("gw2")
		}
		if want := line + fmt.Sprintf(" | %.3f | %.5f |", better, loss); !strings.Contains(string(text), want) {
			t.Errorf("docs/measured/README.md should say %s", want)
		}
	}
}
