package correspond

import (
	"context"
	"fmt"
	"slices"

	"gwscope/internal/stages"
	"gwscope/solver/metric"
)

// DenseOptions tune [Dense]. The zero value works.
type DenseOptions struct {
	Threads int // default: all processors; the maps do not depend on it
	// Sizes are the numbers of basis functions that the map is refined with,
	// ascending; default 10, 15, 20, ... 120. They are cut to half the number of
	// samples and to the resolution of the distances.
	Sizes []int
	// Pins are pairs of points that the maps have to honour.
	Pins []Pin
	// Progress, if set, is called with the fraction done, never falling, from one
	// goroutine at a time and never after Dense has returned.
	Progress func(fraction float64)
}

// Refinement in numbers, from matches of the solver on 17 same-species pairs
// (remeshed; mean error / √area 0.042 at the samples).
const (
	// Five functions more at a time: 20, 30, 40, 60, 80, 100, 120 end at 0.024, since
	// a map that is off by more than the next functions' waves cannot be corrected
	// by them; steps of 5 end at 0.0175, of 2 at 0.017. Beyond 120, functions of 500
	// samples are noise and the error grows again.
	firstSize, lastSize, sizeStep = 10, 120, 5
	// roughTargets are enough to find the best climb by.
	roughTargets = 1024
	// fineTargets bounds the points among which images are sought in the end; every
	// point of larger meshes gets its turn in extend.
	fineTargets = 8192
	fineRounds  = 3
)

// startSizes begin a climb each. A match with a limb turned or a leg swapped
// often comes right from few functions, a rough but correct one from many; the
// climb with the best fit wins.
var startSizes = [...]int{10, 20, 40}

// The given matches keep a say to the end. Left alone, refinement ends at the most
// isometric map, and where distances are rough or the shapes differ that is not
// the meant one. leastGiven costs little where all is well (0.017 to 0.018 / √area)
// and saves maps that would drift off (a thin-winged airplane, 0.079 to 0.032).
//
// Matches whose fit with 20 to 30 functions is below isometricFit belong to
// shapes that are no isometric images of each other (other species: 0.87 to 0.92;
// the same: 0.92 to 0.99) and count up to mostGiven (0.080 to 0.067).
const (
	leastGiven   = 0.06
	mostGiven    = 0.3
	isometricFit = 0.93
	foreignFit   = 0.90
)

// Dense extends a match of samples to whole shapes, both ways. xToY gives for
// each sample of X a point of Y's Domain (n), yToX for each sample of Y a point
// of X's Domain (m); either may be nil, but not both, and -1 says that a sample
// has no match. Single matches may be wrong by several sample spacings; they only
// have to be right on the whole.
//
// The method is ZoomOut (Melzi et al. 2019) without a Laplacian: each shape gets
// the leading eigenfunctions of the heat-like kernel exp(-d²/2σ²) of its own
// geodesic distances, extended from the samples to all points by Nyström's
// formula. An orthogonal matrix C carries the functions of X to those of Y; the
// matches give the first one, for few functions, and in turn nearest neighbours
// among the functions' values give matches of the samples and these a larger C.
// Both directions share each C, which keeps them inverse to each other. Every
// point is then sent to the closest place, in the space of all functions, on the
// triangles about its nearest neighbour.
//
// Time and memory grow as v (n + k v/n) and v k for v points, n samples and k
// functions: nearest neighbours are sought only in the cells of the samples
// about the image of the point's own sample.
//
// Dense returns ctx.Err() when the context ends, and an error when the matches
// do not fit the spaces.
func Dense(ctx context.Context, x, y *metric.Space, xToY, yToX []int32, opt DenseOptions) (mapXToY, mapYToX *SurfaceMap, err error) {
	pairs, err := checkMatches(x, y, xToY, yToX)
	if err != nil {
		return nil, nil, err
	}
	if err := checkPins(x, y, opt.Pins); err != nil {
		return nil, nil, err
	}
	if onLevels(x, y) {
		return byLevels(ctx, x, y, xToY, yToX, opt, func(x, y *metric.Space, xToY, yToX []int32, opt DenseOptions) (*SurfaceMap, *SurfaceMap, error) {
			return Dense(ctx, x, y, xToY, yToX, opt)
		})
	}
	progress := opt.Progress
	if progress == nil {
		progress = func(float64) {}
	}
	sizes := opt.Sizes
	if len(sizes) == 0 {
		for k := firstSize; k <= lastSize; k += sizeStep {
			sizes = append(sizes, k)
		}
	}
	in, end := stages.Begin(ctx, "embed")
	ex, ey, err := embedBoth(in, x, y, opt.Threads, slices.Max(sizes))
	end()
	if err != nil {
		return nil, nil, err
	}
	// The fractions are shares of the time at 8,000 points and 500 samples.
	progress(0.25)
	z := newZoomOut(ex, ey, pairs, opt.Threads)
	in, end = stages.Begin(ctx, "refine")
	err = z.refine(in, fitSizes(sizes, min(ex.width, ey.width)), func(f float64) { progress(0.25 + 0.4*f) })
	end()
	if err != nil {
		return nil, nil, err
	}
	imageXToY, imageYToX := z.images()
	if err := z.align(ctx); err != nil {
		return nil, nil, err
	}
	progress(0.7)
	return extendBoth(ctx, ex, ey, imageXToY, imageYToX, opt, func(f float64) { progress(0.7 + 0.3*f) })
}

// extendBoth sends all points of both shapes, whose embeddings share one space, to
// the other, given the images of the samples.
func extendBoth(ctx context.Context, ex, ey *embedding, imageXToY, imageYToX []int32, opt DenseOptions, progress func(float64)) (mapXToY, mapYToX *SurfaceMap, err error) {
	ctx, end := stages.Begin(ctx, "extend to all points")
	defer end()
	threads := opt.Threads
	if len(opt.Pins) > 0 {
		if imageXToY, imageYToX, err = pin(ctx, ex, ey, opt.Pins, imageXToY, imageYToX, threads); err != nil {
			return nil, nil, err
		}
	}
	rawXToY, err := extend(ctx, ex, ey, imageXToY, imageYToX, threads)
	if err != nil {
		return nil, nil, err
	}
	progress(0.4)
	rawYToX, err := extend(ctx, ey, ex, imageYToX, imageXToY, threads)
	if err != nil {
		return nil, nil, err
	}
	progress(0.8)
	if mapXToY, err = finish(ctx, ex, ey, rawXToY, rawYToX, threads); err != nil {
		return nil, nil, err
	}
	if mapYToX, err = finish(ctx, ey, ex, rawYToX, rawXToY, threads); err != nil {
		return nil, nil, err
	}
	progress(1)
	return mapXToY, mapYToX, nil
}

// fitSizes cuts ascending sizes to the width of the bases, which ends them.
func fitSizes(sizes []int, width int) []int {
	var out []int
	for _, k := range sizes {
		if k > 0 && k < width && (len(out) == 0 || k > out[len(out)-1]) {
			out = append(out, k)
		}
	}
	return append(out, min(width, max(1, slices.Max(sizes))))
}

// pointPair matches a point of X with one of Y.
type pointPair struct {
	x, y   int32
	weight float32
}

// checkMatches turns the two lists into pairs of points; each direction counts
// as much as the other.
func checkMatches(x, y *metric.Space, xToY, yToX []int32) ([]pointPair, error) {
	if xToY != nil && len(xToY) != x.Len() || yToX != nil && len(yToX) != y.Len() {
		return nil, fmt.Errorf("the dense map needs one match for each sample: %d and %d samples, %d and %d matches",
			x.Len(), y.Len(), len(xToY), len(yToX))
	}
	vx, vy := int32(len(x.Domain.Points)), int32(len(y.Domain.Points))
	var pairs []pointPair
	for i, q := range xToY {
		if q >= vy {
			return nil, fmt.Errorf("sample %d of X is matched with point %d, but Y has only %d points", i, q, vy)
		}
		if q >= 0 {
			pairs = append(pairs, pointPair{x.Samples[i], q, 1 / float32(x.Len())})
		}
	}
	for j, p := range yToX {
		if p >= vx {
			return nil, fmt.Errorf("sample %d of Y is matched with point %d, but X has only %d points", j, p, vx)
		}
		if p >= 0 {
			pairs = append(pairs, pointPair{p, y.Samples[j], 1 / float32(y.Len())})
		}
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("the dense map needs at least one match of samples to start from")
	}
	return pairs, nil
}
