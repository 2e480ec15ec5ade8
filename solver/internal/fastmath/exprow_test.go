package fastmath

import (
	"math"
	"testing"
)

func TestExpRowIsTheExponential(t *testing.T) {
	t.Parallel()
	var row, at []float64
	for x := 0.0; x > -699; x -= 0.0137 {
		at = append(at, x)
		row = append(row, x+3)
	}
	sum := ExpRow(row, 3)
	want := 0.0
	for k, x := range at {
		e := math.Exp(x + 3 - 3)
		want += e
		if math.Abs(row[k]-e) > 1e-15*e+4*math.Abs(x)*0x1p-52*e {
			t.Fatalf("exp(%g) is %g, want %g", x, row[k], e)
		}
	}
	if math.Abs(sum-want) > 1e-13*want {
		t.Errorf("the sum is %g, want %g", sum, want)
	}
	far := []float64{0, -1e5, math.Inf(-1)}
	if ExpRow(far, 0); far[0] != 1 || far[1] != 0 || far[2] != 0 {
		t.Errorf("far below: %v", far)
	}
	if s := ExpRow([]float64{0, math.NaN()}, 0); !math.IsNaN(s) {
		t.Errorf("a sum with NaN is %g", s)
	}
}

func BenchmarkExpRow(b *testing.B) {
	row, from := make([]float64, 1000), make([]float64, 1000)
	for k := range from {
		from[k] = -0.03 * float64(k)
	}
	for b.Loop() {
		copy(row, from)
		ExpRow(row, 0)
	}
}
