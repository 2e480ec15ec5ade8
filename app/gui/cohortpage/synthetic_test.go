package cohortpage

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/cohort"
	"gwscope/assets/shapes"
	"gwscope/internal/figures"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
	"gwscope/meshio/npy"
)

// synthetic makes the folder of a finished and merged cohort of so many specimens: one small cat,
// again and again, with a trust that differs. Specimen k has trust k/n; those below a tenth are
// flagged; the last one failed.
func synthetic(t testing.TB, n int) *cohort.Cohort {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("title: many\ntemplates:\n  - {name: cat, file: \"sample:cats/101@400\"}\nspecimens:\n")
	for k := range n {
		// Entries of landmarks tell the pairs apart: all have one shape.
		fmt.Fprintf(&b, "  - {name: s%04d, file: \"sample:cats/1@400\", group: g%d, which: w%d}\n", k, k%3, k)
	}
	write(t, filepath.Join(dir, cohort.FileName), b.String())
	c, err := cohort.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w, err := c.List(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := shapes.Make("cats/101@400")
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range w.Pairs {
		r := cohort.Result{Format: 1, Key: p.Key, Vertices: len(m.Vertices)}
		r.Trust = cohort.Trust{Trust: figures.Number(float64(k) / float64(n)), Flagged: k < n/10}
		if r.Trust.Flagged {
			r.Reasons = []string{"Limbs may be exchanged."}
		}
		if k == n-1 {
			r.Error, r.Vertices = "no such file", 0
		}
		data, err := json.Marshal(&r)
		if err != nil {
			t.Fatal(err)
		}
		write(t, c.Dir.Path("pairs", p.Key+".json"), string(data))
		if r.Vertices == 0 {
			continue
		}
		f, err := os.Create(c.Dir.Path("pairs", p.Key+".npy"))
		if err != nil {
			t.Fatal(err)
		}
		if err := npy.Encode(f, m); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	merged(t, c, m)
	return c
}

// merged writes what a page reads of merged results: specimens on a circle, and a mean shape with
// a component that lengthens it.
func merged(t testing.TB, c *cohort.Cohort, m *mesh.Mesh) {
	t.Helper()
	places, scores := [][]string{{"specimen", "group", "axis_1", "axis_2"}}, [][]string{{"specimen", "group", "centroid_size", "procrustes_distance", "PC1", "PC2"}}
	for k, s := range c.Specimens {
		a := 2 * math.Pi * float64(k) / float64(len(c.Specimens))
		x, y := fmt.Sprint(math.Cos(a)), fmt.Sprint(math.Sin(a))
		places, scores = append(places, []string{s.Name, s.Group, x, y}), append(scores, []string{s.Name, s.Group, "1", "0", y, x})
	}
	table(t, c.Dir.Path("results", "mds.csv"), places)
	table(t, c.Dir.Path("results", "shape", "scores.csv"), scores)
	table(t, c.Dir.Path("results", "shape", "variance.csv"), [][]string{{"component", "variance", "share", "cumulative"}, {"PC1", "1", "0.75", "0.75"}, {"PC2", "0.3", "0.25", "1"}})
	spread := [][]string{{"vertex", "standard_deviation"}}
	long := make([]r3.Vec, len(m.Vertices))
	for i, v := range m.Vertices {
		spread = append(spread, []string{fmt.Sprint(i), fmt.Sprint(math.Abs(v.Z) / 10)})
		long[i] = r3.Vec{X: v.X, Y: v.Y, Z: 1.3 * v.Z}
	}
	table(t, c.Dir.Path("results", "shape", "spread.csv"), spread)
	for name, of := range map[string]*mesh.Mesh{"mean.ply": {Vertices: m.Vertices, Triangles: m.Triangles}, "pc1_plus3.ply": {Vertices: long, Triangles: m.Triangles}} {
		if err := meshio.Save(c.Dir.Path("results", "shape", name), of); err != nil {
			t.Fatal(err)
		}
	}
	write(t, c.Dir.Path("results", "merged"), "digest\n")
}

func table(t testing.TB, path string, rows [][]string) {
	t.Helper()
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	write(t, path, b.String())
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
