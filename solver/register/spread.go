package register

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// spread averages over Gaussian neighbourhoods about samples, and interpolates.
type spread struct {
	n     int
	near  []int32   // per point, width samples
	share []float64 // weights, sum 1
	width int
}

const spreadNear = 8

func newSpread(x *metric.Space) *spread {
	v := len(x.Domain.Points)
	s := &spread{n: x.Len(), width: min(spreadNear, x.Len()), near: make([]int32, v*spreadNear), share: make([]float64, v*spreadNear)}
	best := make([]float64, v*s.width)
	for i := range best {
		best[i] = math.Inf(1)
	}
	for i := range x.Len() {
		for p, d := range x.Row(i) {
			row := best[p*s.width : (p+1)*s.width]
			if float64(d) >= row[s.width-1] {
				continue
			}
			k := s.width - 1
			for k > 0 && row[k-1] > float64(d) {
				row[k] = row[k-1]
				s.near[p*s.width+k] = s.near[p*s.width+k-1]
				k--
			}
			row[k] = float64(d)
			s.near[p*s.width+k] = int32(i)
		}
	}
	h := 1 / (math.Sqrt(float64(x.Len())) * x.Diameter)
	for p := range v {
		sum := 0.0
		row := best[p*s.width : (p+1)*s.width]
		for k, d := range row {
			u := d / h
			w := math.Exp(-u*u/2) + 1e-9
			s.share[p*s.width+k] = w
			sum += w
		}
		for k := range row {
			s.share[p*s.width+k] /= sum
		}
	}
	return s
}

type demand struct {
	point  int32
	away   r3.Vec
	weight float64
}

func (s *spread) smooth(values []r3.Vec, mass, trust []float64, more []demand) []r3.Vec {
	sums, all := make([]r3.Vec, s.n), make([]float64, s.n)
	for p, v := range values {
		for k := p * s.width; k < (p+1)*s.width; k++ {
			w := s.share[k] * mass[p] * trust[p]
			sums[s.near[k]] = r3.Add(sums[s.near[k]], r3.Scale(w, v))
			all[s.near[k]] += w
		}
	}
	for _, d := range more {
		for k := int(d.point) * s.width; k < int(d.point+1)*s.width; k++ {
			w := s.share[k] * d.weight
			sums[s.near[k]] = r3.Add(sums[s.near[k]], r3.Scale(w, d.away))
			all[s.near[k]] += w
		}
	}
	for i, a := range all {
		if a > 0 {
			sums[i] = r3.Scale(1/a, sums[i])
		}
	}
	out := make([]r3.Vec, len(values))
	for p := range out {
		for k := p * s.width; k < (p+1)*s.width; k++ {
			out[p] = r3.Add(out[p], r3.Scale(s.share[k], sums[s.near[k]]))
		}
	}
	return out
}
