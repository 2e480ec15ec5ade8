package metric

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/stages"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// DefaultSamples is the number of samples when none is asked for.
const DefaultSamples = 500

// SpaceOptions say how to turn a Domain into a Space. The zero value works.
type SpaceOptions struct {
	Samples int        // default DefaultSamples; never more than there are points
	Kind    Kind       // default KindGraph
	Weights WeightKind // default WeightsUniform
	Seed    uint64     // chooses the first sample
	// At are points of the domain to take as samples, in this order; nil: as many as Samples
	// says, each the farthest from those before. Distances are then measured along all of the domain.
	At        []int32
	Neighbors int // K of KindKNN; default 20
	Threads   int // default: all processors; the result does not depend on it
	// MemoryLimit in bytes for the whole space; default: the memory that the machine has
	// available. A space that would need more is refused before it starts.
	MemoryLimit int64
	// Progress, if set, is called from one goroutine at a time, at most 30 times
	// a second and never after NewSpace has returned. fraction never falls.
	Progress func(fraction float64)
}

// rowBlock is how many points are written at a time: their distances from all sources of a bundle stay near the
// processor.
const rowBlock = 1024

// NewSpace samples a domain and measures the distances from every sample to all
// points. It returns ctx.Err() when the context ends first, and a *MemoryError
// when the result would not fit into memory.
func NewSpace(ctx context.Context, d *Domain, opt SpaceOptions) (*Space, error) {
	if opt.Samples <= 0 {
		opt.Samples = DefaultSamples
	}
	if len(d.Points) > mostExact && (opt.Kind != KindKNN || d.IsCloud()) && opt.Neighbors <= 0 && opt.At == nil {
		in, end := stages.Begin(ctx, "level")
		level, err := d.Level(in)
		end()
		if err != nil {
			return nil, err
		}
		if level != nil && opt.Samples <= len(level.Points) {
			return onLevel(ctx, d, level, opt)
		}
	}
	return measureSpace(ctx, d, opt)
}

// measureSpace makes the space of a domain from distances along all of it.
func measureSpace(ctx context.Context, d *Domain, opt SpaceOptions) (*Space, error) {
	v := len(d.Points)
	n := min(opt.Samples, v)
	if opt.At != nil {
		n = len(opt.At)
	}
	if n < 2 {
		return nil, errors.New("a space needs at least 2 samples")
	}
	if err := checkMemory(n, v, opt); err != nil {
		return nil, err
	}
	m := d.measure(opt.Kind, opt.Neighbors)
	progress := &throttle{to: opt.Progress}

	// Sampling costs about as much as this many of the full searches after it.
	const samplingWorth = 12
	total := float64(n + samplingWorth)
	samples := slices.Clone(opt.At)
	if samples == nil {
		var err error
		in, end := stages.Begin(ctx, "samples")
		samples, err = farthestPoints(in, d, m, n, opt.Seed, func(done int) {
			progress.report(samplingWorth * float64(done) / float64(n) / total)
		})
		end()
		if err != nil {
			return nil, err
		}
	}

	ctx, end := stages.Begin(ctx, "geodesics")
	defer end()
	s := &Space{
		Domain: d, Samples: samples, cells: new(cells),
		Distances: mat.NewDense(n, n, nil), ToPoints: make([]float32, n*v),
		Kind: m.kind, WeightKind: opt.Weights, Notes: m.notes,
	}
	raw := s.Distances.RawMatrix().Data
	var mu sync.Mutex
	done := 0
	err := m.each(ctx, samples, opt.Threads, func(_ int, found measured) {
		for lo := 0; lo < v; lo += rowBlock {
			nodes := m.graph.node[lo:min(lo+rowBlock, v)]
			for k, i := range found.of {
				row := s.ToPoints[int(i)*v+lo:][:len(nodes)]
				for p, node := range nodes {
					row[p] = float32(found.values[int(node)*found.stride+k])
				}
			}
		}
		for j, p := range samples {
			at := found.values[int(m.graph.node[p])*found.stride:]
			for k, i := range found.of {
				raw[int(i)*n+j] = at[k]
			}
		}
		mu.Lock()
		defer mu.Unlock()
		done += len(found.of)
		progress.report((samplingWorth + float64(done)) / total)
	})
	if err != nil {
		return nil, err
	}
	s.normalise(opt.Threads)
	s.Weights = s.weigh(opt.Threads)
	return s, nil
}

// onLevel is the space of a large shape by that of its level.
func onLevel(ctx context.Context, d *Domain, level *Level, opt SpaceOptions) (*Space, error) {
	coarse, err := measureSpace(ctx, level.Domain, opt)
	if err != nil {
		return nil, err
	}
	s := above(d, level, coarse)
	kind := "surface"
	if d.IsCloud() {
		kind = "cloud"
	}
	s.Notes = append(s.Notes, fmt.Sprintf("The %s has %d points: distances were measured on %d of them, evenly spread, and read at the others.",
		kind, len(d.Points), len(level.Points)))
	return s, nil
}

// above is the space of a surface by that of its level.
func above(d *Domain, level *Level, coarse *Space) *Space {
	return &Space{Domain: d, Samples: order.Take(level.Points, coarse.Samples), Weights: coarse.Weights, Distances: coarse.Distances, Diameter: coarse.Diameter,
		Kind: coarse.Kind, WeightKind: coarse.WeightKind, Notes: slices.Clone(coarse.Notes), cells: new(cells), level: level, coarse: coarse}
}

// normalise makes Distances symmetric (fast marching is not quite) and divides
// all distances by the largest between samples.
func (s *Space) normalise(threads int) {
	n := s.Len()
	raw := s.Distances.RawMatrix().Data
	largest := s.Diameter
	const tile = 32 // a transposed walk by whole rows would miss the cache at every step
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := 0; j0 <= i0; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				row := raw[i*n:]
				for j := j0; j < min(j0+tile, i); j++ {
					mean := (row[j] + raw[j*n+i]) / 2
					row[j], raw[j*n+i] = mean, mean
					if mean > largest {
						largest = mean
					}
				}
			}
		}
	}
	for i := range n {
		raw[i*n+i] = 0
	}
	s.Diameter = largest
	for k := range raw {
		raw[k] /= s.Diameter
	}
	scale := float32(1 / s.Diameter)
	_ = parallel.For(context.Background(), threads, len(s.ToPoints), 1<<16, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			s.ToPoints[k] *= scale
		}
	})
}

// Prefix is the coarser space of the first n samples: distances are cut out and
// keep their scale (Diameter is not renewed, so the largest may be below 1), and
// weights are worked out anew. It shares ToPoints. n is at least 1; a space of at
// most n samples is returned as it is.
func (s *Space) Prefix(n int) *Space {
	n = max(n, 1)
	if n >= s.Len() {
		return s
	}
	if s.coarse != nil {
		return above(s.Domain, s.level, s.coarse.Prefix(n))
	}
	cut := *s
	cut.cells = new(cells)
	cut.Samples = s.Samples[:n:n]
	cut.Distances = mat.DenseCopyOf(s.Distances.Slice(0, n, 0, n))
	cut.ToPoints = s.ToPoints[: n*len(s.Domain.Points) : n*len(s.Domain.Points)]
	cut.Weights = cut.weigh(0)
	return &cut
}

// Subset is the space of some of the samples, by their indices into Samples, in that order.
// Distances keep their scale, and weights are chosen anew.
func (s *Space) Subset(of []int) *Space {
	if s.coarse != nil {
		return above(s.Domain, s.level, s.coarse.Subset(of))
	}
	points := len(s.Domain.Points)
	cut := *s
	cut.cells = new(cells)
	cut.Samples = make([]int32, len(of))
	cut.Distances = mat.NewDense(len(of), len(of), nil)
	cut.ToPoints = make([]float32, 0, len(of)*points)
	for i, a := range of {
		cut.Samples[i] = s.Samples[a]
		cut.ToPoints = append(cut.ToPoints, s.Row(a).values...)
		for j, b := range of {
			cut.Distances.Set(i, j, s.Distances.At(a, b))
		}
	}
	cut.Weights = cut.weigh(0)
	return &cut
}

// throttle passes progress on at most 30 times a second, never falling.
type throttle struct {
	to   func(float64)
	last time.Time
}

func (t *throttle) report(fraction float64) {
	if t.to == nil {
		return
	}
	if now := time.Now(); fraction >= 1 || now.Sub(t.last) >= time.Second/30 {
		t.last = now
		t.to(fraction)
	}
}
