package attention

import (
	"math"
	"math/rand/v2"
	"testing"
)

func normal(n int, rng *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.NormFloat64()
	}
	return out
}

// naive is the definition, one number at a time.
func naive(q, k, v, mass []float64, s Shape) []float64 {
	out := make([]float64, s.Queries*s.Width)
	width := s.Width / s.Heads
	for h := range s.Heads {
		for i := range s.Queries {
			p, sum := make([]float64, s.Keys), 0.0
			for j := range p {
				dot := 0.0
				for c := h * width; c < (h+1)*width; c++ {
					dot += q[i*s.Width+c] * k[j*s.Width+c]
				}
				p[j] = math.Exp(dot / math.Sqrt(float64(width)))
				if mass != nil {
					p[j] *= mass[j]
				}
				sum += p[j]
			}
			for j := range p {
				for c := h * width; c < (h+1)*width; c++ {
					out[i*s.Width+c] += p[j] / sum * v[j*s.Width+c]
				}
			}
		}
	}
	return out
}

func forward[T float32 | float64](q, k, v, mass []T, s Shape) []T {
	out := make([]T, s.Queries*s.Width)
	var w Workspace[T]
	for u := range s.Units() {
		Forward(&w, out, q, k, v, mass, s, u)
	}
	return out
}

func single(v []float64) []float32 {
	out := make([]float32, len(v))
	for i := range v {
		out[i] = float32(v[i])
	}
	if v == nil {
		return nil
	}
	return out
}

var shapes = []Shape{{5, 7, 8, 2}, {1, 1, 4, 4}, {130, 70, 12, 3}, {64, 129, 32, 4}}

func TestForwardIsTheDefinition(t *testing.T) {
	t.Parallel()
	for _, s := range shapes {
		rng := rand.New(rand.NewPCG(1, 2))
		q, k, v := normal(s.Queries*s.Width, rng), normal(s.Keys*s.Width, rng), normal(s.Keys*s.Width, rng)
		for _, mass := range [][]float64{nil, masses(s.Keys, rng)} {
			want := naive(q, k, v, mass, s)
			for i, got := range forward(q, k, v, mass, s) {
				if math.Abs(got-want[i]) > 1e-12 {
					t.Fatalf("%+v: element %d is %g, want %g", s, i, got, want[i])
				}
			}
			for i, got := range forward(single(q), single(k), single(v), single(mass), s) {
				if math.Abs(float64(got)-want[i]) > 3e-6 {
					t.Fatalf("%+v in single precision: element %d is %g, want %g", s, i, got, want[i])
				}
			}
		}
	}
}

func masses(n int, rng *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 0.1 + rng.Float64()
	}
	return out
}

// The gradient agrees with differences of the definition.
func TestBackwardIsTheGradient(t *testing.T) {
	t.Parallel()
	for _, s := range []Shape{{5, 7, 8, 2}, {70, 9, 6, 1}} {
		rng := rand.New(rand.NewPCG(3, 4))
		q, k, v := normal(s.Queries*s.Width, rng), normal(s.Keys*s.Width, rng), normal(s.Keys*s.Width, rng)
		mass, dOut := masses(s.Keys, rng), normal(s.Queries*s.Width, rng)
		loss := func() float64 {
			sum := 0.0
			for i, o := range naive(q, k, v, mass, s) {
				sum += o * dOut[i]
			}
			return sum
		}
		dq, dk, dv := make([]float64, len(q)), make([]float64, len(k)), make([]float64, len(v))
		sq, sk, sv := make([]float32, len(q)), make([]float32, len(k)), make([]float32, len(v))
		var w Workspace[float64]
		var w32 Workspace[float32]
		for h := range s.Heads {
			Backward(&w, dq, dk, dv, dOut, q, k, v, mass, s, h)
			Backward(&w32, sq, sk, sv, single(dOut), single(q), single(k), single(v), single(mass), s, h)
		}
		for name, x := range map[string][3]any{"q": {q, dq, sq}, "k": {k, dk, sk}, "v": {v, dv, sv}} {
			at, got, got32 := x[0].([]float64), x[1].([]float64), x[2].([]float32)
			for range 12 {
				i := rng.IntN(len(at))
				before := at[i]
				const h = 1e-5
				at[i] = before + h
				up := loss()
				at[i] = before - h
				want := (up - loss()) / (2 * h)
				at[i] = before
				if math.Abs(got[i]-want) > 1e-7 || math.Abs(float64(got32[i])-want) > 1e-4 {
					t.Errorf("%+v: d%s[%d] is %g and %g, want %g", s, name, i, got[i], got32[i], want)
				}
			}
		}
	}
}

func BenchmarkForward(b *testing.B) {
	s := Shape{1024, 1024, 128, 4}
	rng := rand.New(rand.NewPCG(1, 2))
	q, k, v := single(normal(s.Queries*s.Width, rng)), single(normal(s.Keys*s.Width, rng)), single(normal(s.Keys*s.Width, rng))
	out := make([]float32, len(q))
	var w Workspace[float32]
	b.ReportAllocs()
	for b.Loop() {
		for u := range s.Units() {
			Forward(&w, out, q, k, v, nil, s, u)
		}
	}
}
