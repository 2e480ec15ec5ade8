package register

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/stages"
	"gwscope/meshio/closest"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Options tune [Surface]. The zero value works.
type Options struct {
	Threads int // default: all processors; the result does not depend on it
	// Pins are pairs of points that lie on each other exactly in the end.
	Pins []correspond.Pin
	// LacksX and LacksY mark the points of X and of Y that have no partner on the other
	// shape: nothing pulls them, and they follow their neighbours. nil: all have one.
	LacksX, LacksY []bool
	// Lacking, if set, marks such points once the mesh lies on Y. Where it marks any, these
	// take the place of LacksX and LacksY, and the mesh is laid anew.
	Lacking func(ctx context.Context, on *Registered) (ofX, ofY []bool, err error)
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
	for _, d := range []*metric.Domain{x.Domain, y.Domain} {
		if err := d.MakePlaces(ctx); err != nil {
			return nil, err
		}
	}
	l := &layer{x: x, y: y, onX: x, onY: y, aToB: aToB, bToA: bToA, onAToB: aToB, onBToA: bToA}
	if coarse, level := x.Coarse(); coarse != nil {
		if err := l.useLevel(ctx, coarse, level, opt.Threads); err != nil {
			return nil, err
		}
	}
	report := opt.Progress
	if report == nil {
		report = func(float64) {}
	}
	part := func(from, to float64) {
		opt.Progress = func(f float64) { report(from + (to-from)*f) }
	}
	part(0, firstShare)
	on, err := l.lay(ctx, opt)
	if err != nil {
		return nil, err
	}
	if opt.Lacking != nil {
		ofX, ofY, err := opt.Lacking(ctx, on)
		if err != nil {
			return nil, err
		}
		if ofX != nil || ofY != nil {
			opt.LacksX, opt.LacksY = ofX, ofY
			part(firstShare, nearerFrom)
			if on, err = l.lay(ctx, opt); err != nil {
				return nil, err
			}
		}
	}
	report(nearerFrom)
	l.opt.Progress = nil
	var known *Quality // of the mesh that run has laid
	if l.level == nil {
		known = &on.Quality
	}
	if moved, err := l.run.nearer(ctx, known); err != nil {
		return nil, err
	} else if moved {
		if on, err = l.read(ctx); err != nil {
			return nil, err
		}
	}
	report(1)
	return on, nil
}

// firstShare is the share of the progress that laying the mesh has, and nearerFrom the one after which it
// is brought nearer. Between them the mesh is laid anew where parts have no partner.
const firstShare, nearerFrom = 0.6, 0.9

// layer lays X's mesh on Y.
type layer struct {
	x, y       *metric.Space
	aToB, bToA *correspond.SurfaceMap
	// onX, onY and their maps are levels of large surfaces, else the surfaces; level and levelY lead to them, nil: none.
	onX, onY       *metric.Space
	onAToB, onBToA *correspond.SurfaceMap
	level, levelY  *metric.Level

	opt  Options // of the mesh that run has laid
	run  *run
	side side
}

// lay moves the mesh to Y and reads the maps off it.
func (l *layer) lay(ctx context.Context, opt Options) (*Registered, error) {
	l.opt = opt
	in, end := ctx, func() {}
	if l.level != nil {
		in, end = stages.Begin(ctx, "level")
		opt = l.onLevel(opt)
	}
	var err error
	l.run, l.side, err = lay(in, l.onX, l.onY, l.onAToB, l.onBToA, opt)
	end()
	if err != nil {
		return nil, err
	}
	return l.read(ctx)
}

// read is the mesh as it lies, with its maps.
func (l *layer) read(ctx context.Context) (*Registered, error) {
	if l.level != nil {
		return l.readLevel(ctx)
	}
	under, err := l.run.under(ctx)
	if err != nil {
		return nil, err
	}
	return l.run.result(ctx, l.x, l.side, under, nil, l.aToB, l.bToA)
}

// lay moves X's mesh to Y.
func lay(ctx context.Context, x, y *metric.Space, aToB, bToA *correspond.SurfaceMap, opt Options) (*run, side, error) {
	side, err := sideOf(ctx, x, y, aToB)
	if err != nil {
		return nil, side, err
	}
	whole, err := wholeOf(ctx, x, side, aToB, opt)
	if err != nil {
		return nil, side, err
	}
	whole.torn = tornOff(x, y, aToB)
	asked := demandsOf(x, y, bToA, tornOff(y, x, bToA), opt)
	r := newRun(y, whole, asked, opt)
	r.proportion(leastUnlike)
	if len(whole.points) > mostAtOnce {
		c := cellsOf(whole.points, whole.faces)
		first := newRun(y, whole.coarse(c), asked.on(c.of), opt)
		if r.sheet.stretch != nil {
			first.proportion(0)
		}
		if err := first.approach(ctx, 0, 0.6); err != nil {
			return nil, side, err
		}
		r.carry(first.sheet, c)
		r.done = first.done
		err = r.finish(ctx, r.rounds(roundsAfter))
	} else if err = r.approach(ctx, 0, 0.75); err == nil {
		err = r.finish(ctx, 0)
	}
	if err != nil {
		return nil, side, err
	}
	r.holdPins(r.sheet.at)
	return r, side, nil
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

// run moves one mesh to B.
type run struct {
	source
	y      *metric.Domain
	space  *metric.Space // of B
	opt    Options
	sheet  *sheet
	trust  []float64 // of the map's single places, mean 1 over the sheet
	rough  []float64 // of the map's means, by confidence
	asked  demands
	ground surface // B
	pulls  []int32 // B's points that pull
	share  float64 // of a point of B that pulls, in points of A per area
	pinned []bool

	round   int     // of the way to the surface, see closer
	lambda  float64 // of that round
	lastOnB []int32 // the face of B that was nearest to each point of A, -1: none yet
	lastOnA []int32 // the face of the sheet that was nearest to each of pulls, and where on it
	onA     [][3]float64
	reach   float64 // of the points of A, see reach
	unfolds int     // rounds of unfolding
	done    float64 // fraction
}

// mostPulling is how many points of B pull at A's mesh; of more, evenly chosen ones do. A coarse mesh needs
// no more than pullsAPoint for each of its points.
const mostPulling, pullsAPoint = 10000, 2

func newRun(y *metric.Space, s source, asked demands, opt Options) *run {
	r := newBare(y, s, opt)
	if s.tree == nil {
		r.sheet.tree = closest.NewTree(s.points, s.faces)
	}
	r.asked = asked
	r.sheet.move(correspond.BestRigid(s.points, s.to, s.area))
	most := min(mostPulling, pullsAPoint*len(s.points))
	step := (len(r.y.Points) + most - 1) / most
	area := 0.0
	for j := 0; j < len(r.y.Points); j += step {
		if opt.LacksY == nil || !opt.LacksY[j] {
			r.pulls = append(r.pulls, int32(j))
			area += r.y.PointArea[j]
		}
	}
	if area > 0 {
		r.share = float64(len(s.points)) / area
	}
	r.believe()
	r.lastOnA, r.onA = none(len(r.pulls)), make([][3]float64, len(r.pulls))
	return r
}

// newBare is a run that follows no map.
func newBare(y *metric.Space, s source, opt Options) *run {
	r := &run{source: s, y: y.Domain, space: y, reach: reach, unfolds: unfoldRounds, opt: opt, ground: newSurface(y.Domain),
		sheet: newSheet(s, opt.Threads), pinned: make([]bool, len(s.points)), lastOnB: none(len(s.points))}
	for _, p := range s.pins {
		r.pinned[p.X] = true
	}
	return r
}

func none(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// finish unfolds the sheet, after so many of the last rounds to the surface.
func (r *run) finish(ctx context.Context, rounds int) error {
	ctx, end := stages.Begin(ctx, "finish")
	defer end()
	begin := r.done
	for k := range rounds {
		if err := r.closer(ctx, 1-shareAfter*float64(rounds-1-k)/float64(rounds)); err != nil {
			return err
		}
		r.report(begin + (0.8-begin)*float64(k+1)/float64(rounds))
	}
	return r.unfoldAll(ctx)
}

// nearer brings triangles that cut across B nearer to it, and reports whether the sheet has moved: what
// bridges a gap is drawn in, and the stretch is evened out. now is the quality of the sheet, nil: not known.
func (r *run) nearer(ctx context.Context, now *Quality) (moved bool, err error) {
	found, err := r.bridges(ctx)
	if err != nil || len(found) == 0 {
		return false, err
	}
	if now == nil {
		q, err := r.quality(ctx, nil)
		if err != nil {
			return false, err
		}
		now = &q
	}
	after, mended, err := r.mend(ctx, *now)
	if err != nil {
		return false, err
	}
	if mended {
		if found, err = r.bridges(ctx); err != nil || len(found) == 0 {
			return true, err
		}
	}
	evened, err := r.even(ctx, after)
	return mended || evened, err
}

// unfoldAll unfolds the sheet, with some of the last rounds to the surface between.
func (r *run) unfoldAll(ctx context.Context) error {
	for pass := range unfoldPasses {
		if pass > 0 {
			for range r.rounds(againRounds) {
				if err := r.closer(ctx, 1); err != nil {
					return err
				}
			}
		}
		if err := r.unfold(ctx); err != nil {
			return err
		}
		r.report(0.8 + 0.15*float64(pass+1)/unfoldPasses)
	}
	return nil
}

func (r *run) report(fraction float64) {
	if fraction > r.done {
		r.done = fraction
		if r.opt.Progress != nil {
			r.opt.Progress(fraction)
		}
	}
}
