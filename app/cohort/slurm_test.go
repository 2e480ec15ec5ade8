package cohort

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A stand-in for sbatch sees the array first and the merge behind it, with the options that
// each is to have, and the scripts run in a folder with a blank in its name.
func TestSubmitChainsTheMergeBehindTheArray(t *testing.T) {
	bin := t.TempDir()
	log := filepath.Join(bin, "log")
	script := func(name, text string) string {
		path := filepath.Join(bin, name)
		if err := os.WriteFile(path, []byte("#!/bin/bash\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	script("sbatch", `echo "$@" >> "`+log+`"; echo "$(wc -l < "`+log+`");cluster"`)
	program := script("gws cope", `printf '%s|' "$@" "$OPENBLAS_NUM_THREADS"`)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	c := cats(t, filepath.Join(t.TempDir(), "the cats"), 2, 1, nil)
	s, err := c.Submit(t.Context(), Job{Program: program, Shards: 2, Jobs: 3, Options: []string{"--partition=long", "--time=4:00:00"}})
	if err != nil {
		t.Fatal(err)
	}
	if s != (Submitted{Work: "1", Merge: "2"}) {
		t.Errorf("%+v", s)
	}
	said, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	work, merge := c.Dir.Path(slurmDir, "work.sh"), c.Dir.Path(slurmDir, "merge.sh")
	want := "--parsable --partition=long --time=4:00:00 " + work + "\n--parsable --partition=long --dependency=afterany:1 " + merge + "\n"
	if string(said) != want {
		t.Errorf("sbatch got\n%s, not\n%s", said, want)
	}
	for path, want := range map[string]string{work: "cohort|work|" + string(c.Dir) + "|--shards|2|--jobs|3|--threads|1|1|", merge: "cohort|merge|" + string(c.Dir) + "|1|"} {
		out, err := exec.Command("bash", path).CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("%s: %v, %s, not %s", filepath.Base(path), err, out, want)
		}
	}
	// The pairs that follow from the results of the first have an array of their own between.
	near := cats(t, t.TempDir(), 3, 0, func(p *Plan) { p.Pairs, p.Nearest = AllPairs, 1 })
	s, err = near.Submit(t.Context(), Job{Program: program, Shards: 1, Jobs: 1})
	if err != nil || s != (Submitted{Work: "3", Again: "4", Merge: "5"}) {
		t.Errorf("%+v, %v", s, err)
	}
	if said, err = os.ReadFile(log); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"--dependency=afterany:3 " + near.Dir.Path(slurmDir, "work.sh"), "--dependency=afterany:4 " + near.Dir.Path(slurmDir, "merge.sh")} {
		if !strings.Contains(string(said), line+"\n") {
			t.Errorf("sbatch got\n%s, without %s", said, line)
		}
	}
	script("sbatch", "echo 'sbatch: error: invalid partition' >&2; exit 1")
	if _, err := c.Submit(t.Context(), Job{Program: program, Shards: 2, Jobs: 1}); err == nil || !strings.Contains(err.Error(), "invalid partition") {
		t.Errorf("a refusal: %v", err)
	}
}

func TestShardsOfAJobFitTheWork(t *testing.T) {
	t.Parallel()
	for pairs, want := range map[int]int{1: 1, 20: 1, 21: 2, 100_000: 1000} {
		j := Job{}
		if err := j.Defaults(&Work{Pairs: make([]Pair, pairs)}); err != nil || j.Shards != want {
			t.Errorf("%d pairs: %d shards, %v", pairs, j.Shards, err)
		}
	}
	if err := (&Job{Shards: 3}).Defaults(&Work{Pairs: make([]Pair, 2)}); err == nil {
		t.Error("3 shards of 2 pairs")
	}
}
