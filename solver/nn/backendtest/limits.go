package backendtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gwscope/solver/internal/order"
	"gwscope/solver/nn"
)

// places multiplies matrices that begin at odd elements of their memory, as parameters
// do, and checks that nothing beside the result is touched.
func (s *suite) places() {
	const m, n, k, margin = 36, 20, 28, 3
	for trans := range 4 {
		ta, tb := trans&1 == 1, trans&2 == 2
		ar, ac, br, bc := m, k, k, n
		if ta {
			ar, ac = k, m
		}
		if tb {
			br, bc = n, k
		}
		around, v := s.random(1, m*k+k*n+m*n+4*margin)
		first := margin
		part := func(rows, cols int) (nn.Tensor, int) {
			at := first
			first += rows*cols + margin
			return around.Part(at, rows, cols), at
		}
		a, atA := part(ar, ac)
		b, atB := part(br, bc)
		c, atC := part(m, n)
		copy(v[atC:], multiply(m, n, k, v[atA:atA+m*k], ta, v[atB:atB+k*n], tb, 1, 0, v[atC:]))
		s.b.Gemm(c, a, ta, b, tb, 1, 0)
		s.equal(fmt.Sprintf("memory around a product of parts, transposed %t and %t", ta, tb), around, v)
	}
}

// depths multiplies along thousands of elements, as gradients of weights do.
func (s *suite) depths() {
	for _, size := range [][3]int{{5, 3, 3000}, {1, 64, 1030}, {70, 8, 513}} {
		m, n, k := size[0], size[1], size[2]
		a, av := s.random(k, m)
		b, bv := s.random(k, n)
		c, cv := s.random(m, n)
		s.b.Gemm(c, a, true, b, false, 2, 0.5)
		s.equal(fmt.Sprint("gemm ", size), c, multiply(m, n, k, av, true, bv, false, 2, 0.5, cv))
	}
}

// large multiplies into a matrix large enough for a device to work in its largest
// blocks, at little depth, in all the ways they can lie. Smaller ones do not reach these
// blocks; software OpenGL takes seconds for it.
func (s *suite) large() {
	const m, n, k = 1480, 1412, 4
	for trans := range 4 {
		ta, tb := trans&1 == 1, trans&2 == 2
		ar, ac, br, bc := m, k, k, n
		if ta {
			ar, ac = k, m
		}
		if tb {
			br, bc = n, k
		}
		a, av := s.random(ar, ac)
		b, bv := s.random(br, bc)
		c := s.b.New(m, n)
		want := multiply(m, n, k, av, ta, bv, tb, 1, 0, make([]float64, m*n))
		s.b.Gemm(c, a, ta, b, tb, 1, 0)
		s.equal(fmt.Sprintf("a large product, transposed %t and %t", ta, tb), c, want)
		if !ta && tb {
			bias, v := s.random(1, n)
			for i := range want {
				want[i], _ = act(nn.SiLU, want[i]+v[i%n])
			}
			s.b.Linear(c, nn.Tensor{}, a, b, bias, nn.Tensor{}, nn.SiLU)
			s.equal("a large layer", c, want)
		}
	}
}

// softSortLimits: cold is the permutation that sorts, hot is no order at all, and shares
// add up in between, with ties too.
func (s *suite) softSortLimits() {
	const n = 60
	scores, x := s.random(n, 1)
	mass := s.b.New(n, 1)
	s.b.Upload(mass, slices.Repeat([]float64{1.0 / n}, n))
	sorted := make([]float64, n*n)
	for k, i := range order.Ascending(x) {
		sorted[int(i)*n+k] = 1
	}
	soft, kernel := s.b.New(n, n), s.b.New(n, n)
	for _, tau := range []float64{1e-8, 1e-6} {
		s.b.SoftSort(soft, kernel, scores, mass, tau)
		s.equal(fmt.Sprintf("shares at temperature %g", tau), soft, sorted)
	}
	s.b.SoftSort(soft, kernel, scores, mass, 1e13)
	s.equal("shares at temperature 1e13", soft, slices.Repeat([]float64{1.0 / n}, n*n))

	copy(x[10:], []float64{x[9], x[9], x[9], x[8]})
	s.b.Upload(scores, x)
	uneven, a := s.masses(n)
	for _, bins := range []int{1, 2, 7, n} {
		soft, kernel := s.b.New(n, bins), s.b.New(n, bins)
		for tau := 1e-8; tau < 2e3; tau *= 10 {
			s.b.SoftSort(soft, kernel, scores, uneven, tau)
			s.sums(soft, a, tau)
		}
	}
}

// sums checks that rows of shares sum to 1 and bins hold equal mass.
func (s *suite) sums(soft nn.Tensor, mass []float64, tau float64) {
	s.Helper()
	n, bins := soft.Rows, soft.Cols
	share, held := make([]float64, n*bins), make([]float64, bins)
	s.b.Download(share, soft)
	limit := 1e-12
	if s.tolerance > 1e-8 {
		limit = 1e-5
	}
	for i, a := range mass {
		sum := 0.0
		for k, v := range share[i*bins : (i+1)*bins] {
			if v < 0 {
				s.Fatalf("at temperature %g share %d of point %d is %g", tau, k, i, v)
			}
			sum += v
			held[k] += a * v
		}
		if !(math.Abs(sum-1) <= limit) {
			s.Fatalf("at temperature %g the shares of point %d sum to 1%+.3g", tau, i, sum-1)
		}
	}
	for k, v := range held {
		if !(math.Abs(v-1/float64(bins)) <= limit) {
			s.Fatalf("at temperature %g bin %d of %d holds %+.3g too much", tau, k, bins, v-1/float64(bins))
		}
	}
}

// wildScores are not finite, and then no share is.
func (s *suite) wildScores() {
	const n = 40
	scores, x := s.random(n, 1)
	mass, _ := s.masses(n)
	share := make([]float64, n*9)
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		soft, kernel := s.b.New(n, 9), s.b.New(n, 9)
		x[7] = bad
		s.b.Upload(scores, x)
		s.b.SoftSort(soft, kernel, scores, mass, 0.1)
		s.b.Download(share, soft)
		for i, v := range share {
			if v-v == 0 {
				s.Fatalf("with a score of %g among them, share %d is %g", bad, i, v)
			}
		}
	}
}

// repeats trains twice and expects the same bits.
func (s *suite) repeats() {
	const rows = 70
	in, _ := s.random(rows, 3)
	mass, _ := s.masses(rows)
	var first []float64
	for range 2 {
		var params nn.Params
		net := nn.NewNet(nn.Shape{In: 3, Out: 1, Width: 40, Depth: 2, Expansion: 2, Dropout: 0.1, Activation: nn.SiLU},
			&params, rand.New(rand.NewPCG(5, 6)))
		params.Build(s.b)
		net.Bind(s.b, rows)
		out, z, stats, d := s.b.New(rows, 1), s.b.New(rows, 1), s.b.New(1, 2), s.b.New(rows, 1)
		soft, kernel, grad := s.b.New(rows, 10), s.b.New(rows, 10), s.b.New(rows, 10)
		values := make([]float64, rows*10)
		for i := range values {
			values[i] = math.Sin(float64(i))
		}
		s.b.Upload(grad, values)
		for step := range 5 {
			net.Forward(out, in, uint64(step+1))
			s.b.Standardize(z, stats, out, mass)
			s.b.SoftSort(soft, kernel, z, mass, 0.3)
			s.b.SoftSortBackward(d, grad, kernel, mass, 0.3)
			s.b.StandardizeBackward(out, d, z, stats, mass)
			net.Backward(nn.Tensor{}, out, uint64(step+1))
			scale, _ := params.Clip(1)
			params.Step(nn.AdamStep{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Scale: scale})
		}
		got := make([]float64, params.Len())
		s.b.Download(got, params.Value)
		if first == nil {
			first = got
		}
		for i, v := range got {
			if v != first[i] {
				s.Fatalf("parameter %d is %g and, trained once more, %g", i, first[i], v)
			}
		}
	}
}
