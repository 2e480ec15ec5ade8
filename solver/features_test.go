package solver

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
	"gwscope/solver/anchor"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
)

// A share of features lowers their cost, at some expense of GW², for both slicers and for
// conditional gradient, and the result says what the objective came to.
func TestFusedObjectiveOfEveryKindOfMethod(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/2", "cat/4r", 120, 4)
	for _, method := range []Method{Hierarchical, "cg"} {
		for _, set := range []feature.Set{feature.Profile, feature.Curvature} {
			fx, errX := feature.Of(p.x, set)
			fy, errY := feature.Of(p.y, set)
			if err := errors.Join(errX, errY); err != nil {
				t.Fatal(err)
			}
			cost := func(plan *gw.Plan) float64 { return feature.Mean(fx, fy, plan.I, plan.J, plan.Mass) }
			plain := mustSolve(t, p.x, p.y, Settings{Method: method, Effort: Fast})
			fused := mustSolve(t, p.x, p.y, Settings{Method: method, Effort: Fast, Alpha: 0.1, Features: set})
			if !(cost(fused.Plan()) < cost(plain.Plan())) {
				t.Errorf("%s: the cost of %s rose from %g to %g", method, set, cost(plain.Plan()), cost(fused.Plan()))
			}
			said := strings.Join(fused.Notes, " ")
			if method == Hierarchical && !strings.Contains(said, "fused objective") {
				t.Errorf("%s: nothing is said of the objective: %q", method, said)
			}
		}
	}
}

// Without features nothing changes: α of 1 is the objective of before, to the bit.
func TestAlphaOfOneLeavesFeaturesOut(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/2", "cat/4r", 80, 4)
	plain := mustSolve(t, p.x, p.y, Settings{Effort: Fast})
	one := mustSolve(t, p.x, p.y, Settings{Effort: Fast, Alpha: 1, Features: feature.Anchors})
	if plain.GW2() != one.GW2() || plain.Score() != one.Score() {
		t.Errorf("GW² %v and %v", plain.GW2(), one.GW2())
	}
}

// Score is the score of the chosen alternative.
func (r *Result) Score() float64 { return r.Alternatives[0].Score }

// Extremities as features bring min-GSGW to the right match across species.
func TestAnchorsAsFeaturesAcrossSpecies(t *testing.T) {
	t.Parallel()
	p := across(t)
	for _, method := range []Method{Hierarchical, "cg"} {
		r := mustSolve(t, p.x, p.y, Settings{Method: method, Effort: Fast, AnchorRule: AnchorsOff, Alpha: 0.2, Features: feature.Anchors})
		direct, mirrored := p.meanError(r.Alternatives[0].SnappedXToY, p.direct), p.meanError(r.Alternatives[0].SnappedXToY, p.mirrored)
		if direct > 0.13 || mirrored < direct {
			t.Errorf("%s: a cat is matched with a horse %.3f off, and %.3f off its mirror image", method, direct, mirrored)
		}
	}
}

// A plan that is fused with a match by extremities is no surer than that match, and shows the
// other matches that it might have been.
func TestAnchorsAsFeaturesPassDoubtsOn(t *testing.T) {
	t.Parallel()
	p := across(t)
	source := mustSolve(t, p.x, p.y, Settings{Method: Anchored})
	for _, method := range []Method{Hierarchical, "cg"} {
		r := mustSolve(t, p.x, p.y, Settings{Method: method, Effort: Fast, AnchorRule: AnchorsOff, Alpha: 0.2, Features: feature.Anchors})
		if r.Margin > source.Margin+1e-9 {
			t.Errorf("%s: margin %.3f, where extremities have %.3f", method, r.Margin, source.Margin)
		}
		if kin, _ := r.Kin(p.x, p.y); kin != OtherSpecies {
			t.Errorf("%s: %v", method, kin)
		}
		others := 0
		for k, a := range r.Alternatives {
			if a.Match != nil {
				others++
			}
			if k > 0 && a.Score < r.Alternatives[k-1].Score {
				t.Errorf("%s: alternatives are not in the order of their scores", method)
			}
		}
		if want := len(source.Alternatives) - 1; others != want || r.Alternatives[0].Match != nil {
			t.Errorf("%s: %d of the matches by extremities are offered, want %d", method, others, want)
		}
		if !strings.Contains(strings.Join(r.Notes, " "), "features are those of the match by extremities") {
			t.Errorf("%s: nothing is said of where the features come from: %q", method, r.Notes)
		}
	}
}

func TestAnchorsAsFeaturesNeedExtremities(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, meshtest.Icosphere(3), 60, 1)
	_, err := Solve(context.Background(), Problem{s, s}, Settings{Alpha: 0.5, Features: feature.Anchors})
	var few *anchor.FewTipsError
	if !errors.As(err, &few) {
		t.Errorf("a sphere has no extremities: %v", err)
	}
}
