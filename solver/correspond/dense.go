package correspond

import (
	"context"
	"fmt"
	"slices"

	"gwscope/solver/metric"
)

// DenseOptions tune [Dense]. The zero value works.
type DenseOptions struct {
	Threads int // default GOMAXPROCS; the maps do not depend on it
	// Sizes are the numbers of basis functions that the map is refined with,
	// ascending; default 20, 30, 40, 60, 80, 100, 120. They are cut to half the
	// number of samples and to what the distances can tell apart.
	Sizes []int
	// Progress, if set, is called with the fraction done, never falling, from one
	// goroutine at a time and never after Dense has returned.
	Progress func(fraction float64)
}

// defaultSizes raise the resolution by at most a half at a time, so that what one
// size gets right the next can hold on to. Beyond 120, functions of 500 samples
// are noise and the error grows again (0.008 at 120, 0.012 at 200 on remeshed
// pairs / √area); stopping at 80 costs as much.
var defaultSizes = []int{20, 30, 40, 60, 80, 100, 120}

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
// among the functions' values give matches and these a larger C. Both
// directions share each C (as in MapTree, Ren et al. 2020), which keeps them
// inverse to each other. Every point is then sent to the closest place, in the
// space of all functions, on the triangles about its nearest neighbour.
//
// Time and memory grow as v (n + k · v/n) and v k for v points, n samples and k
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
	progress := opt.Progress
	if progress == nil {
		progress = func(float64) {}
	}
	// Shares of the time at 8,000 points and 500 samples.
	ex, ey, err := embedBoth(ctx, x, y, opt.Threads, slices.Max(sizesOf(opt)))
	if err != nil {
		return nil, nil, err
	}
	progress(0.45)
	z := newZoomOut(ex, ey, opt.Threads)
	sizes := fitSizes(sizesOf(opt), min(ex.width, ey.width))
	for round, k := range sizes {
		if pairs, err = z.round(ctx, pairs, k); err != nil {
			return nil, nil, err
		}
		progress(0.45 + 0.2*float64(round+1)/float64(len(sizes)))
	}
	if err := z.align(ctx); err != nil {
		return nil, nil, err
	}
	progress(0.7)
	rawXToY, err := extend(ctx, ex, ey, z.imageXToY, z.imageYToX, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	progress(0.82)
	rawYToX, err := extend(ctx, ey, ex, z.imageYToX, z.imageXToY, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	progress(0.95)
	mapXToY, err = finish(ctx, ex, ey, rawXToY, rawYToX, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	mapYToX, err = finish(ctx, ey, ex, rawYToX, rawXToY, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	progress(1)
	return mapXToY, mapYToX, nil
}

func sizesOf(opt DenseOptions) []int {
	if len(opt.Sizes) == 0 {
		return defaultSizes
	}
	return opt.Sizes
}

// fitSizes cuts ascending sizes to at most the width of the bases, which is then
// the last one.
func fitSizes(sizes []int, width int) []int {
	var out []int
	for _, k := range sizes {
		if k > 0 && k < width && (len(out) == 0 || k > out[len(out)-1]) {
			out = append(out, k)
		}
	}
	return append(out, min(width, slices.Max(sizes)))
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
