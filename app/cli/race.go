package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gwscope/app/export"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/render/capture"
)

const aboutRace = `Runs several methods on one pair, judges them by the same measures, and writes into DIR
(made if missing, files replaced):
  race.csv   every figure of every method, for programs
  race.md    the table, for people
  race.png   the target as each method colours it, and the table
with --keep also a folder for each method, with the files of gwscope match.

--methods takes names, separated by commas, each with values behind colons:
  hierarchical  hierarchical:fast  neural  cg  cg:warm  entropic:0.05  entropic:0.5:ppa
  lowrank:20  METHOD:OPTION=VALUE, with any of the options below
all stands for one of each. The options below are for all methods.
Errors are mean geodesic / √area, where the truth is known. The options for landmarks are
those of gwscope match. Pins steer only some methods; the notes say which are not steered.`

func runRace(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("race", "A B --methods NAMES [--out DIR] [options]", aboutRace)
	out := fs.String("out", "out", "directory for the results")
	methods := fs.String("methods", "all", "the methods, separated by commas")
	sortBy := fs.String("sort", "gw2", "gw2|error|time, or any column's name: the order of the rows")
	truthFile := fs.String("truth", "", "file with the known correspondence from A to B, to measure errors against")
	truthBase := addTruthBase(fs)
	keep := fs.Bool("keep", false, "write each method's maps, meshes and picture too")
	together := fs.Bool("side-by-side", false, "run as many methods at once as there are cores; times are then shared")
	limit := fs.Duration("limit", 0, "longest time of a method, such as 30s; after it the best plan so far counts (0: no limit)")
	marked := addLandmarkFlags(fs)
	addOptions(fs, &opt)
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if err := marked.check(); err != nil {
		return err
	}
	if len(refs) != 2 {
		return usagef("race takes two shapes, A and B, and got %d; gwscope race --help tells more", len(refs))
	}
	if *out == "" {
		return usagef("--out \"\" names no directory for the results")
	}
	if *limit < 0 {
		return usagef("race: --limit is %s; it takes a time of 0 or more", *limit)
	}
	column, err := race.FindColumn(*sortBy)
	if err != nil {
		return usagef("race: --sort: %v", err)
	}
	contestants, err := race.Parse(*methods)
	if err != nil {
		return usagef("race: --methods: %v", err)
	}
	base, err := parseTruthBase(*truthBase)
	if err != nil {
		return err
	}
	if err := export.PrepareDir(*out); err != nil {
		return err
	}
	engine := pipeline.NewEngine()
	a, b, err := loadBoth(ctx, engine, refs[0], refs[1], opt)
	if err != nil {
		return err
	}
	truth, err := pipeline.LoadTruthBase(a, b, *truthFile, base)
	if err != nil {
		return err
	}
	marks, err := marked.read(a, b)
	if err != nil {
		return err
	}
	marked.warn(env, marks)
	rows, err := race.Run(ctx, race.Pair{A: a, B: b, Truth: truth, Marks: marks}, contestants,
		race.Settings{Options: opt, SideBySide: *together, Limit: *limit, Report: raceLine(env, contestants)})
	env.wipe()
	if err != nil {
		return err
	}
	rows = race.Sorted(rows, column)
	return saveRace(ctx, env, *out, a, b, opt, rows, len(marks.Pinned()), *keep)
}

func saveRace(ctx context.Context, env Env, dir string, a, b *pipeline.Shape, opt session.Options, rows []race.Row, pins int, keep bool) error {
	about := race.About{A: a.Mesh.Name, B: b.Mesh.Name, Samples: opt.Samples, Pins: pins, Machine: race.ThisMachine()}
	late := context.WithoutCancel(ctx) // finished rows are written after a stop, too
	if err := race.WriteText(env.Stdout, rows, terminalWidth()); err != nil {
		return err
	}
	for _, n := range race.Remarks(rows) {
		fmt.Fprintf(env.Stdout, "  %s: %s\n", n.Who, n.Says)
	}
	if err := race.Save(late, dir, about, rows, race.Look{Theme: capture.Paper}); err != nil {
		return err
	}
	done := 0
	for i := range rows {
		if !rows[i].Result() {
			continue
		}
		done++
		if keep {
			sum, err := export.All(late, filepath.Join(dir, folderOf(rows[i].Contestant)), rows[i].Match)
			if err != nil {
				return err
			}
			for _, w := range sum.LeftOut {
				fmt.Fprintf(env.Stderr, "warning: %s: %s\n", rows[i].Contestant, w)
			}
		}
	}
	fmt.Fprintf(env.Stdout, "%d of %d methods with a result -> %s\n", done, len(rows), dir)
	switch {
	case ctx.Err() != nil:
		return errors.New("stopped early; " + dir + " holds the finished rows")
	case done == 0:
		return errors.New("no method has a result; the table says why")
	}
	return nil
}

// folderOf is a contestant as the name of a folder.
func folderOf(c race.Contestant) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		}
		return '_'
	}, c.String())
}

// terminalWidth is the number of letters in a line of the terminal, as far as COLUMNS says;
// without it, all columns are written.
func terminalWidth() int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 40 {
		return n
	}
	return 1 << 16
}

// raceLine draws a race's progress on a terminal, and nothing elsewhere.
func raceLine(env Env, contestants []race.Contestant) func(race.Event) {
	if !env.Terminal {
		return nil
	}
	last, over := time.Time{}, map[int]bool{}
	return func(e race.Event) {
		if e.Row.Over() {
			over[e.Index] = true
		}
		if e.Row.State != race.Running || time.Since(last) < time.Second/20 {
			return
		}
		last = time.Now()
		text := fmt.Sprintf("%d of %d done, %.1f s  %s %3.0f%%  %s", len(over), len(contestants), e.Clock.Seconds(), e.Row.Contestant.Short(), 100*e.Fraction, e.Stage)
		if e.GW2 > 0 {
			text += fmt.Sprintf("  GW² %.5f", e.GW2)
		}
		env.draw(text)
	}
}
