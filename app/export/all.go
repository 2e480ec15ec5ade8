package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gwscope/app/pipeline"
	"gwscope/internal/routine"
	"gwscope/internal/stages"
	"gwscope/meshio"
)

// PrepareDir makes dir if it is missing. It fails where dir cannot be written to, so that this is
// known before a long solve.
func PrepareDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the directory for the results: %w", err)
	}
	probe, err := os.CreateTemp(dir, ".gwscope-*")
	if err != nil {
		return fmt.Errorf("cannot write into %s: %w; choose another directory", dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// All writes the standard files of a match into dir, replacing older ones, and
// returns the numbers that result.json holds. When a file fails, the others are written;
// the failures are returned.
func All(ctx context.Context, dir string, m *pipeline.Match) (Summary, error) {
	return Write(ctx, dir, m, StandardKinds(), DefaultSettings(), nil)
}

// Write analyses a match, as far as the kinds need it, and writes it into dir in the given
// kinds, replacing older files. It returns the match in numbers, with the times of both; values
// that were not analysed are not among them. When a file fails, the others are written; the
// failures are returned. When the context ends, only whole files stay. Progress may be nil; it is
// called from one goroutine at a time.
func Write(ctx context.Context, dir string, m *pipeline.Match, kinds []Kind, s Settings, progress func(Progress)) (Summary, error) {
	return WriteReady(ctx, dir, m, kinds, s, nil, progress)
}

// WriteReady is Write with drawing made ready before; nil makes it ready now.
func WriteReady(ctx context.Context, dir string, m *pipeline.Match, kinds []Kind, s Settings, ahead *Ahead, progress func(Progress)) (Summary, error) {
	if err := s.Check(); err != nil {
		return Summary{}, err
	}
	if err := PrepareDir(dir); err != nil {
		return Summary{}, err
	}
	start := time.Now()
	asked := asksOf(kinds)
	var wg routine.Group
	// Kinds that ask for no analysis are written beside it.
	analysed := make(chan struct{})
	var analysis time.Duration
	var failed error
	wg.Go(func() {
		defer close(analysed)
		if asked == noAnalysis {
			return
		}
		ctx, end := stages.Begin(ctx, "analysis")
		defer end()
		if asked == allAnalysis {
			failed = m.Analyse(ctx)
		} else {
			_, failed = m.ConfidenceContext(ctx)
		}
		analysis = time.Since(start)
	})
	writing, end := stages.Begin(ctx, "write")
	defer end()
	j := newJob(m, s)
	j.ahead = ahead
	defer j.close()
	told := newTeller(kinds, s, progress)
	errs := make([]error, len(kinds))
	run := func(i int) {
		if kinds[i].asks > noAnalysis {
			if <-analysed; failed != nil {
				return
			}
		}
		if errs[i] = ctx.Err(); errs[i] == nil {
			ctx, end := stages.Begin(writing, kinds[i].Name)
			defer end()
			errs[i] = kinds[i].write(ctx, j, dir, func(f float64) { told.at(i, f) })
		}
		told.at(i, 1)
	}
	// One goroutine draws all pictures, one after another. Other files are written beside it.
	wg.Go(func() {
		for i, k := range kinds {
			if k.Draws() {
				run(i)
			}
		}
	})
	result := -1
	for i, k := range kinds {
		switch {
		case k.Name == "result":
			result = i // written last: it holds the time that the others took
		case !k.Draws():
			wg.Go(func() { run(i) })
		}
	}
	var morph *Morph
	if moves(kinds) {
		wg.Go(func() { morph = j.morphOf(writing) })
	}
	wg.Wait()
	if failed != nil {
		return Summary{}, failed
	}
	sum := outline(m)
	if asked == allAnalysis {
		sum = Summarize(m)
	}
	sum.Morph = morph
	sum.LeftOut = leaveOut(dir, errs)
	write := time.Since(start) - analysis // the time that writing adds
	sum.Stages = stages.Of(writing)
	sum.TimeS.Analysis, sum.TimeS.Write, sum.TimeS.Total = analysis, write, m.Times.Total+analysis+write
	if result >= 0 {
		errs[result] = meshio.WriteFile(filepath.Join(dir, ResultFile), func(w io.Writer) error { return WriteSummary(w, sum) })
		told.at(result, 1)
	}
	if err := ctx.Err(); err != nil {
		return sum, err // once, instead of once for every file
	}
	return sum, errors.Join(errs...)
}

// SaveMap writes one map as CSV.
func SaveMap(path string, vm *pipeline.VertexMap) error {
	return meshio.WriteFile(path, func(w io.Writer) error { return WriteMapCSV(w, vm) })
}
