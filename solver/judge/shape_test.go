package judge

import (
	"cmp"
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

func TestPickerPicksTheNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var pick picker
	for range 200 {
		n := 1 + rng.IntN(300)
		row, all := make([]float64, n), make([]int32, n)
		for j := range row {
			all[j] = int32(j)
			row[j] = float64(rng.IntN(40)) / 39 // many are equal
			if rng.IntN(2) == 0 {
				row[j] = rng.Float64()
			}
		}
		self, reach := rng.IntN(n+1)-1, rng.IntN(n+1)
		sorted := slices.Clone(row)
		if self >= 0 {
			row[self], sorted[self] = 0, -1
		}
		slices.SortStableFunc(all, func(i, j int32) int { return cmp.Compare(sorted[i], sorted[j]) })
		if got := pick.nearest(row, self, reach); !slices.Equal(got, all[:reach]) {
			t.Fatalf("of %d distances the %d least are %v, not %v", n, reach, got, all[:reach])
		}
	}
}
