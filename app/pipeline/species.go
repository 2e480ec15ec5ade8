package pipeline

import (
	"context"

	"gwscope/solver"
)

// kinship says whether two shapes are of one species, according to a result.
type kinship struct {
	of     *solver.Result
	kin    solver.Kin
	figure float64
}

// Kin says whether the shapes look like one species, with the figure that decides; see
// solver.Result.Kin. For plans of the program's own methods, compareSpecies has looked closer.
func (m *Match) Kin() (solver.Kin, float64) {
	if m.kin != nil && m.kin.of == m.Result {
		return m.kin.kin, m.kin.figure
	}
	return m.Result.Kin(m.X, m.Y)
}

// compareSpecies computes Kin, where the solve has not done so, by a descent of some hundredths of
// a second. It needs a plan near a good minimum: a rival's plan, or a plan without polish, may be far
// from any, and would make two poses of one animal different species.
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
