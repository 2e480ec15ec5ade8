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

// byLevel lays the level of a large surface on B, or on B's level, and takes all points there
// with it: they are as far from the level as the surface bends between its points, so that
// putting them on B's surface is all that is left to do.
func byLevel(ctx context.Context, x, y, coarse *metric.Space, level *metric.Level, aToB, bToA *correspond.SurfaceMap, opt Options) (*Registered, error) {
	onY, levelY := correspond.OnLevel(y)
	a, err := correspond.Restrict(ctx, x, y, aToB, opt.Threads)
	if err != nil {
		return nil, err
	}
	b, err := correspond.Restrict(ctx, y, x, bToA, opt.Threads)
	if err != nil {
		return nil, err
	}
	on := Options{Threads: opt.Threads, LacksX: marksOn(level, opt.LacksX), LacksY: marksOn(levelY, opt.LacksY)}
	for _, p := range opt.Pins {
		pin := correspond.Pin{X: level.Nearest(p.X), Y: p.Y}
		if levelY != nil {
			pin.Y = levelY.Nearest(p.Y)
		}
		on.Pins = append(on.Pins, pin)
	}
	if opt.Progress != nil {
		on.Progress = func(f float64) { opt.Progress(levelShare * f) }
	}
	in, end := stages.Begin(ctx, "level")
	first, side, err := lay(in, coarse, onY, a, b, on)
	end()
	if err != nil {
		return nil, err
	}
	in, end = stages.Begin(ctx, "all points")
	defer end()
	whole := shapeOf(x.Domain, side, opt)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := newBare(y, whole, opt)
	r.unfolds = levelUnfolds
	if err := r.follow(in, first.sheet, level); err != nil {
		return nil, err
	}
	r.report(levelShare + 0.1)
	under, err := r.land(in)
	if err != nil {
		return nil, err
	}
	end()
	r.report(levelShare + 0.2)
	return r.result(ctx, x, side, under, under, aToB, bToA)
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
