package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"

	"gwscope/app/experiments"
	"gwscope/app/experiments/trial"
)

func verdictBench(fs *flag.FlagSet) builder {
	opt := benchOptions()
	data := fs.String("data", "", dataHelp+"; measured as well")
	records := fs.String("records", "verdict.records.jsonl", "file that keeps the solved trials; gwscope train verdict uses it, too")
	count := fs.Int("trials", trial.Full, "trials to make, of which about half are for testing")
	methods := methodsFlag(fs, "hierarchical:fast,hierarchical,amortized,cg")
	sharedFlags(fs, &opt, "seed")
	return func(ctx context.Context, env Env) (*experiments.Experiment, error) {
		if *count < 1 {
			return nil, usagef("bench verdict: --trials takes a number of at least 1, got %d", *count)
		}
		cs, err := methods()
		if err != nil {
			return nil, err
		}
		book, err := trial.OpenBook(*records)
		if err != nil {
			return nil, err
		}
		s := experiments.VerdictSettings{Records: book, Options: opt, PairMethods: cs,
			Trials: slices.DeleteFunc(trial.All(*count), func(t trial.Trial) bool { return !t.Test })}
		if s.Pairs, err = withFolder(ctx, nil, *data); err != nil {
			return nil, fmt.Errorf("--data: %w", err)
		}
		return experiments.Verdict(s), nil
	}
}
