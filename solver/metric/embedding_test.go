package metric_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/metric"
)

// euclidean are the distances of random points in R^d, and the points.
func euclidean(n, d int, seed uint64) (D, at *mat.Dense) {
	rng := rand.New(rand.NewPCG(seed, 3))
	at = mat.NewDense(n, d, nil)
	for i := range n {
		for k := range d {
			// Skewed, and of another extent along each axis.
			at.Set(i, k, rng.ExpFloat64()/float64(k+1))
		}
	}
	return distancesOf(at), at
}

func distancesOf(at *mat.Dense) *mat.Dense {
	n, d := at.Dims()
	D := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			var sum float64
			for k := range d {
				x := at.At(i, k) - at.At(j, k)
				sum += x * x
			}
			D.Set(i, j, math.Sqrt(sum))
		}
	}
	return D
}

// Distances that are Euclidean come back exactly, by the whole decomposition
// (n = 60) and by the iteration (n = 600); further axes are zero.
func TestMDSRecoversEuclideanDistances(t *testing.T) {
	t.Parallel()
	for _, n := range []int{5, 60, 600} {
		D, _ := euclidean(n, 4, uint64(n))
		weights := make([]float64, n)
		var sum float64
		for i := range weights {
			weights[i] = 1 + math.Sin(float64(i))/2
			sum += weights[i]
		}
		for i := range weights {
			weights[i] /= sum
		}
		for _, w := range [][]float64{nil, weights} {
			x := metric.MDSOf(D, w, 6)
			if !mat.EqualApprox(distancesOf(x), D, 1e-6) {
				t.Errorf("n=%d: distances of the embedding are not those given", n)
			}
			for k := range 6 {
				var mean, cubes, squares float64
				for i := range n {
					m := 1 / float64(n)
					if w != nil {
						m = w[i]
					}
					v := x.At(i, k)
					mean += m * v
					squares += m * v * v
					cubes += m * v * v * v
				}
				if k >= 4 && squares > 1e-12 {
					t.Errorf("n=%d: axis %d has variance %v beyond the four dimensions", n, k, squares)
				}
				if k < 4 && (math.Abs(mean) > 1e-9 || cubes < 0) {
					t.Errorf("n=%d: axis %d has mean %v and third moment %v; want 0 and positive", n, k, mean, cubes)
				}
			}
		}
	}
}

// A circle's distances have every eigenvalue twice: the pairs must both be found.
func TestMDSFindsMultipleEigenvalues(t *testing.T) {
	t.Parallel()
	for _, n := range []int{100, 800} {
		D := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				k := (i - j + n) % n
				D.Set(i, j, 2*math.Pi*float64(min(k, n-k))/float64(n))
			}
		}
		x := metric.MDSOf(D, nil, 4)
		variance := func(k int) (v float64) {
			for i := range n {
				v += x.At(i, k) * x.At(i, k) / float64(n)
			}
			return v
		}
		for k := 0; k < 4; k += 2 {
			if a, b := variance(k), variance(k+1); !(a > 0) || math.Abs(a/b-1) > 1e-6 {
				t.Errorf("n=%d: axes %d and %d have variances %v and %v, want equal ones", n, k, k+1, a, b)
			}
		}
		// -½J(D²)J of the circle has eigenvalues n/k² for odd k and -n/k² for even
		// ones in the limit: variances 1 and 1/9.
		if got := variance(0); math.Abs(got-1) > 0.01 {
			t.Errorf("n=%d: the first axis has variance %v, want 1 within 1%%", n, got)
		}
		if got := variance(2); math.Abs(got-1.0/9) > 0.01 {
			t.Errorf("n=%d: the third axis has variance %v, want 1/9 within 0.01", n, got)
		}
	}
}

func TestMDSIgnoresOrder(t *testing.T) {
	t.Parallel()
	D, _ := euclidean(90, 5, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	perm := rng.Perm(90)
	mixed := mat.NewDense(90, 90, nil)
	for i := range 90 {
		for j := range 90 {
			mixed.Set(perm[i], perm[j], D.At(i, j))
		}
	}
	x, y := metric.MDSOf(D, nil, 3), metric.MDSOf(mixed, nil, 3)
	for i := range 90 {
		for k := range 3 {
			if math.Abs(x.At(i, k)-y.At(perm[i], k)) > 1e-9 {
				t.Fatalf("point %d moved from %v to %v", i, x.RawRowView(i), y.RawRowView(perm[i]))
			}
		}
	}
}

func TestLandmarkMDSAgreesAtSamples(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, domainOf(t, blob(12), metric.DomainOptions{}), metric.SpaceOptions{Samples: 150})
	samples, all := metric.MDSOf(s.Distances, nil, 5), s.LandmarkMDS(5, 0)
	if r, c := all.Dims(); r != len(s.Domain.Points) || c != 5 {
		t.Fatalf("the embedding is %d x %d", r, c)
	}
	for i, p := range s.Samples {
		for k := range 5 {
			if a, b := samples.At(i, k), all.At(int(p), k); math.Abs(a-b) > 1e-5 {
				t.Fatalf("sample %d is at %v among the samples and at %v among all points", i, samples.RawRowView(i), all.RawRowView(int(p)))
			}
		}
	}
}

func TestTransformedDistances(t *testing.T) {
	t.Parallel()
	D := mat.NewDense(2, 2, []float64{0, 3, 3, 0}) // mean 1.5
	if got := metric.RootDistances(D).At(0, 1); math.Abs(got-math.Sqrt2) > 1e-15 {
		t.Errorf("root of twice the mean is %v, want √2", got)
	}
	if got, want := metric.SaturatedDistances(D, 0.5).At(1, 0), 1-math.Exp(-8); math.Abs(got-want) > 1e-15 {
		t.Errorf("saturated twice the mean is %v, want %v", got, want)
	}
	if got := metric.SaturatedDistances(D, 0.5).At(1, 1); got != 0 {
		t.Errorf("saturated zero is %v", got)
	}
}

// Three points on a line, at 0, 1 and 3: one axis holds them exactly.
func ExampleMDSOf() {
	D := mat.NewDense(3, 3, []float64{
		0, 1, 3,
		1, 0, 2,
		3, 2, 0,
	})
	x := metric.MDSOf(D, nil, 1)
	fmt.Printf("%.3f %.3f %.3f\n", x.At(0, 0), x.At(1, 0), x.At(2, 0))
	// Output: -1.333 -0.333 1.667
}
