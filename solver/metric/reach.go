package metric

import (
	"context"
	"math"

	"gwscope/solver/internal/parallel"
)

// Reach are the samples near each point (v), with weights. The samples of point p are
// Sample[From[p]:From[p+1]], in their order.
type Reach struct {
	From   []int32   // v + 1
	Sample []int32   // of all points, one after the other
	Weight []float64 // exp(-(d/h)²/2), d the distance to the sample

	h, widths float64
}

// ReachContext gives the samples nearer than widths times h; h is in the unit of distances (shares of
// the diameter). The space keeps those that were asked for last, because all fields of a space use
// the same. The work stops within a moment when ctx ends, with its error.
func (s *Space) ReachContext(ctx context.Context, threads int, h, widths float64) (*Reach, error) {
	c := s.cells
	if c == nil {
		return s.reachOf(ctx, threads, h, widths)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reach != nil && c.reach.h == h && c.reach.widths == widths {
		return c.reach, nil
	}
	r, err := s.reachOf(ctx, threads, h, widths)
	if err == nil {
		c.reach = r
	}
	return r, err
}

func (s *Space) reachOf(ctx context.Context, threads int, h, widths float64) (*Reach, error) {
	const chunk = 1024
	v := len(s.Domain.Points)
	parts := make([]Reach, (v+chunk-1)/chunk)
	from := make([]int32, v+1) // at first the number of samples of the point before
	if err := parallel.For(ctx, threads, v, chunk, func(_, lo, hi int) {
		buffer, next := make([]float32, hi-lo), make([]int32, hi-lo)
		type near struct {
			point, sample int32
			u             float64 // distance / h
		}
		var found []near // by samples
		for i := range int32(s.Len()) {
			for k, d := range s.Row(int(i)).Part(lo, hi, buffer) {
				if u := float64(d) / h; u < widths {
					found = append(found, near{int32(k), i, u})
					from[lo+k+1]++
				}
			}
		}
		total := int32(0)
		for k := range next {
			next[k] = total
			total += from[lo+k+1]
		}
		part := &parts[lo/chunk]
		part.Sample, part.Weight = make([]int32, total), make([]float64, total)
		for _, n := range found {
			at := next[n.point]
			part.Sample[at], part.Weight[at] = n.sample, math.Exp(-n.u*n.u/2)
			next[n.point]++
		}
	}); err != nil {
		return nil, err
	}
	for p := range v {
		from[p+1] += from[p]
	}
	r := &Reach{From: from, Sample: make([]int32, 0, from[v]), Weight: make([]float64, 0, from[v]), h: h, widths: widths}
	for _, part := range parts {
		r.Sample, r.Weight = append(r.Sample, part.Sample...), append(r.Weight, part.Weight...)
	}
	return r, nil
}
