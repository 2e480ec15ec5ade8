package pipeline

import (
	"math"
	"testing"

	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// Of three marked parts of a sphere one shrinks, one keeps its area, and one is too small to count.
func TestShrunkPartsHaveNoPartner(t *testing.T) {
	t.Parallel()
	d, err := metric.NewDomain(meshtest.Icosphere(4), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	marked := make([]bool, len(d.Points))
	part := func(p int) int {
		switch q := d.ToFile(d.Points[p]); {
		case q.Z > 0.8:
			return 1
		case q.Z < -0.8:
			return 2
		case q.X > 0.999:
			return 3
		}
		return 0
	}
	var sizes [4]int
	for p := range marked {
		marked[p] = part(p) > 0
		sizes[part(p)]++
	}
	if sizes[3] == 0 || sizes[1] < 50 {
		t.Fatalf("the parts have %v points", sizes)
	}
	left := func(p int) float64 {
		if part(p) == 2 {
			return 0.9
		}
		return 0.2
	}
	for p, lacks := range parts(d, marked, left, isShrunk) {
		if lacks != (part(p) == 1) {
			t.Fatalf("a point of part %d lacks a partner: %t", part(p), lacks)
		}
	}
	if parts(d, nil, left, isShrunk) != nil || parts(d, marked, func(int) float64 { return 1 }, isShrunk) != nil {
		t.Error("parts lack a partner where none is marked, or none shrinks")
	}

	// Where the proportions differ, a part counts only if much of it is crushed, not a part that only shrinks.
	for p, lacks := range parts(d, marked, func(p int) float64 {
		if q := d.ToFile(d.Points[p]); part(p) == 1 && q.Y > 0 {
			return 0.005
		}
		return left(p)
	}, isCrushed) {
		if lacks != (part(p) == 1) {
			t.Fatalf("a point of part %d lacks a partner: %t", part(p), lacks)
		}
	}
	if parts(d, marked, left, isCrushed) != nil {
		t.Error("parts that only shrink count as crushed")
	}

	growth := make([]float64, len(d.Points))
	for p := range growth {
		growth[p] = map[bool]float64{true: 50, false: math.Exp(0.4)}[marked[p]]
		if p%2 == 0 && !marked[p] {
			growth[p] = math.Exp(-0.4)
		}
	}
	if got := unlike(d, growth, func(p int) bool { return marked[p] }); math.Abs(got-0.2) > 1e-9 {
		t.Errorf("lengths are stretched by %g in the mean of logarithms, not .2", got)
	}
}
