package present

import (
	"cmp"
	"slices"
	"sync"

	"gwscope/render/colormap"
	"gwscope/solver/metric"
)

// PushForward is a slicer's values at the samples of two spaces. It is never changed.
type PushForward struct {
	X, Y     *metric.Space
	OfX, OfY []float64 // n and m
}

// fits reports whether values are of the stage's shapes; a person may have loaded other shapes
// since then.
func (s *Stage) fits(p *PushForward) bool {
	return p != nil && s.a != nil && s.b != nil &&
		len(p.X.Domain.PointOf) == len(s.a.positions) && len(p.Y.Domain.PointOf) == len(s.b.positions)
}

// pushQuantity gives every vertex the rank, in [0, 1], of its nearest sample's
// push-forward value.
func (s *Stage) pushQuantity(p *PushForward) *Quantity {
	if len(p.OfX) == 0 || len(p.OfY) == 0 { // a method that sorts nothing
		return nil
	}
	return &Quantity{By: ByPush,
		A:     toFile(p.X.Domain, atCells(s.cells.of(p.X), ranks(p.OfX))),
		B:     toFile(p.Y.Domain, atCells(s.cells.of(p.Y), ranks(p.OfY))),
		Scale: colormap.Scale{Map: colormap.Magma, Min: 0, Max: 1, Label: "Push-forward value, by rank"},
	}
}

// ranks replaces values by their places in the sorted order, 0 the first and 1
// the last.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	out := make([]float64, len(values))
	for r, i := range order {
		out[i] = float64(r) / max(1, float64(len(values)-1))
	}
	return out
}

// atCells gives each point the value of its cell's sample.
func atCells(nearest []int32, values []float64) []float64 {
	out := make([]float64, len(nearest))
	for p, i := range nearest {
		out[p] = values[i]
	}
	return out
}

// cellCache remembers the nearest samples of spaces: finding them reads all
// distances, too slow for thirty pictures a second.
type cellCache struct {
	mu sync.Mutex
	by map[*metric.Space][]int32
}

func (c *cellCache) of(s *metric.Space) []int32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if nearest, ok := c.by[s]; ok {
		return nearest
	}
	// A stage needs the spaces of its match and of one training; older ones are dropped.
	if c.by == nil || len(c.by) >= 4 {
		c.by = map[*metric.Space][]int32{}
	}
	nearest := s.NearestSamples(0)
	c.by[s] = nearest
	return nearest
}
