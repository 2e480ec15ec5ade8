package experiments

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
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

// writeShapes saves two bumpy spheres and a smaller one into a folder.
func writeShapes(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, detail := range map[string]int{"one.off": 2, "two.off": 2, "other.off": 1} {
		if err := meshio.Save(filepath.Join(dir, name), meshtest.Bumpy(detail)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolderPairs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := writeShapes(t)
	sources, err := FolderPairs(ctx, dir)
	if err != nil || len(sources) != 1 || sources[0].Name != "one-two" {
		t.Fatalf("pairs by numbers of vertices: %v, %v", sources, err)
	}

	// A list names pairs exactly, with truths of their own, and says where it is wrong.
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("flipped.txt", "0 1\n1 0\n")
	write("pairs.txt", "# name a b truth kind\nmine one.off two.off same\n\nflip one.off two.off flipped.txt A-B\n")
	sources, err = FolderPairs(ctx, dir)
	if err != nil || len(sources) != 2 || sources[0].Name != "mine" || sources[1].Kind != "A-B" {
		t.Fatalf("pairs %v, %v", sources, err)
	}
	pair, err := sources[1].Make(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if known := pair.Truth.Known(); known != 2 {
		t.Errorf("the truth of a file knows %d vertices, want 2", known)
	}
	for list, want := range map[string]string{
		"mine one.off\n": "pairs.txt:1",
		"a one.off two.off same\na one.off two.off same\n": "pairs.txt:2",
		"# nothing\n": "names no pairs",
	} {
		write("pairs.txt", list)
		if _, err := FolderPairs(ctx, dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("list %q: %v, want %q", list, err, want)
		}
	}
}
