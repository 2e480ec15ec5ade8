package anchor

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// LeastTips is the number of extremities that both shapes need: fewer do not tell
// one pairing from another.
const LeastTips = 4

const (
	finishSamples = 500
	// maxMatches is how many different matches are finished.
	maxMatches = 4
	// sameMatch is the mean distance between the images of two matches, in diameters,
	// below which they count as one.
	sameMatch = 0.05
)

// finishSizes are the numbers of functions that a map is finished with, one after another.
var finishSizes = []int{20, 25, 30, 35, 40, 45, 50, 55, 60}

// Options of Solve. The zero value works.
type Options struct {
	Threads int // default GOMAXPROCS; the result does not depend on it
	// TipsX and TipsY are the extremities, found where nil; at most seven, the weakest last.
	TipsX, TipsY []Tip
	// Mirrored asks for the match with the mirror image of Y.
	Mirrored bool
	// Progress, if set, is called with a stage for people and the fraction done,
	// never falling, from one goroutine at a time and never after Solve has returned.
	Progress func(stage string, fraction float64)
}

// Parts are what a match is scored by, each the sum of both directions and least for
// the best.
type Parts struct {
	Residual   float64 // of refinement, in mean costs
	Bending    float64 // of neighbourhoods, 0 to 2: what no similarity without reflection does
	Stretching float64 // mean squared change of near distances
}

// Match is one way in which the shapes may correspond.
type Match struct {
	// TipsX[k] of the extremities of X is matched with TipsY[k] of Y's.
	TipsX, TipsY []int
	// Score is log(Residual Bending Stretching), least is best.
	Score float64
	Parts
	// XToY is, for each sample of X, the point of Y's Domain that it is matched with
	// (n); YToX the other way (m). Many may go to one.
	XToY, YToX []int32

	x, y           *side
	knownX, knownY blas32.General // rows of the matched samples
	rowsX, rowsY   blas32.General // rows of all samples
}

// Cost is the dissimilarity of samples under the match (n x m): what a coupling with
// given masses should make small.
func (m *Match) Cost() *mat.Dense {
	n, k := m.rowsX.Rows, m.rowsY.Rows
	cost := dense.New32(n, k)
	squaredDistances(m.rowsX, m.rowsY, cost)
	out := mat.NewDense(n, k, nil)
	for i, v := range cost.Data {
		out.RawMatrix().Data[i] = float64(v)
	}
	return out
}

// Result of Solve.
type Result struct {
	TipsX, TipsY []Tip
	// Matches are different, at most four, the best first.
	Matches []*Match
}

// FewTipsError says that a shape has too few extremities to be matched by them.
type FewTipsError struct{ X, Y int }

func (e *FewTipsError) Error() string {
	return fmt.Sprintf("matching by extremities needs at least %d of them on each shape; the source has %d and the target %d", LeastTips, e.X, e.Y)
}

// solver is one run of Solve.
type solver struct {
	x, y    *side
	threads int
	fine    struct { // on all samples that are matched
		costs *costs
		bases [2]blas32.General
	}

	telling sync.Mutex
	told    float64
	report  func(stage string, fraction float64)
}

// tell passes progress on, one call at a time and never falling.
func (s *solver) tell(stage string, fraction float64) {
	s.telling.Lock()
	defer s.telling.Unlock()
	s.told = max(s.told, fraction)
	if s.report != nil {
		s.report(stage, s.told)
	}
}

// Solve matches two shapes by their extremities. The error is the context's, an
// *FewTipsError, or says what is wrong with the shapes.
func Solve(ctx context.Context, x, y *metric.Space, opt Options) (*Result, error) {
	s := &solver{threads: parallel.Threads(opt.Threads), report: opt.Progress}
	s.tell("finding extremities", 0)
	r := &Result{TipsX: opt.TipsX, TipsY: opt.TipsY}
	if r.TipsX == nil {
		r.TipsX = Tips(x, s.threads)
	}
	if r.TipsY == nil {
		r.TipsY = Tips(y, s.threads)
	}
	if min(len(r.TipsX), len(r.TipsY)) < LeastTips {
		return r, &FewTipsError{len(r.TipsX), len(r.TipsY)}
	}
	if most := max(len(r.TipsX), len(r.TipsY)); most > maxTips {
		return r, fmt.Errorf("%d extremities can be paired in too many ways: give at most %d on each shape", most, maxTips)
	}
	var err error
	if s.x, err = newSide(ctx, x, r.TipsX, false, s.threads); err != nil {
		return nil, err
	}
	if s.y, err = newSide(ctx, y, r.TipsY, opt.Mirrored, s.threads); err != nil {
		return nil, err
	}
	all, err := s.rank(ctx)
	if err != nil {
		return nil, err
	}
	s.fine.costs = s.costsAt(finishSamples)
	if s.fine.bases, err = s.bases(ctx, s.fine.costs.x.count, s.fine.costs.y.count, finishSizes); err != nil {
		return nil, err
	}
	if all, err = s.choose(ctx, all); err != nil {
		return nil, err
	}
	s.tell("finishing", 0.8)
	r.Matches, err = s.finish(ctx, all)
	return r, err
}

// bases of the first n and m samples, wide enough for the last of the sizes.
func (s *solver) bases(ctx context.Context, n, m int, sizes []int) (out [2]blas32.General, err error) {
	var errs [2]error
	spaces, counts := [2]*metric.Space{s.x.space, s.y.space}, [2]int{n, m}
	err = parallel.For(ctx, s.threads, 2, 1, func(_, k, _ int) {
		out[k], errs[k] = basis(spaces[k], counts[k], slices.Max(sizes))
	})
	for _, e := range errs {
		if err == nil {
			err = e
		}
	}
	return out, err
}

// finish repeats the refinement of the chosen ones with more functions, and carries them
// to all samples. Their order stays: more functions make better maps, not better scores.
func (s *solver) finish(ctx context.Context, chosen []candidate) ([]*Match, error) {
	costs, bases := s.fine.costs, s.fine.bases
	extendX, err := newExtender(ctx, s.x, targetsOf(s.x.whole, s.threads), s.threads)
	if err != nil {
		return nil, err
	}
	extendY, err := newExtender(ctx, s.y, targetsOf(s.y.whole, s.threads), s.threads)
	if err != nil {
		return nil, err
	}
	matches := make([]*Match, len(chosen))
	err = parallel.For(ctx, s.threads, len(chosen), 1, func(_, k, _ int) {
		c, z, room := &chosen[k], newClimb(bases[0], bases[1]), costs.room()
		costs.fill(c, room, z.cost, z.total)
		z.run(finishSizes)
		m := &Match{TipsX: c.tipsX, TipsY: c.tipsY, Score: c.score, Parts: c.Parts, x: s.x, y: s.y}
		m.know(room, z)
		_ = m.carry(ctx, extendX, extendY) // the loop's own error says so too
		matches[k] = m
	})
	if err == nil {
		err = ctx.Err()
	}
	return matches, err
}
