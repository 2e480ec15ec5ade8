package judge

import (
	"context"
	"math/rand/v2"
	"slices"
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

func TestShortlistPicksAsAPickerDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var list shortlist
	for range 200 {
		n := 1 + rng.IntN(300)
		row := make([]float64, n)
		for j := range row {
			row[j] = float64(rng.IntN(40)) / 39 // many are equal
			if rng.IntN(2) == 0 {
				row[j] = rng.Float64()
			}
		}
		self, reach := rng.IntN(n), 1+rng.IntN(n)
		row[self] = 0
		var pick picker
		pick.reset(reach)
		for j, d := range row {
			if j == self {
				d = -1
			}
			pick.offer(int32(j), d)
		}
		if got := list.nearest(row, self, reach); !slices.Equal(got, pick.index) {
			t.Fatalf("of %d distances the %d least are %v, not %v", n, reach, got, pick.index)
		}
	}
}
