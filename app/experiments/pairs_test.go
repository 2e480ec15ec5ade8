package experiments

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio"
	"gwscope/meshio/meshtest"
)

// A disguised pair must not be winnable by index or by position, and its truth
// must still be true.
func TestDisguiseHidesIndicesAndKeepsTheTruth(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(2)
	a, b := pipeline.ShapeOf("a", m), pipeline.ShapeOf("b", m)
	truth, err := pipeline.SameVertexTruth(a, b)
	if err != nil {
		t.Fatal(err)
	}
	p := disguise("pair", a, b, truth)
	same, moved := 0, p.B.Mesh.Vertices
	for i, j := range p.Truth.Target {
		if int(j) == i {
			same++
		}
		// Distances between matched vertices are those of A, 3.7 times as large.
		k := (i + 7) % len(p.Truth.Target)
		want := 3.7 * r3.Norm(r3.Sub(m.Vertices[i], m.Vertices[k]))
		got := r3.Norm(r3.Sub(moved[j], moved[p.Truth.Target[k]]))
		if math.Abs(want-got) > 1e-9 {
			t.Fatalf("the truth sends vertices %d and %d %.6f apart, want %.6f", i, k, got, want)
		}
	}
	if same > len(moved)/20 {
		t.Errorf("%d of %d vertices kept their index", same, len(moved))
	}
}

func TestEmbeddedPairsAreWithinASpecies(t *testing.T) {
	t.Parallel()
	pairs := EmbeddedPairs()
	if len(pairs) < 40 {
		t.Fatalf("only %d embedded pairs", len(pairs))
	}
	for _, p := range pairs {
		a, b, ok := strings.Cut(p.Name, "-")
		if !ok || strings.Split(a, "/")[0] != strings.Split(b, "/")[0] || a == b {
			t.Errorf("pair %q", p.Name)
		}
	}
}

func TestPairsOfAFolderAreMeasuredAndWritten(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	for _, name := range []string{"one.off", "two.off"} {
		if err := meshio.Save(filepath.Join(dir, name), meshtest.Bumpy(2)); err != nil {
			t.Fatal(err)
		}
	}
	if err := meshio.Save(filepath.Join(dir, "other.off"), meshtest.Bumpy(1)); err != nil {
		t.Fatal(err)
	}
	settings := Settings{Data: dir, Samples: []int{60}, Efforts: []string{"fast", "thorough"}, Options: session.Defaults(), Out: out}
	rows, err := Pairs(context.Background(), settings)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || rows[0].Pair != "one-two" || math.IsNaN(rows[0].Direct) {
		t.Fatalf("rows %+v", rows)
	}
	data, err := os.ReadFile(filepath.Join(out, "pairs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(table) != 3 {
		t.Errorf("pairs.csv has %d rows (%v), want 3", len(table), err)
	}
	if data, err := os.ReadFile(filepath.Join(out, "pairs.md")); err != nil || !strings.Contains(string(data), "| one-two |") {
		t.Errorf("pairs.md: %v\n%s", err, data)
	}

	// A list names pairs exactly, and says where it is wrong.
	list := filepath.Join(dir, "pairs.txt")
	if err := os.WriteFile(list, []byte("# name a b truth\nmine one.off two.off same\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	sources, err := FolderPairs(dir)
	if err != nil || len(sources) != 1 || sources[0].Name != "mine" {
		t.Errorf("pairs %v, %v", sources, err)
	}
	if err := os.WriteFile(list, []byte("mine one.off\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := FolderPairs(dir); err == nil || !strings.Contains(err.Error(), "pairs.txt:1") {
		t.Errorf("a broken list: %v", err)
	}
}

func TestSummaryCountsWhatItSays(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	rows := []Row{
		{Pair: "p", Samples: 500, Effort: "fast", GW2: 1, GW2Least: 1, POTLoss: 2, Solve: 1, POTSeconds: 10, Direct: 0.02, SamplesDirect: 0.03, Mirrored: nan},
		{Pair: "q", Samples: 500, Effort: "fast", GW2: 3, GW2Least: 3, POTLoss: 2, Solve: 3, POTSeconds: 10, Direct: 0.30, SamplesDirect: 0.05, Mirrored: nan},
		{Pair: "r", Samples: 500, Effort: "fast", GW2: 3, GW2Least: 3, POTLoss: nan, Solve: 2, POTSeconds: nan, Direct: 0.40, Uncertain: true, SamplesDirect: 0.05, Mirrored: nan},
	}
	var out bytes.Buffer
	if err := WriteMarkdown(&out, "t", "m", rows); err != nil {
		t.Fatal(err)
	}
	if want := "| 500 | fast | 3 | 1 | 1 | 0.0433 | 0.2400 | NaN | 1 of 2 | 1 of 2 | 2.000 | 0.200 |"; !strings.Contains(out.String(), want) {
		t.Errorf("want the line\n%s\nin\n%s", want, out.String())
	}
}
