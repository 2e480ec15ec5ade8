package cohort

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/meshio"
)

// menagerie is a cohort of all pairs of shapes of several kinds, which asks for the nearest
// so many.
func menagerie(t *testing.T, dir string, nearest int) *Cohort {
	t.Helper()
	p := Plan{Pairs: AllPairs, Nearest: nearest, Options: small()}
	for k := range 3 {
		p.Specimens = append(p.Specimens, fmt.Sprintf("sample:cats/%d@300", k+1))
	}
	for k := range 3 {
		m, err := shapes.Coarse(fmt.Sprintf("knife/%d", k+1), 300)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(filepath.Dir(dir), fmt.Sprintf("knife%d.ply", k))
		if err := meshio.Save(file, m); err != nil {
			t.Fatal(err)
		}
		p.Specimens = append(p.Specimens, file)
	}
	if _, err := New(dir, p); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

// The bound is below the distance of every pair, and so the nearest of each specimen are the
// same with it, from fewer pairs, however the work is done.
func TestTheNearestAreTheSameWithoutTheFarPairs(t *testing.T) {
	t.Parallel()
	const k = 1
	all := menagerie(t, filepath.Join(t.TempDir(), "c"), 0)
	ran(t, all, Settings{})
	w := listed(t, all)
	a, err := all.Analyse(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	p, err := all.profilesOf(t.Context(), w.Specimens)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range a.Rows {
		i, j := row.Pair.Template, row.Pair.Specimen
		bound, ok := p.bound(i, j)
		if d := row.Result.distance(); !ok || !(bound <= d) || bound <= 0 {
			t.Errorf("%s and %s: a bound of %g, and a distance of %g", row.Pair.A.Name, row.Pair.B.Name, bound, d)
		}
	}

	few := menagerie(t, filepath.Join(t.TempDir(), "c"), k)
	if w := listed(t, few); !w.More || w.First != len(w.Pairs) {
		t.Fatalf("%d pairs, and %d at first", len(w.Pairs), w.First)
	}
	at := ran(t, few, Settings{Jobs: 2})
	b := merged(t, few)
	if at.Done != at.All || at.All >= 15 || len(b.Rows) != at.All {
		t.Errorf("%d pairs of 15, %d rows: %+v", at.All, len(b.Rows), at)
	}
	want, got := a.Neighbours(k), b.Neighbours(k)
	for i := range want {
		if len(want[i]) != k || !slices.Equal(want[i], got[i]) {
			t.Errorf("%s: %v with the bound and %v without", all.Specimens[i].Name, got[i], want[i])
		}
	}
	if rows := readTable(t, few, "neighbours.csv"); len(rows) != 1+6*k {
		t.Errorf("%d rows of neighbours", len(rows))
	}
	if b.Distances != nil || len(b.Notes) == 0 || !strings.Contains(b.Notes[0], "are not among the nearest 1") {
		t.Errorf("a matrix of some of the pairs; notes %q", b.Notes)
	}

	// In shards, the second round begins when the first is whole, and the bits are the same.
	parts := menagerie(t, filepath.Join(t.TempDir(), "c"), k)
	for round := range 2 {
		for i := 1; i <= 3; i++ {
			w := listed(t, parts)
			if _, err := parts.Run(context.Background(), w, Settings{Shard: Shard{i, 3}}); err != nil {
				t.Fatal(err)
			}
			if more := round == 0 && i < 3; w.More != more {
				t.Errorf("round %d, shard %d: more pairs %t", round, i, w.More)
			}
		}
	}
	merged(t, parts)
	same(t, content(t, string(parts.Dir)), content(t, string(few.Dir)))
}

// A specimen that cannot be read costs its own pairs, and not the bounds of others; a profile
// that is damaged is made again.
func TestUnreadableSpecimensHideNoNeighbours(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bad.ply"), []byte("ply\nno"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := Plan{Pairs: AllPairs, Nearest: 1, Options: small(), Specimens: []string{"sample:cats/1@300", filepath.Join(dir, "bad.ply"), "sample:cats/2@300", "sample:humans/1@300", "sample:humans/2@300"}}
	if _, err := New(filepath.Join(dir, "c"), p); err != nil {
		t.Fatal(err)
	}
	c := open(t, filepath.Join(dir, "c"))
	at := ran(t, c, Settings{})
	if at.Failed != 4 || at.Done != at.All {
		t.Errorf("%+v", at)
	}
	before := listed(t, c)
	files, err := filepath.Glob(c.Dir.Path(profilesDir, "*.json"))
	if err != nil || len(files) != 4 {
		t.Fatalf("%d profiles, %v", len(files), err)
	}
	if err := os.WriteFile(files[0], []byte(`{"key": 1`), 0o644); err != nil {
		t.Fatal(err)
	}
	after := listed(t, c)
	if len(after.Pairs) != len(before.Pairs) || after.More {
		t.Errorf("%d pairs, and %d with a damaged profile", len(before.Pairs), len(after.Pairs))
	}
	near := merged(t, c).Neighbours(1)
	if near[0][0].Specimen != 2 || near[3][0].Specimen != 4 || len(near[1]) != 0 {
		t.Errorf("neighbours %v", near)
	}
}
