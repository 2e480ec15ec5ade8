package solver

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// SelfMap is a way in which a shape lies on itself, other than the identity.
type SelfMap struct {
	// Moves is the mean distance between a place and its image, as a share of the diameter.
	Moves float64
	// Behind is its score minus that of the identity (see Alternative.Score): a symmetry is
	// behind by the jitter of the samples, some tenths. NaN for clear mirror images, whose score
	// nobody asks for.
	Behind float64
	// Turned is the mean distance, in √area, between the surface and itself as the rigid turn
	// that is nearest to the map lays it; TurnMoves how far that turn moves it in the mean. NaN
	// for clouds and for mirror images.
	Turned, TurnMoves float64
	// Turn is that turn, of places of the Domain; of no use where Turned is NaN.
	Turn correspond.Rigid
	// Loss is its GW² over that of the identity.
	Loss float64
	// Orientation is 1 for a turn, 0 for a mirror image, NaN where there are no normals.
	Orientation float64
	// To has the image of each of the first half of the samples, points of the Domain.
	To []int32
}

// SelfMaps are the minima of GW² between two samplings of one shape. They tell its
// symmetries, and the loss and the score that the spacing of samples alone explains.
type SelfMaps struct {
	// Samples is how many each sampling has.
	Samples int
	// Floor is the GW² of the identity between the samplings, Score its score.
	Floor, Score float64
	// Others are the maps that are not the identity, those of least score first.
	Others []SelfMap
}

// The search for symmetries looks at selfSamples of a shape twice. Fewer than selfFewest
// tell nothing.
const (
	selfSamples = 100
	selfFewest  = 12
)

// selfFamilies also turn at random: a shape that can be turned by any angle has many minima.
var selfFamilies = append(slices.Clone(fastFamilies), family{dim: 3, cuts: fastFamilies[0].cuts, random: 12})

// FindSelfMaps matches a shape to itself by two samplings that share no place. It is nil where
// there are too few samples to tell. The same space gives the same bits for any number of threads. When ctx ends it returns the error of ctx.
func FindSelfMaps(ctx context.Context, space *metric.Space, threads int) (*SelfMaps, error) {
	c := min(selfSamples, 2*space.Len()/5)
	if c < selfFewest {
		return nil, nil
	}
	first, second := twice(space, c)
	p := Problem{X: space.Subset(first), Y: space.Subset(second)}
	s, err := newSolve(p, Settings{Effort: Fast, Threads: threads})
	if err != nil {
		return nil, err
	}
	problem, err := newCoarse(p.X.Distances, p.Y.Distances, nil, 1)
	if err != nil {
		return nil, err
	}
	search := &search{coarse: problem, polished: true, threads: s.threads, workers: make([]worker, s.threads)}
	starts, err := search.slice(ctx, selfFamilies, 0)
	if err != nil {
		return nil, err
	}
	search.x, search.y = s.jury.levels(c)
	minima := search.explore(ctx, starts, func(int) {})
	minima = search.close(ctx, minima, 4)
	across := dense.New32(c, c)
	for i := range c {
		for j := range c {
			d := float32(space.Distances.At(first[i], second[j]))
			across.Data[i*across.Stride+j] = d * d
		}
	}
	nearest, err := gw.LeastCost(ctx, across.Data, p.X.Weights, p.Y.Weights)
	if err != nil {
		return nil, err
	}
	identity := minimum{sigma: nearest.Targets()}
	if _, ok := nearest.Sigma(); ok {
		identity = search.settle(ctx, &search.workers[0], identity.sigma)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	all := append([]minimum{identity}, nearEqual(p.Y.Distances, minima, 16, 0)...)
	for _, m := range search.turned(ctx, p) {
		if m.sigma != nil && m.objective <= tolerable*identity.objective+1e-9 && !known(p.Y.Distances, all, m, sameCoarse) {
			all = append(all, m)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	verdicts, err := s.rateJittered(ctx, space.Domain, search, all)
	if err != nil {
		return nil, err
	}
	out := &SelfMaps{Samples: c, Floor: identity.objective, Score: verdicts[0].Score}
	for k, m := range all[1:] {
		moves := 0.0
		for i := range c {
			moves += space.Distances.At(first[i], second[m.sigma[i]]) / float64(c)
		}
		if verdicts[k+1] == nil {
			out.Others = append(out.Others, SelfMap{Moves: moves, Behind: math.NaN(), Turned: math.NaN(), TurnMoves: math.NaN(), Turn: correspond.Identity(),
				Loss: m.objective / math.Max(identity.objective, 1e-12), Orientation: m.orientation, To: order.Take(p.Y.Samples, m.sigma)})
			continue
		}
		if moves < variant && sameSide(m.orientation, identity.orientation) {
			out.Score = min(out.Score, verdicts[k+1].Score) // the identity again
			continue
		}
		turned, turnMoves, turn := math.NaN(), math.NaN(), correspond.Identity()
		if !(m.orientation < 0.5) {
			turned, turnMoves, turn = turnedOnto(space.Domain, p.X.Samples, verdicts[k+1].XToY)
		}
		out.Others = append(out.Others, SelfMap{Moves: moves, Behind: verdicts[k+1].Score, Turned: turned, TurnMoves: turnMoves, Turn: turn, Loss: m.objective / math.Max(identity.objective, 1e-12),
			Orientation: verdicts[k+1].Orientation, To: verdicts[k+1].XToY})
	}
	for k := range out.Others {
		out.Others[k].Behind -= out.Score
	}
	slices.SortStableFunc(out.Others, func(a, b SelfMap) int {
		return knownFirst(a.Behind, b.Behind)
	})
	return out, nil
}

// clearlyMirrored is the orientation below which a self-map is a mirror image beyond doubt.
const clearlyMirrored = 0.3

// rateJittered snaps self-maps to the surface, moves them by the jitter of samples, and scores
// them. It passes over clear mirror images of the first: nil.
func (s *solve) rateJittered(ctx context.Context, d *metric.Domain, search *search, all []minimum) ([]*judge.Verdict, error) {
	benches := make([]*judge.Bench, s.threads)
	verdicts := make([]*judge.Verdict, len(all))
	err := parallel.For(ctx, s.threads, len(all), 1, func(w, k, _ int) {
		if all[k].orientation < clearlyMirrored && all[0].orientation > 0.5 {
			return
		}
		if benches[w] == nil {
			benches[w] = judge.NewBench(search.x, search.y)
		}
		b := benches[w]
		xToY, yToX := b.Snap(ctx, b.X, b.Y, all[k].sigma), b.Snap(ctx, b.Y, b.X, order.Inverse(all[k].sigma))
		if xToY != nil && yToX != nil {
			verdicts[k] = b.Rate(jittered(d, xToY), jittered(d, yToX))
		}
	})
	return verdicts, cmp.Or(err, ctx.Err())
}

// twice is two farthest-point samplings of c of the samples each: the first c, and c of
// the others, which begin at the one that is farthest from all.
func twice(space *metric.Space, c int) (first, second []int) {
	n := space.Len()
	for i := range c {
		first = append(first, i)
	}
	far := make([]float64, n)
	for i := c; i < n; i++ {
		for _, d := range space.Distances.RawRowView(i) {
			far[i] += d / float64(n*n) // less than any distance between samples
		}
	}
	for range c {
		next := -1
		for i := c; i < n; i++ {
			if far[i] > 0 && (next < 0 || far[i] > far[next]) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		row := space.Distances.RawRowView(next)
		for i := range far {
			if len(second) == 0 {
				far[i] = row[i]
			}
			far[i] = math.Min(far[i], row[i])
		}
		second = append(second, next)
	}
	return first, second
}

// jittered moves the images of a map about half the distance between points, to another
// point or to the same. Of all maps the identity alone can be exact, because both samplings are
// of one triangulation: that is no sign that the shape lies better on itself that way.
func jittered(d *metric.Domain, images []int32) []int32 {
	rng := rand.New(rand.NewPCG(0x6a6974746572, 0))
	area := 0.0
	for _, a := range d.PointArea {
		area += a
	}
	reach := math.Max(0.5*math.Sqrt(area/float64(len(d.Points))), leastJitter*math.Sqrt(area))
	out := make([]int32, len(images))
	for i, p := range images {
		shift := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		out[i] = d.NearestPoints(r3.Add(d.Points[p], r3.Scale(reach, shift)), 1)[0]
	}
	return out
}

// leastJitter, in √area, is half the distance between the targets that the judge snaps to.
const leastJitter = 0.012
