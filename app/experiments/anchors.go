package experiments

import (
	"fmt"
	"slices"
	"strings"

	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/solver"
)

// AnchorsSettings of the experiment "anchors".
type AnchorsSettings struct {
	Pairs   []PairSource
	Methods []race.Contestant
	Options session.Options
	// Landmarks are numbers of true landmarks. Across species, matching by extremities is
	// measured with each number of them too, as a contestant of its own.
	Landmarks []int
}

// CrossPairs are pairs of embedded animals of different species: every pose with every
// pose, in their own connectivity and remeshed. With a step k above 1 they are one in k of
// these, spread over the poses.
func CrossPairs(step int) []PairSource {
	return crossPairs(step, []kindOfPair{{"H-E", "horse", "elephant"}, {"C-H", "cat", "horse"}, {"C-E", "cat", "elephant"}})
}

// CrossPairsTurned are pairs as of [CrossPairs], with A and B the other way round.
func CrossPairsTurned(step int) []PairSource {
	return crossPairs(step, []kindOfPair{{"E-H", "elephant", "horse"}, {"H-C", "horse", "cat"}, {"E-C", "elephant", "cat"}})
}

type kindOfPair struct{ name, a, b string }

func crossPairs(step int, kinds []kindOfPair) []PairSource {
	poses := map[string][]string{}
	for _, info := range shapes.Names() {
		if !info.Remeshed {
			poses[info.Kind] = append(poses[info.Kind], info.ID)
		}
	}
	var out []PairSource
	for _, kind := range kinds {
		for i, a := range poses[kind.a] {
			for j, b := range poses[kind.b] {
				for k, id := range []string{b, b + "r"} {
					// Neighbours in the list differ in all three.
					if (i+2*j+3*k)%max(step, 1) == 0 {
						p := embeddedPair(a, id)
						p.Kind = kind.name
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// WithinPairs are the pairs of [EmbeddedPairs] of animals and people, with their kinds; one in
// step of them where step is above 1.
func WithinPairs(step int) []PairSource {
	letters := map[string]string{"horse": "H-H", "elephant": "E-E", "cat": "C-C", "human": "P-P"}
	var out []PairSource
	for i, p := range EmbeddedPairs() {
		kind, _, _ := strings.Cut(p.Name, "/")
		if letters[kind] != "" && i%max(step, 1) == 0 {
			p.Kind = letters[kind]
			out = append(out, p)
		}
	}
	return out
}

// Anchors compares matching by extremities with the hierarchical slicer, across species and
// within.
func Anchors(s AnchorsSettings) *Experiment {
	e := &Experiment{Name: "anchors", Title: "Matching by extremities",
		About: "Direct errors compare with the true correspondence, mirrored ones with its left-right mirror image: mean geodesic distance / √area, at the samples and of the map of all vertices. Times are in seconds.",
		Settings: []Setting{{"Samples", fmt.Sprint(s.Options.Samples)}, {"Seed", fmt.Sprint(s.Options.Seed)},
			{"Distances", s.Options.Metric}, {"Pairs", fmt.Sprint(len(s.Pairs))}},
		Columns: append([]Column{wordColumn("kind", "of pair"), wordColumn("by", "the origin of the chosen match"),
			numberColumn("tips_a", "extremities of the source", 0), numberColumn("tips_b", "extremities of the target", 0),
			numberColumn("dissimilarity", "GW² with distances over their means", 4), numberColumn("gw2_map", "loss of the map with the masses that it brings together", 6),
			numberColumn("anchors_s", "matching by extremities alone", 3)}, MatchColumns...),
		Notes: []string{
			fmt.Sprintf("Right: dense direct error below %.2f. Kinds: H horse, C cat, E elephant, P people.", RightSide),
			"Landmarks are pinned where the truth has them, at the source's farthest-point samples; errors count all vertices, also those about the pins.",
			"The plan of a match by extremities is the coupling with equal masses that is nearest to its map. Its GW² is higher than the least one: the meant match is not the match of least loss.",
		},
	}
	matches := &Matches{}
	for _, src := range s.Pairs {
		for _, c := range s.Methods {
			e.Cells = append(e.Cells, matches.believing(matches.withExtremities(withKind(matches.Cell(src, c, s.Options), src))))
		}
		if !ofTwoSpecies(src.Kind) {
			continue
		}
		for _, count := range s.Landmarks {
			cell := matches.PinnedCell(src, race.Contestant{Method: string(solver.Anchored)}, s.Options, count)
			e.Cells = append(e.Cells, matches.withExtremities(withKind(cell, src)))
		}
	}
	e.Tables = anchorsTables
	return e
}

// withExtremities adds to a cell's row what its match tells of extremities.
func (k *Matches) withExtremities(c Cell) Cell {
	return c.after(func(row Row, _ []Row) {
		m := k.latest
		if m == nil {
			return
		}
		row.Say("by", "slicer")
		if m.Alternative().Match != nil {
			row.Say("by", "extremities")
		}
		row.Put("anchors_s", m.Times.Extremities.Seconds())
		if a := m.Result.Anchors; a != nil {
			row.Put("tips_a", float64(len(a.TipsX)))
			row.Put("tips_b", float64(len(a.TipsY)))
			row.Put("dissimilarity", a.Dissimilarity)
			row.Put("gw2_map", a.GW2Map)
		}
	})
}

// anchorsTables have a line for each method and kind, and for all pairs across species and all
// within.
func anchorsTables(rows []Row) []Table {
	t := Table{Title: "By kind of pair", Left: 2, Head: []string{"kind", "method", "pairs", "right", "wrong, not flagged",
		"samples direct", "samples mirrored", "dense direct", "dense mirrored", "plan direct", "by extremities", "GW²", "extremities s", "solve s", "dense s"}}
	line := func(kind, method string, group []Row) {
		done := measured(group)
		rights := pick(done, right)
		silent := pick(done, func(r Row) bool { return !right(r) && r.Number("uncertain") == 0 })
		f := func(column string, digits int) string { return Format(MeanOf(group, column), digits, "–") }
		t.Rows = append(t.Rows, []string{kind, method, fmt.Sprint(len(done)), fmt.Sprint(len(rights)), fmt.Sprint(len(silent)), f("snapped_direct", 4), f("snapped_mirrored", 4),
			f("dense_direct", 4), f("dense_mirrored", 4), f("plan_direct", 4), fmt.Sprint(len(Where(done, "by", "extremities"))), f("gw2", 5),
			Seconds(MeanOf(group, "anchors_s")), Seconds(MeanOf(group, "solve_s")), Seconds(MeanOf(group, "dense_s"))})
	}
	for _, kind := range Distinct(rows, "kind") {
		for _, method := range Distinct(rows, "method") {
			line(kind, method, Where(rows, "kind", kind, "method", method))
		}
	}
	var names []string
	var groups [][]Row
	for _, which := range []struct {
		name   string
		across bool
	}{{"all across", true}, {"all within", false}} {
		for _, method := range Distinct(rows, "method") {
			group := pick(Where(rows, "method", method), func(r Row) bool { return ofTwoSpecies(r.Word("kind")) == which.across })
			if len(group) > 0 {
				line(which.name, method, group)
				names, groups = append(names, which.name+", "+method), append(groups, group)
			}
		}
	}
	kinds, ofKind := slices.Clone(names), slices.Clone(groups)
	for _, kind := range Distinct(rows, "kind") {
		for _, method := range Distinct(rows, "method") {
			if group := Where(rows, "kind", kind, "method", method); len(group) > 0 {
				kinds, ofKind = append(kinds, kind+", "+method), append(ofKind, group)
			}
		}
	}
	return []Table{t, surfaceTable(kinds, ofKind), believeTable(names, groups)}
}
