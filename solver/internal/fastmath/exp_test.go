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
