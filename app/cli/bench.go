package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"gwscope/app/experiments"
	"gwscope/app/session"
)

const aboutBench = `Measures on pairs whose true correspondence is known, and writes CSV and Markdown.
  pairs   the embedded pairs within each species, and those of a folder (--data):
          GW², direct and mirrored error, margin, times, beside POT where installed`

func runBench(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("bench", "NAME [options]", aboutBench)
	data := fs.String("data", "", "folder of pairs: pairs.txt with lines NAME A B same, or meshes with equal vertex counts")
	out := fs.String("out", "out/bench", "directory for the tables")
	samples := fs.String("samples", "500,1000", "numbers of samples, separated by commas")
	efforts := fs.String("efforts", "fast,thorough", "efforts, separated by commas")
	potLimit := fs.Int("pot-limit", -1, "largest number of samples to give to POT; 0 leaves it out (default 1000 where it is installed)")
	embedded := fs.Bool("embedded", true, "measure the embedded pairs")
	seed := fs.Uint64("seed", opt.Seed, "seed")
	names, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(names) != 1 || names[0] != "pairs" {
		return usagef("bench takes the name of an experiment (pairs); gwscope bench --help lists them")
	}
	opt.Seed = *seed
	s := experiments.Settings{Data: *data, Embedded: *embedded, Options: opt, Out: *out, POTLimit: *potLimit}
	if s.Data == "" {
		s.Data = os.Getenv("GWSCOPE_PAIRS")
	}
	if s.POTLimit < 0 {
		s.POTLimit = 1000
		if _, err := experiments.FindPOT(ctx); err != nil {
			fmt.Fprintln(env.Stderr, "note: "+err.Error()+"; its columns stay empty")
			s.POTLimit = 0
		}
	}
	for _, w := range strings.Split(*samples, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(w))
		if err != nil || n < 1 {
			return usagef("bench: --samples takes whole numbers, got %q", w)
		}
		s.Samples = append(s.Samples, n)
	}
	for _, w := range strings.Split(*efforts, ",") {
		probe := opt
		if err := session.Find("effort").Set(&probe, strings.TrimSpace(w)); err != nil {
			return usagef("bench: %v", err)
		}
		s.Efforts = append(s.Efforts, probe.Effort)
	}
	s.Report = func(r *experiments.Row, done, all int, left time.Duration) {
		if env.Terminal {
			fmt.Fprintf(env.Stderr, "\r\x1b[K%d of %d pairs, %s left", done, all, left.Round(time.Second))
			if done == all {
				fmt.Fprint(env.Stderr, "\r\x1b[K")
			}
		}
		fmt.Fprintf(env.Stdout, "%-28s n %-5d %-9s gw2 %.6f (POT %.6f)  direct %.4f mirrored %.4f  samples %.4f  margin %5.2f  solve %.3f s (POT %.2f)\n",
			r.Pair, r.N, r.Effort, r.GW2, r.POTLoss, r.Direct, r.Mirrored, r.SamplesDirect, r.Margin, r.Solve, r.POTSeconds)
	}
	_, err = experiments.Pairs(ctx, s)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("stopped early; %s holds the pairs that were done", *out)
	}
	return err
}
