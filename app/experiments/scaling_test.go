package experiments

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/session"
	"gwscope/meshio/meshtest"
	"gwscope/solver/slicer/neural"
)

func TestSlopeIsTheExponent(t *testing.T) {
	t.Parallel()
	sizes := []float64{100, 200, 500, 1000, 2000}
	var cubes []float64
	for i, n := range sizes {
		if i < 2 { // overhead that the upper half does not see
			cubes = append(cubes, 1)
			continue
		}
		cubes = append(cubes, 1e-9*n*n*n)
	}
	if p := slope(sizes, cubes); math.Abs(p-3) > 1e-9 {
		t.Errorf("slope %g of a cubic", p)
	}
	if p := slope(sizes[:1], cubes[:1]); !math.IsNaN(p) {
		t.Errorf("slope %g of one point", p)
	}
}

func TestExpectedTimes(t *testing.T) {
	t.Parallel()
	at := func(n, seconds float64) Row {
		r := NewRow()
		r.Say("method", "cg")
		r.Put("samples", n)
		r.Put("solve_s", seconds)
		return r
	}
	skippedRow := at(400, math.NaN())
	skippedRow.Skipped = "too long"
	busy := at(400, 40)
	busy.Put("cpu_s", 4)
	for _, c := range []struct {
		name string
		rows []Row
		want float64
	}{
		{"nothing known", nil, 0},
		{"one size", []Row{at(200, 2)}, 2 * 64},
		{"a square law", []Row{at(200, 1), at(400, 4)}, 16},
		{"steeper than anything", []Row{at(200, 1), at(400, 1000)}, 1000 * math.Pow(2, 3.5)},
		{"a machine that is shared", []Row{at(200, 1), busy}, 16},
		{"faster than before", []Row{at(200, 2), at(400, 1)}, 2},
		{"skipped before", []Row{at(200, 1), skippedRow}, math.Inf(1)},
		{"larger sizes do not matter", []Row{at(1600, 9)}, 0},
	} {
		if got := expectedSeconds(c.rows, "cg", 800); math.Abs(got-c.want) > 1e-9 && got != c.want {
			t.Errorf("%s: %g s, want %g", c.name, got, c.want)
		}
	}
}

func TestSubdividingKeepsTheShape(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(2)
	s := subdivided(m)
	if len(s.Triangles) != 4*len(m.Triangles) || math.Abs(s.Area()-m.Area()) > 1e-9*m.Area() {
		t.Errorf("%d triangles of area %g, from %d of %g", len(s.Triangles), s.Area(), len(m.Triangles), m.Area())
	}
	// A closed surface of V vertices and E edges gets a vertex for each edge.
	if edges := len(m.Triangles) * 3 / 2; len(s.Vertices) != len(m.Vertices)+edges {
		t.Errorf("%d vertices, want %d", len(s.Vertices), len(m.Vertices)+edges)
	}
	for i, v := range m.Vertices {
		if s.Vertices[i] != v {
			t.Fatalf("vertex %d has moved", i)
		}
	}
}

func TestFinerPairsKeepTheirTruth(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	sources, err := FolderPairs(ctx, writeShapes(t))
	if err != nil {
		t.Fatal(err)
	}
	coarse, err := sources[0].Make(ctx)
	if err != nil {
		t.Fatal(err)
	}
	finer, err := sources[0].finely(1000).Make(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := len(finer.A.Mesh.Vertices), len(finer.B.Mesh.Vertices); a < 1000 || b < 1000 || len(finer.Truth.Target) != a {
		t.Fatalf("%d and %d vertices, a truth of %d", a, b, len(finer.Truth.Target))
	}
	if finer.Truth.Known() != coarse.Truth.Known() {
		t.Errorf("the truth knows %d vertices, and %d before", finer.Truth.Known(), coarse.Truth.Known())
	}
	for i, j := range coarse.Truth.Target {
		if finer.Truth.Target[i] != j || finer.B.Mesh.Vertices[j] != coarse.B.Mesh.Vertices[j] {
			t.Fatalf("vertex %d goes elsewhere", i)
		}
	}
}

func TestScalingSmall(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	sources, err := FolderPairs(ctx, writeShapes(t))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	// The limit lets the third size be skipped: every solve takes longer than a nanosecond.
	e := Scaling(ScalingSettings{Pair: sources[0], Samples: []int{40, 20}, Seeds: []uint64{1, 2}, Options: session.Defaults(),
		Methods: contestants(t, "cg,hierarchical:fast,cg:30"), Limit: 60})
	outcome, err := Run(ctx, e, RunOptions{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if len(outcome.Rows) != 8 || outcome.Rows[0].Number("n") != 20 || outcome.Rows[7].Number("n") != 40 {
		t.Errorf("%d rows: %v", len(outcome.Rows), outcome.Rows)
	}
	text, err := os.ReadFile(filepath.Join(out, "scaling.md"))
	if err != nil || !strings.Contains(string(text), "cg:30 has a number of samples of its own") || !strings.Contains(string(text), "scaling-memory.png") {
		t.Errorf("scaling.md: %v\n%s", err, text)
	}

	e = Scaling(ScalingSettings{Pair: sources[0], Samples: []int{20, 40}, Seeds: []uint64{1}, Options: session.Defaults(),
		Methods: contestants(t, "hierarchical:fast"), Limit: 1e-3})
	outcome, err = Run(ctx, e, RunOptions{Out: out, Fresh: true})
	if err != nil || outcome.Rows[1].Skipped == "" || outcome.Tables[0].Rows[0][2] != "skipped" {
		t.Errorf("beyond the limit: %v, %v", outcome.Rows, err)
	}
}

func TestScalingByVerticesAndByPoints(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	sources, err := FolderPairs(ctx, writeShapes(t))
	if err != nil {
		t.Fatal(err)
	}
	opt := session.Defaults()
	opt.Effort, opt.Samples = "fast", 30
	outcome, err := Run(ctx, Vertices(VerticesSettings{Pair: sources[0], Vertices: []int{100, 700}, Options: opt}), RunOptions{Out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if few, many := outcome.Rows[0].Number("vertices"), outcome.Rows[1].Number("vertices"); many <= few || few > 200 || many < 350 || many > 1400 {
		t.Errorf("%g and %g vertices", few, many)
	}
	outcome, err = Run(ctx, SlicerScaling(SlicerSettings{Presets: []neural.Preset{neural.Best}, Points: []int{10, 300}}), RunOptions{Out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range outcome.Rows {
		if !(r.Number("wall_s") > 0) {
			t.Errorf("%+v", r)
		}
	}
}
