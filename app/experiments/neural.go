package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/solver"
)

// NeuralSettings of the experiment "neural".
type NeuralSettings struct {
	// Pairs are shapes of one species; see [SpeciesPairs].
	Pairs   []PairSource
	Samples []int
	Seeds   []uint64
	Methods []race.Contestant
	Options session.Options
}

// The contestants that the goals compare, as race.ParseContestant reads them.
const (
	neuralScratch  = "neural"
	neuralWarm     = "neural:warm"
	neuralWarmOwn  = "neural:warm:polish=false"
	hierarchy      = "hierarchical"
	hierarchyOwn   = "hierarchical:polish=false"
	gradientMethod = "cg"
)

// NeuralMethods are conditional gradient, and both slicers polished and left alone.
const NeuralMethods = gradientMethod + "," + hierarchyOwn + "," + neuralWarmOwn + "," + hierarchy + "," + neuralWarm + "," + neuralScratch

// SpeciesPairs are pairs of embedded horses, elephants and cats, count of each.
func SpeciesPairs(count int) []PairSource {
	return slices.DeleteFunc(AnimalPairs(count), func(p PairSource) bool { return ofTwoSpecies(p.Kind) })
}

// Neural measures the quality of trained slicers: GW² and errors beside the hierarchical
// slicer and conditional gradient, and on how many pairs some goals hold.
func Neural(s NeuralSettings) *Experiment {
	e := &Experiment{Name: "neural", Title: "What networks learn",
		About: "GW² of the sort that a slicer itself gives and of the plan after polish. Errors are means of geodesic distance / √area between where a plan sends a sample and the truth; times are in seconds.",
		Settings: []Setting{{"Samples", joined(s.Samples)}, {"Seeds", joined(s.Seeds)}, {"Methods", joined(s.Methods)},
			{"Distances", s.Options.Metric}, {"Pairs", joined(s.Pairs)}},
		Columns: append([]Column{wordColumn("kind", "of pair")}, MatchColumns...),
		Notes: []string{
			"The target of every pair is shuffled, turned, moved and scaled, so that indices and positions say nothing.",
			mirrorNote,
			"The slicer's own plan is always a sorted plan. After a polish it is, for the hierarchical slicer, the sort nearest to the polished plan; for networks, the sort that training and refinement gave. With polish=false it is the only plan.",
			"The paper (" + paperCitation + ") reports its slicer at 3.5 and 4.8 times POT's GW² on two pairs of horses. Its presets try one start or three, and may find one side of a match only.",
		},
	}
	matches := &Matches{}
	for _, n := range s.Samples {
		for _, seed := range s.Seeds {
			for _, src := range s.Pairs {
				o := s.Options
				o.Samples, o.Seed = n, seed
				o.Anchors = string(solver.AnchorsOff) // slicers alone are compared
				for _, c := range s.Methods {
					e.Cells = append(e.Cells, weighted(withKind(matches.Cell(src, c, o), src), n))
				}
			}
		}
	}
	e.Tables = func(rows []Row) []Table { return []Table{neuralGoals(rows), neuralSummary(rows), neuralPairs(rows)} }
	return e
}

// goal compares two contestants on the same pair, samples and seed.
type goal struct {
	name           string
	ours, ourLoss  string // contestant and column
	other, itsLoss string
	factor         float64 // our loss must be at most this many times the other's
}

var neuralGoalsOf = []goal{
	{"warm start ≤ hierarchical, both polished", neuralWarm, "gw2", hierarchy, "gw2", 1},
	{"warm start ≤ hierarchical, the slicers' own plans", neuralWarmOwn, "gw2", hierarchyOwn, "gw2", 1},
	{"warm start ≤ hierarchical, the slicers' plans of polished runs", neuralWarm, "gw2_slicer", hierarchy, "gw2_slicer", 1},
	{"from scratch ≤ 2 × conditional gradient, the slicer's own plan", neuralScratch, "gw2_slicer", gradientMethod, "gw2", 2},
	{"from scratch ≤ 2 × conditional gradient, polished", neuralScratch, "gw2", gradientMethod, "gw2", 2},
}

// rounding is the largest relative difference of sums that are taken in another order.
const rounding = 1e-9

// neuralGoals tells how often goals hold, and where they fail most.
func neuralGoals(rows []Row) Table {
	t := Table{Title: "Goals", Left: 1, Head: []string{"goal", "holds", "mean ratio", "worst ratio", "worst at"}, Note: "Ratios are of GW²."}
	for _, g := range neuralGoalsOf {
		held, all, worst, sum, at := 0, 0, 0.0, 0.0, ""
		for _, ours := range Where(rows, "method", g.ours) {
			other := beside(rows, ours, g.other)
			if other == nil || !ours.Measured() {
				continue
			}
			ratio := ours.Number(g.ourLoss) / other.Number(g.itsLoss)
			if math.IsNaN(ratio) {
				continue
			}
			all++
			sum += ratio
			if ratio <= g.factor*(1+rounding) {
				held++
			}
			if ratio > worst {
				worst, at = ratio, fmt.Sprintf("%s, n = %.0f, seed %.0f", ours.Word("pair"), ours.Number("samples"), ours.Number("seed"))
			}
		}
		if all > 0 {
			t.Rows = append(t.Rows, []string{g.name, fmt.Sprintf("%d of %d", held, all), Format(sum/float64(all), 3, "–"), Format(worst, 3, "–"), at})
		}
	}
	return t
}

// beside is the measured row of another contestant on the same pair, samples and seed; nil:
// there is none.
func beside(rows []Row, r Row, method string) *Row {
	for i := range rows {
		o := &rows[i]
		if o.Word("method") == method && o.Measured() && o.Word("pair") == r.Word("pair") &&
			o.Numbers["samples"] == r.Numbers["samples"] && o.Numbers["seed"] == r.Numbers["seed"] {
			return o
		}
	}
	return nil
}

// neuralSummary has a line for each method and number of samples.
func neuralSummary(rows []Row) Table {
	t := Table{Title: "Means of all pairs and seeds", Left: 1, Head: []string{"method", "samples", "runs", "GW² of the slicer", "GW²", "plan direct", "plan mirrored", "better side", "right", "time"},
		Note: fmt.Sprintf("Right: direct error of the dense map below %.2f.", RightSide)}
	for _, n := range bySamples(rows) {
		all := withSamples(rows, n)
		for _, method := range Distinct(all, "method") {
			group := measured(Where(all, "method", method))
			slicer := "–" // conditional gradient has no slicer
			if strings.HasPrefix(method, "neural") || strings.HasPrefix(method, hierarchy) {
				slicer = Format(MeanOf(group, "gw2_slicer"), 5, "–")
			}
			f := func(column string, digits int) string { return Format(MeanOf(group, column), digits, "–") }
			t.Rows = append(t.Rows, []string{method, Format(n, 0, ""), fmt.Sprint(len(group)), slicer, f("gw2", 5), f("plan_direct", 3), f("plan_mirrored", 3),
				Format(meanBetterSide(group), 3, "–"), rightOf(group), Seconds(MeanOf(group, "method_s"))})
		}
	}
	return t
}

// neuralPairs has a line for each run.
func neuralPairs(rows []Row) Table {
	t := Table{Title: "Every run", Left: 2, Detail: true, Head: []string{"pair", "method", "samples", "seed", "GW² of the slicer", "GW²", "plan direct", "plan mirrored", "dense direct", "margin", "time"}}
	for _, r := range measured(rows) {
		f := func(column string, digits int) string { return Format(r.Number(column), digits, "–") }
		t.Rows = append(t.Rows, []string{r.Word("pair"), r.Word("method"), f("samples", 0), f("seed", 0), f("gw2_slicer", 6), f("gw2", 6),
			f("plan_direct", 3), f("plan_mirrored", 3), f("dense_direct", 3), f("margin", 2), Seconds(r.Number("method_s"))})
	}
	return t
}
