package cli

import (
	"context"
	"fmt"
	"strings"

	"gwscope/app/cohort"
)

const aboutCohortSubmit = `Hands a cohort to a Slurm cluster: an array job that matches the pairs, and a merge behind it
that begins when every element is over, whatever became of it. What stands after -- goes to
sbatch, such as -- --partition=long --time=4:00:00. The folder and this program must have the
same paths on all nodes. Elements that were lost are done by submitting again, or by
gwscope cohort run: what is done stays.`

func runCohortSubmit(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort submit", "DIR --slurm [--shards N] [options] [-- SBATCH OPTIONS]", aboutCohortSubmit)
	slurm := fs.Bool("slurm", false, "submit to Slurm, by sbatch")
	dry := fs.Bool("dry-run", false, "print the scripts and submit nothing")
	var j cohort.Job
	fs.IntVar(&j.Shards, "shards", 0, "elements of the array (default: one for 20 pairs, at most 1000)")
	fs.IntVar(&j.Jobs, "jobs", 1, "pairs that an element matches at once, a processor for each")
	fs.StringVar(&j.Program, "program", "", "path of gwscope on the nodes (default: of this one)")
	own := args
	for k, a := range args {
		if a == "--" {
			own, j.Options = args[:k], args[k+1:]
			break
		}
	}
	rest, err := parse(env, fs, own)
	if err != nil {
		return err
	}
	dir, err := folderOfCohort("submit", rest)
	if err != nil {
		return err
	}
	if !*slurm {
		return usagef("cohort submit knows one scheduler: pass --slurm; app/cohort/CLUSTERS.md has recipes for others")
	}
	for _, o := range j.Options {
		if !strings.HasPrefix(o, "-") {
			return usagef("cohort submit: %q is no option of sbatch; write --name=value", o)
		}
	}
	c, w, err := openCohort(ctx, dir)
	if err != nil {
		return err
	}
	if err := j.Defaults(w); err != nil {
		return usagef("cohort submit: %v", err)
	}
	if *dry {
		work, merge := c.Scripts(j)
		fmt.Fprintf(env.Stdout, "# sbatch %s\n%s\n", strings.Join(append(j.Options, "work.sh"), " "), work)
		if c.Nearest > 0 {
			fmt.Fprintln(env.Stdout, "# the same once more, for the pairs that follow: sbatch --dependency=afterany:JOB work.sh")
		}
		fmt.Fprintf(env.Stdout, "# sbatch --dependency=afterany:JOB\n%s", merge)
		return nil
	}
	s, err := c.Submit(ctx, j)
	if err != nil {
		return err
	}
	again := ""
	if s.Again != "" {
		again = ", then " + s.Again + " for the pairs that follow"
	}
	fmt.Fprintf(env.Stdout, "array %s of %s in %s%s, then merge %s; gwscope cohort status %s tells how far it is, %s holds their output\n",
		s.Work, counted(len(w.Pairs), "pair"), counted(j.Shards, "shard"), again, s.Merge, dir, c.Logs())
	return nil
}
