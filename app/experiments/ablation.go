package experiments

import (
	"fmt"
	"slices"
	"strings"

	"gwscope/app/diagram"
	"gwscope/app/race"
	"gwscope/app/session"
)

// AblationSettings of the experiment "ablation".
type AblationSettings struct {
	// Pairs have kinds, which are the columns of the tables. See [AnimalPairs].
	Pairs []PairSource
	Seeds []uint64
	// Options hold preset, input, steps and samples, the same for all four cases.
	Options session.Options
}

// ablationCase is one of the four combinations of slicer and relation.
type ablationCase struct {
	slicers, relation string // of the paper
	option            string // the option "slicers"
	geo               [6]float64
}

// ablationCases have the paper's order, worst first, and the geodesic errors of its
// ablation table (label tab:ablation), in the order of paperKinds.
var ablationCases = []ablationCase{
	{"Linear", "Independent", "linear-independent", [6]float64{0.162, 0.178, 0.121, 0.238, 0.267, 0.209}},
	{"Linear", "Dependent", "linear", [6]float64{0.134, 0.147, 0.098, 0.203, 0.231, 0.178}},
	{"Nonlinear", "Independent", "independent", [6]float64{0.108, 0.119, 0.081, 0.172, 0.198, 0.153}},
	{"Nonlinear", "Dependent", "dependent", [6]float64{0.079, 0.091, 0.058, 0.138, 0.162, 0.124}},
}

// Ablation is the paper's 2 x 2: linear or nonlinear slicers, independent of each other or
// dependent by a lifting. All four have the same preset, steps, restarts and choice, and none
// is refined or polished: only the slicers differ.
func Ablation(s AblationSettings) *Experiment {
	e := &Experiment{Name: "ablation", Title: "Linear or nonlinear, independent or dependent slicers",
		About: "Geodesic errors are means of geodesic distance / √area between where the slicers' own plan sends a sample and the truth. All four cases share preset, steps, restarts and the choice among restarts; nothing is refined or polished.",
		Settings: []Setting{{"Preset", s.Options.Preset}, {"Networks see", s.Options.Input}, {"Steps", fmt.Sprint(s.Options.Steps) + " (0: the preset's own)"},
			{"Samples", fmt.Sprint(s.Options.Samples)}, {"Seeds", joined(s.Seeds)}, {"Distances", s.Options.Metric}, {"Pairs", joined(s.Pairs)}},
		Columns: append([]Column{wordColumn("kind", "of pair"), wordColumn("slicers", "linear or nonlinear"), wordColumn("relation", "independent or dependent"),
			numberColumn("plan_better", "the lesser of plan_direct and plan_mirrored", 4)}, MatchColumns...),
		Notes: []string{
			"Published figures: " + paperCitation + ", ablation table. They were measured on other meshes, so compare the order and the ratios, not the digits. Their times, 0.05 to 0.08 s, are of a forward pass of slicers that have learned, on CUDA; ours are of learning them.",
			"The better side is the lesser of the errors against the truth and against its mirror image. A training ends on either side by chance, and GW² does not tell the sides apart.",
			"Errors near 0.5 are matches from head to tail. Across species these may have the lesser GW².",
			"A lifting begins with the sign flips under which random slicers match best; independent slicers have no such beginning.",
		},
	}
	matches := &Matches{}
	for _, seed := range s.Seeds {
		for _, src := range s.Pairs {
			o := s.Options
			o.Surface = session.MapAlone // slicers are compared
			o.Seed, o.Polish, o.Refine = seed, false, false
			for _, v := range ablationCases {
				c := race.Contestant{Method: "neural", Changes: []race.Change{{Name: "slicers", Value: v.option}}}
				e.Cells = append(e.Cells, withKind(matches.Cell(src, c, o), src).after(func(row Row, _ []Row) {
					row.Say("slicers", v.slicers)
					row.Say("relation", v.relation)
					row.Put("plan_better", leastKnown(row.Number("plan_direct"), row.Number("plan_mirrored")))
				}))
			}
		}
	}
	e.Tables = func(rows []Row) []Table {
		return []Table{
			ablationTable(rows, "Geodesic error", "plan_direct", 3, true),
			ablationTable(rows, "Geodesic error on the better side", "plan_better", 3, false),
			ablationTable(rows, "GW² of the slicers' plan", "gw2", 5, false),
			ablationTable(rows, "Time of the training, all restarts, in seconds", "method_s", 2, false),
			ablationOrder("The paper's order", rows),
			ablationOrder("The paper's order within species", pick(rows, func(r Row) bool { return !ofTwoSpecies(r.Word("kind")) })),
		}
	}
	e.Figures = ablationFigures
	return e
}

// ablationTable has the layout of the paper's ablation table.
func ablationTable(rows []Row, title, column string, digits int, published bool) Table {
	kinds := Distinct(rows, "kind")
	t := Table{Title: title, Left: 2, Head: append([]string{"slicer", "relation"}, kinds...), Note: "Mean over pairs and seeds."}
	published = published && knownKinds(kinds)
	if published {
		t.Note += " Rows in italics are published figures."
	}
	for _, c := range ablationCases {
		line := []string{c.slicers, c.relation}
		for _, k := range kinds {
			line = append(line, Format(MeanOf(c.of(rows, k), column), digits, "–"))
		}
		t.Rows = append(t.Rows, line)
		if !published {
			continue
		}
		line = []string{"*published*", ""}
		for _, k := range kinds {
			cell := ""
			if i := slices.Index(paperKinds, k); i >= 0 {
				cell = Format(c.geo[i], 3, "")
			}
			line = append(line, cell)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// of are the rows of a case; of all kinds of pairs where kind is "".
func (c ablationCase) of(rows []Row, kind string) []Row {
	rows = Where(rows, "slicers", c.slicers, "relation", c.relation)
	if kind == "" {
		return rows
	}
	return Where(rows, "kind", kind)
}

// ablationOrder tells in which kinds each step of the paper's order holds.
func ablationOrder(title string, rows []Row) Table {
	t := Table{Title: title, Left: 1, Head: []string{"worse > better", "direct, all kinds", "kinds", "better side, all kinds", "kinds", "GW², all kinds", "kinds"},
		Note: "Means of the worse and of the better case over all kinds, and the number of kinds in which their order is the paper's."}
	kinds := Distinct(rows, "kind")
	for _, step := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 2}, {1, 3}} {
		worse, better := ablationCases[step[0]], ablationCases[step[1]]
		line := []string{worse.name() + " > " + better.name()}
		for _, column := range []string{"plan_direct", "plan_better", "gw2"} {
			digits := 3
			if column == "gw2" {
				digits = 5
			}
			held := 0
			for _, k := range kinds {
				if MeanOf(worse.of(rows, k), column) > MeanOf(better.of(rows, k), column) {
					held++
				}
			}
			a, b := MeanOf(worse.of(rows, ""), column), MeanOf(better.of(rows, ""), column)
			sign := ">"
			if !(a > b) {
				sign = "≤"
			}
			line = append(line, fmt.Sprintf("%s %s %s", Format(a, digits, "–"), sign, Format(b, digits, "–")), fmt.Sprintf("%d of %d", held, len(kinds)))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func (c ablationCase) name() string { return strings.ToLower(c.slicers + ", " + c.relation) }

// ablationFigures show the errors beside the published ones.
func ablationFigures(rows []Row) []Figure {
	chart := diagram.Chart{Title: "Geodesic error of slicers' plans", XLabel: "mean geodesic error / √area", FromZero: true}
	for _, c := range ablationCases {
		chart.Rows = append(chart.Rows, c.name())
	}
	for k, kind := range Distinct(rows, "kind") {
		ours := diagram.Series{Label: kind, Ink: k}
		published := diagram.Series{Label: kind + ", published", Ink: k, Hollow: true}
		i := slices.Index(paperKinds, kind)
		for _, c := range ablationCases {
			ours.X = append(ours.X, MeanOf(c.of(rows, kind), "plan_direct"))
			if i >= 0 {
				published.X = append(published.X, c.geo[i])
			}
		}
		chart.Series = append(chart.Series, ours)
		if i >= 0 {
			chart.Series = append(chart.Series, published)
		}
	}
	return []Figure{figureOf(chart, "ablation-error", "Mean geodesic error of the four cases; hollow marks are the published figures.")}
}
