package session

import (
	"os"
	"path/filepath"
	"testing"
)

// A session of a pair of a cohort finds its cohort again, also after both were moved together.
// Where the cohort is missing, it names the old place.
func TestASessionRemembersItsCohort(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	folder := filepath.Join(base, "project", "cats")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	d := NewDocument()
	d.Cohort = CohortPair{Folder: folder, Specimen: "cats-03", Template: "cats-101"}
	if err := Save(filepath.Join(base, "project", "pair.gwscope"), d); err != nil {
		t.Fatal(err)
	}
	read := func(dir string) CohortPair {
		t.Helper()
		got, err := Open(filepath.Join(dir, "pair.gwscope"), someSchema)
		if err != nil {
			t.Fatal(err)
		}
		return got.Cohort
	}
	if got := read(filepath.Join(base, "project")); got != d.Cohort {
		t.Errorf("read %+v", got)
	}
	if err := os.Rename(filepath.Join(base, "project"), filepath.Join(base, "moved")); err != nil {
		t.Fatal(err)
	}
	if got := read(filepath.Join(base, "moved")); got.Folder != filepath.Join(base, "moved", "cats") || got.Specimen != "cats-03" {
		t.Errorf("after a move %+v", got)
	}
	if err := os.RemoveAll(filepath.Join(base, "moved", "cats")); err != nil {
		t.Fatal(err)
	}
	if got := read(filepath.Join(base, "moved")); got.Folder != folder {
		t.Errorf("without the folder %+v", got)
	}
}
