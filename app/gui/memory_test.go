package gui

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"testing"
	"weak"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/internal/await"
	"gwscope/meshio"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// A new session releases shapes, matches and spaces of the session before.
func TestANewSessionLetsGo(t *testing.T) {
	home := session.Home{Config: t.TempDir(), State: t.TempDir()} // before the window, which ends first
	d := deskOver(t, pipeline.NewEngine())
	files := shapeFiles(t, t.TempDir(), "horse/1", "horse/3")
	var shapes [2]weak.Pointer[pipeline.Shape]
	var matches []weak.Pointer[pipeline.Match]
	var space weak.Pointer[metric.Space]
	place, err := home.NewRecovery()
	if err != nil {
		t.Fatal(err)
	}
	defer place.Close()
	onTestMain(func() {
		d.guard.place = place
		d.m.options.Samples, d.m.options.Effort = 60, "fast"
		d.begin(files[0], files[1])
	})
	matched := func() {
		t.Helper()
		eventually(t, "a match", func() bool { return d.m.match != nil && !d.m.job.running && !d.m.stale })
	}
	matched()
	for _, samples := range []string{"70", "80"} {
		onTestMain(func() {
			matches = append(matches, weak.Make(d.m.match))
			d.solving.setOption(option.Find("samples"), samples)
			d.solving.setOption(option.Find("surface"), session.MapAlone) // the first match lays a mesh
			d.solving.solve()
		})
		matched()
		onTestMain(d.documents.keep.look)
	}
	onTestMain(func() {
		matches = append(matches, weak.Make(d.m.match))
		space = weak.Make(d.m.match.X)
		for s := range shapes {
			shapes[s] = weak.Make(d.m.shapes[s])
		}
		d.pointer.pickVertex(sideA, 5)
		d.solving.flip()
	})
	d.tasks.jobs.Wait()
	onTestMain(func() {
		d.guard.autosave()
		cs, err := race.Parse("hierarchical")
		if err != nil {
			t.Error(err)
		}
		d.races.start(cs, false, 0)
	})
	eventually(t, "a race", func() bool { return d.m.race != nil && !d.m.racing() })
	eventually(t, "its pictures", func() bool { return d.races.pictures.Idle() && d.m.race.pictures != nil })
	onTestMain(func() {
		matches = append(matches, weak.Make(d.m.race.rows[0].Match))
		if d.m.race.rows[0].Match == nil || !d.guard.held {
			t.Error("no race was run, or nothing saved against a crash")
		}
		d.documents.keep.saved = d.documents.keep.history.Now() // nothing is asked
		d.preferences.now.AskOnClose = false
		d.documents.newSession()
	})
	eventually(t, "an empty window", func() bool { return d.m.match == nil && d.m.shapes[sideA] == nil && !d.documents.keep.fresh })
	left := func() (out []string) {
		for s := range shapes {
			if shapes[s].Value() != nil {
				out = append(out, "shape "+side(s).String())
			}
		}
		for k := range matches {
			if matches[k].Value() != nil {
				out = append(out, "match "+count(k))
			}
		}
		if space.Value() != nil {
			out = append(out, "a space")
		}
		return out
	}
	var still []string
	defer func() {
		if t.Failed() {
			t.Logf("still in memory: %v", still)
		}
	}()
	eventually(t, "an empty memory", func() bool {
		runtime.GC()
		still = left()
		return len(still) == 0
	})
}

// Nearly nothing of large meshes stays, whatever work on them was under way.
func TestANewSessionLeavesNoHeap(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.ply"), filepath.Join(dir, "b.ply")
	large := meshtest.Bumpy(5) // 10,242 vertices: coarse meshes are made, and trees
	if err := errors.Join(meshio.Save(a, large), meshio.Save(b, meshtest.RigidMove(large, 6))); err != nil {
		t.Fatal(err)
	}
	large = nil
	d := deskOver(t, pipeline.NewEngine())
	before := heapInUse()
	onTestMain(func() {
		d.m.options.Samples, d.m.options.Effort = 100, "fast"
		d.begin(a, b)
	})
	eventually(t, "a match", func() bool { return d.m.match != nil && !d.m.job.running && !d.m.stale })
	matched := heapInUse() - before
	started := make(chan struct{})
	onTestMain(func() {
		d.solving.setOption(option.Find("seed"), "7")
		d.solving.solve() // and before it ends, away with it
		d.tasks.aside(func(ctx context.Context) func() { close(started); <-ctx.Done(); return nil }, nil)
	})
	<-started
	onTestMain(func() {
		d.preferences.now.AskOnClose = false
		d.documents.newSession()
	})
	left := 0
	defer func() {
		if t.Failed() {
			t.Logf("%d bytes of %d stay", left, matched)
		}
	}()
	await.Until(t, "an empty heap", func() bool {
		left = heapInUse() - before
		return left < matched/8
	})
}

// heapInUse is the memory in use after two collections: the first lets weak pointers and finalizers go.
func heapInUse() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// Matches for undo are limited in bytes; the shown match stays in any case.
func TestUndoKeepsMatchesWithinBytes(t *testing.T) {
	t.Parallel()
	of := func(x, y *metric.Space) *pipeline.Match {
		m := new(pipeline.Match)
		m.X, m.Y = x, y
		return m
	}
	space := func(kb int) *metric.Space { return &metric.Space{ToPoints: make([]float32, kb<<8)} }
	a, b, c := space(100), space(100), space(300)
	for _, tc := range []struct {
		matches []*pipeline.Match
		limit   int
		first   int
	}{
		{nil, 1, 0},
		{[]*pipeline.Match{of(a, b)}, 1, 0},
		{[]*pipeline.Match{of(a, b), of(a, b), of(a, b)}, 1, 0}, // all share
		{[]*pipeline.Match{of(c, b), of(a, b)}, 200 << 10, 1},
		{[]*pipeline.Match{of(c, b), of(a, b)}, 300 << 10, 0},
		{[]*pipeline.Match{of(c, space(10)), of(a, b), of(space(50), b)}, 150 << 10, 1},
	} {
		if got := withinBytes(tc.matches, tc.limit); got != tc.first {
			t.Errorf("of %d matches within %d bytes, those from %d on stay, not from %d", len(tc.matches), tc.limit, got, tc.first)
		}
	}
}
