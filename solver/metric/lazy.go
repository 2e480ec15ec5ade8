package metric

import (
	"sync"

	"gwscope/meshio/closest"
)

// lazy holds the parts of a Domain that only some callers need; each is worked out
// once, whoever asks first, and never changes afterwards.
type lazy struct {
	treeOnce sync.Once
	tree     *kdTree

	curvatureOnce sync.Once
	curvature     []float64

	marcherOnce sync.Once
	marcher     *marcher

	placesOnce sync.Once
	places     *closest.Tree

	centersOnce sync.Once
	centers     *kdTree

	curveOnce sync.Once
	curve     bool

	levelLock  sync.Mutex
	levelKnown bool
	level      *Level
}
