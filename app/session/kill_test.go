package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/internal/killtest"
)

// generation is a document whose content shows whether it is complete.
func generation(k int) *Document {
	return &Document{Notes: fmt.Sprintf("%d %s", k, strings.Repeat("long notes ", 20_000)), Options: Defaults()}
}

func isWhole(path string) error {
	d, err := Open(path, someSchema)
	if err != nil {
		return err
	}
	var k int
	if _, err := fmt.Sscan(d.Notes, &k); err != nil || d.Notes != generation(k).Notes {
		return fmt.Errorf("%s: not what was saved: %.40q", path, d.Notes)
	}
	return nil
}

// A process that is killed while it saves a session leaves the old session or the new one.
func TestAKilledSaveLeavesAWholeSession(t *testing.T) {
	t.Parallel()
	killtest.Run(t, 25, func(dir string, written func()) {
		for k := 0; ; k++ {
			if err := Save(filepath.Join(dir, "a.gwscope"), generation(k)); err != nil {
				panic(err)
			}
			written()
		}
	}, func(dir string) error { return isWhole(filepath.Join(dir, "a.gwscope")) })
}

// The same of the saves against crashes: all that is found afterwards is whole, of whatever window.
func TestAKilledAutosaveLeavesWholeDocuments(t *testing.T) {
	t.Parallel()
	found := 0
	killtest.Run(t, 20, func(dir string, written func()) {
		place, err := Home{Config: dir, State: dir}.NewRecovery()
		if err != nil {
			panic(err)
		}
		for k := 0; ; k++ {
			if err := place.Save(generation(k)); err != nil {
				panic(err)
			}
			if k%3 == 2 {
				place.Clear()
				written()
			}
		}
	}, func(dir string) error {
		for _, l := range (Home{Config: dir, State: dir}).Lost() {
			if err := isWhole(l.Path); err != nil {
				return err
			}
			found++
			l.Discard()
		}
		return nil
	})
	if found == 0 && os.Getenv("CI") != "" {
		t.Error("nothing was ever found")
	}
}
