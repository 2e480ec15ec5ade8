package neural

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
)

// lossy plays a graphics card that is lost at a step of Adam.
type lossy struct {
	nn.Backend
	left int
	err  error
}

func (l *lossy) Adam(param, grad, moment, square nn.Tensor, s nn.AdamStep) {
	if l.left--; l.left < 0 {
		l.err = errors.New("the card was reset")
		return
	}
	l.Backend.Adam(param, grad, moment, square, s)
}

func (l *lossy) Err() error { return l.err }

// Whatever step a card is lost at, another backend goes on from the step before, and ends
// where a whole training ends, to the last bit.
func TestAnotherBackendGoesOnFromTheLastStep(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 3))
	x, y := bent(rng, 40, 2, true), bent(rng, 35, 3, true)
	s := small()
	s.Steps, s.Restarts = 12, 2
	whole := train(t, s, x, y)
	for _, lostAt := range []int{0, 1, 7, 12, 17, 23} {
		var first *Step
		training := Training{Settings: s, X: x, Y: y, Problem: problemOf(x, y), Standing: new(Standing)}
		training.Backend = &lossy{Backend: cpu.New[float32](1), left: lostAt}
		before, err := Train(context.Background(), training)
		training.Backend.Close()
		if err == nil {
			t.Fatalf("lost at step %d: no error", lostAt)
		}
		training.First = lostAt / s.Steps
		training.Backend = cpu.New[float32](2)
		training.Report = func(r Report) {
			if first == nil {
				first = &r.Step
			}
		}
		after, err := Train(context.Background(), training)
		training.Backend.Close()
		if err != nil {
			t.Fatal(err)
		}
		if first.Restart != lostAt/s.Steps || first.Step != lostAt%s.Steps {
			t.Errorf("lost at step %d, it goes on with step %d of restart %d", lostAt, first.Step, first.Restart)
		}
		before = slices.DeleteFunc(before, func(o Outcome) bool { return o.Restart >= training.First })
		all := append(before, after...)
		Sort(all)
		if len(all) != len(whole) {
			t.Fatalf("lost at step %d: %d outcomes", lostAt, len(all))
		}
		for k, o := range all {
			if o.Value != whole[k].Value || !slices.Equal(o.PushX, whole[k].PushX) {
				t.Errorf("lost at step %d, outcome %d is %g, not %g", lostAt, k, o.Value, whole[k].Value)
			}
		}
	}
}
