package register

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/stages"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// levelUnfolds is the number of rounds of unfolding that all points have. The folds that are left
// are smaller than the roughness of B, and more rounds do not mend them.
const levelUnfolds = 3

// levelShare is the share of the progress that the level has.
const levelShare = 0.7

// useLevel lets the level of a large surface be laid on B, or on B's level. All points are taken there
// with it: they are as far from the level as the surface bends between its points, so that
// putting them on B's surface is all that is left to do.
func (l *layer) useLevel(ctx context.Context, coarse *metric.Space, level *metric.Level, threads int) (err error) {
	l.onX, l.level = coarse, level
	l.onY, l.levelY = correspond.OnLevel(l.y)
	if l.onAToB, err = correspond.Restrict(ctx, l.x, l.y, l.aToB, threads); err != nil {
		return err
	}
	l.onBToA, err = correspond.Restrict(ctx, l.y, l.x, l.bToA, threads)
	return err
}

// onLevel are options for the level.
func (l *layer) onLevel(opt Options) Options {
	on := Options{Threads: opt.Threads, LacksX: marksOn(l.level, opt.LacksX), LacksY: marksOn(l.levelY, opt.LacksY)}
	for _, p := range opt.Pins {
		pin := correspond.Pin{X: l.level.Nearest(p.X), Y: p.Y}
		if l.levelY != nil {
			pin.Y = l.levelY.Nearest(p.Y)
		}
		on.Pins = append(on.Pins, pin)
	}
	if opt.Progress != nil {
		on.Progress = func(f float64) { opt.Progress(levelShare * f) }
	}
	return on
}

// readLevel takes all points to B as the level lies there.
func (l *layer) readLevel(ctx context.Context) (*Registered, error) {
	in, end := stages.Begin(ctx, "all points")
	defer end()
	whole := shapeOf(l.x.Domain, l.side, l.opt)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := newBare(l.y, whole, l.opt)
	r.unfolds = levelUnfolds
	if err := r.follow(in, l.run.sheet, l.level); err != nil {
		return nil, err
	}
	r.report(levelShare + 0.1)
	under, err := r.land(in)
	if err != nil {
		return nil, err
	}
	end()
	r.report(levelShare + 0.2)
	return r.result(ctx, l.x, l.side, under, under, l.aToB, l.bToA)
}

// marksOn are marks of points at those of a level; nil: none.
func marksOn(level *metric.Level, marks []bool) []bool {
	if level == nil || marks == nil {
		return marks
	}
	out := make([]bool, len(level.Points))
	for k, p := range level.Points {
		out[k] = marks[p]
	}
	return out
}

// follow moves all points as the corners of the level's triangles about them have moved and
// turned.
func (r *run) follow(ctx context.Context, first *sheet, level *metric.Level) error {
	h := r.sheet
	h.at = make([]r3.Vec, len(h.rest))
	return parallel.For(ctx, r.opt.Threads, len(h.at), blockSize, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			var at r3.Vec
			var turn dense.Mat3
			for k, c := range level.Corners[i] {
				s := float64(level.Shares[i][k])
				at = r3.Add(at, r3.Scale(s, r3.Add(first.at[c], first.turns[c].Times(r3.Sub(h.rest[i], first.rest[c])))))
				for e, x := range first.turns[c] {
					turn[e] += s * x
				}
			}
			h.at[i] = at
			h.turns[i], _ = dense.Rotation3(turn)
		}
	})
}

// pinReach is how far about a pin points move with it, / √area of A.
const pinReach = 0.04

// land puts the points on B's surface, unfolds what that folds, and gives the places under
// them.
func (r *run) land(ctx context.Context) (*places, error) {
	h := r.sheet
	for _, p := range r.pins {
		away := r3.Sub(r.y.Points[p.Y], h.at[p.X])
		for i, q := range h.rest {
			if near := 1 - r3.Norm2(r3.Sub(q, h.rest[p.X]))/(pinReach*pinReach); near > 0 {
				h.at[i] = r3.Add(h.at[i], r3.Scale(near*near, away))
			}
		}
	}
	return r.unfolded(ctx)
}
