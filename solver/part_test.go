package solver

import (
	"math"
	"testing"

	"gwscope/solver/baseline"
)

// A part of the mass is matched, constraints hold, the rest is named, and every sample
// has a place all the same.
func TestPartOfTheMass(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/2", "cat/3r", 100, 80)
	for _, rival := range []string{"cg", "entropic"} {
		set := Settings{Method: Method(rival), Effort: Fast, Learning: Learning{Start: FromHierarchical},
			Baseline: baseline.Parameters{Partial: baseline.PartialParameters{Mass: 0.7}, Entropic: baseline.EntropicParameters{Epsilon: 0.002}}}
		if rival == "entropic" {
			set.Baseline.Entropic.Solver = baseline.ProximalPoint
		}
		r, err := Solve(t.Context(), Problem{p.x, p.y}, set)
		if err != nil {
			t.Fatal(err)
		}
		if r.Part == nil || r.Part.Mass != 0.7 || r.MarginalError > 1e-9 {
			t.Fatalf("%s: part %+v, constraints broken by %g", rival, r.Part, r.MarginalError)
		}
		total := 0.0
		for _, w := range r.Plan().Mass {
			total += w
		}
		if math.Abs(total-0.7) > 1e-9 {
			t.Errorf("%s: mass %g", rival, total)
		}
		share := func(out []bool, weights []float64) float64 {
			s := 0.0
			for i, o := range out {
				if o {
					s += weights[i]
				}
			}
			return s
		}
		if x, y := share(r.Part.OutX, p.x.Weights), share(r.Part.OutY, p.y.Weights); math.Abs(x-0.3) > 0.1 || math.Abs(y-0.3) > 0.1 {
			t.Errorf("%s: %.2f of the source and %.2f of the target are left out, want about 0.3", rival, x, y)
		}
		whole := mustSolve(t, p.x, p.y, Settings{Method: "cg", Effort: Fast, Learning: Learning{Start: FromHierarchical}})
		if whole.Part != nil {
			t.Error("a whole plan has no part")
		}
		// The parts that fit worst are left out.
		if !(r.GW2() < whole.GW2()) {
			t.Errorf("%s: GW² of the part %g, of the whole %g", rival, r.GW2(), whole.GW2())
		}
		for i, to := range r.Alternatives[0].SnappedXToY {
			if to < 0 || int(to) >= len(p.y.Domain.Points) {
				t.Fatalf("%s: sample %d goes to %d", rival, i, to)
			}
		}
	}
	if _, err := Solve(t.Context(), Problem{p.x, p.y}, Settings{Method: "lowrank", Baseline: baseline.Parameters{Partial: baseline.PartialParameters{Mass: 0.7}}}); err == nil {
		t.Error("a method that matches everything took a part")
	}
}
