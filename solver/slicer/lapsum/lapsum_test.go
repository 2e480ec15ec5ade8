package lapsum

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gwscope/solver/internal/order"
)

// dense is a whole soft sort.
func dense[T Float](scores, mass []T, bins int, tau float64) (soft, kernel []T, s *Sorter[T]) {
	s = new(Sorter[T])
	s.Sort(scores, mass, bins, tau)
	soft, kernel = make([]T, len(scores)*bins), make([]T, len(scores)*bins)
	s.Rows(soft, kernel, scores, 0, len(scores))
	return soft, kernel, s
}

// cases are scores that a training run or a nasty shape may bring.
func cases[T Float](rng *rand.Rand) map[string][]T {
	normal, ties, clusters, equal := make([]T, 60), make([]T, 48), make([]T, 50), make([]T, 17)
	for i := range normal {
		normal[i] = T(rng.NormFloat64())
	}
	for i := range ties {
		ties[i] = T(rng.IntN(7))
	}
	for i := range clusters {
		clusters[i] = T(float64(i%3)*1e3 + 1e-4*rng.NormFloat64())
	}
	return map[string][]T{"normal": normal, "ties": ties, "clusters": clusters, "equal": equal,
		"one": {3}, "two": {2, -1}, "two equal": {1, 1}}
}

func masses[T Float](rng *rand.Rand, n int) []T {
	mass, sum := make([]T, n), 0.0
	for i := range mass {
		mass[i] = T(0.05 + rng.Float64()*rng.Float64())
		sum += float64(mass[i])
	}
	for i := range mass {
		mass[i] = T(float64(mass[i]) / sum)
	}
	return mass
}

func spread[T Float](scores []T) float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range scores {
		lo, hi = min(lo, float64(v)), max(hi, float64(v))
	}
	if hi == lo {
		return 1
	}
	return hi - lo
}

func testMarginals[T Float](t *testing.T, tolerance float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, scores := range cases[T](rng) {
		n := len(scores)
		for _, weighted := range []bool{false, true} {
			var mass []T
			if weighted {
				mass = masses[T](rng, n)
			}
			for _, bins := range []int{1, (n + 1) / 2, n} {
				for e := -8; e <= 3; e++ {
					tau := math.Pow(10, float64(e)) * spread(scores)
					soft, _, s := dense(scores, mass, bins, tau)
					var band Band[T]
					s.Band(&band, scores, 60, n)
					for i := range n {
						_, shares, _ := band.Row(i)
						row := 0.0
						for _, v := range shares {
							row += float64(v)
						}
						if !(math.Abs(row-1) <= tolerance) {
							t.Errorf("%s, K=%d, τ=%g: the band's row %d sums to 1 + %g", name, bins, tau, i, row-1)
						}
					}
					columns := make([]float64, bins)
					for i := range n {
						a, row := 1/float64(n), 0.0
						if weighted {
							a = float64(mass[i])
						}
						for k := range bins {
							v := float64(soft[i*bins+k])
							if v < 0 || v > 1+tolerance {
								t.Fatalf("%s, K=%d, τ=%g: share %g", name, bins, tau, v)
							}
							row += v
							columns[k] += a * v
						}
						if !(math.Abs(row-1) <= tolerance) {
							t.Errorf("%s, K=%d, τ=%g: row %d sums to 1 + %g", name, bins, tau, i, row-1)
						}
					}
					for k, c := range columns {
						if !(math.Abs(c-1/float64(bins)) <= tolerance) {
							t.Errorf("%s, weighted %v, K=%d, τ=%g: column %d is off its mass by %g", name, weighted, bins, tau, k, c-1/float64(bins))
						}
					}
				}
			}
		}
	}
}

func TestRowsAndColumnsKeepTheirMass(t *testing.T) {
	t.Parallel()
	t.Run("float64", func(t *testing.T) { testMarginals[float64](t, 1e-12) })
	t.Run("float32", func(t *testing.T) { testMarginals[float32](t, 1e-5) })
}

func TestThresholdsAgreeWithBisection(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	for name, scores := range cases[float64](rng) {
		mass := masses[float64](rng, len(scores))
		for _, relative := range []float64{1e-3, 0.03, 1, 50} {
			tau := relative * spread(scores)
			_, _, s := dense(scores, mass, len(scores), tau)
			for k := range s.Base {
				w := float64(k+1) / float64(len(scores))
				lo, hi := -1e6*tau-1e4, 1e6*tau+1e4
				for range 200 {
					mid, f := (lo+hi)/2, 0.0
					for i, v := range scores {
						if u := (mid - v) / tau; u <= 0 {
							f += mass[i] * math.Exp(u) / 2
						} else {
							f += mass[i] * (1 - math.Exp(-u)/2)
						}
					}
					if f < w {
						lo = mid
					} else {
						hi = mid
					}
				}
				got := s.Base[k] + tau*s.Offset[k]
				// Where the density is nearly zero the place of a threshold hardly matters,
				// and bisection cannot tell: compare masses instead of places there.
				slope := 0.0
				for i, v := range scores {
					slope += mass[i] * math.Exp(-math.Abs(got-v)/tau) / 2
				}
				if math.Abs(got-lo)/tau*slope > 1e-12 {
					t.Errorf("%s, τ=%g: threshold %d is %.15g, bisection gives %.15g", name, tau, k, got, lo)
				}
			}
		}
	}
}

func TestColdSortIsArgsort(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	scores := make([]float64, 70)
	for i, v := range rng.Perm(70) {
		scores[i] = float64(v) + 0.3*rng.Float64()
	}
	soft, _, s := dense(scores, nil, 70, 1e-3)
	for k, i := range order.Ascending(scores) {
		if s.Order[k] != i {
			t.Fatal("the order is not the argsort")
		}
		for c := range 70 {
			want := 0.0
			if c == k {
				want = 1
			}
			if math.Abs(soft[int(i)*70+c]-want) > 1e-12 {
				t.Fatalf("share of point %d in bin %d is %g", i, c, soft[int(i)*70+c])
			}
		}
	}
}

// lossOf is a smooth function of a soft sort, with its gradient.
func lossOf(soft, weights []float64) (loss float64, grad []float64) {
	grad = make([]float64, len(soft))
	for i, v := range soft {
		loss += weights[i] * math.Sin(3*v)
		grad[i] = 3 * weights[i] * math.Cos(3*v)
	}
	return loss, grad
}

func TestBackwardIsTheDerivative(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{2, 9, 24} {
		for _, bins := range []int{2, (n + 2) / 2, n} {
			for _, tau := range []float64{0.05, 0.5, 8} {
				for _, weighted := range []bool{false, true} {
					scores, weights := make([]float64, n), make([]float64, n*bins)
					for i := range scores {
						scores[i] = rng.NormFloat64()
					}
					for i := range weights {
						weights[i] = rng.NormFloat64()
					}
					var mass []float64
					if weighted {
						mass = masses[float64](rng, n)
					}
					soft, kernel, s := dense(scores, mass, bins, tau)
					_, grad := lossOf(soft, weights)
					mean, ds := make([]float64, bins), make([]float64, n)
					Means(mean, grad, kernel, mass, bins, 0, bins)
					Backward(ds, grad, kernel, mean, mass, bins, tau, 0, n)

					var band Band[float64]
					s.Band(&band, scores, 60, n)
					banded, bandGrad := make([]float64, n), make([]float64, len(band.Soft)+n)
					for i := range n {
						first, row, _ := band.Row(i)
						for k := range len(row) + 1 {
							if first+k < bins {
								bandGrad[int(band.Start[i])+i+k] = grad[i*bins+first+k]
							}
						}
						for k, v := range row {
							if math.Abs(v-soft[i*bins+first+k]) > 1e-15 {
								t.Fatal("the band is not part of the dense sort")
							}
						}
					}
					band.Backward(banded, bandGrad, mass, tau)
					for i := range n {
						const h = 1e-5
						at := func(x float64) float64 {
							moved := append([]float64(nil), scores...)
							moved[i] = x
							soft, _, _ := dense(moved, mass, bins, tau)
							loss, _ := lossOf(soft, weights)
							return loss
						}
						want := (8*(at(scores[i]+h)-at(scores[i]-h)) - at(scores[i]+2*h) + at(scores[i]-2*h)) / (12 * h)
						if math.Abs(ds[i]-want) > 1e-6*(1+math.Abs(want)) {
							t.Errorf("n=%d K=%d τ=%g: dL/ds_%d is %g, finite differences give %g", n, bins, tau, i, ds[i], want)
						}
						if math.Abs(ds[i]-banded[i]) > 1e-12*(1+math.Abs(want)) {
							t.Errorf("n=%d K=%d τ=%g: banded dL/ds_%d is %g, dense %g", n, bins, tau, i, banded[i], ds[i])
						}
					}
				}
			}
		}
	}
}

func TestNarrowBandHoldsNearlyAll(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	scores := make([]float32, 300)
	for i := range scores {
		scores[i] = float32(rng.NormFloat64())
	}
	var s Sorter[float32]
	s.Sort(scores, nil, 300, 0.01)
	var band Band[float32]
	s.Band(&band, scores, 17, 300)
	for i := range scores {
		_, row, _ := band.Row(i)
		sum := 0.0
		for _, v := range row {
			sum += float64(v)
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Errorf("row %d of the band sums to %g", i, sum)
		}
	}
	if len(band.Soft) > 300*100 {
		t.Errorf("the band has %d entries, hardly fewer than all", len(band.Soft))
	}
}

func TestWrongInputIsRefused(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(){
		"bins":        func() { new(Sorter[float64]).Sort([]float64{1, 2}, nil, 3, 1) },
		"mass":        func() { new(Sorter[float64]).Sort([]float64{1, 2}, []float64{1}, 2, 1) },
		"temperature": func() { new(Sorter[float64]).Sort([]float64{1, 2}, nil, 2, 0) },
		"score":       func() { new(Sorter[float64]).Sort([]float64{1, math.NaN()}, nil, 2, 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("wrong %s did not panic", name)
				}
			}()
			f()
		}()
	}
}

func FuzzNoNaN(f *testing.F) {
	f.Add(uint64(1), 5, 3, -2.0, 0.5)
	f.Add(uint64(2), 40, 40, -9.0, 0.0)
	f.Add(uint64(3), 2, 2, 4.0, 1.0)
	f.Fuzz(func(t *testing.T, seed uint64, n, bins int, exponent, tied float64) {
		n = 1 + abs(n)%80
		bins = 1 + abs(bins)%n
		if !(math.Abs(exponent) < 30) {
			return
		}
		noNaN[float32](t, seed, n, bins, exponent, tied)
		noNaN[float64](t, seed, n, bins, exponent, tied)
	})
}

// noNaN sorts random scores at a temperature of 10^exponent spreads and goes back, where
// that is a temperature that a training may come to.
func noNaN[T Float](t *testing.T, seed uint64, n, bins int, exponent, tied float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	scores, mass := make([]T, n), make([]T, n)
	var sum T
	for i := range scores {
		scores[i] = T(rng.NormFloat64() * math.Exp(5*rng.NormFloat64()))
		if i > 0 && rng.Float64() < tied {
			scores[i] = scores[rng.IntN(i)]
		}
		mass[i] = T(math.Exp(3*rng.NormFloat64()) / float64(n))
		sum += mass[i]
	}
	for i := range mass {
		mass[i] /= sum
	}
	tau := math.Pow(10, exponent) * spread(scores)
	soft, kernel, s := dense(scores, mass, bins, tau)
	var band Band[T]
	s.Band(&band, scores, 17, n)
	lists := map[string][]T{"soft": soft, "kernel": kernel, "offset": s.Offset, "band": band.Soft}
	if exponent >= -8 && exponent <= 3 {
		grad, mean := make([]T, n*bins), make([]T, bins)
		for i := range grad {
			grad[i] = T(rng.NormFloat64())
		}
		ds, banded, bandGrad := make([]T, n), make([]T, n), make([]T, len(band.Soft)+n)
		for i := range bandGrad {
			bandGrad[i] = T(rng.NormFloat64())
		}
		Means(mean, grad, kernel, mass, bins, 0, bins)
		Backward(ds, grad, kernel, mean, mass, bins, tau, 0, n)
		band.Backward(banded, bandGrad, mass, tau)
		lists["mean"], lists["gradient"], lists["banded gradient"] = mean, ds, banded
	}
	for name, list := range lists {
		for i, v := range list {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				t.Fatalf("%s: entry %d is %g (n=%d K=%d τ=%g)", name, i, v, n, bins, tau)
			}
		}
	}
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

func ExampleSorter() {
	var s Sorter[float64]
	scores := []float64{0.9, 0.1, 0.5}
	s.Sort(scores, nil, 3, 0.01)
	soft, kernel := make([]float64, 9), make([]float64, 9)
	s.Rows(soft, kernel, scores, 0, 3)
	for i := range scores {
		fmt.Printf("%.2f\n", soft[3*i:3*i+3])
	}
	// Output:
	// [0.00 0.00 1.00]
	// [1.00 0.00 0.00]
	// [0.00 1.00 0.00]
}

func BenchmarkSoftSort(b *testing.B) {
	const n = 1024
	rng := rand.New(rand.NewPCG(11, 12))
	scores, grad := make([]float32, n), make([]float32, n*n)
	for i := range scores {
		scores[i] = float32(rng.NormFloat64())
	}
	soft, kernel, mean, ds := make([]float32, n*n), make([]float32, n*n), make([]float32, n), make([]float32, n)
	var s Sorter[float32]
	var band Band[float32]
	for _, bins := range []int{128, 1024} {
		b.Run(fmt.Sprintf("dense/K=%d", bins), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Sort(scores, nil, bins, 0.05)
				s.Rows(soft, kernel, scores, 0, n)
				Means(mean, grad[:n*bins], kernel, nil, bins, 0, bins)
				Backward(ds, grad[:n*bins], kernel, mean, nil, bins, 0.05, 0, n)
			}
		})
	}
	b.Run("banded/K=1024", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.Sort(scores, nil, n, 0.003)
			s.Band(&band, scores, 16, 24)
			band.Backward(ds, grad, nil, 0.003)
		}
	})
}
