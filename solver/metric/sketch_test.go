package metric_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// The sketch of a surface has few of its points and the first samples where they were, and
// distances between them that are as they were, nearly.
func TestSketchOfASurface(t *testing.T) {
	t.Parallel()
	for name, level := range map[string]int{"middling": 20, "large": 60} {
		s := spaceOf(t, domainOf(t, blob(level), metric.DomainOptions{}), metric.SpaceOptions{Samples: 300, Seed: 4})
		k, err := metric.NewSketch(t.Context(), s, 0)
		if err != nil {
			t.Fatal(err)
		}
		n := len(k.Space.Domain.Points)
		if n < 700 || n > 3000 || len(k.Points) != n || k.Space.Len() != 250 {
			t.Fatalf("%s: the sketch of %d points has %d and %d samples", name, len(s.Domain.Points), n, k.Space.Len())
		}
		for i, p := range k.Points {
			if k.Space.Domain.Points[i] != s.Domain.Points[p] {
				t.Fatalf("%s: point %d is not where point %d of the surface is", name, i, p)
			}
		}
		on, off := k.On(s.Samples[:250]), 0.0
		if !slices.Equal(on, k.Space.Samples) {
			t.Errorf("%s: the samples are others", name)
		}
		for i, p := range s.Samples[:250] {
			off = max(off, r3.Norm(r3.Sub(s.Domain.Points[p], k.Space.Domain.Points[on[i]])))
		}
		if off > 0.06 {
			t.Errorf("%s: a sample moved by %.3f", name, off)
		}
		for _, i := range []int{1, 40, 249} {
			far, rough := s.Distances.At(0, i)*s.Diameter, k.Space.Distances.At(0, i)*k.Space.Diameter
			if math.Abs(rough-far) > 0.1*far+0.06 {
				t.Errorf("%s: sample %d is %.3f away, %.3f on the sketch", name, i, far, rough)
			}
		}
		if got := k.On([]int32{-1}); got[0] != -1 {
			t.Errorf("%s: no point is point %d of the sketch", name, got[0])
		}
	}
}

// A small surface is its own sketch.
func TestSmallSurfaceIsItsSketch(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, domainOf(t, meshtest.Icosphere(2), metric.DomainOptions{}), metric.SpaceOptions{Samples: 30})
	k, err := metric.NewSketch(t.Context(), s, 0)
	if err != nil || k.Space != s {
		t.Fatalf("another space, %v", err)
	}
	if got := k.On([]int32{5, 0}); !slices.Equal(got, []int32{5, 0}) {
		t.Errorf("points 5 and 0 became %v", got)
	}
}

func TestSketchStopsWithItsContext(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, domainOf(t, blob(20), metric.DomainOptions{}), metric.SpaceOptions{Samples: 20})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := metric.NewSketch(ctx, s, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
