package pipeline

import (
	"context"

	"gwscope/solver"
)

// kinship tells whether two shapes are of one species, as far as a result tells it.
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

// compareSpecies works out Kin, where the solve has not told it, by a descent of some hundredths
// of a second. It does so where the plan is near a good minimum: a rival's plan, or a plan that
// nobody has polished, may be far from any, and would make two poses of one animal different
// species.
func (m *Match) compareSpecies(ctx context.Context) error {
	m.kin = nil
	kin, figure := m.Kin()
	if kin == solver.KinUnknown && m.Result.Own == nil && m.Result.Status != solver.Cancelled && polishes(m.Options) {
		var err error
		if kin, figure, err = m.Result.CompareKin(ctx, m.X, m.Y, m.Options.Threads); err != nil {
			return err
		}
	}
	m.kin = &kinship{m.Result, kin, figure}
	return nil
}
