package experiments

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/solver/amortized"
	"gwscope/solver/amortized/train"
)

// twoKinds are mugs and tables.
type twoKinds struct{ train.Source }

var ofSixteen = []int{11, 15}

func (s twoKinds) Categories() []string {
	var out []string
	for _, c := range ofSixteen {
		out = append(out, s.Source.Categories()[c])
	}
	return out
}

func (s twoKinds) Cloud(split train.Split, c int, object uint64, n int, rng *rand.Rand) (train.Cloud, error) {
	return s.Source.Cloud(split, ofSixteen[c], object, n, rng)
}

func smallMatcher(t *testing.T) *amortized.Weights {
	t.Helper()
	c := amortized.Default()
	c.Hidden, c.Token, c.Width, c.Context = 24, 20, 16, 8
	w, err := amortized.NewWeights(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestLabelsAreCountedAsCarried(t *testing.T) {
	t.Parallel()
	x, y := []int32{0, 0, 0, 2}, []int32{2, 0, 2, 0}
	for _, c := range []struct {
		yToX []int32
		want float64
	}{{[]int32{3, 0, 3, 1}, 1}, {[]int32{0, 1, 2, 3}, 0.25}, {[]int32{-1, -1, 3, 0}, 0.5}} {
		if got := carried(x, y, c.yToX); got != c.want {
			t.Errorf("%v carries %g, want %g", c.yToX, got, c.want)
		}
	}
	if chance, most := shares(x, y); chance != 0.5 || most != 0.75 {
		t.Errorf("chance %g, at most %g", chance, most)
	}
}

func TestTheBestOrderOfLabels(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, y []int32
		want float64
	}{
		{[]int32{0, 1, 1, 2}, []int32{2, 1, 0, 1}, 1},
		{[]int32{0, 0, 0, 1}, []int32{0, 1, 1, 1}, 0.5},
		{[]int32{0, 0, 1, 2}, []int32{0, 1, 1, 2}, 0.75},
		// The part in the middle goes first.
		{[]int32{0, 0, 0, 0, 1, 1, 1, 2}, []int32{0, 1, 1, 1, 2, 2, 2, 2}, 0.625},
	} {
		if got := bestOrder(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v and %v: %g, want %g", c.x, c.y, got, c.want)
		}
	}
}

// A disguise changes where points lie and in which order, not their distances or labels.
func TestDisguisedCloudsKeepDistancesAndLabels(t *testing.T) {
	t.Parallel()
	s := PartsSettings{Source: train.Procedural(), Options: session.Defaults()}
	for _, category := range []int{4, 12} {
		p, err := pairOf(context.Background(), s, category, 1, 90)
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := s.Source.Cloud(train.Test, category, 3, 90, rand.New(rand.NewPCG(s.Options.Seed, uint64(category)<<32|3)))
		if err != nil {
			t.Fatal(err)
		}
		label := map[r3.Vec]int32{}
		for i, at := range drawn.Points {
			label[at] = drawn.Labels[i]
		}
		for i, at := range p.y.upright {
			if l, ok := label[at]; !ok || l != p.y.labels[i] {
				t.Fatalf("%s: point %d has label %d", p.category, i, p.y.labels[i])
			}
		}
		upright, straight := straightDistances(p.y.upright), p.y.straight
		for i := range p.y.upright {
			for j := range i {
				if d := upright.At(i, j) - straight.At(i, j); d > 1e-9 || d < -1e-9 {
					t.Fatalf("%s: distance %d-%d differs by %g", p.category, i, j, d)
				}
			}
		}
		if p.x.cloud.Points[0] == p.x.upright[0] || p.x.cloud.Normals == nil {
			t.Errorf("%s lies as it was, or lost its normals", p.category)
		}
	}
}

func TestPartsAreMeasuredAndWritten(t *testing.T) {
	t.Parallel()
	s := PartsSettings{Source: twoKinds{train.Procedural()}, Pairs: 2, Samples: []int{40, 64}, Geodesic: true, Weights: smallMatcher(t), About: "untrained",
		Methods: contestants(t, "cg,entropic:0.05,hierarchical:fast,amortized,amortized:refined=true"), Options: session.Defaults()}
	out := t.TempDir()
	got, err := Run(context.Background(), Parts(s), RunOptions{Out: out})
	if err != nil && !strings.Contains(err.Error(), "figure") { // a machine that cannot draw
		t.Fatal(err)
	}
	if len(got.Rows) != 2*2*2*7 {
		t.Fatalf("%d rows", len(got.Rows))
	}
	again, err := Run(context.Background(), Parts(s), RunOptions{Out: t.TempDir()})
	if err != nil && !strings.Contains(err.Error(), "figure") {
		t.Fatal(err)
	}
	for k, r := range got.Rows {
		for _, column := range []string{"accuracy", "gw2"} {
			if a, b := r.Number(column), again.Rows[k].Number(column); a != b {
				t.Errorf("%s: %s is %g and %g", r.Cell, column, a, b)
			}
		}
		if a := r.Number("accuracy"); !(a >= 0 && a <= 1) || !(r.Number("gw2") > 0) || !(r.Number("method_s") > 0) || !(r.Number("before_s") > 0) {
			t.Errorf("%s: accuracy %g, GW² %g, times %g and %g", r.Cell, a, r.Number("gw2"), r.Number("before_s"), r.Number("method_s"))
		}
	}
	for _, pair := range Distinct(got.Rows, "pair") {
		at, refined := Where(got.Rows, "pair", pair, "method", "amortized"), Where(got.Rows, "pair", pair, "method", "amortized:refined")
		if at[0].Number("gw2") == refined[0].Number("gw2") {
			t.Errorf("%s: refining changes nothing", pair)
		}
	}
	_, rows := readCSV(t, filepath.Join(out, "parts.csv"))
	if rows[0]["category"] != "mug" || rows[1]["method"] != "cg on geodesics" || rows[0]["samples"] != "40" {
		t.Errorf("rows %v", rows[:2])
	}
	text, err := os.ReadFile(filepath.Join(out, "parts.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"published: POT GW", "untrained", "most that equal masses allow", "cg on geodesics", "| table "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the tables lack %q", want)
		}
	}
}

// A row whose options name a file of weights is measured with these.
func TestPartsTakeTheModelOfARow(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "own.gwt")
	c := smallMatcher(t).Config
	w, err := amortized.NewWeights(c, 9)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := w.Write(&b, amortized.Single); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s := PartsSettings{Source: twoKinds{train.Procedural()}, Pairs: 1, Samples: []int{40}, Weights: smallMatcher(t), About: "untrained",
		Methods: contestants(t, "amortized,amortized:model="+path+",amortized:model=nowhere.gwt"), Options: session.Defaults()}
	cells := Parts(s).Cells
	own, err := cells[0].Measure(context.Background(), SoFar{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := cells[1].Measure(context.Background(), SoFar{})
	if err != nil {
		t.Fatal(err)
	}
	if own.Number("gw2") == other.Number("gw2") {
		t.Error("weights from a file give the plan of the weights of all rows")
	}
	if err := os.WriteFile(path, append(b.Bytes(), 0), 0o600); err != nil {
		t.Fatal(err)
	}
	if Parts(s).Cells[1].Settings == cells[1].Settings {
		t.Error("a row of other weights in the same file would be taken for measured")
	}
	if _, err := cells[2].Measure(context.Background(), SoFar{}); err == nil {
		t.Error("a file of weights that does not exist is measured")
	}
}

func TestPartsWithoutAMatcherSaySo(t *testing.T) {
	t.Parallel()
	s := PartsSettings{Source: twoKinds{train.Procedural()}, Pairs: 1, Samples: []int{30}, Methods: contestants(t, "amortized"), Options: session.Defaults()}
	row, err := Parts(s).Cells[0].Measure(context.Background(), SoFar{})
	if row = unmeasured(row, err); !strings.Contains(row.Skipped, "--model") || row.Word("category") != "mug" {
		t.Errorf("skipped for %q: %v", row.Skipped, err)
	}
}

// The comparison takes the same pairs and separates gains from losses.
func TestTheMatcherIsComparedOnTheSamePairs(t *testing.T) {
	t.Parallel()
	row := func(pair, method string, n, accuracy float64) Row {
		r := NewRow()
		r.Say("category", pair)
		r.Say("pair", pair)
		r.Say("method", method)
		r.Put("samples", n)
		r.Put("accuracy", accuracy)
		return r
	}
	failed := row("d", "amortized", 256, 0.1)
	failed.Failed = "no memory"
	rows := []Row{row("a", "cg", 256, 0.5), row("a", "amortized", 256, 0.8), row("b", "cg", 256, 0.6), row("b", "amortized", 256, 0.5),
		row("c", "cg", 512, 0.9), row("d", "cg", 256, 0.9), failed}
	lines := partsBeside(rows).Rows
	if len(lines) != 1 || strings.Join(lines[0], " ") != "cg 256 2 +10.0 20.0 1 0 1" {
		t.Errorf("lines %v", lines)
	}
	table := partsAccuracy(rows)
	if got := strings.Join(table.Rows[1], "|"); got != "*published: POT GW*|68.9|75.3|||69.8|375.7||" {
		t.Errorf("published line %q", got)
	}
}
