package register

import (
	"context"

	"gwscope/internal/stages"
)

const (
	// evenRounds is the number of rounds that even out the stretch, evenStiffness their stiffness, and
	// evenWeight the weight of closest places beside it: points that hardly hold slide far in a round.
	// Stiffer sheets leave B in creases.
	evenRounds, evenStiffness, evenWeight = 30, 7, 0.2
	// evenGain is the share of the distance from B that may be left at most, evenFolds the share of
	// triangles that may fold in addition, and evenArea the factor by which the stretch of areas may grow.
	evenGain, evenFolds, evenArea = 0.95, 2e-4, 2
)

// even spreads the stretch of a sheet over its triangles where the shapes have other proportions and
// triangles cut across B, and it has the given quality before. It reports whether the sheet has moved. The rounds to the surface, each
// softer than the last, leave points where they first reached B: a horse's small ear then covers
// an elephant's large one by a few triangles of many times their size. The sheet stays as it was where
// the outcome lies no nearer to B, folds more, or crowds its points.
func (r *run) even(ctx context.Context, before Quality) (moved bool, err error) {
	if r.sheet.stretch == nil {
		return false, nil
	}
	ctx, end := stages.Begin(ctx, "even")
	defer end()
	other := r.fork()
	for range evenRounds {
		if err := other.toPlaces(ctx, alternateUntil, evenStiffness, evenWeight); err != nil {
			return false, err
		}
	}
	other.round = 0 // nearest faces are to be sought
	if err := other.unfoldAll(ctx); err != nil {
		return false, err
	}
	after, err := other.quality(ctx, nil)
	if err != nil {
		return false, err
	}
	if after.Partnered99 > evenGain*before.Partnered99 || after.AreaStretch > evenArea*before.AreaStretch ||
		after.Folded+after.Collapsed > before.Folded+before.Collapsed+evenFolds {
		return false, nil
	}
	r.sheet.at, r.sheet.turns = other.sheet.at, other.sheet.turns
	r.holdPins(r.sheet.at)
	return true, nil
}
