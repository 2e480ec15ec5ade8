package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gwscope/app/export"
	"gwscope/internal/routine"
)

// RunOptions say where an experiment leaves its results.
type RunOptions struct {
	Out string // directory, made if missing
	// Fresh measures everything anew. Otherwise a cell is not measured again if its row is in
	// Out, measured with the same settings by the same version on the same machine; failed and
	// skipped cells are.
	Fresh bool
	// Report is called before each cell and after it, by one goroutine; it may be nil.
	Report func(Progress)
	// Tell is called with notes that a person should read at once; it may be nil.
	Tell func(note string)
}

// Progress is the state of a running experiment.
type Progress struct {
	Done, All int // cells; Done includes Found
	Found     int // cells of earlier runs
	Cell      string
	// Row is the cell's, once it is measured; nil before.
	Row *Row
	// Left is the estimated time left, 0 while nothing is known.
	Left time.Duration
}

// Outcome of an experiment.
type Outcome struct {
	Rows   []Row // of all cells that are measured, in the order of the cells
	Tables []Table
	Files  []string // that were written
}

// StoppedError says that a run was stopped, and how many measurements are kept.
type StoppedError struct {
	Done, All int
	Out       string
	cause     error
}

func (e *StoppedError) Error() string {
	return fmt.Sprintf("stopped early: %s holds %d of %d measurements, and the same command goes on from there", e.Out, e.Done, e.All)
}

func (e *StoppedError) Unwrap() error { return e.cause }

// Run measures the cells of an experiment one after the other and writes NAME.json,
// NAME.csv and NAME.md after each, so that nothing is lost whenever it ends, and the
// figures at the end. A cell that fails leaves its error in the tables; Run goes on and
// returns an error at the end. When ctx ends, the error is a *StoppedError.
func Run(ctx context.Context, e *Experiment, opt RunOptions) (*Outcome, error) {
	if err := export.PrepareDir(opt.Out); err != nil {
		return nil, err
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	state := &store{path: filepath.Join(opt.Out, e.Name+".json")}
	if !opt.Fresh {
		note, err := state.load()
		if err != nil {
			return nil, err
		}
		if note != "" && opt.Tell != nil {
			opt.Tell(note)
		}
	}
	r := &runner{Experiment: e, opt: opt, store: state, rows: make([]*Row, len(e.Cells)), clock: newClock(e.Cells)}
	for i, c := range e.Cells {
		if row := state.find(c, opt.Out); row != nil {
			r.rows[i] = row
			r.found++
			r.clock.learn(i, row.Seconds, true)
		}
	}
	err := r.measureAll(ctx)
	out, writeErr := r.finish(context.WithoutCancel(ctx))
	if err == nil {
		err = writeErr
	}
	if err == nil {
		err = failures(out.Rows)
	}
	return out, err
}

// check finds faults of an experiment by which results would get lost.
func (e *Experiment) check() error {
	seen := map[string]bool{}
	for _, c := range e.Cells {
		if seen[c.Key] {
			return fmt.Errorf("experiment %s has two cells %q", e.Name, c.Key)
		}
		seen[c.Key] = true
	}
	if len(e.Cells) == 0 {
		return fmt.Errorf("experiment %s has nothing to measure", e.Name)
	}
	return nil
}

// runner is one run of an experiment.
type runner struct {
	*Experiment
	opt   RunOptions
	store *store
	rows  []*Row // of each cell, nil where it is not measured
	found int
	clock *clock
}

func (r *runner) measureAll(ctx context.Context) error {
	done := r.found
	for i, c := range r.Cells {
		if r.rows[i] != nil {
			continue
		}
		if ctx.Err() != nil {
			return &StoppedError{done, len(r.Cells), r.opt.Out, ctx.Err()}
		}
		r.tell(Progress{Done: done, Cell: c.Key})
		start := time.Now()
		row, err := measureCell(ctx, c, SoFar{Rows: r.present(), Out: r.opt.Out})
		if ctx.Err() != nil { // what came out is not whole
			return &StoppedError{done, len(r.Cells), r.opt.Out, ctx.Err()}
		}
		if err != nil {
			row = unmeasured(row, err)
		}
		row.Cell, row.Settings, row.Seconds = c.Key, c.Settings, time.Since(start).Seconds()
		r.rows[i] = &row
		done++
		r.clock.learn(i, row.Seconds, row.Measured())
		r.store.put(row)
		if err := r.write(nil); err != nil {
			return err
		}
		r.tell(Progress{Done: done, Cell: c.Key, Row: &row})
	}
	return nil
}

// measureCell turns a panic into the cell's error, so that the other cells are measured.
func measureCell(ctx context.Context, c Cell, so SoFar) (row Row, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = routine.Of(p)
		}
	}()
	return c.Measure(ctx, so)
}

func (r *runner) tell(p Progress) {
	if r.opt.Report == nil {
		return
	}
	p.All, p.Found, p.Left = len(r.Cells), r.found, r.clock.left()
	r.opt.Report(p)
}

// present are the rows that exist, in the order of the cells.
func (r *runner) present() []Row {
	var out []Row
	for _, row := range r.rows {
		if row != nil {
			out = append(out, *row)
		}
	}
	return out
}

// write replaces the state, the CSV and the Markdown file.
func (r *runner) write(figures []drawn) error {
	rows := r.present()
	if err := r.store.save(r.Name); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(r.opt.Out, r.Name+".csv"), func(w *strings.Builder) { writeCSV(w, r.Columns, rows) }); err != nil {
		return err
	}
	return writeFile(filepath.Join(r.opt.Out, r.Name+".md"), func(w *strings.Builder) {
		writeMarkdown(w, r.Experiment, rows, figures)
	})
}

// finish draws the figures and writes everything a last time.
func (r *runner) finish(ctx context.Context) (*Outcome, error) {
	rows := r.present()
	out := &Outcome{Rows: rows}
	if r.Tables != nil {
		out.Tables = r.Tables(rows)
	}
	var figures []drawn
	var failed error
	if r.Figures != nil && len(rows) > 0 {
		for _, f := range r.Figures(rows) {
			base := filepath.Join(r.opt.Out, f.Name)
			if err := f.Draw(ctx, base); err != nil {
				failed = errors.Join(failed, fmt.Errorf("figure %s: %w", f.Name, err))
				continue
			}
			figures = append(figures, drawn{f.Name + ".png", f.Caption})
			for _, ext := range []string{".png", ".svg"} {
				if _, err := os.Stat(base + ext); err == nil {
					out.Files = append(out.Files, base+ext)
				}
			}
		}
	}
	err := r.write(figures)
	for _, ext := range []string{".md", ".csv", ".json"} {
		out.Files = append(out.Files, filepath.Join(r.opt.Out, r.Name+ext))
	}
	return out, errors.Join(err, failed)
}

// failures sums up the rows that failed.
func failures(rows []Row) error {
	failed := pick(rows, func(r Row) bool { return r.Failed != "" })
	if len(failed) == 0 {
		return nil
	}
	first, _, _ := strings.Cut(failed[0].Failed, "\n")
	return fmt.Errorf("%d of %d measurements failed, the first at %s: %s", len(failed), len(rows), failed[0].Cell, first)
}
