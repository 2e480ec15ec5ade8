package solver

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/meshio/meshtest"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// resultOfLoss is r with one minimum of that loss.
func resultOfLoss(gw2 float64, r Result) Result {
	r.Alternatives = []Alternative{{GW2: gw2}}
	return r
}

func TestKinFollowsTheCriterion(t *testing.T) {
	t.Parallel()
	d, err := metric.NewDomain(meshtest.Bumpy(2), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 40})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		of   Result
		want Kin
	}{
		{"a shape and itself", resultOfLoss(0, Result{}), SameSpecies},
		{"a plan of a part says nothing", resultOfLoss(0, Result{Part: &Part{Mass: 0.5}}), KinUnknown},
		{"a poor plan says nothing", resultOfLoss(0.05, Result{}), KinUnknown},
		{"a descent that ended above the line", resultOfLoss(0, Result{Anchors: &Anchors{Dissimilarity: 1.1 * CrossSpecies}}), OtherSpecies},
		{"a descent that ended below it", resultOfLoss(0.05, Result{Anchors: &Anchors{Dissimilarity: 0.9 * CrossSpecies}}), SameSpecies},
		{"extremities without a descent", resultOfLoss(0.05, Result{Anchors: &Anchors{Dissimilarity: math.NaN()}}), KinUnknown},
	} {
		if kin, _ := c.of.Kin(x, x); kin != c.want || kin.String() == "" {
			t.Errorf("%s: %v, want %v", c.name, kin, c.want)
		}
	}

	// The figure is the GW² of the same plan on distances over their means.
	plan := gw.Product(x.Weights, x.Weights)
	scaled := mat.DenseCopyOf(x.Distances)
	mean, _ := x.Moments()
	scaled.Scale(1/mean, scaled)
	want := gw.Loss(scaled, scaled, nil, nil, plan)
	if got := OverMeans(x, x, gw.Loss(x.Distances, x.Distances, nil, nil, plan)); math.Abs(got-want) > 1e-9*want {
		t.Errorf("%g over the means, want %g", got, want)
	}
}
