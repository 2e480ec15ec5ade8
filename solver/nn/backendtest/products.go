package backendtest

import (
	"fmt"
	"math"
)

// multiply is alpha op(a) op(b) + beta c.
func multiply(m, n, k int, a []float64, ta bool, b []float64, tb bool, alpha, beta float64, c []float64) []float64 {
	out := make([]float64, m*n)
	for i := range m {
		for j := range n {
			sum := 0.0
			for l := range k {
				x, y := a[min(i*k+l, len(a)-1)], b[min(l*n+j, len(b)-1)]
				if ta {
					x = a[l*m+i]
				}
				if tb {
					y = b[j*k+l]
				}
				sum += x * y
			}
			out[i*n+j] = alpha*sum + beta*c[i*n+j]
		}
	}
	return out
}

func (s *suite) gemm() {
	for _, size := range [][3]int{{1, 1, 1}, {5, 3, 7}, {200, 33, 64}, {130, 128, 1}, {129, 1, 50}} {
		m, n, k := size[0], size[1], size[2]
		for _, ta := range []bool{false, true} {
			for _, tb := range []bool{false, true} {
				shape := func(t bool, r, c int) (int, int) {
					if t {
						return c, r
					}
					return r, c
				}
				ar, ac := shape(ta, m, k)
				br, bc := shape(tb, k, n)
				a, av := s.random(ar, ac)
				b, bv := s.random(br, bc)
				c, cv := s.random(m, n)
				s.b.Gemm(c, a, ta, b, tb, 0.7, -0.3)
				s.equal(fmt.Sprint("gemm ", size, ta, tb), c, multiply(m, n, k, av, ta, bv, tb, 0.7, -0.3, cv))
				s.b.Gemm(c, a, ta, b, tb, 1, 0)
				s.equal(fmt.Sprint("gemm without c ", size, ta, tb), c, multiply(m, n, k, av, ta, bv, tb, 1, 0, cv))
			}
		}
	}
}

func (s *suite) dot() {
	a, av := s.random(150, 130)
	b, bv := s.random(150, 130)
	want, size := 0.0, 0.0
	for i, v := range av {
		want += v * bv[i]
		size += math.Abs(v * bv[i])
	}
	if got := s.b.Dot(a, b); math.Abs(got-want) > s.tolerance*size {
		s.Errorf("the dot product is %g, want %g", got, want)
	}
}
