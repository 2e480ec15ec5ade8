package pipeline

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/app/session"
	"gwscope/internal/await"
	"gwscope/meshio/meshtest"
	"gwscope/solver"
)

// A paused training stands still, goes on where it stood, and can be cancelled
// while it stands.
func TestPauseHoldsATraining(t *testing.T) {
	t.Parallel()
	a, b := ShapeOf("a", meshtest.Bumpy(2)), ShapeOf("b", meshtest.Bumpy(2))
	o := session.Defaults()
	o.Samples, o.Method, o.Effort, o.Backend, o.Steps = 40, "neural", "fast", "cpu", 1000000
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var pause Pause
	var step atomic.Int64
	steps := make(chan int64, 1)
	seen := 0 // steps, which must come in order and whole although only some are shown
	type outcome struct {
		match *Match
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		m, err := NewEngine().Match(WithPause(ctx, &pause), a, b, o, nil, func(p Progress) {
			if p.Training != nil {
				for _, s := range p.Training.Passed {
					if s.Restart != 0 || s.Step != seen {
						t.Errorf("step %d of start %d follows after %d steps", s.Step, s.Restart, seen)
					}
					seen++
				}
				if seen != p.Training.Step.Step+1 {
					t.Errorf("%d steps were told of at step %d", seen, p.Training.Step.Step)
				}
				step.Store(int64(p.Training.Step.Step))
				select {
				case steps <- step.Load():
				default:
				}
			}
		})
		done <- outcome{m, err}
	}()
	first := <-steps
	pause.Set(true)
	pause.Set(true)              // a second equal call changes nothing
	still := func() (at int64) { // a step or two may still be under way
		at = -1
		await.Until(t, "the training to stand still", func() bool {
			before := at
			at = step.Load()
			time.Sleep(300 * time.Millisecond) // many steps long
			return at == before
		})
		return at
	}
	held := still()
	select {
	case <-steps:
	default:
	}
	pause.Set(false)
	if next := <-steps; next <= first || next < held {
		t.Errorf("went on at step %d after %d", next, held)
	}
	pause.Set(true)
	still()
	cancel()
	out := <-done
	if out.err != nil && !errors.Is(out.err, ErrCancelled) {
		t.Fatal(out.err)
	}
	if out.err == nil && out.match.Result.Status != solver.Cancelled {
		t.Errorf("cancelled while paused, the status is %v", out.match.Result.Status)
	}
}
