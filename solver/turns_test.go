package solver

import (
	"context"
	"testing"

	"gwscope/assets/shapes"
)

// A laptop is the same after half a turn. The search by losses misses that with a third of the
// samplings; the turn is found with each.
func TestATurnIsFoundWhateverTheSamples(t *testing.T) {
	t.Parallel()
	laptop, err := shapes.Embedded("laptop/1")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		maps, err := FindSelfMaps(context.Background(), spaceOf(t, laptop.Mesh, 250, seed), 2)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, o := range maps.Others {
			if o.TurnMoves > 0.4 && o.Turned < 0.006 {
				found++
			}
		}
		if found == 0 {
			t.Errorf("seed %d: no half turn among %d maps", seed, len(maps.Others))
		}
	}
}

// A joined minimum becomes the chosen one where it is clearly better and on the wanted side.
func TestAClearlyBetterJoinedMinimumIsChosen(t *testing.T) {
	t.Parallel()
	p, r := solvedBumps(t)
	if len(r.Alternatives) < 2 {
		t.Fatalf("%d alternatives", len(r.Alternatives))
	}
	good, bad := r.Alternatives[0], r.Alternatives[1]
	good.Orientation = 0.9
	for _, c := range []struct {
		lead float64
		flip FlipRule
		want bool
	}{{1, FlipAuto, true}, {1, FlipDirect, true}, {1, FlipMirrored, false}, {0.3, FlipAuto, false}} {
		with := *r
		joined := good
		joined.Joined, joined.Symmetry, joined.Score = true, "half turn", bad.Score-c.lead
		with.Alternatives = []Alternative{bad, joined}
		got, err := Promote(p, &with, c.flip, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		first := got.Alternatives[0]
		if chosen := first.Plan == good.Plan; chosen != c.want {
			t.Errorf("%+v: chosen %v", c, chosen)
		}
		if !c.want {
			if got != &with {
				t.Errorf("%+v: another result comes back", c)
			}
			continue
		}
		if first.Joined || first.Symmetry != "" || len(got.Alternatives) != 2 || got.Alternatives[1].Plan != bad.Plan || !(float64(got.Margin) > 0.99) {
			t.Errorf("%+v: %+v", c, got.Alternatives)
		}
		if len(got.PushX) != 40 || got.GW2Slicer <= 0 || !(float64(got.MarginalError) < 1e-6) {
			t.Errorf("%+v: a slicer of %d values with GW² %g, error of marginals %g", c, len(got.PushX), got.GW2Slicer, got.MarginalError)
		}
	}
}
