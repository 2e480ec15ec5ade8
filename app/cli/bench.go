package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gwscope/app/experiments"
	"gwscope/app/option"
	"gwscope/app/race"
	"gwscope/app/session"
)

const aboutBench = `Measures methods and writes NAME.csv, NAME.md, figures (PNG, SVG) and NAME.json into
--out. Published figures stand beside ours where there are any. After a stop (Ctrl-C) the
same command goes on where the run was.`

// bench is an experiment on the command line.
type bench struct {
	name, short string
	// setup adds the experiment's own flags, and returns a function that makes the experiment once
	// they are read.
	setup func(fs *flag.FlagSet) builder
}

type builder = func(ctx context.Context, env Env) (*experiments.Experiment, error)

func runBench(ctx context.Context, env Env, args []string) error {
	all := benches()
	at := slices.IndexFunc(args, func(a string) bool {
		return slices.ContainsFunc(all, func(b bench) bool { return b.name == a })
	})
	if at < 0 {
		return benchOverview(env, all, args)
	}
	b := all[slices.IndexFunc(all, func(b bench) bool { return b.name == args[at] })]
	args = slices.Delete(slices.Clone(args), at, at+1)

	fs := newFlags("bench "+b.name, "[options]", b.short+"\n\n"+aboutBench)
	out := fs.String("out", "out/bench", "directory for tables and figures")
	fresh := fs.Bool("fresh", false, "measure everything anew instead of going on with the rows in --out")
	only := listFlag(fs, "only", "", "measure only cells with one of these words in their names, such as cat/1-cat/2 or n=256", func(w string) (string, error) { return w, nil })
	build := b.setup(fs)
	rest, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("bench %s takes no more arguments, and got %q", b.name, rest[0])
	}
	e, err := build(ctx, env)
	if err != nil {
		return err
	}
	if err := e.Only(*only); err != nil {
		return usagef("bench %s: --only: %v", b.name, err)
	}
	outcome, err := experiments.Run(ctx, e, experiments.RunOptions{Out: *out, Fresh: *fresh, Report: benchProgress(env),
		Tell: func(note string) { env.wipe(); fmt.Fprintln(env.Stderr, "note: "+note) }})
	env.wipe()
	if outcome != nil {
		for _, t := range outcome.Tables {
			if !t.Detail {
				experiments.WriteTable(env.Stdout, t)
				fmt.Fprintln(env.Stdout)
			}
		}
		fmt.Fprintln(env.Stdout, strings.Join(outcome.Files, "\n"))
	}
	return err
}

// benchOverview answers calls that name no experiment.
func benchOverview(env Env, all []bench, args []string) error {
	var names []string
	list := ""
	for _, b := range all {
		names = append(names, b.name)
		list += fmt.Sprintf("\n  %-14s %s", b.name, strings.ReplaceAll(b.short, "\n", "\n                 "))
	}
	fs := newFlags("bench", "NAME [options]", aboutBench+"\n"+list+"\n\ngwscope bench NAME --help lists the options of each.")
	if _, err := parse(env, fs, args); errors.Is(err, errHelp) {
		return err
	}
	return usagef("bench takes the name of an experiment (%s); gwscope bench --help tells more", strings.Join(names, ", "))
}

// benchProgress shows the progress of an experiment: one line that is drawn again on a
// terminal, a line for each measurement elsewhere.
func benchProgress(env Env) func(experiments.Progress) {
	return func(p experiments.Progress) {
		switch {
		case env.Terminal:
			line := fmt.Sprintf("%s %d of %d", bar(float64(p.Done)/float64(p.All)), p.Done, p.All)
			if p.Left > 0 {
				line += ", " + roundly(p.Left) + " left"
			}
			env.draw(fitted(line + "  " + p.Cell))
		case p.Row != nil:
			note := ""
			if text := p.Row.Note(); text != "" {
				note = "  " + text
			}
			fmt.Fprintf(env.Stderr, "%d of %d  %s  %.2f s%s\n", p.Done, p.All, p.Cell, p.Row.Seconds, note)
		}
	}
}

// fitted cuts a line to the width of a usual terminal: a broken line cannot be drawn again.
func fitted(line string) string {
	const columns = 79
	if r := []rune(line); len(r) > columns {
		return string(r[:columns-1]) + "…"
	}
	return line
}

// roundly writes an estimate without digits that it does not deserve.
func roundly(d time.Duration) string {
	switch {
	case d > time.Hour:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	case d > 10*time.Minute:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	case d > time.Minute:
		return d.Round(10 * time.Second).String()
	}
	return d.Round(time.Second).String()
}

// listFlag adds a flag that takes values separated by commas, each read by one.
func listFlag[T any](fs *flag.FlagSet, name, otherwise, help string, one func(string) (T, error)) *[]T {
	l := &listValue[T]{one: one}
	if err := l.Set(otherwise); err != nil {
		panic(err) // a mistake of ours
	}
	fs.Var(l, name, help+", separated by commas")
	return &l.values
}

type listValue[T any] struct {
	text   string
	values []T
	one    func(string) (T, error)
}

func (l *listValue[T]) String() string { return l.text }

func (l *listValue[T]) Set(text string) error {
	values := []T{}
	for w := range strings.SplitSeq(text, ",") {
		if w = strings.TrimSpace(w); w == "" {
			continue
		}
		v, err := l.one(w)
		if err != nil {
			return err
		}
		values = append(values, v)
	}
	l.text, l.values = text, values
	return nil
}

// positive reads a whole number above zero.
func positive(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no whole number above 0", text)
	}
	return n, nil
}

func seed(text string) (uint64, error) { return strconv.ParseUint(text, 10, 64) }

func seedsFlag(fs *flag.FlagSet) *[]uint64 {
	return listFlag(fs, "seeds", "42,7,77", "seeds to take the mean over", seed)
}

// methodsFlag adds --methods, and returns a function that reads them.
func methodsFlag(fs *flag.FlagSet, otherwise string) func() ([]race.Contestant, error) {
	text := fs.String("methods", otherwise, "methods with their options, such as hierarchical,cg:warm,entropic:0.05; all for one of each and its usual starts, known for every one")
	return func() ([]race.Contestant, error) { return contestants(*text) }
}

// contestants reads --methods. "known" stands for all usual contestants.
func contestants(text string) ([]race.Contestant, error) {
	var out []race.Contestant
	for word := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(word) == "known" {
			out = joined(out, experiments.Landmarked(race.Known()))
			continue
		}
		if strings.TrimSpace(word) == "" {
			continue
		}
		cs, err := race.Parse(word)
		if err != nil {
			return nil, usagef("--methods: %v", err)
		}
		out = joined(out, cs)
	}
	if len(out) == 0 {
		return nil, usagef("--methods names no method")
	}
	return out, nil
}

// benchOptions are the defaults of experiments: all methods measure the same distances, because
// their losses would not compare otherwise.
func benchOptions() session.Options {
	o := session.Defaults()
	o.Metric = option.Distances(o)
	return o
}

// sharedFlags adds some options of a match, by their names.
func sharedFlags(fs *flag.FlagSet, o *session.Options, names ...string) {
	for _, name := range names {
		opt := option.Find(name)
		fs.Var(&optionFlag{opt: opt, o: o}, opt.Name, helpOf(opt))
	}
}

// withFolder adds the pairs of a folder to some pairs; "" adds none.
func withFolder(ctx context.Context, pairs []experiments.PairSource, folder string) ([]experiments.PairSource, error) {
	if folder == "" {
		return pairs, nil
	}
	more, err := experiments.FolderPairs(ctx, folder)
	return append(pairs, more...), err
}

// dataFolder is --data, or the folder that the environment names.
func dataFolder(data string) string { return cmp.Or(data, os.Getenv("GWSCOPE_PAIRS")) }
