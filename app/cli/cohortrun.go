package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"time"

	"gwscope/app/cohort"
	"gwscope/app/number"
	"gwscope/meshio/mesh"
)

const aboutCohortRun = `Matches the pairs of a cohort that have no result yet, several at once, each in a process of
its own, and then merges the results. Ctrl-C stops it; the next run goes on where it was. A
pair that cannot be matched becomes a row that says why, also where its process breaks or
runs out of memory; the next run tries it again. The numbers of jobs and threads change no
bit of any result.`

// cohortWork are the flags of commands that match pairs.
type cohortWork struct{ jobs, threads *int }

func addCohortWork(fs *flag.FlagSet) cohortWork {
	return cohortWork{
		jobs:    fs.Int("jobs", 0, "pairs at once, 0 for as many as there are processors"),
		threads: fs.Int("threads", 0, "threads of each pair, 0 for the processors that are left"),
	}
}

func (f cohortWork) check() error {
	if *f.jobs < 0 || *f.threads < 0 {
		return usagef("--jobs and --threads count from 0, which chooses them")
	}
	return nil
}

func runCohortRun(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort run", "DIR [options]", aboutCohortRun)
	work := addCohortWork(fs)
	merge := fs.Bool("merge", true, "merge the results at the end")
	dir, err := parseCohort(env, fs, args)
	if err != nil {
		return err
	}
	if err := work.check(); err != nil {
		return err
	}
	c, w, err := openCohort(ctx, dir)
	if err != nil {
		return err
	}
	if err := workOn(ctx, env, c, w, cohort.Settings{Jobs: *work.jobs, Threads: *work.threads}, dir); err != nil || !*merge {
		return err
	}
	return mergeCohort(ctx, env, c, w)
}

const aboutCohortWork = `Matches a part of the pairs of a cohort: shard INDEX of NUMBER, counted from 1. Within a Slurm
array or a Kubernetes job in Indexed mode the index comes from SLURM_ARRAY_TASK_ID or
JOB_COMPLETION_INDEX. Shards may run at the same time, run twice, or be killed and run again:
the results are the same.`

func runCohortWork(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort work", "DIR [--shard INDEX/NUMBER] [options]", aboutCohortWork)
	work := addCohortWork(fs)
	part := fs.String("shard", "", "the part of the work, such as 3/12 (default: from the scheduler)")
	shards := fs.Int("shards", 0, "number of parts, where the index comes from the scheduler")
	dir, err := parseCohort(env, fs, args)
	if err != nil {
		return err
	}
	if err := work.check(); err != nil {
		return err
	}
	var shard cohort.Shard
	if *part != "" {
		shard, err = cohort.ParseShard(*part)
	} else {
		shard, err = cohort.ShardOf(os.Getenv, *shards)
	}
	if err != nil {
		return usagef("cohort work: %v", err)
	}
	c, w, err := openCohort(ctx, dir)
	if err != nil {
		return err
	}
	return workOn(ctx, env, c, w, cohort.Settings{Shard: shard, Jobs: *work.jobs, Threads: *work.threads}, dir)
}

// openCohort reads a cohort and works out its pairs.
func openCohort(ctx context.Context, dir string) (*cohort.Cohort, *cohort.Work, error) {
	c, err := cohort.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	w, err := c.List(ctx, nil)
	return c, w, err
}

// workOn matches pairs, with progress on stderr and their numbers on stdout.
func workOn(ctx context.Context, env Env, c *cohort.Cohort, w *cohort.Work, s cohort.Settings, dir string) error {
	if env.Self != "" {
		s.Program = []string{env.Self, "cohort", serveCommand}
	}
	s.Progress = func(p cohort.Progress) { tellWork(env, p) }
	at, err := c.Run(ctx, w, s)
	env.wipe()
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped with %d of %d pairs done; gwscope cohort run %s goes on from there", at.Done, at.All, dir)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s: %d matched, %d found, %d failed\n", mesh.Count(at.All, "pair"), at.Done-at.Found-at.Failed, at.Found, at.Failed)
	if w.More {
		fmt.Fprintf(env.Stdout, "more pairs follow from the results of these when all shards are done: run gwscope cohort work again, or gwscope cohort run %s\n", dir)
	}
	return nil
}

// tellWork draws a line on a terminal, and prints one for each pair elsewhere.
func tellWork(env Env, p cohort.Progress) {
	left := ""
	if p.Left > 0 {
		left = ", " + number.Span(p.Left.Round(time.Second)) + " left"
	}
	failed := ""
	if p.Failed > 0 {
		failed = fmt.Sprintf(", %d failed", p.Failed)
	}
	if env.Terminal {
		env.draw(fitted(fmt.Sprintf("%s  %d of %d pairs%s%s", progressBar(float64(p.Done)/float64(max(p.All, 1))), p.Done, p.All, failed, left)))
		return
	}
	if p.Pair == nil {
		if p.Found > 0 {
			fmt.Fprintf(env.Stderr, "%d of %d pairs are done already\n", p.Found, p.All)
		}
		return
	}
	what := fmt.Sprintf("trust %.2f", float64(p.Result.Trust.Trust))
	switch {
	case p.Result.Error != "":
		what = "failed: " + p.Result.Error
	case p.Result.Flagged:
		what += ", flagged"
	}
	fmt.Fprintf(env.Stderr, "%d of %d  %s -> %s  %s, %s%s\n", p.Done, p.All, p.Pair.A.Name, p.Pair.B.Name, what, number.Span(p.Took), left)
}

const aboutCohortStatus = `Says how many pairs of a cohort are done, here or on a cluster. It only reads files.`

func runCohortStatus(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort status", "DIR", aboutCohortStatus)
	dir, err := parseCohort(env, fs, args)
	if err != nil {
		return err
	}
	c, w, err := openCohort(ctx, dir)
	if err != nil {
		return err
	}
	s := c.Status(w)
	fmt.Fprintf(env.Stdout, "%s: %d of %d pairs done, %d flagged, %d failed\n", c.Title, s.Done, s.All, s.Flagged, s.Failed)
	if s.More {
		fmt.Fprintln(env.Stdout, "  more pairs of specimens follow from the results of these")
	}
	if s.Mean > 0 {
		fmt.Fprintf(env.Stdout, "  a pair takes %s; %s of one processor are left\n", number.Span(s.Mean), number.Span(s.Mean*time.Duration(s.All-s.Done)))
	}
	if !s.Last.IsZero() {
		fmt.Fprintf(env.Stdout, "  the last pair ended at %s\n", s.Last.Format(time.DateTime))
	}
	for k, f := range s.Failures {
		if k == 10 {
			fmt.Fprintf(env.Stdout, "  ... and %d more\n", len(s.Failures)-k)
			break
		}
		fmt.Fprintf(env.Stdout, "  %s -> %s failed: %s\n", f.Pair.A.Name, f.Pair.B.Name, f.Why)
	}
	if s.Merged {
		fmt.Fprintf(env.Stdout, "  merged: %s\n", c.Dir.Path(cohort.ResultsDir))
	} else {
		fmt.Fprintf(env.Stdout, "  not merged: gwscope cohort merge %s\n", dir)
	}
	return nil
}

const aboutCohortMerge = `Makes tables, landmarks, meshes, statistics and a report of the results so far and writes them
into DIR/results; older files there are replaced. It may run at any time and as often as you
like. The same results give the same bits.`

func runCohortMerge(ctx context.Context, env Env, args []string) error {
	fs := newFlags("cohort merge", "DIR", aboutCohortMerge)
	dir, err := parseCohort(env, fs, args)
	if err != nil {
		return err
	}
	c, w, err := openCohort(ctx, dir)
	if err != nil {
		return err
	}
	return mergeCohort(ctx, env, c, w)
}

func mergeCohort(ctx context.Context, env Env, c *cohort.Cohort, w *cohort.Work) error {
	a, err := c.Merge(ctx, w)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped while merging; gwscope cohort merge %s does it again", c.Dir)
	}
	if err != nil {
		return err
	}
	for _, n := range a.Notes {
		fmt.Fprintf(env.Stderr, "warning: %s\n", n)
	}
	if s := a.Shapes; s != nil && len(s.PCA.Share) > 0 {
		fmt.Fprintf(env.Stdout, "shapes of %s: PC 1 explains %.0f %%\n", mesh.Count(len(s.Who), "specimen"), 100*s.PCA.Share[0])
	}
	if e := a.LandmarkErrors(); !math.IsNaN(e.All) && len(e.ByTemplate) > 0 {
		fmt.Fprintf(env.Stdout, "landmark error / √area: %.4f by the first template", e.ByTemplate[0])
		if n := len(e.ByTemplate); n > 1 {
			fmt.Fprintf(env.Stdout, ", %.4f by the median of %d", e.All, n)
		}
		fmt.Fprintln(env.Stdout)
	}
	fmt.Fprintf(env.Stdout, "-> %s\n", c.Dir.Path(cohort.ResultsDir, cohort.ReportFile))
	return nil
}
