package experiments

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/race"
	"gwscope/app/session"
)

func TestCrossPairsAreBetweenSpecies(t *testing.T) {
	t.Parallel()
	all := CrossPairs(1)
	kinds := map[string]int{}
	names := map[string]bool{}
	for _, p := range all {
		a, b, ok := strings.Cut(p.Name, "-")
		if !ok || strings.Split(a, "/")[0] == strings.Split(b, "/")[0] {
			t.Errorf("pair %q", p.Name)
		}
		kinds[p.Kind]++
		names[p.Name] = true
	}
	if len(names) != len(all) || kinds["C-H"] < 72 || kinds["H-E"] < 60 || kinds["C-E"] < 60 {
		t.Errorf("%d pairs, %d names, kinds %v", len(all), len(names), kinds)
	}
	turned := map[string]bool{}
	for _, p := range CrossPairsTurned(1) {
		a, b, _ := strings.Cut(p.Name, "-")
		if strings.HasSuffix(a, "r") || !names[strings.TrimSuffix(b, "r")+"-"+a] {
			t.Errorf("pair %q is no pair of all turned", p.Name)
		}
		turned[p.Name] = true
	}
	if len(turned) != len(all) {
		t.Errorf("%d pairs turned, of %d", len(turned), len(all))
	}
	for _, p := range CrossPairs(6) {
		if !names[p.Name] {
			t.Errorf("pair %q is not one of all", p.Name)
		}
	}
	for _, p := range WithinPairs(1) {
		if a, b, _ := strings.Cut(p.Kind, "-"); a != b || a == "" {
			t.Errorf("pair %q within a species is of kind %q", p.Name, p.Kind)
		}
	}
}

// The counts in the tables are right.
func TestAnchorsTablesCount(t *testing.T) {
	t.Parallel()
	row := func(kind, method, by string, dense, uncertain float64) Row {
		r := NewRow()
		r.Say("kind", kind)
		r.Say("method", method)
		r.Say("by", by)
		r.Put("dense_direct", dense)
		r.Put("uncertain", uncertain)
		return r
	}
	failed := row("C-H", "anchored", "", 0.5, 0)
	failed.Failed = "no memory"
	rows := []Row{
		row("C-H", "anchored", "extremities", 0.04, 0), row("C-E", "anchored", "extremities", 0.06, 0), row("C-E", "anchored", "extremities", 0.5, 0),
		row("C-E", "anchored", "slicer", 0.5, 1), row("H-H", "anchored", "extremities", 0.02, 0), failed,
	}
	got := map[string][]string{}
	for _, line := range anchorsTables(rows)[0].Rows {
		got[line[0]] = line[2:5]
		if line[0] == "C-E" && line[10] != "2" {
			t.Errorf("%s of the C-E pairs are said to be by extremities", line[10])
		}
	}
	for kind, want := range map[string][]string{"C-H": {"1", "1", "0"}, "C-E": {"3", "1", "1"}, "all across": {"4", "2", "1"}, "all within": {"1", "1", "0"}} {
		if !slices.Equal(got[kind], want) {
			t.Errorf("%s: pairs, right, wrong and not flagged %v, want %v", kind, got[kind], want)
		}
	}
}

// Landmarks that a contestant is given are true ones, and its rows are its own.
func TestLandmarksOfTheBenchAreTrue(t *testing.T) {
	t.Parallel()
	opt := session.Defaults()
	opt.Samples = 40
	src := CrossPairs(60)[0]
	k := &Matches{}
	pair, err := k.load(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := k.prepare(t.Context(), pair, opt)
	if err != nil {
		t.Fatal(err)
	}
	marks, err := trueLandmarks(pair, p, 3)
	if err != nil || len(marks.Pinned()) != 3 {
		t.Fatalf("%d pins, %v", len(marks.Pinned()), err)
	}
	for _, pin := range marks.Pinned() {
		a, b := marks.A.Landmarks[pin.A].At(), marks.B.Landmarks[pin.B].At()
		v := slices.Index(pair.A.Mesh.Vertices, a)
		want := pair.B.Mesh.Vertices[pair.Truth.Target[v]]
		if d := r3.Norm(r3.Sub(b, want)) / p.Y.Domain.Scale; d > 0.03 { // a triangle's size
			t.Errorf("a landmark lies %.3f from where it belongs", d)
		}
	}
	plain, pinned := k.Cell(src, race.Contestant{Method: "anchored"}, opt), k.PinnedCell(src, race.Contestant{Method: "anchored"}, opt, 3)
	if plain.Key == pinned.Key {
		t.Errorf("both cells are named %q", plain.Key)
	}
}
