package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"gwscope/app/diagram"
	"gwscope/app/race"
	"gwscope/app/session"
)

// ScalingSettings of the experiment "scaling".
type ScalingSettings struct {
	Pair    PairSource // subdivided where it has too few vertices
	Samples []int      // ascending
	Seeds   []uint64   // all of them up to ManySeeds samples, the first one above
	Methods []race.Contestant
	Options session.Options
	// Limit is a time in seconds. A size is skipped if its solve is expected to take longer; a
	// solve that takes four times as long is stopped.
	Limit float64
}

// ManySeeds is the number of samples up to which times are means over all seeds. Longer runs
// vary little, and all seeds would take too long.
const ManySeeds = 1000

// ScalingPair is a pair of horses of the same triangles in two poses.
func ScalingPair() PairSource { return embeddedPair("horse/2", "horse/6") }

// Scaling measures how time and memory of methods grow with the number of samples.
func Scaling(s ScalingSettings) *Experiment {
	s.Samples = slices.Sorted(slices.Values(s.Samples))
	var kept []race.Contestant
	notes := []string{
		"Method: for min-GSGW and warm starts the whole solve with finding starts and choosing among minima; for others the method alone, without judging its plan. Everything: samples and distances of both shapes, the solve, and the map of all vertices; reading the shapes is left out.",
		fmt.Sprintf("Times are means over all seeds up to %d samples; above, they are of the first seed.", ManySeeds),
		"Peak memory is the largest growth of the Go heap during the solve, beyond the spaces (8 bytes for each pair of samples and 4 for each sample and vertex, for each shape); matrices that libraries keep for themselves do not count (about 32 MB).",
		"Slope: the exponent p of t ~ N^p, by least squares of log t on log N over the upper half of the sizes that were measured (at least two).",
		fmt.Sprintf("A size is skipped where a method is expected to take more than %.0f s, from its last two sizes; one that took four times as long was stopped.", s.Limit),
		"Published complexities (" + paperCitation + "): POT and Sinkhorn O(n⁴), O(n³) an iteration; SGW O(L n log n); MSGW O(L² n log n), out of memory beyond N = 1000; RI-SGW O(n_iter (L n (p + log n) + p³)); theirs O(n log n) after training. Their times are a figure only.",
	}
	for _, c := range s.Methods {
		if slices.ContainsFunc(c.Changes, func(ch race.Change) bool { return ch.Name == "samples" }) {
			notes = append(notes, c.String()+" has a number of samples of its own and is left out.")
			continue
		}
		kept = append(kept, c)
	}
	e := &Experiment{Name: "scaling", Title: "How time and memory grow",
		About: "Times in seconds, memory in MB, N samples on each shape.",
		Settings: []Setting{{"Pair", s.Pair.Name}, {"Samples", joined(s.Samples)}, {"Seeds", joined(s.Seeds)},
			{"Distances", s.Options.Metric}, {"Limit", fmt.Sprintf("%.0f s a solve", s.Limit)}},
		Columns: slices.Clone(MatchColumns), Notes: notes}
	matches := &Matches{Heavy: true}
	for _, n := range s.Samples {
		src := s.Pair.finely(n)
		for k, seed := range s.Seeds {
			if k > 0 && n > ManySeeds {
				break
			}
			for _, c := range kept {
				o := s.Options
				o.Surface = session.MapAlone // methods alone are measured
				o.Samples, o.Seed = n, seed
				e.Cells = append(e.Cells, s.cell(matches, src, c, o))
			}
		}
	}
	e.Tables = func(rows []Row) []Table {
		return []Table{
			scalingTable(rows, "Time of the method", "method_s", Seconds),
			scalingTable(rows, "Processor time of the solve, all threads together", "cpu_s", Seconds),
			scalingTable(rows, "Time with everything included", "total_s", Seconds),
			scalingTable(rows, "Peak memory of the solve, MB", "peak_mb", func(x float64) string { return Format(x, 0, "–") }),
			scalingTable(rows, "GW²", "gw2", func(x float64) string { return Format(x, 5, "–") }),
		}
	}
	e.Figures = scalingFigures
	return e
}

// cell measures a contestant at a size unless it is expected to take too long.
func (s ScalingSettings) cell(matches *Matches, src PairSource, c race.Contestant, o session.Options) Cell {
	cell := weighted(matches.Cell(src, c, o), o.Samples)
	cell.Settings += fmt.Sprintf(" limit:%g", s.Limit)
	measure := cell.Measure
	cell.Measure = func(ctx context.Context, so SoFar) (Row, error) {
		if expected := expectedSeconds(so.Rows, c.String(), float64(o.Samples)); expected > s.Limit {
			row := NewRow()
			row.Say("method", c.String())
			row.Put("samples", float64(o.Samples))
			row.Put("seed", float64(o.Seed))
			return row, Skip("expected to take more than %.0f s", s.Limit)
		}
		began := time.Now()
		ctx, cancel := context.WithTimeout(ctx, time.Duration(4*s.Limit*float64(time.Second))+spacesTime(o.Samples))
		defer cancel()
		row, err := measure(ctx, so)
		if ctx.Err() == context.DeadlineExceeded {
			return row, Skip("stopped after %.0f s", time.Since(began).Seconds())
		}
		return row, err
	}
	return cell
}

// spacesTime is a generous allowance for the distances of n samples, which are not part of the
// method: for two shapes of 20,000 vertices a sample takes about 10 ms.
func spacesTime(n int) time.Duration { return time.Duration(n) * 100 * time.Millisecond }

// expectedSeconds extrapolates a method's solve time to n samples. From its last two sizes it
// takes their exponent, but at least 1 and at most 3.5: no method here is worse than cubic,
// apart from a few more iterations. From one size it takes the cube, since an iteration of most
// methods is cubic. It is 0 where nothing is known. Of wall time and processor time the lesser
// counts, because other programs may have run. A method that was skipped or failed at a smaller
// size is expected to take forever.
func expectedSeconds(rows []Row, method string, n float64) float64 {
	var sizes, seconds []float64
	rows = Where(rows, "method", method)
	for _, size := range bySamples(rows) {
		if size >= n {
			continue
		}
		at := withSamples(rows, size)
		t := leastKnown(MeanOf(at, "solve_s"), MeanOf(at, "cpu_s"))
		if math.IsNaN(t) {
			return math.Inf(1)
		}
		sizes, seconds = append(sizes, size), append(seconds, max(t, 1e-4))
	}
	last := len(sizes) - 1
	if last < 0 {
		return 0
	}
	exponent := 3.0
	if last > 0 {
		exponent = math.Log(seconds[last]/seconds[last-1]) / math.Log(sizes[last]/sizes[last-1])
		exponent = min(max(exponent, 1), 3.5)
	}
	return seconds[last] * math.Pow(n/sizes[last], exponent)
}

// curveOf are the known means of a column by size.
func curveOf(rows []Row, column string) (sizes, values []float64) {
	for _, n := range bySamples(rows) {
		if v := MeanOf(withSamples(rows, n), column); !math.IsNaN(v) {
			sizes, values = append(sizes, n), append(values, v)
		}
	}
	return sizes, values
}

// slope is the exponent of growth over the upper half of the sizes.
func slope(sizes, values []float64) float64 {
	var x, y []float64
	for i := min(len(sizes)/2, len(sizes)-2); i >= 0 && i < len(sizes); i++ {
		if values[i] > 0 {
			x, y = append(x, math.Log(sizes[i])), append(y, math.Log(values[i]))
		}
	}
	if len(x) < 2 {
		return math.NaN()
	}
	_, p := stat.LinearRegression(x, y, nil, false)
	return p
}

func scalingTable(rows []Row, title, column string, format func(float64) string) Table {
	sizes := bySamples(rows)
	t := Table{Title: title, Left: 1, Head: []string{"method"}}
	for _, n := range sizes {
		t.Head = append(t.Head, Format(n, 0, ""))
	}
	grows := column != "gw2"
	if grows {
		t.Head = append(t.Head, "slope")
	}
	for _, method := range Distinct(rows, "method") {
		group := Where(rows, "method", method)
		line := []string{method}
		for _, n := range sizes {
			at := withSamples(group, n)
			text := format(MeanOf(at, column))
			if len(at) > 0 && text == "–" {
				text = shortly(at)
			}
			line = append(line, text)
		}
		if grows {
			line = append(line, Format(slope(curveOf(group, column)), 2, "–"))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// shortly says in a word why rows have no number.
func shortly(rows []Row) string {
	for _, r := range rows {
		if !r.Measured() {
			word, _, _ := strings.Cut(r.Note(), ":")
			return word
		}
	}
	return "–"
}

func scalingFigures(rows []Row) []Figure {
	var out []Figure
	for _, f := range []struct{ column, name, title, label, caption string }{
		{"method_s", "scaling-method", "Time of the method", "seconds", "Time of the methods against the number of samples, both logarithmic."},
		{"total_s", "scaling-everything", "Time with everything included", "seconds", "Time with distances and the map of all vertices, against the number of samples, both logarithmic."},
		{"peak_mb", "scaling-memory", "Peak memory of the solve", "MB", "Memory beyond the distances, against the number of samples, both logarithmic."},
	} {
		chart := diagram.Chart{Title: f.title, XLabel: "samples N on each shape", YLabel: f.label, LogX: true, LogY: true}
		for k, method := range Distinct(rows, "method") {
			x, y := curveOf(Where(rows, "method", method), f.column)
			label := strings.ReplaceAll(method, ":", " ")
			if p := slope(x, y); !math.IsNaN(p) {
				label += fmt.Sprintf(", N^%.1f", p)
			}
			chart.Series = append(chart.Series, diagram.Series{Label: label, X: x, Y: y, Ink: k})
		}
		chart.Series = append(chart.Series, powers(chart.Series)...)
		out = append(out, figureOf(chart, f.name, f.caption+" Dashed lines grow as N, N² and N³."))
	}
	return out
}

// powers are lines that grow as N, N² and N³ from the lower left corner of the data up to the
// largest value.
func powers(data []diagram.Series) []diagram.Series {
	var all []float64
	left, right := math.Inf(1), math.Inf(-1)
	for _, s := range data {
		all = append(all, s.Y...)
		for _, x := range s.X {
			left, right = min(left, x), max(right, x)
		}
	}
	all = slices.DeleteFunc(all, func(y float64) bool { return !(y > 0) })
	if len(all) == 0 || right <= left {
		return nil
	}
	low, high := slices.Min(all), slices.Max(all)
	var out []diagram.Series
	for p, label := range []string{"N", "N²", "N³"} {
		power := float64(p + 1)
		end := min(right, left*math.Pow(high/low, 1/power))
		out = append(out, diagram.Series{Label: label, X: []float64{left, end}, Y: []float64{low, low * math.Pow(end/left, power)},
			Ink: diagram.Grey, Dashed: true, Plain: true, Tagged: true})
	}
	return out
}
