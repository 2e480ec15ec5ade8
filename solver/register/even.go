package register

import "context"

const (
	// evenRounds is the number of rounds that even out the stretch, evenStiffness their stiffness, and
	// evenWeight the weight of closest places beside it: points that hardly hold slide far in a round.
	// Stiffer sheets leave B in creases.
	evenRounds, evenStiffness, evenWeight = 30, 7, 0.2
)

// even spreads the stretch of a sheet over its triangles where the shapes have other proportions and
// triangles cut across B. The rounds before, each softer than the last, leave points where they first
// reached B. A horse's small ear then covers an elephant's large one by a few triangles of many times
// their size.
func (r *run) even(ctx context.Context) error {
	if r.sheet.stretch == nil {
		return nil
	}
	if found, err := r.bridges(ctx); err != nil || len(found) == 0 {
		return err
	}
	r.round = 0 // nearest faces are to be sought
	for range evenRounds {
		if err := r.toPlaces(ctx, alternateUntil, evenStiffness, evenWeight); err != nil {
			return err
		}
	}
	r.round = 0
	return nil
}
