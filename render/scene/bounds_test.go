package scene

import (
	"math"
	"testing"
)

func TestBoundsIgnoreWhatIsNotANumber(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	s := &Scene{
		Surfaces: []Surface{{Positions: []Vec{{-1, 0, 2}, {nan, 5, 5}, {1, 3, 2}}}},
		Clouds:   []Cloud{{Positions: []Vec{{0, 0, 4}, {0, inf, 0}}, Radius: 0.5}},
		Lines:    []Lines{{Positions: []Vec{{0, -2, 2}, {0, 0, 2}}}},
		Markers:  []Marker{{Position: Vec{100, 100, 100}}},
	}
	got := s.Bounds()
	want := Bounds{Min: Vec{-1, -2, 2}, Max: Vec{1, 3, 4.5}}
	if got != want {
		t.Fatalf("bounds %v, want %v", got, want)
	}
	if c := got.Center(); c != (Vec{0, 0.5, 3.25}) {
		t.Errorf("centre %v", c)
	}
}

func TestEmptyBounds(t *testing.T) {
	t.Parallel()
	var none *Scene
	for name, b := range map[string]Bounds{
		"nil scene":   none.Bounds(),
		"empty scene": (&Scene{}).Bounds(),
		"only NaN":    BoundsOf([]Vec{{float32(math.NaN()), 0, 0}}),
		"union":       NoBounds().Union(NoBounds()),
		"grown":       NoBounds().Grow(3),
	} {
		if !b.Empty() || b.Radius() != 0 || b.Center() != (Vec{}) {
			t.Errorf("%s: %v is not empty", name, b)
		}
	}
	if p := BoundsOf([]Vec{{1, 2, 3}}); p.Empty() || p.Union(NoBounds()) != p || NoBounds().Union(p) != p {
		t.Errorf("a point's box %v is not neutral to the empty one", p)
	}
}
