package cohort

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// slurmDir holds the scripts of an array job and the output of its jobs.
const slurmDir = "slurm"

// Job is an array job for the pairs, with a merge after it, for Slurm.
type Job struct {
	// Program is the path of gwscope on the nodes.
	Program string
	// Shards is the number of elements of the array; 0: see [Job.Defaults].
	Shards int
	// Jobs is the number of pairs that an element makes at once, each on one processor; at least 1.
	Jobs int
	// Options are passed to sbatch for the array, such as --partition=long.
	Options []string
}

const (
	// pairsAShard is large enough for an element to last minutes: a round of the scheduler takes
	// seconds.
	pairsAShard = 20
	// mostShards is Slurm's limit where nobody has raised MaxArraySize (1001).
	mostShards = 1000
)

// Defaults fills in missing settings.
func (j *Job) Defaults(w *Work) error {
	n := len(w.Pairs)
	if j.Shards == 0 {
		j.Shards = max(1, min((n+pairsAShard-1)/pairsAShard, mostShards))
	}
	if j.Shards < 1 || j.Shards > n {
		return fmt.Errorf("%d pairs make 1 to %d shards, not %d", n, n, j.Shards)
	}
	if j.Jobs == 0 {
		j.Jobs = 1
	}
	if j.Program == "" {
		program, err := os.Executable()
		if err != nil {
			return fmt.Errorf("the path of this program is not known: %w", err)
		}
		j.Program = program
	}
	return nil
}

// Scripts are the scripts of the array and of the merge. Both call the program with the folder's
// absolute path, which must be the same on all nodes.
func (c *Cohort) Scripts(j Job) (work, merge string) {
	name := nameOf(c.Title)
	head := func(what, log string) string {
		return fmt.Sprintf(`#!/bin/bash
#SBATCH --job-name=%s
#SBATCH --output=%s
`, shellQuoted(what+"-"+name), shellQuoted(c.Dir.Path(slurmDir, log)))
	}
	// OpenBLAS would start a thread for each processor of the node, not only for those of the job.
	const tail = "export OPENBLAS_NUM_THREADS=1\nexec %s cohort %s\n"
	work = head("cohort", "work-%A_%a.log") + fmt.Sprintf("#SBATCH --array=1-%d\n#SBATCH --cpus-per-task=%d\n", j.Shards, j.Jobs) +
		fmt.Sprintf(tail, shellQuoted(j.Program), fmt.Sprintf("work %s --shards %d --jobs %d --threads 1", shellQuoted(string(c.Dir)), j.Shards, j.Jobs))
	merge = head("merge", "merge-%j.log") + fmt.Sprintf(tail, shellQuoted(j.Program), "merge "+shellQuoted(string(c.Dir)))
	return work, merge
}

// shellQuoted is a word for a shell.
func shellQuoted(s string) string {
	if isPlain(s, "_./-+%@:") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Submitted are the numbers that Slurm gave the jobs.
type Submitted struct {
	Work, Merge string
	// Again is the array that matches the pairs that follow from the results of the first; ""
	// where none do.
	Again string
}

var jobNumber = regexp.MustCompile(`^(\d+)(;.*)?$`)

// Submit writes the scripts and gives them to sbatch: first the array, then the merge, which
// waits until every element has ended, also where elements failed (afterany). Where the cohort
// asks for the nearest specimens only, the same array runs once more between the two.
func (c *Cohort) Submit(ctx context.Context, j Job) (Submitted, error) {
	var s Submitted
	work, merge := c.Scripts(j)
	files := [2]string{c.Dir.Path(slurmDir, "work.sh"), c.Dir.Path(slurmDir, "merge.sh")}
	for k, text := range []string{work, merge} {
		if err := writeBytes(files[k], []byte(text)); err != nil {
			return s, err
		}
	}
	var err error
	if s.Work, err = sbatch(ctx, slices.Concat(j.Options, files[:1])...); err != nil {
		return s, fmt.Errorf("the array was not submitted: %w", err)
	}
	// The merge takes only the options for its partition, account and quality of service.
	var options []string
	for _, o := range j.Options {
		for _, of := range []string{"--partition", "--account", "--qos", "-p", "-A", "-q"} {
			if strings.HasPrefix(o, of+"=") || len(of) == 2 && strings.HasPrefix(o, of) && len(o) > 2 && !strings.HasPrefix(o, "--") {
				options = append(options, o)
			}
		}
	}
	before := s.Work
	if c.Nearest > 0 {
		if s.Again, err = sbatch(ctx, slices.Concat(j.Options, []string{"--dependency=afterany:" + s.Work, files[0]})...); err != nil {
			return s, fmt.Errorf("the array %s was submitted and the one after it was not: %w; submit again when it has ended", s.Work, err)
		}
		before = s.Again
	}
	options = append(options, "--dependency=afterany:"+before, files[1])
	if s.Merge, err = sbatch(ctx, options...); err != nil {
		return s, fmt.Errorf("the array %s was submitted and the merge was not: %w; run gwscope cohort merge when it has ended", s.Work, err)
	}
	return s, nil
}

func sbatch(ctx context.Context, args ...string) (job string, err error) {
	cmd := exec.CommandContext(ctx, "sbatch", append([]string{"--parsable"}, args...)...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return "", errors.New("there is no sbatch here: submit from a machine of the cluster, or look at the scripts with --dry-run")
		}
		return "", fmt.Errorf("sbatch says: %s", strings.Join(strings.Fields(said.String()), " "))
	}
	m := jobNumber.FindStringSubmatch(strings.TrimSpace(out.String()))
	if m == nil {
		return "", fmt.Errorf("sbatch gave no number of a job but %q", out.String())
	}
	return m[1], nil
}

// Logs is the folder with the output of the jobs.
func (c *Cohort) Logs() string { return c.Dir.Path(slurmDir) }
