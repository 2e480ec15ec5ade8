package cli

import (
	"context"
	"fmt"
	"io"

	"gwscope/app/experiments/trial"
	"gwscope/app/session"
	"gwscope/meshio"
	"gwscope/solver/verdict"
)

const aboutTrainVerdict = `Fits the model that says how likely a match is right. Pairs on which matching fails in
all ways known are made and solved; half of their families serve for fitting, and gwscope
bench verdict tests with the others. Solved pairs are kept in --records, so that a stopped
run goes on where it was. All 800 trials, with those for testing, take two hours on two
cores. The program carries the model of assets/weights/verdict.json: write it there with
--out, and build again.`

func runTrainVerdict(ctx context.Context, env Env, args []string) error {
	fs := newFlags("train verdict", "--out FILE [options]", aboutTrainVerdict)
	out := fs.String("out", "", "file of the model to write")
	records := fs.String("records", "verdict.records.jsonl", "file that keeps the solved trials")
	count := fs.Int("trials", trial.Full, "trials to make, those for testing included")
	solve := fs.Bool("solve", true, "solve the trials that are not in --records; otherwise fit only to those that are")
	opt := session.Defaults()
	sharedFlags(fs, &opt, "seed", "threads")
	rest, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(rest) > 0:
		return usagef("train verdict takes options only, and got %q", rest[0])
	case *out == "":
		return usagef("train verdict needs --out FILE, the file of the model to write")
	case *count < 1:
		return usagef("train verdict: --trials takes a number of at least 1, got %d", *count)
	}
	book, err := trial.OpenBook(*records)
	if err != nil {
		return err
	}
	defer book.Close()
	if n := book.Outdated; n > 0 {
		fmt.Fprintf(env.Stderr, "%d records in %s have evidence of another revision: they are left out\n", n, *records)
	}
	trials := trial.All(*count)
	for k := range trials {
		if trials[k].Test || !*solve {
			continue
		}
		if err := book.Fill(ctx, &trials[k], opt); err != nil {
			return err
		}
		fmt.Fprintf(env.Stderr, "%d of %d  %s\n", k+1, len(trials), trials[k].Name)
	}
	var examples []verdict.Example
	matches, families := 0, map[string]bool{}
	for _, r := range book.All() {
		if !r.Test {
			examples = append(examples, trial.Example(r))
			matches++
			families[r.Family] = true
		}
	}
	model, err := verdict.Fit(examples, fmt.Sprintf("Fitted by gwscope train verdict to %d matches of %d families.", matches, len(families)))
	if err != nil {
		return fmt.Errorf("train verdict: %w", err)
	}
	if err := meshio.WriteFile(*out, func(w io.Writer) error { return model.Write(w) }); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "fitted to %d matches of %d families\n%s\n", matches, len(families), *out)
	return nil
}
