package fastmath

import (
	"math"
	"testing"
)

func TestExpIsTheExponential(t *testing.T) {
	t.Parallel()
	for u := float32(0); u > -86; u -= 0.0137 {
		want := math.Exp(float64(u))
		if got := float64(Exp(u)); math.Abs(got-want) > 4e-7*want {
			t.Fatalf("exp(%g) is %g, want %g", u, got, want)
		}
		if got := Exp(float64(u)); got != want {
			t.Fatalf("exp(%g) is %g in double precision, want %g", u, got, want)
		}
	}
	if got := Exp(float32(-1000)); got != 0 {
		t.Errorf("exp(-1000) is %g", got)
	}
}

func TestCosAndSin(t *testing.T) {
	t.Parallel()
	for x := float32(-60); x < 60; x += 0.0171 {
		if got, want := float64(Cos(x)), math.Cos(float64(x)); math.Abs(got-want) > 1e-7 {
			t.Fatalf("cos(%g) is %g, want %g", x, got, want)
		}
		if got, want := float64(Sin(x)), math.Sin(float64(x)); math.Abs(got-want) > 1e-7 {
			t.Fatalf("sin(%g) is %g, want %g", x, got, want)
		}
	}
	for _, x := range []float32{1e8, -3e12, float32(math.Inf(1))} {
		if got := float64(Cos(x)); !(math.Abs(got) <= 1) && !math.IsInf(float64(x), 0) {
			t.Errorf("cos(%g) is %g", x, got)
		}
	}
	if Cos(1.5) != math.Cos(1.5) || Sin(1.5) != math.Sin(1.5) {
		t.Error("double precision is not that of math")
	}
}
