package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gwscope/app/cohort"
	"gwscope/meshio/mesh"
)

const aboutCohortSubmit = `Submits a cohort to a Slurm cluster: an array job that matches the pairs, and a merge that
begins when every element has ended, also where elements failed. Options after -- go to
sbatch, such as -- --partition=long --time=4:00:00. The folder and this program must have the
same paths on all nodes. To match the pairs of lost elements, submit again, or use
gwscope cohort run: pairs with a result are not matched again.`

func runCohortSubmit(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort submit", "DIR --slurm [--shards N] [options] [-- SBATCH OPTIONS]", aboutCohortSubmit)
	slurm := fs.Bool("slurm", false, "submit to Slurm, by sbatch")
	dry := fs.Bool("dry-run", false, "print the scripts and submit nothing")
	var j cohort.Job
	fs.IntVar(&j.Shards, "shards", 0, "elements of the array (default: one for 20 pairs, at most 1000)")
	fs.IntVar(&j.Jobs, "jobs", 1, "pairs that an element matches at once, a processor for each")
	fs.StringVar(&j.Program, "program", "", "path of gwscope on the nodes (default: of this one)")
	own := args
	if k := slices.Index(args, "--"); k >= 0 {
		own, j.Options = args[:k], args[k+1:]
	}
	dir, err := parseCohort(env, fs, own)
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
			fmt.Fprintln(env.Stdout, "# the same once more, for the pairs that follow from the results: sbatch --dependency=afterany:JOB work.sh")
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
	fmt.Fprintf(env.Stdout, "array %s of %s in %s%s, then merge %s; gwscope cohort status %s tells the state, %s holds their output\n",
		s.Work, mesh.Count(len(w.Pairs), "pair"), mesh.Count(j.Shards, "shard"), again, s.Merge, dir, c.Logs())
	return nil
}
