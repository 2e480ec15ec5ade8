package experiments

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gwscope/app/diagram"
	"gwscope/app/race"
	"gwscope/app/session"
)

// PairsSettings of the experiment "pairs".
type PairsSettings struct {
	Pairs   []PairSource
	Samples []int
	Methods []race.Contestant
	Options session.Options
	// POT solves pairs of up to POTLimit samples too; nil: it does not.
	POT      *POT
	POTLimit int // it takes 82 s at 2000
}

// RightSide is the direct error below which a map is on the right side. The spacing of the
// samples alone gives errors of about 0.015; a mirrored map lies above 0.15.
const RightSide = 0.10

// right reports whether the dense map of a row is on the right side.
func right(r Row) bool { return r.Number("dense_direct") < RightSide }

// Pairs measures contestants on many pairs with a known truth.
func Pairs(s PairsSettings) *Experiment {
	e := &Experiment{Name: "pairs", Title: "Pairs with a known truth",
		About: fmt.Sprintf("Losses are GW². Errors are mean geodesic / √area; a dense map with a direct error below %.2f counts as right. Times are in seconds.", RightSide),
		Settings: []Setting{{"Samples", joined(s.Samples)}, {"Methods", joined(s.Methods)}, {"Seed", fmt.Sprint(s.Options.Seed)},
			{"Pairs", fmt.Sprint(len(s.Pairs))}},
		Columns: append(slices.Clone(MatchColumns),
			numberColumn("right", "1: the dense map is on the right side", 0),
			numberColumn("solve_to_pot", "solve_s divided by POT's time", 3)),
		Notes: []string{
			"The target of every pair is shuffled, turned, moved and scaled, so that indices and positions say nothing.",
			mirrorNote,
			"Solve is the method with the judging of its plan; the distances before and the map of all vertices after it are in columns of their own.",
			"POT is Python Optimal Transport's gromov_wasserstein from its cold start, on the same distances, where it is installed.",
		},
	}
	matches := &Matches{}
	for _, n := range s.Samples {
		for _, src := range s.Pairs {
			o := s.Options
			o.Samples = n
			if s.POT != nil && n <= s.POTLimit {
				e.Cells = append(e.Cells, weighted(matches.POTCell(src, s.POT, o), n))
			}
			for _, c := range s.Methods {
				e.Cells = append(e.Cells, weighted(comparedWithPOT(matches.believing(matches.Cell(src, c, o))), n))
			}
		}
	}
	e.Tables = func(rows []Row) []Table {
		names, groups := pairsGroups(rows)
		return []Table{pairsSummary(rows), surfaceTable(names, groups), believeTable(names, groups), pairsTable(rows)}
	}
	e.Figures = pairsFigures
	return e
}

// weighted gives a cell the weight n²: times of spaces grow slower, those of solves faster.
func weighted(c Cell, n int) Cell {
	c.Weight = float64(n) * float64(n)
	return c
}

// comparedWithPOT adds to a cell's row whether it is right, and its time over POT's on the same
// pair.
func comparedWithPOT(c Cell) Cell {
	return c.after(func(row Row, before []Row) {
		if !math.IsNaN(row.Number("dense_direct")) {
			row.Put("right", 0)
			if right(row) {
				row.Put("right", 1)
			}
		}
		if pot := beside(before, row, potMethod); pot != nil {
			row.Put("solve_to_pot", row.Number("solve_s")/pot.Number("method_s"))
		}
	})
}

// bySamples are the distinct numbers of samples of rows, in order of appearance.
func bySamples(rows []Row) []float64 {
	var out []float64
	for _, r := range rows {
		if n := r.Number("samples"); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func withSamples(rows []Row, n float64) []Row {
	return pick(rows, func(r Row) bool { return r.Number("samples") == n })
}

// pairsGroups are the rows of each method and number of samples; those of pairs of two species
// are groups of their own.
func pairsGroups(rows []Row) (names []string, groups [][]Row) {
	for _, n := range bySamples(rows) {
		all := withSamples(rows, n)
		for _, method := range Distinct(all, "method") {
			for _, g := range bySpecies(Where(all, "method", method)) {
				names, groups = append(names, fmt.Sprintf("%s%s, %.0f samples", method, g.of, n)), append(groups, g.rows)
			}
		}
	}
	return names, groups
}

func pairsSummary(rows []Row) Table {
	t := Table{Title: "Summary", Left: 1, Head: []string{"method", "samples", "pairs", "right", "unflagged wrong",
		"plan direct", "snapped direct", "dense direct", "dense mirrored", "AUC", "GW² ≤ POT", "least GW² ≤ POT", "solve, median", "solve / POT"},
		Note: "Unflagged wrong: wrong, and not called uncertain by the verdict. Least GW²: of the alternatives that are offered. AUC: area under the cumulative curve of dense errors up to 0.25, 1 is perfect."}
	for _, n := range bySamples(rows) {
		all := withSamples(rows, n)
		for _, method := range Distinct(all, "method") {
			for _, g := range bySpecies(Where(all, "method", method)) {
				group := g.rows
				c := countPairs(all, group)
				f := func(column string, digits int) string { return Format(MeanOf(group, column), digits, "–") }
				of := func(k, all int) string {
					if all == 0 || method == potMethod {
						return "–"
					}
					return fmt.Sprintf("%d of %d", k, all)
				}
				wrong := strconv.Itoa(c.silent)
				if method == potMethod { // POT makes no dense map
					wrong = "–"
				}
				t.Rows = append(t.Rows, []string{method + g.of, Format(n, 0, ""), strconv.Itoa(c.pairs), of(c.rights, c.pairs), wrong,
					f("plan_direct", 4), f("snapped_direct", 4), f("dense_direct", 4), f("dense_mirrored", 4), f("auc", 3),
					of(c.below, c.beside), of(c.leastBelow, c.beside), Seconds(MedianOf(group, "solve_s")), Format(MedianOf(group, "solve_to_pot"), 3, "–")})
			}
		}
	}
	return t
}

// speciesRows are rows of pairs within a species or between two.
type speciesRows struct {
	of   string // empty within a species, else the end of a line's name
	rows []Row
}

// bySpecies parts rows into those within a species and those between two; empty parts are left
// out.
func bySpecies(rows []Row) (out []speciesRows) {
	across := func(r Row) bool { return twoSpecies(r.Word("pair")) }
	if within := slices.DeleteFunc(slices.Clone(rows), across); len(within) > 0 {
		out = append(out, speciesRows{"", within})
	}
	if two := pick(rows, across); len(two) > 0 {
		out = append(out, speciesRows{", two species", two})
	}
	return out
}

// twoSpecies tells whether an embedded pair, such as cat/1-horse/2r, is of two species.
func twoSpecies(pair string) bool {
	a, b, _ := strings.Cut(pair, "-")
	kindA, _, isA := strings.Cut(a, "/")
	kindB, _, isB := strings.Cut(b, "/")
	return isA && isB && kindA != kindB
}

// pairCounts are the numbers of a method's pairs that were measured, right, and wrong without
// a doubt of the verdict; that POT solved as well; and with a loss, or a least loss, at most POT's.
type pairCounts struct{ pairs, rights, silent, beside, below, leastBelow int }

func countPairs(all, group []Row) (c pairCounts) {
	for _, r := range measured(group) {
		c.pairs++
		if right(r) {
			c.rights++
		} else if r.Number("uncertain") != 1 {
			c.silent++
		}
		pot := beside(all, r, potMethod)
		if pot == nil {
			continue
		}
		c.beside++
		// POT stops at changes of 1e-9, about a millionth of these losses.
		limit := pot.Number("gw2") * (1 + 1e-6)
		if r.Number("gw2") <= limit {
			c.below++
		}
		if r.Number("gw2_least") <= limit {
			c.leastBelow++
		}
	}
	return c
}

func pairsTable(rows []Row) Table {
	t := Table{Title: "Every pair", Left: 2, Detail: true, Head: []string{"pair", "method", "samples", "GW²", "plan direct", "snapped direct", "dense direct", "dense mirrored", "AUC", "margin", "folded, %", "distance", "turned over, %", "error by the map", "space", "solve", "dense", "A on B"}}
	for _, r := range measured(rows) {
		f := func(column string, digits int) string { return Format(r.Number(column), digits, "–") }
		t.Rows = append(t.Rows, []string{r.Word("pair"), r.Word("method"), f("samples", 0), f("gw2", 6), f("plan_direct", 4), f("snapped_direct", 4),
			f("dense_direct", 4), f("dense_mirrored", 4), f("auc", 3), f("margin", 2),
			Format(100*(r.Number("folded")+r.Number("collapsed")), 2, "–"), f("far99", 4), Format(100*r.Number("reversed"), 1, "–"), f("dense_direct_map", 4),
			Seconds(r.Number("space_s")), Seconds(r.Number("solve_s")), Seconds(r.Number("dense_s")), Seconds(r.Number("register_s"))})
	}
	return t
}

// pairsFigures are the cumulative curves, one figure for each number of samples.
func pairsFigures(rows []Row) []Figure {
	var out []Figure
	for _, n := range bySamples(rows) {
		all := withSamples(rows, n)
		chart := diagram.Chart{Title: fmt.Sprintf("Share of vertices within a geodesic error, mean over pairs, n = %.0f", n),
			XLabel: "geodesic error / √area", YLabel: "share of vertices", Left: 0, Right: 0.25, Bottom: 0, Top: 1}
		for _, method := range Distinct(all, "method") {
			group := Where(all, "method", method)
			if curve := meanCurve(group, CurveDense); curve != nil {
				label := fmt.Sprintf("%s, AUC %.3f", strings.ReplaceAll(method, ":", " "), MeanOf(group, "auc"))
				chart.Series = append(chart.Series, diagram.Series{Label: label, X: ErrorLevels, Y: curve, Ink: len(chart.Series), Plain: true})
			}
		}
		if chart.Series != nil {
			out = append(out, figureOf(chart, fmt.Sprintf("pairs-curves-%.0f", n),
				fmt.Sprintf("Cumulative geodesic error of the dense maps at %.0f samples: the higher and the further left, the better.", n)))
		}
	}
	return out
}

// meanCurve is the mean of the rows' curves with this name; nil: no row has one.
func meanCurve(rows []Row, name string) []float64 {
	var sum []float64
	count := 0.0
	for _, r := range rows {
		c := r.Curves[name]
		if c == nil {
			continue
		}
		if sum == nil {
			sum = make([]float64, len(c))
		}
		for i, v := range c {
			sum[i] += v
		}
		count++
	}
	for i := range sum {
		sum[i] /= count
	}
	return sum
}

// joined lists values with commas between them.
func joined[T any](values []T) string {
	var words []string
	for _, v := range values {
		words = append(words, fmt.Sprint(v))
	}
	return strings.Join(words, ", ")
}
