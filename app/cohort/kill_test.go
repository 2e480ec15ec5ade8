package cohort

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/internal/killtest"
	"gwscope/meshio"
)

// A process that is killed in the middle of a pair leaves whole results and no others: each is
// the result that an undisturbed run makes, and its mesh is there.
func TestKilledWorkLeavesWholeResults(t *testing.T) {
	var want map[string][]byte
	const seeds = "GWSCOPE_TEST_KILLED_COHORT"
	if !killtest.Killed() {
		scans := t.TempDir()
		for k := range 3 {
			m, err := shapes.Make(fmt.Sprintf("cats/%d@300", k+1))
			if err != nil {
				t.Fatal(err)
			}
			if err := meshio.Save(filepath.Join(scans, fmt.Sprintf("cat%d.ply", k)), m); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv(seeds, scans)
	}
	made := func(dir string) *Cohort {
		scans := os.Getenv(seeds)
		if _, err := New(dir, Plan{Specimens: []string{scans}, Options: FileOptions{"samples": "40", "effort": "fast"}}); err != nil {
			panic(err)
		}
		c, err := Open(dir)
		if err != nil {
			panic(err)
		}
		return c
	}
	work := func(c *Cohort) {
		w, err := c.List(context.Background(), nil)
		if err == nil {
			_, err = c.Run(context.Background(), w, Settings{Jobs: 2, Threads: 1})
		}
		if err != nil {
			panic(err)
		}
	}
	if !killtest.Killed() {
		c := made(filepath.Join(t.TempDir(), "c"))
		work(c)
		want = content(t, string(c.Dir))
	}
	killtest.Run(t, 4, func(dir string, written func()) {
		os.RemoveAll(filepath.Join(dir, "c"))
		c := made(filepath.Join(dir, "c"))
		for {
			work(c)
			written()
			os.RemoveAll(c.Dir.Path(pairsDir))
		}
	}, func(dir string) error {
		results, err := filepath.Glob(filepath.Join(dir, "c", pairsDir, "*.json"))
		if err != nil {
			return err
		}
		for _, path := range results {
			name := filepath.Join(pairsDir, filepath.Base(path))
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if !bytes.Equal(data, want[name]) {
				return fmt.Errorf("%s with %d bytes is not the result of an undisturbed run", name, len(data))
			}
		}
		return nil
	})
}
