package metric

import (
	"context"

	"gwscope/solver/internal/order"
)

const (
	// mostSketched is the number of points up to which a shape is its own sketch.
	mostSketched = 3000
	// sketchPoints is about how many points the sketch of a larger one has, and sketchSamples the
	// most samples on it.
	sketchPoints, sketchSamples = 1500, 250
)

// Sketch is a space on few points of a surface and its first samples: rough, and quick to lay on
// another. A small surface and a cloud are their own sketch.
type Sketch struct {
	// Space has a Domain of its own, in the coordinates of the surface.
	Space *Space
	// Points are the surface's points that the sketch has, by its own points.
	Points []int32

	levels []*Level // from the surface down to the sketch
}

// NewSketch makes the sketch of a space. When ctx ends it returns the error of ctx. The result
// does not depend on the number of threads.
func NewSketch(ctx context.Context, s *Space, threads int) (*Sketch, error) {
	k := &Sketch{Space: s, Points: s.Known()}
	if s.coarse != nil {
		k.Space, k.levels = s.coarse, append(k.levels, s.level)
	}
	d := k.Space.Domain
	if len(d.Points) <= mostSketched || d.IsCloud() {
		return k, nil
	}
	level, err := newLevel(ctx, d, sketchPoints)
	if err != nil || level == nil {
		return k, err
	}
	first := k.Space.Samples[:min(len(k.Space.Samples), sketchSamples)]
	at := make([]int32, len(first))
	for i, p := range first {
		at[i] = level.Nearest(p)
	}
	rough, err := measureSpace(ctx, level.Domain, SpaceOptions{At: at, Kind: KindGraph, Weights: s.WeightKind, Threads: threads})
	if err != nil {
		return nil, err
	}
	return &Sketch{Space: rough, Points: order.Take(k.Points, level.Points), levels: append(k.levels, level)}, nil
}

// On restates points of the surface as points of the sketch.
func (k *Sketch) On(points []int32) []int32 {
	out := make([]int32, len(points))
	for i, p := range points {
		for _, l := range k.levels {
			if p >= 0 {
				p = l.Nearest(p)
			}
		}
		out[i] = p
	}
	return out
}
