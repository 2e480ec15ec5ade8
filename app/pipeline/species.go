package pipeline

import (
	"context"

	"gwscope/solver"
)

// kinship is what is known of whether two shapes are of one species.
type kinship struct {
	of     *solver.Result
	kin    solver.Kin
	figure float64
}

// Kin says whether the shapes look like one species, and the figure that tells; see
// solver.Result.Kin, beyond which it looks closer at the plans of our own methods.
func (m *Match) Kin() (solver.Kin, float64) {
	if m.kin != nil && m.kin.of == m.Result {
		return m.kin.kin, m.kin.figure
	}
	return m.Result.Kin(m.X, m.Y)
}

// compareSpecies works out Kin. What the solve has not told is told by a descent, some
// hundredths of a second long, where the plan is near a good minimum: a rival's, or one
// that nobody has polished, may be far from any, and would make two poses of one animal
// different species.
func (m *Match) compareSpecies(ctx context.Context) error {
	kin, figure := m.Kin()
	if kin == solver.KinUnknown && m.Result.Own == nil && m.Result.Status != solver.Cancelled && polishes(m.Options) {
		var err error
		if figure, err = solver.Dissimilarity(ctx, m.X, m.Y, m.Result.Plan(), m.Options.Threads); err != nil {
			return err
		}
		kin = solver.SameSpecies
		if figure > solver.CrossSpecies {
			kin = solver.OtherSpecies
		}
		if ctx.Err() != nil {
			kin = solver.KinUnknown // the descent was cut short
		}
	}
	m.kin = &kinship{m.Result, kin, figure}
	return nil
}
