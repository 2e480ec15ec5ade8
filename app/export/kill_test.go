package export

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/killtest"
	"gwscope/meshio/meshtest"
)

// tiny is a match that is found in a moment; another seed has another.
func tiny(seed uint64) *pipeline.Match {
	m := meshtest.Bumpy(2)
	o := session.Defaults()
	o.Samples, o.Effort, o.Seed, o.Surface = 40, "fast", seed, session.MapAlone
	match, err := pipeline.NewEngine().Match(context.Background(), pipeline.ShapeOf("a", m), pipeline.ShapeOf("b", meshtest.RigidMove(m, 6)), o, nil, nil)
	if err != nil {
		panic(err)
	}
	return match
}

// plainKinds are the kinds that are the same whenever a match is written and draw nothing.
func plainKinds(t testing.TB) []Kind {
	t.Helper()
	kinds, err := ParseKinds("maps,npy,plan,ply,obj,matched,glb,mesh")
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// A process that is killed while it writes a match leaves each file as it was before or as it is
// to be.
func TestAKilledExportLeavesWholeFiles(t *testing.T) {
	t.Parallel()
	var want [2]string
	killtest.Run(t, 15, func(dir string, written func()) {
		matches := []*pipeline.Match{tiny(1), tiny(2)}
		for k := 0; ; k++ {
			if _, err := Write(context.Background(), dir, matches[k%2], plainKinds(t), DefaultSettings(), nil); err != nil {
				panic(err)
			}
			written()
		}
	}, func(dir string) error {
		for k := range want {
			if want[k] == "" {
				want[k] = t.TempDir()
				if _, err := Write(context.Background(), want[k], tiny(uint64(k+1)), plainKinds(t), DefaultSettings(), nil); err != nil {
					return err
				}
			}
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".") {
				continue // an unfinished file, under a hidden name
			}
			got, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			same := false
			for k := range want {
				whole, err := os.ReadFile(filepath.Join(want[k], e.Name()))
				same = same || err == nil && bytes.Equal(got, whole)
			}
			if !same {
				return fmt.Errorf("%s with %d bytes is neither the one file nor the other", e.Name(), len(got))
			}
		}
		return nil
	})
}
