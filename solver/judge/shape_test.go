package judge

import (
	"context"
	"testing"

	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// Every sample is a target, also where there are more of them than targets are
// wanted: a shape of 2,562 points, all of them samples.
func TestEverySampleIsATarget(t *testing.T) {
	t.Parallel()
	d, err := metric.NewDomain(meshtest.Bumpy(4), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{100, 2000, len(d.Points)} {
		space, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: n})
		if err != nil {
			t.Fatal(err)
		}
		s := NewShape(space, 0)
		if len(s.targets) < n {
			t.Errorf("%d targets for %d samples", len(s.targets), n)
		}
		for i, members := range s.inCell {
			if len(members) == 0 || members[0] != space.Samples[i] {
				t.Fatalf("sample %d of %d is not the first target of its cell", i, n)
			}
		}
	}
}
