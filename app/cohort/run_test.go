package cohort

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/internal/routine"
	"gwscope/meshio"
)

// One job or several, one thread or two, whole or in shards in any order, twice or at once:
// the folder holds the same bits in the end.
func TestTheSameBitsHoweverItIsDone(t *testing.T) {
	t.Parallel()
	plain := filepath.Join(t.TempDir(), "plain")
	c := cats(t, plain, 3, 2, nil)
	if at := ran(t, c, Settings{Jobs: 1, Threads: 1}); at.Done != 6 || at.Failed != 0 || at.Found != 0 {
		t.Fatalf("%+v", at)
	}
	merged(t, c)
	want := content(t, plain)
	if len(want) < 40 {
		t.Fatalf("only %d files", len(want))
	}

	other := filepath.Join(t.TempDir(), "other folder's")
	d := cats(t, other, 3, 2, func(p *Plan) {})
	d.Title = c.Title
	if err := meshio.WriteFile(d.Dir.Path(FileName), d.write); err != nil {
		t.Fatal(err)
	}
	d = open(t, other)
	ran(t, d, Settings{Shard: Shard{3, 4}, Jobs: 2, Threads: 2})
	var wg routine.Group
	for _, shard := range []Shard{{1, 4}, {4, 4}, {2, 4}, {1, 4}} {
		wg.Go(func() {
			w, err := d.List(context.Background(), nil)
			if err == nil {
				_, err = d.Run(context.Background(), w, Settings{Shard: shard, Jobs: 2, Threads: 2})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if at := ran(t, d, Settings{Shard: Shard{2, 4}}); at.Found != at.All {
		t.Errorf("a shard that was done is done again: %+v", at)
	}
	merged(t, d)
	same(t, content(t, other), want)
	if s := d.Status(listed(t, d)); !s.Merged || s.Done != 6 || s.Mean <= 0 {
		t.Errorf("status %+v", s)
	}
	merged(t, d)
	same(t, content(t, other), want)
}

// One bad specimen costs one row, which says why; when it is mended, only that one is done.
func TestABadSpecimenCostsOneRow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := filepath.Join(dir, "scans", "bad.ply")
	if err := os.MkdirAll(filepath.Dir(bad), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("ply\nformat ascii 1.0\nelement vertex 9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cohort := filepath.Join(dir, "cohort")
	c := cats(t, cohort, 2, 1, func(p *Plan) { p.Specimens = append(p.Specimens, bad) })
	if at := ran(t, c, Settings{}); at.Failed != 1 || at.Done != 3 {
		t.Fatalf("%+v", at)
	}
	s := c.Status(listed(t, c))
	if s.Failed != 1 || !strings.HasPrefix(s.Failures[0].Why, "../scans/bad.ply: ") {
		t.Errorf("%+v", s.Failures)
	}
	a := merged(t, c)
	if len(a.Notes) == 0 || !strings.Contains(a.Notes[0], "1 of 3 pairs could not be matched") {
		t.Errorf("notes %q", a.Notes)
	}
	m, err := shapes.Make("cats/3@300")
	if err != nil {
		t.Fatal(err)
	}
	if err := meshio.Save(bad, m); err != nil {
		t.Fatal(err)
	}
	if at := ran(t, c, Settings{}); at.Failed != 0 || at.Found != 2 || at.Done != 3 {
		t.Errorf("after mending: %+v", at)
	}
}

// A stopped cohort keeps finished results and no parts of unfinished ones.
func TestCancelledWorkGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := cats(t, filepath.Join(dir, "c"), 3, 1, nil)
	ctx, cancel := context.WithCancel(context.Background())
	at, err := c.Run(ctx, listed(t, c), Settings{Jobs: 1, Progress: func(p Progress) {
		if p.Done == 1 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || at.Done != 1 {
		t.Fatalf("%+v, %v", at, err)
	}
	results, err := filepath.Glob(c.Dir.Path(pairsDir, "*"))
	if err != nil || len(results) != 3 { // a result, its mesh, its times
		t.Errorf("%v, %v", results, err)
	}
	if at := ran(t, c, Settings{}); at.Found != 1 || at.Done != 3 {
		t.Errorf("%+v", at)
	}
}

// A result that is damaged, or of another time, is made again.
func TestDamagedResultsAreMadeAgain(t *testing.T) {
	t.Parallel()
	c := cats(t, t.TempDir(), 1, 1, nil)
	ran(t, c, Settings{})
	key := listed(t, c).Pairs[0].Key
	good, err := os.ReadFile(c.Dir.resultPath(key))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{", string(good[:len(good)/2]), `{"format": 0}`} {
		if err := os.WriteFile(c.Dir.resultPath(key), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if c.Dir.result(key) != nil {
			t.Errorf("%q counts as a result", text)
		}
	}
	ran(t, c, Settings{})
	if again, err := os.ReadFile(c.Dir.resultPath(key)); err != nil || !bytes.Equal(again, good) {
		t.Errorf("the second result is another one: %v", err)
	}
}

// Keys tell everything apart that changes a result, and nothing else.
func TestKeysTellWhatChangesAResult(t *testing.T) {
	t.Parallel()
	c := cats(t, t.TempDir(), 2, 1, nil)
	key := func(change func(*Cohort)) string {
		d := open(t, string(c.Dir))
		change(d)
		if way, err := d.check(); err != nil {
			t.Fatal(way, err)
		}
		return listed(t, d).Pairs[0].Key
	}
	was := key(func(*Cohort) {})
	for what, change := range map[string]func(*Cohort){
		"name":  func(d *Cohort) { d.Specimens[0].Name, d.Title, d.Specimens[0].Group = "other", "other", "other" },
		"keep":  func(d *Cohort) { d.Keep = []string{"ply"} },
		"pairs": func(d *Cohort) { d.Pairs = AllPairs },
	} {
		if key(change) != was {
			t.Errorf("%s changes the key", what)
		}
	}
	for what, change := range map[string]func(*Cohort){
		"samples":   func(d *Cohort) { d.Options["samples"] = "61" },
		"seed":      func(d *Cohort) { d.Options["seed"] = "8" },
		"file":      func(d *Cohort) { d.Specimens[0].File = "sample:cats/7@300" },
		"landmarks": func(d *Cohort) { d.Templates[0].Landmarks = "" },
	} {
		if key(change) == was {
			t.Errorf("%s does not change the key", what)
		}
	}
}

func TestEveryPairIsInOneShard(t *testing.T) {
	t.Parallel()
	w := &Work{}
	for k := range 23 {
		w.Pairs = append(w.Pairs, Pair{Specimen: k})
	}
	for n := 1; n <= 30; n++ {
		var all []int
		for i := 1; i <= n; i++ {
			part := w.Of(Shard{i, n})
			if len(part) > 23/n+1 {
				t.Errorf("shard %d of %d has %d pairs", i, n, len(part))
			}
			for _, p := range part {
				all = append(all, p.Specimen)
			}
		}
		for k, specimen := range all {
			if k != specimen {
				t.Fatalf("%d shards: pair %d stands at %d", n, specimen, k)
			}
		}
		if len(all) != 23 {
			t.Errorf("%d shards hold %d pairs", n, len(all))
		}
	}
}

func TestShardsComeFromTheScheduler(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env    map[string]string
		shards int
		want   Shard
		err    string
	}{
		{env: map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "12"}, want: Shard{3, 12}},
		{env: map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "4"}, want: Shard{1, 5}},
		// Some elements submitted again: their number of shards must be that of the first time.
		{env: map[string]string{"SLURM_ARRAY_TASK_ID": "7"}, shards: 12, want: Shard{7, 12}},
		{env: map[string]string{"SLURM_ARRAY_TASK_ID": "x"}, err: "no number"},
		{env: map[string]string{"SLURM_ARRAY_TASK_ID": "13"}, shards: 12, err: "no shard 13 of 12"},
		{env: map[string]string{"JOB_COMPLETION_INDEX": "0"}, shards: 4, want: Shard{1, 4}},
		{env: map[string]string{"JOB_COMPLETION_INDEX": "0"}, err: "pass --shards"},
		{err: "pass --shard"},
	} {
		got, err := ShardOf(func(name string) string { return c.env[name] }, c.shards)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: %v", c.env, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%v: %v, %v", c.env, got, err)
		}
	}
	for text, want := range map[string]string{"3": "INDEX/NUMBER", "0/4": "no shard 0", "5/4": "no shard 5", "a/b": "INDEX"} {
		if _, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
