package register

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// spreadNear is how many samples a point belongs to.
const spreadNear = 8

// spread averages over the neighbourhoods of samples, and interpolates between them: what
// remains of a field is what changes slower than over a cell.
type spread struct {
	samples int
	near    []int32   // spreadNear samples of each point (v x spreadNear), -1: fewer
	share   []float64 // how far the point belongs to each, sum 1
}

// newSpread weighs the nearest samples of every point by exp(-(d/h)²/2), h their spacing.
func newSpread(ctx context.Context, x *metric.Space, threads int) (*spread, error) {
	v := len(x.Domain.Points)
	s := &spread{samples: x.Len(), near: none(v * spreadNear), share: make([]float64, v*spreadNear)}
	h := correspond.Spacing(x)
	err := x.EachNearest(ctx, threads, spreadNear, func(p int, near []int32, far []float32) {
		copy(s.near[p*spreadNear:], near)
		sum, row := 0.0, s.share[p*spreadNear:(p+1)*spreadNear]
		for k, d := range far {
			u := float64(d) / h
			row[k] = math.Exp(-u*u/2) + 1e-9 // far from all samples the nearest count alike
			sum += row[k]
		}
		for k := range row {
			row[k] /= sum
		}
	})
	return s, err
}

// sums gathers a field at the samples.
type sums struct {
	*spread
	sum  []r3.Vec
	mass []float64
}

func (s *spread) sums() *sums {
	return &sums{s, make([]r3.Vec, s.samples), make([]float64, s.samples)}
}

// add adds value u, with a weight, at a point.
func (s *sums) add(point int32, weight float64, u r3.Vec) {
	for k := int(point) * spreadNear; k < int(point+1)*spreadNear; k++ {
		if i := s.near[k]; i >= 0 {
			w := s.share[k] * weight
			s.sum[i] = r3.Add(s.sum[i], r3.Scale(w, u))
			s.mass[i] += w
		}
	}
}

// means is the field's mean at every point of the sheet.
func (s *sums) means(h *sheet) []r3.Vec {
	for i, m := range s.mass {
		if m > 0 {
			s.sum[i] = r3.Scale(1/m, s.sum[i])
		}
	}
	out := make([]r3.Vec, len(h.rest))
	h.each(func(p int) {
		for k := p * spreadNear; k < (p+1)*spreadNear; k++ {
			if i := s.near[k]; i >= 0 {
				out[p] = r3.Add(out[p], r3.Scale(s.share[k], s.sum[i]))
			}
		}
	})
	return out
}

// of is the spread of some of the points alone.
func (s *spread) of(points []int32) *spread {
	out := &spread{samples: s.samples}
	for _, p := range points {
		out.near = append(out.near, s.near[int(p)*spreadNear:int(p+1)*spreadNear]...)
		out.share = append(out.share, s.share[int(p)*spreadNear:int(p+1)*spreadNear]...)
	}
	return out
}
