package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gwscope/app/diagram"
	"gwscope/internal/figures"
)

func partsTables(rows []Row) []Table {
	out := []Table{partsAccuracy(rows), partsBeside(rows), partsAlone(rows)}
	for k, n := range bySamples(rows) {
		t := partsCategories(withSamples(rows, n), n)
		t.Detail = k > 0
		out = append(out, t)
	}
	return out
}

// partsAccuracy has the paper's layout: accuracy and time of methods by number of points.
func partsAccuracy(rows []Row) Table {
	sizes := bySamples(rows)
	t := Table{Title: "Accuracy and time", Left: 1, Head: []string{"method"},
		Note: "Rows in italics are published figures. ms: the method alone, median over pairs; before: distances, or tokens, of both shapes. GW²: in Euclidean distances, mean."}
	for _, n := range sizes {
		t.Head = append(t.Head, fmt.Sprintf("N = %.0f Acc. (%%)", n), "ms", "before", "GW²")
	}
	told := map[string]bool{}
	for _, method := range Distinct(rows, "method") {
		line := []string{method}
		for _, n := range sizes {
			group := Where(withSamples(rows, n), "method", method)
			line = append(line, Format(100*MeanOf(group, "accuracy"), 1, "–"), milliseconds(MedianOf(group, "method_s")),
				milliseconds(MedianOf(group, "before_s")), Format(MeanOf(group, "gw2"), 5, "–"))
		}
		t.Rows = append(t.Rows, line)
		for _, p := range publishedParts {
			if p.Beside == method && !told[p.Label] {
				told[p.Label] = true
				t.Rows = append(t.Rows, publishedPartsLine(p, sizes))
			}
		}
	}
	for _, bound := range [][2]string{{"chance", "chance"}, {"height", "sort by true height"}, {"order", "best label order"}, {"most", "most that equal masses allow"}} {
		line := []string{"*" + bound[1] + "*"}
		for _, n := range sizes {
			line = append(line, Format(100*MeanOf(withSamples(rows, n), bound[0]), 1, "–"), "", "", "")
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func publishedPartsLine(p publishedPart, sizes []float64) []string {
	line := []string{"*published: " + p.Label + "*"}
	for _, n := range sizes {
		i := slices.Index(publishedPoints, int(n))
		if i < 0 {
			line = append(line, "", "", "", "")
			continue
		}
		line = append(line, Format(p.Accuracy[i], 1, ""), Format(p.Milliseconds[i], -1, ""), "", "")
	}
	return line
}

// milliseconds writes a time in seconds with about three figures.
func milliseconds(s float64) string {
	switch ms := 1000 * s; {
	case math.IsNaN(ms):
		return "–"
	case ms < 9.95:
		return Format(ms, 2, "")
	case ms < 99.5:
		return Format(ms, 1, "")
	default:
		return Format(ms, 0, "")
	}
}

// matcherMethod is the contestant that the others are compared with.
const matcherMethod = "amortized"

// partsBeside compares the matcher with every other method on the same pairs.
func partsBeside(rows []Row) Table {
	t := Table{Title: "The amortised matcher beside the others", Left: 1, Head: []string{"amortized against", "points", "pairs", "difference", "standard error", "better", "as good", "worse"},
		Note: "Difference of accuracies on the same pairs, in percentage points, mean and its standard error."}
	for _, n := range bySamples(rows) {
		all := withSamples(rows, n)
		ours := map[string]float64{}
		for _, r := range measured(Where(all, "method", matcherMethod)) {
			ours[r.Word("pair")] = r.Number("accuracy")
		}
		for _, method := range Distinct(all, "method") {
			if method == matcherMethod {
				continue
			}
			var gains []float64
			var better, same, worse int
			for _, r := range measured(Where(all, "method", method)) {
				our, ok := ours[r.Word("pair")]
				if !ok {
					continue
				}
				gain := 100 * (our - r.Number("accuracy"))
				gains = append(gains, gain)
				switch {
				case gain > 0:
					better++
				case gain < 0:
					worse++
				default:
					same++
				}
			}
			if len(gains) > 0 {
				t.Rows = append(t.Rows, []string{method, Format(n, 0, ""), fmt.Sprint(len(gains)), signed(figures.Mean(gains)), Format(standardError(gains), 1, "–"),
					fmt.Sprint(better), fmt.Sprint(same), fmt.Sprint(worse)})
			}
		}
	}
	return t
}

// partsAlone compares the matcher beside its partner with the matcher beside itself.
func partsAlone(rows []Row) Table {
	t := Table{Title: "What the partner does for the matcher", Left: 1, Head: []string{"matcher", "points", "beside its partner (%)", "beside itself (%)", "difference", "standard error", "correlation"},
		Note: "Accuracy if the network reads each shape beside its partner, as it does in a match, and beside itself; correlation of its outputs for a shape both ways. All other steps of the match stay."}
	for _, n := range bySamples(rows) {
		for _, method := range Distinct(withSamples(rows, n), "method") {
			group := Where(withSamples(rows, n), "method", method)
			var gains []float64
			for _, r := range group {
				if gain := r.Number("accuracy") - r.Number("alone"); r.Measured() && gain == gain {
					gains = append(gains, 100*gain)
				}
			}
			if len(gains) > 0 {
				t.Rows = append(t.Rows, []string{method, Format(n, 0, ""), Format(100*MeanOf(group, "accuracy"), 1, ""), Format(100*MeanOf(group, "alone"), 1, ""),
					signed(figures.Mean(gains)), Format(standardError(gains), 1, "–"), Format(MeanOf(group, "likeness"), 3, "")})
			}
		}
	}
	return t
}

func signed(x float64) string { return fmt.Sprintf("%+.1f", x) }

// standardError of a mean, NaN of fewer than two.
func standardError(x []float64) float64 { return stat.StdErr(stat.StdDev(x, nil), float64(len(x))) }

// partsCategories are accuracies by category.
func partsCategories(rows []Row, n float64) Table {
	methods := Distinct(rows, "method")
	t := Table{Title: fmt.Sprintf("Accuracy by category, N = %.0f", n), Left: 1, Head: append([]string{"category"}, methods...),
		Note: "In percent, mean over the category's pairs."}
	t.Head = append(t.Head, "chance", "most")
	for _, category := range Distinct(rows, "category") {
		line := []string{category}
		group := Where(rows, "category", category)
		for _, m := range methods {
			line = append(line, Format(100*MeanOf(Where(group, "method", m), "accuracy"), 1, "–"))
		}
		t.Rows = append(t.Rows, append(line, Format(100*MeanOf(group, "chance"), 1, "–"), Format(100*MeanOf(group, "most"), 1, "–")))
	}
	return t
}

// partsChart shows accuracies by category.
func partsChart(rows []Row, n float64) Figure {
	chart := diagram.Chart{Title: fmt.Sprintf("Part labels carried right, N = %.0f", n), XLabel: "share of points, mean over pairs", Rows: Distinct(rows, "category"), Right: 1}
	methods := pictureMethods(rows)
	for k, m := range methods {
		s := diagram.Series{Label: strings.ReplaceAll(m, ":", " "), Ink: k, Lift: 0.3 * (0.5 - float64(k)/float64(max(len(methods)-1, 1)))}
		for _, c := range chart.Rows {
			s.X = append(s.X, MeanOf(Where(rows, "category", c, "method", m), "accuracy"))
		}
		chart.Series = append(chart.Series, s)
	}
	return figureOf(chart, fmt.Sprintf("parts-accuracy-%.0f", n), "Share of points whose part label is carried right, by category and method.")
}
