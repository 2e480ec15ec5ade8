package train

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"gwscope/internal/routine"
)

// brittle is a source that panics.
type brittle struct{ Source }

func (brittle) Cloud(Split, int, uint64, int, *rand.Rand) (Cloud, error) { panic("no such object") }

// A panic of the source, which draws ahead on a goroutine of its own, ends the training with
// an error.
func TestAPanicOfTheSourceEndsTheTraining(t *testing.T) {
	t.Parallel()
	s := Settings{Config: smallConfig(), Seed: 1, Objects: 8, Points: []int{16}, Batch: 2, Pairs: 4}.Defaults()
	m := newPairMaker(brittle{Procedural()}, s)
	told := 0
	for b := range batches(context.Background(), m, s, 0, 3) {
		var p *routine.Panic
		if !errors.As(b.err, &p) || p.Cause != "no such object" {
			t.Errorf("batch %d comes with %v", b.step, b.err)
		}
		told++
	}
	if told != 1 {
		t.Errorf("it was told %d times", told)
	}
}
