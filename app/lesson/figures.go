package lesson

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gwscope/app/number"
	"gwscope/app/pipeline"
)

// figures are the figures of the shown match that an outcome can quote, by name.
var figures = map[string]func(*pipeline.Match) string{
	"gw2":     func(m *pipeline.Match) string { return number.Loss(m.GW2()) },
	"slicer":  func(m *pipeline.Match) string { return number.Loss(float64(m.Result.GW2Slicer)) },
	"least":   func(m *pipeline.Match) string { return number.Loss(leastGW2(m)) },
	"samples": func(m *pipeline.Match) string { return fmt.Sprint(m.X.Len()) },
	"targets": func(m *pipeline.Match) string { return fmt.Sprint(m.Y.Len()) },
	"margin": func(m *pipeline.Match) string { // the second decimal changes with the last digits of the vertices
		return number.Fixed(float64(m.Result.Margin), map[bool]int{true: 1, false: 2}[m.Result.Margin > 1])
	},
	"minima":     func(m *pipeline.Match) string { return fmt.Sprint(len(m.Result.Alternatives)) },
	"distortion": func(m *pipeline.Match) string { return number.Percent(m.MeanDistortion()) },
	"spread": func(m *pipeline.Match) string { // of few targets, with a decimal
		return number.Fixed(m.MeanSpread(), map[bool]int{true: 1, false: 0}[m.MeanSpread() < 10])
	},
	"orientation": func(m *pipeline.Match) string {
		return number.Fixed(m.Alternative().Orientation, 2)
	},
	"direct":      errorOf(func(e *pipeline.Errors) float64 { return e.MeanDirect }),
	"mirrored":    errorOf(func(e *pipeline.Errors) float64 { return e.MeanMirrored }),
	"coupling":    errorOf(func(e *pipeline.Errors) float64 { return e.MapDirect }),
	"folded":      laid(func(m *pipeline.Match) string { return number.Percent(m.Registered.Quality.Folded) }),
	"off":         laid(func(m *pipeline.Match) string { return number.Fixed(m.Registered.Quality.FarMean, 4) }),
	"stretch":     laid(func(m *pipeline.Match) string { return number.Fixed(m.Registered.Quality.AngleStretch, 2) }),
	"unmatched_a": func(m *pipeline.Match) string { return number.Percent(m.Unmatched().Area[0]) },
	"unmatched_b": func(m *pipeline.Match) string { return number.Percent(m.Unmatched().Area[1]) },
	"verdict":     func(m *pipeline.Match) string { return strings.TrimSuffix(m.Verdict().Line(), ".") }, // the text has a stop
	"seconds":     func(m *pipeline.Match) string { return number.Span(m.Times.Total) },
}

// errorOf is an error against the truth, a dash where there is no truth.
func errorOf(of func(*pipeline.Errors) float64) func(*pipeline.Match) string {
	return func(m *pipeline.Match) string {
		if m.Errors == nil {
			return "–"
		}
		return number.Fixed(of(m.Errors), 3)
	}
}

// laid is a figure of A's mesh on B, a dash where it was not laid there.
func laid(of func(*pipeline.Match) string) func(*pipeline.Match) string {
	return func(m *pipeline.Match) string {
		if m.Registered == nil {
			return "–"
		}
		return of(m)
	}
}

// slow are the figures that take time: known tells whether they are worked out, and workOut
// works them out; it stops within a moment when its context ends.
var slow = map[string]struct {
	known   func(*pipeline.Match) bool
	workOut func(context.Context, *pipeline.Match) error
}{
	"verdict":     {(*pipeline.Match).VerdictKnown, verdictOf},
	"unmatched_a": {(*pipeline.Match).UnmatchedKnown, unmatchedOf},
	"unmatched_b": {(*pipeline.Match).UnmatchedKnown, unmatchedOf},
}

func verdictOf(ctx context.Context, m *pipeline.Match) error {
	_, err := m.VerdictContext(ctx)
	return err
}

func unmatchedOf(ctx context.Context, m *pipeline.Match) error {
	_, err := m.UnmatchedContext(ctx)
	return err
}

// Ready reports whether all figures that text quotes are known, so that Fill takes no time.
func Ready(text string, m *pipeline.Match) bool {
	for _, name := range brace.FindAllString(text, -1) {
		if s, ok := slow[strings.Trim(name, "{}")]; ok && m != nil && !s.known(m) {
			return false
		}
	}
	return true
}

// WorkOut works out the figures that text quotes. It stops within a moment when ctx ends, with
// its error.
func WorkOut(ctx context.Context, text string, m *pipeline.Match) error {
	for _, name := range brace.FindAllString(text, -1) {
		if s, ok := slow[strings.Trim(name, "{}")]; ok && m != nil {
			if err := s.workOut(ctx, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func leastGW2(m *pipeline.Match) float64 {
	least := m.GW2()
	for _, a := range m.Result.Alternatives {
		least = min(least, a.GW2)
	}
	return least
}

var brace = regexp.MustCompile(`\{[^{}]*\}`)

func checkFigures(text string) error {
	for _, name := range brace.FindAllString(text, -1) {
		if figures[strings.Trim(name, "{}")] == nil {
			return fmt.Errorf("unknown figure %s: use {%s}", name, strings.Join(slices.Sorted(maps.Keys(figures)), "}, {"))
		}
	}
	return nil
}

// Fill puts figures into an outcome; an unknown figure becomes a dash. Where the text is not
// [Ready], this takes up to some tenths of a second.
func Fill(text string, m *pipeline.Match) string {
	return brace.ReplaceAllStringFunc(text, func(name string) string {
		of := figures[strings.Trim(name, "{}")]
		if of == nil || m == nil {
			return "–"
		}
		return of(m)
	})
}
