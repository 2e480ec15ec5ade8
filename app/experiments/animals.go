package experiments

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gwscope/app/diagram"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/internal/figures"
)

// AnimalsSettings of the experiment "animals".
type AnimalsSettings struct {
	// Pairs have kinds, which are the columns of the tables. See [AnimalPairs].
	Pairs   []PairSource
	Seeds   []uint64
	Methods []race.Contestant
	Options session.Options
}

// posePairs are pairs of different poses. The final r means a remeshed target: its triangles have
// nothing in common with those of the source.
var posePairs = [][2]string{{"1", "2r"}, {"3", "4r"}, {"5", "6r"}, {"2", "5r"}, {"4", "1r"}, {"6", "3r"}}

// MaxAnimalPairs is the number of pairs of each kind.
var MaxAnimalPairs = len(posePairs)

// AnimalPairs are pairs of embedded animals, count of each of the paper's kinds.
func AnimalPairs(count int) []PairSource {
	species := map[string]string{"H": "horse", "E": "elephant", "C": "cat"}
	var out []PairSource
	for _, kind := range paperKinds {
		a, b, _ := strings.Cut(kind, "-")
		for _, poses := range posePairs[:min(count, len(posePairs))] {
			p := embeddedPair(species[a]+"/"+poses[0], species[b]+"/"+poses[1])
			p.Kind = kind
			out = append(out, p)
		}
	}
	return out
}

// ofTwoSpecies reports whether a kind of pairs is of two species, as H-E is.
func ofTwoSpecies(kind string) bool {
	a, b, pair := strings.Cut(kind, "-")
	return pair && a != b
}

// Animals is the paper's matching of animal meshes: errors, losses and times of methods
// within species and across, mean over seeds, with the published figures.
func Animals(s AnimalsSettings) *Experiment {
	e := &Experiment{Name: "animals", Title: "Matching animals",
		About: "Geodesic errors are means of geodesic distance / √area between where a plan sends a sample (its heaviest target) and the truth. Times are in seconds.",
		Settings: []Setting{{"Samples", fmt.Sprint(s.Options.Samples)}, {"Seeds", joined(s.Seeds)},
			{"Distances", s.Options.Metric}, {"Pairs", joined(s.Pairs)}},
		Columns: append([]Column{wordColumn("kind", "of pair")}, MatchColumns...),
		Notes: []string{
			"Published figures: " + paperCitation + ", table of geodesic error and run time. They were measured on other meshes (of Sumner and Popović 2004, with 18 landmarks) on another machine with CUDA, so compare the order and the ratios, not the digits. The published time of their own method is the forward pass of slicers that have learned and has a column of its own; our times include the learning.",
			standardAdds,
			"The paper does not give the ε of its row Sink.; we assume 0.05.",
			fmt.Sprintf("Pairs called landmarks have %d named places on each animal for samples, as many as the paper; the paper does not say where its places lie. Those of the target come in another order.", Landmarks),
			"All targets are remeshed (the r of their names): no pair shares its triangulation.",
			"Direct errors compare with the true correspondence, mirrored ones with its left-right mirror image: Gromov-Wasserstein cannot tell the two apart. The better of the two errors says how good a match is, whichever side it took.",
			"Time is the method alone. For min-GSGW and warm starts it includes finding the start and choosing among minima; for others the judging that follows is left out. Everything also counts samples, distances and the map of all vertices.",
			"Methods that take few points (semidefinite relaxation) run on 18 samples, as many as the paper's landmarks, where the spacing of samples alone makes an error of about 0.09.",
			"Sliced distances match nothing by themselves: their plan is the sort along their best direction.",
		},
	}
	matches := &Matches{}
	for _, seed := range s.Seeds {
		for _, src := range s.Pairs {
			o := s.Options
			o.Seed = seed
			for _, c := range s.Methods {
				e.Cells = append(e.Cells, withKind(matches.Cell(src, c, o), src))
			}
		}
	}
	e.Tables = func(rows []Row) []Table {
		return []Table{animalsTable(rows), animalsSummary(rows), animalsLosses(rows)}
	}
	e.Figures = animalsFigures
	return e
}

// withKind adds the kind of the pair to a cell's row.
func withKind(c Cell, src PairSource) Cell {
	kind := src.Kind
	if kind == "" {
		kind = src.Name
	}
	return c.after(func(row Row, _ []Row) { row.Say("kind", kind) })
}

// animalsTable has the paper's layout: errors of plans and times of methods by kind.
func animalsTable(rows []Row) Table {
	kinds := Distinct(rows, "kind")
	t := Table{Title: "Geodesic error of the plan and time of the method", Left: 1, Head: []string{"method"},
		Note: "Rows in italics are published figures. Mean over pairs and seeds. Time: of the whole method. Forward: of slicers that have learned."}
	for _, k := range kinds {
		t.Head = append(t.Head, k+" Geo.", "Time", "Forward")
	}
	told := map[string]bool{}
	for _, method := range Distinct(rows, "method") {
		line := []string{method}
		for _, k := range kinds {
			group := Where(rows, "kind", k, "method", method)
			line = append(line, Format(MeanOf(group, "plan_direct"), 3, "–"), Seconds(MeanOf(group, "method_s")), "")
		}
		t.Rows = append(t.Rows, line)
		if p := publishedFor(method); p != nil && !told[p.Label] && knownKinds(kinds) {
			told[p.Label] = true
			t.Rows = append(t.Rows, publishedLine(p, kinds))
		}
	}
	return t
}

// publishedFor is the published row to show below a contestant, nil for none.
func publishedFor(method string) *publishedRow {
	name, _, _ := strings.Cut(method, ":")
	for i, p := range publishedAnimals {
		for _, b := range p.Beside {
			if method == b || !strings.Contains(b, ":") && name == b {
				return &publishedAnimals[i]
			}
		}
	}
	return nil
}

// knownKinds reports whether at least one of the kinds is in the paper.
func knownKinds(kinds []string) bool {
	return slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(paperKinds, k) })
}

func publishedLine(p *publishedRow, kinds []string) []string {
	line := []string{"*published: " + p.Label + "*"}
	for _, k := range kinds {
		i := slices.Index(paperKinds, k)
		if i < 0 {
			line = append(line, "", "", "")
			continue
		}
		whole, forward := Format(p.Time[i], 2, ""), ""
		if p.Forward {
			whole, forward = "", whole
		}
		line = append(line, Format(p.Geo[i], 3, ""), whole, forward)
	}
	return line
}

// animalsSummary has a line for each method, all kinds together.
func animalsSummary(rows []Row) Table {
	t := Table{Title: "All kinds together", Left: 1, Head: []string{"method", "runs", "plan direct", "plan mirrored", "better side",
		"snapped direct", "dense direct", "dense mirrored", "right", "GW²", "method", "CPU", "everything", "peak MB"},
		Note: fmt.Sprintf("Right: dense direct error below %.2f. CPU: processor time of the solve, all threads together, with judging; it hardly depends on what else the machine does. Peak MB: largest growth of the heap during the solve, beyond the distances.", RightSide)}
	for _, method := range Distinct(rows, "method") {
		group := measured(Where(rows, "method", method))
		f := func(column string, digits int) string { return Format(MeanOf(group, column), digits, "–") }
		t.Rows = append(t.Rows, []string{method, fmt.Sprint(len(group)), f("plan_direct", 3), f("plan_mirrored", 3), Format(meanBetterSide(group), 3, "–"),
			f("snapped_direct", 3), f("dense_direct", 3), f("dense_mirrored", 3), rightOf(group), f("gw2", 5),
			Seconds(MeanOf(group, "method_s")), Seconds(MeanOf(group, "cpu_s")), Seconds(MeanOf(group, "total_s")), f("peak_mb", 0)})
	}
	return t
}

// leastKnown is the lesser of two numbers, or the one of them that is not NaN.
func leastKnown(a, b float64) float64 {
	if math.IsNaN(b) || a < b {
		return a
	}
	return b
}

// meanBetterSide is the mean, over rows, of the plan's error on its better side.
func meanBetterSide(rows []Row) float64 {
	var better []float64
	for _, r := range rows {
		better = append(better, leastKnown(r.Number("plan_direct"), r.Number("plan_mirrored")))
	}
	return figures.Mean(better)
}

// rightOf says how many of the rows are on the right side.
func rightOf(rows []Row) string { return fmt.Sprintf("%d of %d", len(pick(rows, right)), len(rows)) }

// animalsLosses are the losses by kind of pair.
func animalsLosses(rows []Row) Table {
	kinds := Distinct(rows, "kind")
	t := Table{Title: "GW² of the plan", Left: 1, Head: append([]string{"method"}, kinds...),
		Note: "In units of the squared largest distance. The loss depends on the number of samples: lines with other numbers do not compare."}
	for _, method := range Distinct(rows, "method") {
		line := []string{method}
		for _, k := range kinds {
			line = append(line, Format(MeanOf(Where(rows, "kind", k, "method", method), "gw2"), 5, "–"))
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// animalsFigures show errors by method and kind, three kinds a figure, with the
// published ones as hollow marks; and error against time.
func animalsFigures(rows []Row) []Figure {
	var out []Figure
	methods := Distinct(rows, "method")
	var names []string
	for _, m := range methods {
		names = append(names, strings.ReplaceAll(m, ":", " "))
	}
	for part := range slices.Chunk(Distinct(rows, "kind"), 3) {
		chart := diagram.Chart{Title: "Geodesic error of plans, " + strings.Join(part, ", "), XLabel: "mean geodesic error / √area", FromZero: true, Rows: names}
		for k, kind := range part {
			lift := 0.22 * float64(1-k)
			ours := diagram.Series{Label: kind, Ink: k, Lift: lift}
			published := diagram.Series{Label: kind + ", published", Ink: k, Lift: lift, Hollow: true}
			for _, m := range methods {
				ours.X = append(ours.X, MeanOf(Where(rows, "kind", kind, "method", m), "plan_direct"))
				x := math.NaN()
				if i, p := slices.Index(paperKinds, kind), publishedFor(m); i >= 0 && p != nil {
					x = p.Geo[i]
				}
				published.X = append(published.X, x)
			}
			chart.Series = append(chart.Series, ours, published)
		}
		out = append(out, figureOf(chart, "animals-error-"+strings.ToLower(part[0]),
			"Mean geodesic error of the plans; hollow marks are the published figures of the method that stands in their row."))
	}
	return append(out, animalsTimes(rows, methods))
}

// animalsTimes shows error against time, one mark for each method.
func animalsTimes(rows []Row, methods []string) Figure {
	chart := diagram.Chart{Title: "Error of plans against time, mean of all kinds", XLabel: "time of the method, seconds", YLabel: "mean geodesic error / √area", LogX: true, FromZero: true, Tags: true}
	for k, m := range methods {
		group := Where(rows, "method", m)
		chart.Series = append(chart.Series, diagram.Series{Label: strings.ReplaceAll(m, ":", " "), Ink: k, Dots: true,
			X: []float64{MeanOf(group, "method_s")}, Y: []float64{MeanOf(group, "plan_direct")}})
	}
	return figureOf(chart, "animals-time", "The better a method, the further left and the lower it stands.")
}

// Landmarked gives [Landmarks] samples to those of the contestants that take few points.
func Landmarked(cs []race.Contestant) []race.Contestant {
	out := slices.Clone(cs)
	for i, c := range out {
		for _, ch := range c.Changes {
			if ch.Name == "samples" {
				if few, err := race.ParseContestant(fmt.Sprintf("%s:samples=%d", c.Method, Landmarks)); err == nil {
					out[i] = few
				}
			}
		}
	}
	return out
}
