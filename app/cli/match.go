package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"

	"gwscope/app/export"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/trust"
)

const aboutMatch = `Matches shape A to shape B and writes into DIR (made if missing, files replaced):
  result.json                      losses, errors, alternatives, settings, times
  map_a_to_b.csv, map_b_to_a.csv   a place on the other shape for every vertex
  a_colored.ply, b_colored.ply     both shapes with colours carried from A to B
  b_matched.obj                    A's mesh laid on B's surface
  landmarks_*.csv, .fcsv, .json    landmarks and extremities, and their images by the maps
  morph.glb                        A with the morph to B as a morph target
  matches.png                      both shapes, coloured, 1600 x 900

A truth file (--truth; .map, .csv, .txt) is a table of vertices, counted from 0, or from 1
after the line "# base 1". A row is one of: the target on B, for the next vertex of A; source
and target, and perhaps the target in the mirror image; source,target,face,b0,b1,b2 for a
place in a triangle of B, as in our own maps; face,b0,b1,b2 for the next vertex of A. A
target of -1 is not known. Two lists of vertices, --truth A.vts,B.vts, pair row by row.

--export names the files to write, separated by commas (standard: the files above; all):`

func runMatch(ctx context.Context, env Env, args []string) error {
	opt := session.Defaults()
	fs := newFlags("match", "A B | --session FILE [--out DIR] [options]", aboutMatch+aboutKinds())
	out := fs.String("out", "out", "directory for the results")
	truthFile := fs.String("truth", "", "file with the known correspondence from A to B, to measure errors against")
	truthBase := addTruthBase(fs)
	trace := fs.String("trace", "", "file for the record of the training, CSV, one row a step (method neural)")
	choose := fs.Int("choose", 1, "number of the near-equal minimum to show and write, 1 for the solver's own choice")
	marked := addLandmarkFlags(fs)
	kept := addSessionFlags(fs)
	exports := addExportFlags(fs)
	profile := fs.Bool("profile", false, "print a table of the stages and their parts, with wall and processor seconds")
	addOptions(fs, &opt)
	refs, err := parse(env, fs, args)
	if err != nil {
		return err
	}
	if refs, opt, err = kept.read(env, fs, refs, opt); err != nil {
		return err
	}
	if len(refs) != 2 {
		return usagef("match takes two shapes, A and B, and got %d; gwscope match --help tells more", len(refs))
	}
	if *out == "" {
		return usagef("--out \"\" names no directory for the results")
	}
	if *trace != "" && opt.Method != string(solver.Neural) {
		return usagef("only --method neural trains and has a --trace; the method is %q", opt.Method)
	}
	base, err := parseTruthBase(*truthBase)
	if err != nil {
		return err
	}
	if *choose < 1 {
		return usagef("match: --choose counts from 1, got %d", *choose)
	}
	if err := marked.check(); err != nil {
		return err
	}
	kinds, settings, err := exports.read(fs, kept.doc, "gwscope match "+export.Quoted(args))
	if err != nil {
		return err
	}
	if *profile {
		ctx = stages.Record(ctx, "match")
	}
	kept.keep = func(doc *session.Document) { keepExport(doc, kinds, settings, given(fs)) }
	return matchInto(ctx, env, refs[0], refs[1], matchJob{truth: *truthFile, truthBase: base, dir: *out, trace: *trace, choose: kept.choice(fs, *choose), session: kept, kinds: kinds, settings: settings, marked: marked}, opt)
}

// addTruthBase adds the option for the first index of a truth file.
func addTruthBase(fs *flag.FlagSet) *string {
	return fs.String("truth-base", "", "first index of the truth file, 0 or 1 (default: as the file says)")
}

func parseTruthBase(base string) (int, error) {
	switch base {
	case "":
		return correspond.UnknownBase, nil
	case "0", "1":
		return int(base[0] - '0'), nil
	}
	return 0, usagef("--truth-base is 0 or 1, not %q", base)
}

// matchJob is a match to make, with the files to write.
type matchJob struct {
	truthBase         int
	truth, dir, trace string
	choose            int
	kinds             []export.Kind
	settings          export.Settings
	marked            *landmarkFlags
	session           *sessionFlags
}

// matchInto is the whole job: load, match, write, and print the result in short.
func matchInto(ctx context.Context, env Env, refA, refB string, job matchJob, opt session.Options) error {
	dir := job.dir
	if err := export.PrepareDir(dir); err != nil {
		return err
	}
	engine := pipeline.NewEngine()
	in, end := stages.Begin(ctx, "load")
	a, b, err := loadBoth(in, engine, refA, refB, opt)
	end()
	if err != nil {
		return err
	}
	truth, err := pipeline.LoadTruthBase(a, b, job.truth, job.truthBase)
	if err != nil {
		return err
	}
	marks, err := job.marked.read(a, b)
	if err != nil {
		return err
	}
	ahead := export.NewAhead(job.kinds)
	defer ahead.Close()
	engine.Found, engine.Judges = ahead.Begin, export.Analyses(job.kinds)
	report := progressLine(env)
	m, err := engine.MatchMarked(ctx, a, b, opt, job.session.marks(marks), truth, report)
	if err == nil && job.choose > 1 {
		m, err = engine.Choose(context.WithoutCancel(ctx), m, job.choose-1, truth, report)
	}
	env.wipe()
	if err != nil {
		return err
	}
	job.session.compare(env, m)
	if err := job.session.save(m); err != nil {
		return err
	}
	if job.trace != "" {
		if err := export.SaveTrace(job.trace, m.Result.Trace); err != nil {
			return err
		}
	}
	// The result of a stopped solve is written, too. After a whole solve, Ctrl-C stops the writing.
	writing := ctx
	if m.Result.Status == solver.Cancelled {
		writing = context.WithoutCancel(ctx)
	}
	written, err := export.WriteReady(writing, dir, m, job.kinds, job.settings, ahead, exportProgress(env))
	env.wipe()
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped while writing; " + dir + " holds the files that were finished")
	}
	if err != nil {
		return err
	}
	job.marked.warn(env, marks)
	if err := showable(m, job.settings.View); err != nil {
		fmt.Fprintf(env.Stderr, "warning: %v; the pictures do not show it\n", err)
	}
	for _, s := range []*pipeline.Shape{a, b} {
		for _, w := range s.Report.Troubles() { // with the reader's warnings
			fmt.Fprintf(env.Stderr, "warning: %s: %s\n", s.Ref, w)
		}
	}
	for _, w := range written.LeftOut {
		fmt.Fprintf(env.Stderr, "warning: %s\n", w)
	}
	printMatch(env, written, dir)
	if whole := stages.Of(ctx); whole != nil {
		fmt.Fprintln(env.Stdout)
		if err := whole.Write(env.Stdout); err != nil {
			return err
		}
	}
	if m.Result.Status == solver.Cancelled {
		return errors.New("stopped early; " + dir + " holds the best plan found so far")
	}
	return nil
}

// printRival writes the figures of a method that is no slicer.
func printRival(w io.Writer, s export.Summary) {
	r := s.Rival
	fmt.Fprintf(w, "  %s: GW² %.6f after %d iterations, mean pair distortion %.2f %%\n", r.Title, s.GW2, r.Iterations, 100*s.Distortion)
	if r.Distance {
		fmt.Fprintln(w, "  a distance: the plan is that of its best direction")
	}
	if r.Objective != "" && !math.IsNaN(float64(r.Value)) {
		fmt.Fprintf(w, "  %s %.6g\n", r.Objective, float64(r.Value))
	}
	if !math.IsNaN(float64(r.LowerBound)) {
		fmt.Fprintf(w, "  proven lower bound on GW² %.6f\n", float64(r.LowerBound))
	}
}

func loadBoth(ctx context.Context, engine *pipeline.Engine, refA, refB string, opt session.Options) (a, b *pipeline.Shape, err error) {
	var wg routine.Group
	var errA, errB error
	wg.Go(func() { a, errA = engine.Load(ctx, refA, opt) })
	wg.Go(func() { b, errB = engine.Load(ctx, refB, opt) })
	wg.Wait()
	return a, b, errors.Join(errA, errB)
}

// species says whether the shapes look like the same species.
func species(s export.Summary) string {
	if s.Trust.Species == solver.KinUnknown.String() {
		return "species not known from this plan"
	}
	return s.Trust.Species
}

func printUnmatched(w io.Writer, s export.Summary) {
	if a, b := float64(s.UnmatchedOfA), float64(s.UnmatchedOfB); s.UnmatchedTold {
		fmt.Fprintf(w, "  without a partner: about %.0f %% of %s and %.0f %% of %s\n  (%s)\n", 100*a, s.A.Name, 100*b, s.B.Name, trust.UnmatchedLimits)
	}
}

func printMatch(env Env, s export.Summary, dir string) {
	w := env.Stdout
	fmt.Fprintf(w, "%s -> %s: %d and %d samples\n", s.A.Name, s.B.Name, s.N, s.M)
	if s.Trust.Line != "" {
		fmt.Fprintln(w, "  "+s.Trust.Line)
	} else {
		fmt.Fprintln(w, "  whether the match is right was not asked: add result to --export to ask")
	}
	if s.Uncertain {
		for _, text := range s.Trust.Said {
			fmt.Fprintln(w, "  - "+text)
		}
	}
	if s.Rival == nil {
		fmt.Fprintln(w, "  "+lossLine(s))
	} else {
		printRival(w, s)
	}
	if s.ErrorDirect != nil {
		fmt.Fprintf(w, "  geodesic error / √area: direct %.4f", *s.ErrorDirect)
		if s.ErrorMirrored != nil {
			fmt.Fprintf(w, ", mirrored %.4f", *s.ErrorMirrored)
		}
		if s.Surface.Kind == session.Registered {
			fmt.Fprintf(w, " (the map alone %.4f)", float64(s.Truth.DirectMap))
		}
		fmt.Fprintln(w)
	}
	if line := s.Surface.Line(); line != "" {
		fmt.Fprintln(w, "  "+line)
	}
	if len(s.Alternatives) > 0 && !math.IsNaN(float64(s.Alternatives[0].Orientation)) {
		fmt.Fprintf(w, "  orientation kept %.2f", s.Alternatives[0].Orientation)
		if len(s.Alternatives) > 1 {
			fmt.Fprintf(w, ", margin %.2f over %d other near-equal minima", s.Margin, len(s.Alternatives)-1)
		}
		fmt.Fprintln(w)
	}
	if s.Trust.Line != "" {
		fmt.Fprintf(w, "  %s, %d and %d extremities\n", species(s), s.Trust.ExtremitiesOfA, s.Trust.ExtremitiesOfB)
		fmt.Fprintf(w, "  confidence %.2f of %s, %.2f of %s\n", float64(s.Trust.ConfidenceOfA), s.A.Name, float64(s.Trust.ConfidenceOfB), s.B.Name)
	}
	printUnmatched(w, s)
	printLandmarks(w, s)
	for _, n := range s.Notes {
		fmt.Fprintln(w, "  note: "+n)
	}
	t := s.TimeS
	fmt.Fprintf(w, "  %.2f s (load %.2f, space %.2f, solve %.2f, judge %.2f, dense %.2f, A on B %.2f, analysis %.2f, write %.2f) -> %s\n",
		t.Total.Seconds(), t.Load.Seconds(), t.Space.Seconds(), t.Solve.Seconds(), t.Judge.Seconds(), t.Dense.Seconds(), t.Register.Seconds(), t.Analysis.Seconds(), t.Write.Seconds(), dir)
}
