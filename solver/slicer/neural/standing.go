package neural

import "gwscope/solver/nn"

// Standing is where a training stands after a step, kept outside the backend: when a graphics
// card is lost, another backend goes on from there. The zero value is the beginning.
type Standing struct {
	// Restart is the restart under way, Step its next step.
	Restart, Step int

	params, spare nn.Snapshot
	unit          float64 // of the temperature
	best, overall Outcome // of the restart, and of all so far
}

// cheapParams is how many parameters are copied from a card after every step. That of a larger
// network takes longer than a share of the step, and is done after several.
const cheapParams = 200_000

// keepEvery is after how many steps a standing is kept.
func keepEvery(params int) int { return 1 + params/cheapParams }

// keep notes that a restart has come to step. Where the backend fails meanwhile, the
// standing before stays.
func (t *run) keep(mo *model, r, step int, unit float64, best Outcome) {
	s := t.Standing
	if s == nil || step%keepEvery(mo.params.Len()) != 0 {
		return
	}
	mo.params.Keep(&s.spare)
	if t.Backend.Err() != nil {
		return
	}
	s.params, s.spare = s.spare, s.params
	s.Restart, s.Step, s.unit, s.best, s.overall = r, step, unit, best, t.best
}

// resumes reports whether the training goes on with this restart where another backend left
// it.
func (t *run) resumes(r int) bool {
	return t.Standing != nil && t.Standing.Step > 0 && t.Standing.Restart == r
}
