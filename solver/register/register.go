package register

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Options tune [Surface]. The zero value works.
type Options struct {
	Threads int // default GOMAXPROCS; the result does not depend on it
	// Pins are pairs of points that lie on each other exactly in the end.
	Pins []correspond.Pin
	// LacksX and LacksY mark the points of X and of Y that have no partner on the other
	// shape: nothing pulls them, and they follow their neighbours. nil: all have one.
	LacksX, LacksY []bool
	// Progress, if set, is called with the fraction done, never falling, from one
	// goroutine at a time and never after Surface has returned.
	Progress func(fraction float64)
}

// Registered is A's mesh on B's surface. It is immutable.
type Registered struct {
	// AOnB are the positions of X's points (v) in the coordinates of Y's Domain.
	AOnB []r3.Vec
	// AToB sends every point of X to the place of Y under its position; BToA sends every
	// point of Y to the place of X's mesh that lies over it. They are each other's inverse
	// to within the distance between the two surfaces.
	AToB, BToA *correspond.SurfaceMap
	// Mirrored says that the map turns A inside out, as one between mirror images does.
	Mirrored bool
	// Quality tells how well A's mesh lies on B.
	Quality Quality
	// Notes are sentences for people.
	Notes []string
}

// ErrNoSurface reports that a shape is a point cloud: there is nothing to register.
var ErrNoSurface = errors.New("a point cloud has no surface to register")

// Surface lays X's mesh on Y's surface along a map of all points in both directions, such
// as [correspond.Dense] gives. It returns [ErrNoSurface] where a shape is a point cloud,
// ctx.Err() when the context ends, and an error when the maps or options do not fit the
// spaces.
func Surface(ctx context.Context, x, y *metric.Space, aToB, bToA *correspond.SurfaceMap, opt Options) (*Registered, error) {
	if x.Domain.IsCloud() || y.Domain.IsCloud() {
		return nil, ErrNoSurface
	}
	if err := check(x, y, aToB, bToA, opt); err != nil {
		return nil, err
	}
	r := newRun(x, y, aToB, bToA, opt)
	if err := r.follow(ctx); err != nil {
		return nil, err
	}
	return r.result(ctx)
}

func check(x, y *metric.Space, aToB, bToA *correspond.SurfaceMap, opt Options) error {
	v, w := len(x.Domain.Points), len(y.Domain.Points)
	if len(aToB.Places) != v || len(bToA.Places) != w {
		return fmt.Errorf("the maps send %d and %d points, but the shapes have %d and %d", len(aToB.Places), len(bToA.Places), v, w)
	}
	if opt.LacksX != nil && len(opt.LacksX) != v || opt.LacksY != nil && len(opt.LacksY) != w {
		return fmt.Errorf("the marks of parts without a partner are for %d and %d points, but the shapes have %d and %d", len(opt.LacksX), len(opt.LacksY), v, w)
	}
	for k, p := range opt.Pins {
		if p.X < 0 || int(p.X) >= v || p.Y < 0 || int(p.Y) >= w {
			return fmt.Errorf("pin %d joins point %d with point %d, but the shapes have %d and %d points", k, p.X, p.Y, v, w)
		}
	}
	return nil
}

// run is one registration.
type run struct {
	x, y *metric.Domain
	opt  Options
	aToB *correspond.SurfaceMap
	bToA *correspond.SurfaceMap
	side side // how A's orientation goes with B's

	sheet   *sheet
	spread  *spread
	trust   []float64 // of the map's single places, mean 1 over the sheet
	rough   []float64 // of the map's means, by confidence
	ground  surface   // B
	asked   []int32   // B's points that pull
	share   float64   // of a point of B that pulls, in points of A per area
	pinned  []bool
	lastOnB []int32 // the face of B that was nearest to each point of A, -1: none yet
	lastOnA []int32 // the face of the sheet that was nearest to each of asked
	done    float64 // fraction
}

// mostPulling is how many points of B pull at A's mesh; of more, evenly chosen ones do.
const mostPulling = 10000

func newRun(x, y *metric.Space, aToB, bToA *correspond.SurfaceMap, opt Options) *run {
	r := &run{x: x.Domain, y: y.Domain, opt: opt, aToB: aToB, bToA: bToA}
	r.side = sideOf(x, y, aToB)
	r.sheet = newSheet(x.Domain, r.side, opt.Threads)
	r.sheet.move(correspond.BestRigid(r.sheet.rest, aToB.Positions, x.Domain.PointArea))
	r.spread = newSpread(x)
	r.ground = newSurface(y.Domain)
	r.pinned = make([]bool, len(r.sheet.rest))
	for _, p := range opt.Pins {
		r.pinned[p.X] = true
	}
	step := (len(y.Domain.Points) + mostPulling - 1) / mostPulling
	area := 0.0
	for j := 0; j < len(y.Domain.Points); j += step {
		if opt.LacksY == nil || !opt.LacksY[j] {
			r.asked = append(r.asked, int32(j))
			area += y.Domain.PointArea[j]
		}
	}
	if area > 0 {
		r.share = float64(len(r.sheet.rest)) / area
	}
	r.believe()
	r.lastOnB, r.lastOnA = none(len(r.sheet.rest)), none(len(r.asked))
	return r
}

func none(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// follow moves the sheet from the map to the surface.
func (r *run) follow(ctx context.Context) error {
	if err := r.toMap(ctx); err != nil {
		return err
	}
	for k := range surfaceRounds {
		if err := r.closer(ctx, k); err != nil {
			return err
		}
		r.report(0.25 + 0.5*float64(k+1)/surfaceRounds)
	}
	for pass := range unfoldPasses {
		if pass > 0 {
			for range againRounds {
				if err := r.closer(ctx, surfaceRounds-1); err != nil {
					return err
				}
			}
		}
		if err := r.unfold(ctx); err != nil {
			return err
		}
		r.report(0.75 + 0.15*float64(pass+1)/unfoldPasses)
	}
	return nil
}

// lacks reports that point i of A has no partner.
func (r *run) lacks(i int) bool { return r.opt.LacksX != nil && r.opt.LacksX[i] }

func (r *run) report(fraction float64) {
	if fraction > r.done {
		r.done = fraction
		if r.opt.Progress != nil {
			r.opt.Progress(fraction)
		}
	}
}
