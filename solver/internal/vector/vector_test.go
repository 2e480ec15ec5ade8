package vector

import (
	"math"
	"math/rand/v2"
	"testing"
)

// normal is n normal numbers times scale, in both precisions.
func normal(n int, scale float64, seed uint64) ([]float32, []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	single, double := make([]float32, n), make([]float64, n)
	for i := range single {
		single[i] = float32(scale * rng.NormFloat64())
		double[i] = float64(single[i])
	}
	return single, double
}

func near(t *testing.T, what string, got []float32, want []float64, relative, absolute float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(float64(got[i])-w) <= relative*math.Abs(w)+absolute) {
			t.Fatalf("%s: number %d is %g, want %g", what, i, got[i], w)
		}
	}
}

// Widths leave every number of lanes over.
func TestSinglePrecisionFollowsDouble(t *testing.T) {
	t.Parallel()
	for cols := 1; cols < 40; cols++ {
		const rows = 3
		x, y := normal(rows*cols, 6, uint64(cols))
		mass, massD := normal(cols, 1, 7)
		for c := range mass {
			mass[c] = mass[c]*mass[c] + 0.1
			massD[c] = float64(mass[c])
		}
		for _, weighted := range []bool{false, true} {
			e, f := append([]float32(nil), x...), append([]float64(nil), y...)
			sums, sumsD := make([]float32, rows), make([]float64, rows)
			var m []float32
			var mD []float64
			if weighted {
				m, mD = mass, massD
			}
			ExpRows(e, cols, m, sums)
			ExpRows(f, cols, mD, sumsD)
			near(t, "exponentials", e, f, 3e-6, 0)
			near(t, "sums", sums, sumsD, 3e-6, 0)
		}
		out, outD := make([]float32, rows*cols), make([]float64, rows*cols)
		GELU(out, x)
		GELU(outD, y)
		near(t, "GELU", out, outD, 1e-6, 1e-6)
		gain, gainD := normal(cols, 1, 8)
		bias, biasD := normal(cols, 1, 9)
		stats, statsD := make([]float32, 2*rows), make([]float64, 2*rows)
		NormRows(out, stats, x, gain, bias, 1e-5)
		NormRows(outD, statsD, y, gainD, biasD, 1e-5)
		near(t, "norm", out, outD, 1e-5, 1e-5)
		near(t, "stats", stats, statsD, 1e-5, 1e-5)
		copy(out, x)
		copy(outD, y)
		AddBias(out, bias)
		AddBias(outD, biasD)
		Add(out, x)
		Add(outD, y)
		near(t, "sums with bias", out, outD, 1e-6, 1e-6)
	}
}

func TestGELUIsThatOfTheErrorFunction(t *testing.T) {
	t.Parallel()
	var x []float32
	for v := float32(-12); v < 12; v += 0.0037 {
		x = append(x, v)
	}
	out, slope := make([]float32, len(x)), make([]float64, len(x))
	GELU(out, x)
	double := make([]float64, len(x))
	for i, v := range x {
		slope[i], double[i] = 1, float64(v)
		want := 0.5 * float64(v) * math.Erfc(-float64(v)/math.Sqrt2)
		if math.Abs(float64(out[i])-want) > 1e-6*math.Abs(want)+1e-6 {
			t.Fatalf("gelu(%g) is %g, want %g", v, out[i], want)
		}
	}
	GELUBackward(slope, double)
	for i, v := range double {
		const h = 1e-5
		two := []float64{v - h, v + h}
		GELU(two, two)
		if want := (two[1] - two[0]) / (2 * h); math.Abs(slope[i]-want) > 1e-8 {
			t.Fatalf("the slope at %g is %g, want %g", v, slope[i], want)
		}
	}
	single := make([]float32, len(x)-3) // no multiple of eight
	for i := range single {
		single[i] = 2
	}
	GELUBackward(single, x[:len(single)])
	for i, v := range single {
		if math.Abs(float64(v)-2*slope[i]) > 2e-6 {
			t.Fatalf("twice the slope at %g is %g in single precision, want %g", x[i], v, 2*slope[i])
		}
	}
}

// Large logits must not overflow, and a row of one value is even.
func TestExponentialsOfExtremes(t *testing.T) {
	t.Parallel()
	row := []float32{1e30, 1e30, -1e30, 0, float32(math.Inf(-1)), 1e30, 1, 2, 3, 4}
	sum := make([]float32, 1)
	ExpRows(row, len(row), nil, sum)
	if sum[0] != 3 || row[0] != 1 || row[4] != 0 {
		t.Errorf("exponentials %v with sum %g", row, sum[0])
	}
	row = []float32{1, 2, float32(math.NaN()), 4, 5, 6, 7, 8, 9}
	ExpRows(row, len(row), nil, sum)
	if sum[0] == sum[0] {
		t.Errorf("a row with NaN has the sum %g", sum[0])
	}
}

func BenchmarkExpRows(b *testing.B) {
	x, _ := normal(64*1024, 2, 1)
	row, sums := make([]float32, len(x)), make([]float32, 64)
	for b.Loop() {
		copy(row, x)
		ExpRows(row, 1024, nil, sums)
	}
}

func BenchmarkGELU(b *testing.B) {
	x, _ := normal(64*1024, 2, 1)
	out := make([]float32, len(x))
	for b.Loop() {
		GELU(out, x)
	}
}

func BenchmarkNormRows(b *testing.B) {
	x, _ := normal(1024*128, 2, 1)
	out, stats := make([]float32, len(x)), make([]float32, 2048)
	gain, bias := make([]float32, 128), make([]float32, 128)
	for b.Loop() {
		NormRows(out, stats, x, gain, bias, 1e-5)
	}
}
