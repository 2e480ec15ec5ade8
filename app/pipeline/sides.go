package pipeline

import (
	"context"
	"fmt"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/solver/metric"
)

// measure is what a pair adds to the options for the space of one of its shapes.
type measure struct {
	seed      uint64
	distances string // graph | knn | accurate
	samples   int    // at most
}

// mostUneven is the number of samples above which two shapes have the same number, where one of them has fewer points
// than samples are asked for: the solve is an assignment then, and no transport problem, which takes many times longer.
const mostUneven = 2000

// measures are the measures of A and of B.
//
// The two sides have different seeds, so that the samples of two shapes never coincide by
// construction. Two shapes with the same content have one space with the same samples, because with
// other samples a shape would differ from itself by the spacing of the samples.
func measures(a, b *Shape, o session.Options) [2]measure {
	samples := o.Samples
	if o.Weights == metric.WeightsUniform.String() { // others make transport problems in any case
		samples = min(samples, max(mostUneven, min(len(a.Mesh.Vertices), len(b.Mesh.Vertices))))
	}
	m := [2]measure{{seedOf(0, o), Distances(a, b, o), samples}, {seedOf(1, o), Distances(a, b, o), samples}}
	if a.Key == b.Key {
		m[1].seed = m[0].seed
	}
	return m
}

// Distances are the kind of distances of a pair: that of [option.Distances], but for a mesh with a
// cloud of points the kind of the cloud, through nearest neighbours, unless the options name another
// kind. A path along edges is longer than one through neighbours, by shares that differ from place
// to place. With two kinds, a mesh and its own points would look like two species.
func Distances(a, b *Shape, o session.Options) string {
	if o.Metric == session.AutoMetric && a.Mesh.IsPointCloud() != b.Mesh.IsPointCloud() {
		return metric.KindKNN.String()
	}
	return option.Distances(o)
}

// Distances are the kind of distances that the match was found with.
func (m *Solved) Distances() string { return Distances(m.A, m.B, m.Options) }

// seedOf is the seed of the samples of A (side 0) or B (side 1).
func seedOf(side int, o session.Options) uint64 { return o.Seed*2 + uint64(side) }

// SpaceOn is the space of a shape as A (side 0) or B (side 1) of pairs with other shapes: of a mesh
// with meshes, of a cloud with clouds.
func (e *Engine) SpaceOn(ctx context.Context, s *Shape, o session.Options, side int) (*metric.Space, error) {
	asked := measure{seedOf(side, o), option.Distances(o), o.Samples}
	return e.space(ctx, spaceKey(s, o, asked), s, o, asked, func(float64) {})
}

// SpaceOptions identify the options on which spaces depend.
func SpaceOptions(o session.Options) string {
	return fmt.Sprintf("%d|%s|%s|%d|%t|%t|%t|%g", o.Samples, option.Distances(o), o.Weights, o.Seed, o.LargestComponent, o.IncludeIsolated, o.DropOutliers, o.Weld)
}
