package samples

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
)

// files are the names of the files in a folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// Kept shapes are the made ones, to the last bit, and are read from the folder; a damaged file
// is made again.
func TestKeptShapesAreThoseThatWereMade(t *testing.T) {
	t.Setenv("HOME", t.TempDir()) // where a mistake does no harm
	t.Setenv("XDG_CACHE_HOME", "")
	dir := Folder()
	if rel, err := filepath.Rel(os.Getenv("HOME"), dir); err == nil && filepath.IsLocal(rel) {
		t.Logf("the folder is HOME/%s", rel)
	} else {
		dir = t.TempDir()
	}
	Keep(dir)
	t.Cleanup(func() { Keep("") })
	for _, id := range []string{"toy2d/1", "toy3d/1", "cats/3@300", "mug/1"} {
		want, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		for round := range 3 {
			got, err := Make(id)
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, round %d: another shape, %v", id, round, err)
			}
			if !kept("shape "+id, &mesh.Mesh{}) {
				t.Errorf("%s, round %d: it is not on the disk", id, round)
			}
		}
	}
	if n := len(files(t, dir)); n != 4 {
		t.Errorf("%d files of 4 shapes", n)
	}
	for _, ids := range [][2]string{{"toy2d/1", "toy3d/1"}, {"cats/3@300", "cats/4@300"}, {"cats/3@300", "mug/1"}} {
		direct, errDirect := shapes.Truth(ids[0], ids[1])
		mirrored, _ := shapes.TruthMirrored(ids[0], ids[1])
		for round := range 2 {
			a, b, err := Truth(ids[0], ids[1])
			if !reflect.DeepEqual(a, direct) || !reflect.DeepEqual(b, mirrored) || (err == nil) != (errDirect == nil) || err != nil && err.Error() != errDirect.Error() {
				t.Errorf("the truth of %v, round %d, is another: %v and %v", ids, round, err, errDirect)
			}
		}
	}
	for _, file := range files(t, dir) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if kept("shape toy2d/1", &mesh.Mesh{}) {
		t.Error("a damaged file counts")
	}
	want, _ := shapes.Make("toy2d/1")
	if got, err := Make("toy2d/1"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("beside a damaged file: %v", err)
	}
	if !kept("shape toy2d/1", &mesh.Mesh{}) {
		t.Error("a damaged file is not replaced")
	}
	if _, err := Make("nothing/1"); err == nil {
		t.Error("a shape that nobody knows")
	}
}

// A folder that cannot be written, and none at all, change nothing.
func TestShapesAreMadeWhereNothingCanBeKept(t *testing.T) {
	t.Cleanup(func() { Keep("") })
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", filepath.Join(file, "below")} {
		Keep(dir)
		if m, err := Make("toy2d/1"); err != nil || len(m.Vertices) == 0 {
			t.Errorf("%q: %v", dir, err)
		}
	}
}

// The folder is bounded: files that were not used for the longest time are removed, and only files
// of this package.
func TestTheFolderIsBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for k, name := range []string{"a.shape", "b.shape", "c.shape", "other.txt"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, make([]byte, 100), 0o644); err != nil {
			t.Fatal(err)
		}
		at := time.Unix(int64(1000+k), 0)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	makeRoom(dir, 250)
	if got := files(t, dir); len(got) != 3 || filepath.Base(got[0]) != "b.shape" {
		t.Errorf("%v are left", got)
	}
	makeRoom(dir, 0)
	if got := files(t, dir); len(got) != 1 || filepath.Base(got[0]) != "other.txt" {
		t.Errorf("%v are left", got)
	}
}
