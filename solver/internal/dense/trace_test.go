package dense

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestTrace3IsThatOfTheBestRotation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 1))
	check := func(name string, h Mat3, within float64) {
		t.Helper()
		_, want := Rotation3(h)
		size := 0.0
		for _, v := range h {
			size += v * v
		}
		if got := Trace3(h); !(math.Abs(got-want) <= within*math.Sqrt(size)) {
			t.Errorf("%s: %v has trace %.12g, want %.12g", name, h, got, want)
		}
	}
	check("nothing", Mat3{}, 0)
	check("the identity", Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}, 1e-12)
	check("a mirror", Mat3{1, 0, 0, 0, 1, 0, 0, 0, -1}, 1e-5)
	check("the turned-over identity", Mat3{-1, 0, 0, 0, -1, 0, 0, 0, -1}, 1e-5)
	check("rank one", Mat3{1, 2, 3, 2, 4, 6, 3, 6, 9}, 1e-7)
	check("rank two", Mat3{1, 0, 0, 0, 2, 0, 0, 0, 0}, 1e-7)
	for range 1000 {
		var h Mat3
		for k := range h {
			h[k] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
		}
		check("any", h, 1e-9)
	}
}

func BenchmarkTrace3(b *testing.B) {
	h := Mat3{0.3, 0.1, -0.2, 0.05, 0.4, 0.1, 0, -0.1, 0.2}
	b.Run("trace", func(b *testing.B) {
		for b.Loop() {
			Trace3(h)
		}
	})
	b.Run("rotation", func(b *testing.B) {
		for b.Loop() {
			Rotation3(h)
		}
	})
}
