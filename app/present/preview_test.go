package present_test

import (
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/meshio/meshtest"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// A plan that leaves out some or all samples is also shown while it is improved.
func TestAPreviewBearsWhatAPlanLeavesOut(t *testing.T) {
	t.Parallel()
	mesh := meshtest.Bumpy(2)
	shape := pipeline.ShapeOf("a", mesh)
	d, err := metric.NewDomain(mesh, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	space, err := metric.NewSpace(t.Context(), d, metric.SpaceOptions{Samples: 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []int{0, 1, 7, 20} { // out of the plan
		plan := &gw.Plan{N: 20, M: 20}
		for i := range int32(20 - left) {
			plan.I, plan.J, plan.Mass = append(plan.I, i), append(plan.J, 19-i), append(plan.Mass, 0.05)
		}
		s := present.NewPreviewStage(shape, shape, &pipeline.Preview{X: space, Y: space, Plan: plan}, false)
		if s.Picture(present.NewView()) == nil {
			t.Errorf("with %d samples left out there is no picture", left)
		}
	}
}
