package anchor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"

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
	Threads int // default: all processors; the result does not depend on it
	// TipsX and TipsY are the extremities, found where nil; at most seven, the weakest last.
	TipsX, TipsY []Extremity
	// Pins are pairs of places that every match has to honour.
	Pins []Pin
	// PinnedSide lets pins decide whether the match is mirrored, other than Mirrored says.
	PinnedSide bool
	// Memory, if set, keeps the work that other solves of the same spaces need, too.
	Memory *Memory
	// Mirrored asks for the match with the mirror image of Y.
	Mirrored bool
	// Progress, if set, is called with a stage for people and the fraction done,
	// never falling, from one goroutine at a time and never after Solve has returned.
	Progress func(stage string, fraction float64)
}

// Parts are the terms of a match's score, each the sum of both directions and least for
// the best.
type Parts struct {
	Bending    float64 // of neighbourhoods, 0 to 2: their change that no similarity without reflection explains
	Stretching float64 // mean squared change of near distances
	// Curving is how far the map is from carrying curvature along, 0 to 4, 1 where it
	// has nothing to do with it: e to the [judge.Bench.CurvatureScore].
	Curving float64
	// Residual is the residual of refinement, in mean costs. It is no part of the score, because it
	// grows with the number of tips that are paired.
	Residual float64
}

// Match is one way in which the shapes may correspond.
type Match struct {
	// TipsX[k] of the extremities of X is matched with TipsY[k] of Y's.
	TipsX, TipsY []int
	// Lesser are pairs of points of the Domains that are matched too: extremities of
	// less persistence, one of each or with one that the other shape has more of.
	Lesser [][2]int32
	// Score is log(Bending² Stretching Curving) - 0.06 for each pair of extremities, the
	// lesser ones included; least is best.
	Score float64
	Parts
	// XToY is, for each sample of X, the point of Y's Domain that it is matched with
	// (n); YToX the other way (m). Many may go to one.
	XToY, YToX []int32

	x, y           *side
	pins           *pins          // nil without any
	knownX, knownY blas32.General // rows of the matched samples, without pins
	rowsX, rowsY   blas32.General // rows of all samples
}

// Cost is the dissimilarity of samples under the match (n x m): the cost that a coupling with
// given masses should make small.
func (m *Match) Cost() blas32.General {
	cost := dense.New32(m.rowsX.Rows, m.rowsY.Rows)
	squaredDistances(m.rowsX, m.rowsY, cost)
	return cost
}

// Result of Solve.
type Result struct {
	// TipsX and TipsY are the extremities that were paired, the pinned places first.
	TipsX, TipsY []Extremity
	// Matches are different, at most four, the best first.
	Matches []*Match
}

// FewTipsError says that a shape has too few extremities to be matched by them.
type FewTipsError struct{ X, Y, Pins int }

func (e *FewTipsError) Error() string {
	if e.Pins > 0 {
		return fmt.Sprintf("matching by extremities needs %d pinned landmarks, or at least %d of them and extremities together on each shape; there are %d pinned, the source has %d extremities elsewhere and the target %d",
			LeastPins, LeastTips, e.Pins, e.X-e.Pins, e.Y-e.Pins)
	}
	return fmt.Sprintf("matching by extremities needs at least %d of them on each shape; the source has %d and the target %d", LeastTips, e.X, e.Y)
}

// solver is one run of Solve.
type solver struct {
	x, y    *side
	memory  *Memory
	pins    []Pin // all of them; as many as count are the first tips of both sides
	known   int   // tips whose partners are known
	threads int
	fine    struct { // on all samples that are matched
		costs *costs
		bases [2]*functions
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
	s := &solver{threads: parallel.Threads(opt.Threads), report: opt.Progress, memory: opt.Memory, pins: opt.Pins}
	if s.memory == nil {
		s.memory = new(Memory)
	}
	s.tell("finding extremities", 0)
	r, all, err := s.coarse(ctx, x, y, opt)
	if err != nil {
		return r, err
	}
	if opt.PinnedSide && len(opt.Pins) > 0 {
		opt.Mirrored = !opt.Mirrored
		other := &solver{threads: s.threads, memory: s.memory, pins: s.pins}
		turned, more, err := other.coarse(ctx, x, y, opt)
		if err != nil {
			return nil, err
		}
		if more[0].score+pinnedSide < all[0].score {
			other.report, other.told = s.report, s.told
			s, r, all = other, turned, more
		}
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

// coarse finds the extremities and ranks and scores their pairings, the best first. The
// tips come back also with an *FewTipsError.
func (s *solver) coarse(ctx context.Context, x, y *metric.Space, opt Options) (*Result, []candidate, error) {
	r, err := s.sides(ctx, x, y, opt)
	if err != nil {
		return r, nil, err
	}
	all, err := s.rank(ctx)
	if err == nil {
		all, err = s.chooseCoarsely(ctx, all)
	}
	if err != nil {
		return nil, nil, err
	}
	return r, all, nil
}

// sides finds the extremities and prepares both shapes for them. The tips come back
// also with an *FewTipsError.
func (s *solver) sides(ctx context.Context, x, y *metric.Space, opt Options) (*Result, error) {
	r := &Result{TipsX: opt.TipsX, TipsY: opt.TipsY}
	var lesserX, lesserY []Extremity // who sets the extremities wants no others
	if r.TipsX == nil {
		r.TipsX, lesserX = s.memory.extremities(x, s.threads)
	}
	if r.TipsY == nil {
		r.TipsY, lesserY = s.memory.extremities(y, s.threads)
	}
	if most := max(len(r.TipsX), len(r.TipsY)); most > maxTips {
		return r, fmt.Errorf("%d extremities can be paired in too many ways: give at most %d on each shape", most, maxTips)
	}
	if err := inDomains(x, y, r, s.pins); err != nil {
		return r, err
	}
	groundX, groundY := s.memory.ground(x, false), s.memory.ground(y, opt.Mirrored)
	count, err := s.spread(ctx, groundX, groundY, s.pins)
	if err != nil {
		return nil, err
	}
	if r.TipsX, err = s.pinned(ctx, groundX, count, func(p Pin) int32 { return p.X }, r.TipsX); err != nil {
		return nil, err
	}
	if r.TipsY, err = s.pinned(ctx, groundY, count, func(p Pin) int32 { return p.Y }, r.TipsY); err != nil {
		return nil, err
	}
	s.known = len(count)
	if s.known < LeastPins && min(len(r.TipsX), len(r.TipsY)) < LeastTips {
		return r, &FewTipsError{len(r.TipsX), len(r.TipsY), s.known}
	}
	if s.x, err = s.sideWith(ctx, groundX, count, func(p Pin) int32 { return p.X }, r.TipsX, lesserX); err != nil {
		return nil, err
	}
	s.y, err = s.sideWith(ctx, groundY, count, func(p Pin) int32 { return p.Y }, r.TipsY, lesserY)
	return r, err
}

// sideWith prepares a shape for its tips, pins among them, and the lesser ones that are
// not close to a pin.
func (s *solver) sideWith(ctx context.Context, g *ground, pins []Pin, pointOf func(Pin) int32, tips, lesser []Extremity) (*side, error) {
	free, err := s.pinned(ctx, g, pins, pointOf, lesser)
	if err != nil {
		return nil, err
	}
	side, err := newSide(ctx, g, slices.Concat(tips, free[len(pins):]), s.threads)
	if err == nil {
		side.main = len(tips)
	}
	return side, err
}

// inDomains refuses tips and pins at points that the shapes do not have.
func inDomains(x, y *metric.Space, r *Result, pins []Pin) error {
	check := func(what, name string, point int32, space *metric.Space) error {
		if v := len(space.Domain.Points); point < 0 || int(point) >= v {
			return fmt.Errorf("the %s %q is at point %d of a shape that has %d", what, name, point, v)
		}
		return nil
	}
	var errs []error
	for _, t := range r.TipsX {
		errs = append(errs, check("extremity", t.Name, t.Point, x))
	}
	for _, t := range r.TipsY {
		errs = append(errs, check("extremity", t.Name, t.Point, y))
	}
	for _, p := range pins {
		errs = append(errs, check("pin", p.Name, p.X, x), check("pin", p.Name, p.Y, y))
	}
	return errors.Join(errs...)
}

// bases of the first n and m samples, wide enough for the last of the sizes.
func (s *solver) bases(ctx context.Context, n, m int, sizes []int) (out [2]*functions, err error) {
	var errs [2]error
	sides, counts := [2]*side{s.x, s.y}, [2]int{n, m}
	err = parallel.For(ctx, s.threads, 2, 1, func(_, k, _ int) {
		out[k], errs[k] = sides[k].basisOf(counts[k], slices.Max(sizes))
	})
	return out, cmp.Or(err, errs[0], errs[1])
}

// finish repeats the refinement of the chosen ones with more functions, and carries them
// to all samples. Their order stays: more functions make better maps, not better scores.
func (s *solver) finish(ctx context.Context, chosen []candidate) ([]*Match, error) {
	costs, bases := s.fine.costs, s.fine.bases
	extendX, err := s.x.extenderToTargets(ctx, s.threads)
	if err != nil {
		return nil, err
	}
	extendY, err := s.y.extenderToTargets(ctx, s.threads)
	if err != nil {
		return nil, err
	}
	matches := make([]*Match, len(chosen))
	err = parallel.For(ctx, s.threads, len(chosen), 1, func(_, k, _ int) {
		c, z, room := &chosen[k], newClimb(bases[0], bases[1]), costs.room()
		z.run(finishSizes, costs.fill(c, room, z.cost, z.total))
		m := &Match{Score: c.score, Parts: c.Parts, x: s.x, y: s.y}
		m.TipsX, m.TipsY, m.Lesser = s.reported(c)
		m.know(room, z)
		if len(s.pins) > 0 {
			var err error
			if m.pins, err = s.pulled(ctx, s.pins, m); err != nil {
				return // the context's, as the loop's own
			}
		}
		_ = m.carry(ctx, extendX, extendY) // the loop's own error says so too
		matches[k] = m
	})
	if err == nil {
		err = ctx.Err()
	}
	return matches, err
}
