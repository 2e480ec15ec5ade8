package meshio_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gwscope/meshio"
	"gwscope/meshio/meshtest"
)

// A mesh in two files is read from either, in whatever letters their extensions are written, and a
// fault names the file that has it.
func TestTwoFilesMakeOneMesh(t *testing.T) {
	t.Parallel()
	const square, triangles = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n", "1 2 3\n1 3 4\n"
	files := fstest.MapFS{}
	for name, data := range map[string]string{
		"a/cat.vert": square, "a/cat.tri": triangles,
		"LOUD.VERT": square, "LOUD.TRI": triangles,
		"zero.vert": square, "zero.tri": "0 1 2\r\n0 2 3\r\n",
		"floats.vert": square, "floats.tri": "1.0000000e+00 2 3\n1 3 4.0\n",
		"inner.vert": square + "5 5 5\n6 6 6\n", "inner.tri": "2 3 4\n",
		"alone.vert": square, "only.tri": triangles,
		"beyond.vert": square, "beyond.tri": "1 2 3\n1 3 5\n",
		"both.vert": square, "both.tri": "0 1 2\n1 3 4\n",
		"short.vert": square, "short.tri": "1 2 3\n1 3\n",
		"half.vert": square, "half.tri": "1 2 3.5\n",
		"four.vert": square, "four.tri": "1 2 3 4\n",
		"bad.vert": "0 0 0\n1 x 0\n", "bad.tri": triangles,
		"empty.vert": square, "empty.tri": "\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(data)}
	}
	for name, want := range map[string]string{
		"a/cat.vert": "4 2 ", "a/cat.tri": "4 2 ", "LOUD.VERT": "4 2 ", "LOUD.TRI": "4 2 ", "zero.vert": "4 2 ", "floats.tri": "4 2 ",
		"inner.vert":  "6 1 No triangle names the first vertex or the last: the triangles were taken to count from 1.",
		"alone.vert":  "4 0 There is no file alone.tri beside it, so that these are points without triangles.",
		"only.tri":    "!only.tri: this file has the triangles of a mesh, and its vertices cannot be read: only.vert",
		"beyond.vert": "!beyond.vert: beyond.tri: a triangle names vertex 5, but there are 4 vertices",
		"both.vert":   "!both.tri: the triangles name vertices from 0 to 4, but there are 4 vertices",
		"short.vert":  "!short.tri: line 2: a triangle has three whole numbers",
		"short.tri":   "!short.tri: the triangles: line 2: a triangle has three whole numbers",
		"half.vert":   "!half.tri: line 1: a triangle has three whole numbers; \"3.5\" is none",
		"four.vert":   "!four.tri: line 1: a triangle has three corners",
		"bad.vert":    "!bad.vert: line 2",
		"bad.tri":     "!bad.tri: bad.vert: line 2",
		"empty.vert":  "!empty.tri: there are none",
	} {
		m, err := meshio.LoadFS(files, name, meshio.LoadOptions{})
		if wrong, ok := strings.CutPrefix(want, "!"); ok {
			if err == nil || !strings.Contains(err.Error(), wrong) {
				t.Errorf("%s: error %v, want %q", name, err, wrong)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := fmt.Sprint(len(m.Vertices), " ", len(m.Triangles), " ", strings.Join(m.Origin.Warnings, " ")); got != want || m.Origin.Format != "tosca" {
			t.Errorf("%s: %q as %s, want %q", name, got, m.Origin.Format, want)
		}
	}
}

// Both files are written, whichever was named, and a link does not lead out of the folder.
func TestTwoFilesAreWritten(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(1)
	for _, name := range []string{"ball.vert", "ball.tri", "BALL.VERT"} {
		dir := t.TempDir()
		if err := meshio.Save(filepath.Join(dir, name), m); err != nil {
			t.Fatal(err)
		}
		entries, _ := os.ReadDir(dir)
		if len(entries) != 2 {
			t.Errorf("%s: %d files were written", name, len(entries))
		}
		for _, e := range entries {
			got, err := meshio.Load(filepath.Join(dir, e.Name()), meshio.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if d := meshtest.Diff(m, got, meshtest.Keeps{Faces: true}); d != "" {
				t.Errorf("%s: %s", e.Name(), d)
			}
		}
	}
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside")
	if err := os.MkdirAll(inside, 0o777); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "secret.tri"), []byte("1 2 3\n"), 0o666)
	os.WriteFile(filepath.Join(inside, "a.vert"), []byte("0 0 0\n1 0 0\n1 1 0\n"), 0o666)
	if err := os.Symlink("../secret.tri", filepath.Join(inside, "a.tri")); err != nil {
		return // no links here
	}
	if m, err := meshio.Load(filepath.Join(inside, "a.vert"), meshio.LoadOptions{}); err == nil && len(m.Triangles) > 0 {
		t.Errorf("a link led out of the folder, to %d triangles", len(m.Triangles))
	}
}
