package experiments

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

var columns = []string{"pair", "samples", "n", "m", "effort", "gw2_slicer", "gw2", "gw2_least", "samples_direct", "samples_mirrored",
	"direct", "mirrored", "right", "margin", "uncertain", "space_s", "solve_s", "dense_s", "pot_gw2", "pot_s", "solve_to_pot"}

func (r Row) cells() []string {
	f := func(x float64, digits int) string {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return ""
		}
		return strconv.FormatFloat(x, 'f', digits, 64)
	}
	right := ""
	if !math.IsNaN(r.Direct) {
		right = strconv.FormatBool(r.Right())
	}
	return []string{r.Pair, strconv.Itoa(r.Samples), strconv.Itoa(r.N), strconv.Itoa(r.M), r.Effort,
		f(r.GW2Slicer, 6), f(r.GW2, 6), f(r.GW2Least, 6), f(r.SamplesDirect, 4), f(r.SamplesMirrored, 4), f(r.Direct, 4), f(r.Mirrored, 4), right,
		f(r.Margin, 3), strconv.FormatBool(r.Uncertain), f(r.Space, 3), f(r.Solve, 3), f(r.Dense, 3), f(r.POTLoss, 6), f(r.POTSeconds, 3),
		f(r.Solve/r.POTSeconds, 3)}
}

// WriteCSV writes rows as a table for programs.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	if err := out.Write(columns); err != nil {
		return err
	}
	for _, r := range rows {
		if err := out.Write(r.cells()); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// WriteMarkdown writes rows as a table for people, with a summary line for each
// number of samples and effort.
func WriteMarkdown(w io.Writer, title, machine string, rows []Row) error {
	fmt.Fprintf(w, "# %s\n\n%s. Losses are GW²; errors are mean geodesic / √area, direct below %.2f counts as right; times in seconds.\n\n", title, machine, RightSide)
	writeSummary(w, rows)
	fmt.Fprintln(w)
	line := func(cells []string) {
		for _, c := range cells {
			fmt.Fprintf(w, "| %s ", c)
		}
		fmt.Fprintln(w, "|")
	}
	line(columns)
	rule := make([]string, len(columns))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, r := range rows {
		line(r.cells())
	}
	return nil
}

func writeSummary(w io.Writer, rows []Row) {
	fmt.Fprintln(w, "| samples | effort | pairs | right | unflagged wrong | mean direct at samples | mean direct dense | mean mirrored dense | GW² at or below POT | least offered GW² at or below POT | median solve | median solve / POT |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|")
	type group struct {
		samples int
		effort  string
	}
	var groups []group
	for _, r := range rows {
		if g := (group{r.Samples, r.Effort}); !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	for _, g := range groups {
		var n, right, silent, beside, below, leastBelow int
		var atSamples, dense, mirrored, solve, ratio []float64
		for _, r := range rows {
			if r.Samples != g.samples || r.Effort != g.effort {
				continue
			}
			n++
			if r.Right() {
				right++
			} else if !r.Uncertain {
				silent++
			}
			atSamples, dense, mirrored = append(atSamples, r.SamplesDirect), append(dense, r.Direct), append(mirrored, r.Mirrored)
			solve = append(solve, r.Solve)
			if !math.IsNaN(r.POTLoss) {
				beside++
				// POT stops at changes of 1e-9, about a millionth of these losses.
				if r.GW2 <= r.POTLoss*(1+1e-6) {
					below++
				}
				if r.GW2Least <= r.POTLoss*(1+1e-6) {
					leastBelow++
				}
				ratio = append(ratio, r.Solve/r.POTSeconds)
			}
		}
		fmt.Fprintf(w, "| %d | %s | %d | %d | %d | %.4f | %.4f | %.4f | %d of %d | %d of %d | %.3f | %.3f |\n",
			g.samples, g.effort, n, right, silent, mean(atSamples), mean(dense), mean(mirrored), below, beside, leastBelow, beside, median(solve), median(ratio))
	}
}

// mean skips NaN.
func mean(xs []float64) float64 {
	sum, n := 0.0, 0
	for _, x := range xs {
		if !math.IsNaN(x) {
			sum += x
			n++
		}
	}
	return sum / float64(n)
}

func median(xs []float64) float64 {
	xs = slices.DeleteFunc(slices.Clone(xs), math.IsNaN)
	if len(xs) == 0 {
		return math.NaN()
	}
	slices.Sort(xs)
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}
