package metric_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gwscope/solver/metric"
)

func TestReachIsWhatDistancesSay(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, domainOf(t, large(), metric.DomainOptions{}), metric.SpaceOptions{Samples: 60})
	const h, widths = 0.05, 3
	r, err := s.ReachContext(t.Context(), 2, h, widths)
	if err != nil {
		t.Fatal(err)
	}
	points, some := len(s.Domain.Points), 0
	for p := 0; p < points; p += 11 {
		k := r.From[p]
		for i := range int32(s.Len()) {
			u := float64(s.Row(int(i)).At(int32(p))) / h
			if u >= widths {
				continue
			}
			if some++; k == r.From[p+1] || r.Sample[k] != i || r.Weight[k] != math.Exp(-u*u/2) {
				t.Fatalf("point %d lacks sample %d, %.2f widths away", p, i, u)
			}
			k++
		}
		if k != r.From[p+1] {
			t.Fatalf("point %d has %d samples too many", p, r.From[p+1]-k)
		}
	}
	if some < 100 || int(r.From[points]) != len(r.Sample) {
		t.Fatalf("%d samples in reach, %d of %d listed", some, r.From[points], len(r.Sample))
	}
	if again, _ := s.ReachContext(t.Context(), 1, h, widths); again != r {
		t.Error("the space does not keep it")
	}
	wide, err := s.ReachContext(t.Context(), 1, 2*h, widths)
	if err != nil || len(wide.Sample) <= len(r.Sample) {
		t.Errorf("twice the width reaches %d samples, not more than %d (%v)", len(wide.Sample), len(r.Sample), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.ReachContext(gone, 2, 3*h, widths); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled look gives %v", err)
	}
}
