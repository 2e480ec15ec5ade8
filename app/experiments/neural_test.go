package experiments

import (
	"context"
	"strings"
	"testing"

	"gwscope/app/race"
	"gwscope/app/session"
)

// runOf is a row as a match makes it.
func runOf(pair, method string, slicer, gw2 float64) Row {
	r := NewRow()
	r.Say("pair", pair)
	r.Say("method", method)
	r.Put("samples", 256)
	r.Put("seed", 42)
	r.Put("gw2_slicer", slicer)
	r.Put("gw2", gw2)
	return r
}

func TestGoalsCompareLikeWithLike(t *testing.T) {
	t.Parallel()
	broken := runOf("c", neuralWarm, 1, 1)
	broken.Failed = "why"
	rows := []Row{
		runOf("a", "cg", 9, 0.002), runOf("a", "hierarchical", 0.004, 0.0015), runOf("a", "neural:warm", 0.003, 0.0015), runOf("a", "neural", 0.0039, 0.001),
		runOf("b", "cg", 9, 0.001), runOf("b", "hierarchical", 0.002, 0.001), runOf("b", "neural:warm", 0.001, 0.0011), runOf("b", "neural", 0.0021, 0.001),
		runOf("c", "hierarchical", 1, 0.1), broken,
	}
	table := neuralGoals(rows)
	want := map[string][]string{
		"warm start ≤ hierarchical, both polished":                       {"1 of 2", "1.050", "1.100", "b, n = 256, seed 42"},
		"warm start ≤ hierarchical, the slicers' plans of polished runs": {"2 of 2", "0.625", "0.750", "a, n = 256, seed 42"},
		"from scratch ≤ 2 × conditional gradient, the slicer's own plan": {"1 of 2", "2.025", "2.100", "b, n = 256, seed 42"},
		"from scratch ≤ 2 × conditional gradient, polished":              {"2 of 2", "0.750", "1.000", "b, n = 256, seed 42"},
	}
	if len(table.Rows) != len(want) {
		t.Errorf("%d goals where %d can be judged: %v", len(table.Rows), len(want), table.Rows)
	}
	for _, line := range table.Rows {
		if got, expected := strings.Join(line[1:], " | "), strings.Join(want[line[0]], " | "); got != expected {
			t.Errorf("%s: %s, want %s", line[0], got, expected)
		}
	}
}

func TestSpeciesPairsStayWithinASpecies(t *testing.T) {
	t.Parallel()
	pairs := SpeciesPairs(2)
	if len(pairs) != 6 {
		t.Fatalf("%d pairs of three species", len(pairs))
	}
	for _, p := range pairs {
		if a, b, _ := strings.Cut(p.Kind, "-"); a != b || strings.Split(p.Name, "/")[0] != strings.Split(strings.SplitN(p.Name, "-", 2)[1], "/")[0] {
			t.Errorf("%s of kind %s", p.Name, p.Kind)
		}
	}
}

// The four cases of the ablation must differ in their slicers and in nothing else.
func TestAblationComparesSlicersAlone(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	o.Samples, o.Steps, o.Surface = 30, 2, session.MapAlone
	e := Ablation(AblationSettings{Pairs: AnimalPairs(1)[:1], Seeds: []uint64{42}, Options: o})
	if len(e.Cells) != 4 {
		t.Fatalf("%d cells", len(e.Cells))
	}
	plain := func(k int) string {
		return strings.Replace(e.Cells[k].Settings, " slicers="+ablationCases[k].option+" ", " SLICERS ", 1)
	}
	for k := range e.Cells {
		if !strings.Contains(plain(k), " SLICERS ") || plain(k) != plain(0) {
			t.Errorf("case %d is measured with %s, the first with %s", k, e.Cells[k].Settings, e.Cells[0].Settings)
		}
	}
	out, err := Run(context.Background(), e, RunOptions{Out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for k, r := range out.Rows {
		c := ablationCases[k]
		if r.Word("slicers") != c.slicers || r.Word("relation") != c.relation {
			t.Errorf("row %d says %v", k, r.Words)
		}
		if r.Number("gw2") != r.Number("gw2_slicer") {
			t.Errorf("%s: the plan is not the slicers' own", c.name())
		}
		if !(r.Number("plan_better") <= r.Number("plan_direct")) || !(r.Number("plan_better") <= r.Number("plan_mirrored")) {
			t.Errorf("%s: the better side is %g of %g and %g", c.name(), r.Number("plan_better"), r.Number("plan_direct"), r.Number("plan_mirrored"))
		}
	}
}

func TestAblationTellsWhereTheOrderHolds(t *testing.T) {
	t.Parallel()
	var rows []Row
	for k, direct := range [][2]float64{{0.4, 0.3}, {0.3, 0.4}, {0.2, 0.2}, {0.1, 0.1}} {
		for i, kind := range []string{"H-H", "C-E"} {
			r := NewRow()
			r.Say("kind", kind)
			r.Say("slicers", ablationCases[k].slicers)
			r.Say("relation", ablationCases[k].relation)
			r.Put("plan_direct", direct[i])
			rows = append(rows, r)
		}
	}
	if ofTwoSpecies("H-H") || !ofTwoSpecies("C-E") {
		t.Error("only C-E is of two species")
	}
	order := ablationOrder("", rows)
	for i, want := range []string{"0.350 ≤ 0.350 1 of 2", "0.350 > 0.200 2 of 2", "0.200 > 0.100 2 of 2"} {
		if got := order.Rows[i][1] + " " + order.Rows[i][2]; got != want {
			t.Errorf("%s: %s, want %s", order.Rows[i][0], got, want)
		}
	}
	table := ablationTable(rows, "", "plan_direct", 3, true)
	if got := strings.Join(table.Rows[7], " "); got != "*published*  0.079 0.124" {
		t.Errorf("published figures of the last case: %q", got)
	}
}

func TestNeuralRunsAndJudgesItsGoals(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	o.Steps, o.Surface = 3, session.MapAlone
	methods, err := race.Parse("cg,hierarchical,neural:warm,neural")
	if err != nil {
		t.Fatal(err)
	}
	e := Neural(NeuralSettings{Pairs: SpeciesPairs(1)[:1], Samples: []int{30}, Seeds: []uint64{7}, Methods: methods, Options: o})
	out, err := Run(context.Background(), e, RunOptions{Out: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	goals := out.Tables[0]
	if len(goals.Rows) != 4 || goals.Rows[0][1] != "1 of 1" {
		t.Errorf("goals of one pair: %v", goals.Rows)
	}
}
