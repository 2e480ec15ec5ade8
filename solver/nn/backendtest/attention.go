package backendtest

import (
	"fmt"
	"math"

	"gwscope/solver/nn"
)

// attention against its definition, one number at a time, on sizes that leave tiles of
// queries and keys half full, and with logits so large that exponentials would overflow.
func (s *suite) attention() {
	for _, test := range []struct {
		queries, keys, width, heads int
		scale                       float64
	}{{1, 1, 4, 1, 1}, {5, 9, 6, 2, 1}, {70, 37, 16, 4, 1}, {33, 130, 12, 1, 2}, {40, 67, 96, 2, 1}, {20, 18, 100, 1, 1}, {40, 50, 8, 2, 40}} {
		q, qv := s.random(test.queries, test.width)
		k, kv := s.random(test.keys, test.width)
		v, vv := s.random(test.keys, test.width)
		for i := range qv {
			qv[i] *= test.scale
		}
		s.b.Upload(q, qv)
		s.b.Download(qv, q)
		mass, m := s.masses(test.keys)
		out := s.b.New(test.queries, test.width)
		name := fmt.Sprintf("attention %+v", test)
		s.b.Attention(out, q, k, v, mass, test.heads)
		s.equal(name, out, attend(qv, kv, vv, m, test.width, test.heads))
		for i := range m {
			m[i] = 1
		}
		s.b.Attention(out, q, k, v, nn.Tensor{}, test.heads)
		s.equal(name+" without masses", out, attend(qv, kv, vv, m, test.width, test.heads))
	}
}

func attend(q, k, v, mass []float64, width, heads int) []float64 {
	out := make([]float64, len(q))
	w := width / heads
	p := make([]float64, len(mass))
	for i := 0; i < len(q); i += width {
		for h := 0; h < width; h += w {
			largest, sum := math.Inf(-1), 0.0
			for j := range p {
				p[j] = 0
				for c := h; c < h+w; c++ {
					p[j] += q[i+c] * k[j*width+c] / math.Sqrt(float64(w))
				}
				largest = max(largest, p[j])
			}
			for j := range p {
				p[j] = mass[j] * math.Exp(p[j]-largest)
				sum += p[j]
			}
			for j := range p {
				for c := h; c < h+w; c++ {
					out[i+c] += p[j] / sum * v[j*width+c]
				}
			}
		}
	}
	return out
}
