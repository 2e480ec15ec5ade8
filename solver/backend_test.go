package solver

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gwscope/solver/nn"
	processor "gwscope/solver/nn/cpu"
)

// failing plays a graphics card that is lost after some steps of Adam: from then on it
// gives what is not a number and says why.
type failing struct {
	nn.Backend
	left int
	err  error
}

func (f *failing) Adam(param, grad, moment, square nn.Tensor, s nn.AdamStep) {
	if f.left--; f.left <= 0 {
		f.err = errors.New("the cable came off")
		return
	}
	f.Backend.Adam(param, grad, moment, square, s)
}

func (f *failing) Name() string { return "card" }
func (f *failing) Err() error   { return f.err }

// failingCard opens a failing device; opened counts.
func failingCard(steps int, software bool, opened *int) OpenDevice {
	return func() (nn.Backend, bool, error) {
		*opened++
		return &failing{Backend: processor.New[float32](1), left: steps}, software, nil
	}
}

func TestLostDeviceLeavesTheRestToTheProcessor(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the race detector has nothing to find with one thread")
	}
	const steps = 10
	x, y := cloudSpace(t, 30, 1), cloudSpace(t, 30, 2)
	opened := 0
	set := Settings{Method: Neural, Effort: Fast, Seed: 3, Threads: 1, Backend: GPUBackend, Learning: Learning{Steps: steps}}
	set.Device = failingCard(steps+4, false, &opened) // in the second restart
	lost := mustSolve(t, x, y, set)
	set.Device = failingCard(1<<30, false, &opened)
	whole := mustSolve(t, x, y, set)
	set.Backend = CPUBackend
	processorOnly := mustSolve(t, x, y, set)
	if opened != 2 {
		t.Errorf("the device was opened %d times", opened)
	}
	// The steps of the lost card are those of the processor here, so that all must agree.
	for _, r := range []*Result{lost, whole} {
		if len(r.Trace) != len(processorOnly.Trace) {
			t.Fatalf("%d steps are recorded, not %d", len(r.Trace), len(processorOnly.Trace))
		}
		for k, line := range r.Trace {
			if want := processorOnly.Trace[k]; line.Restart != want.Restart || line.Step != want.Step || line.Soft != want.Soft {
				t.Fatalf("line %d is %+v, not %+v", k, line, want)
			}
		}
	}
	if whole.GW2() != processorOnly.GW2() || lost.GW2() != processorOnly.GW2() {
		t.Errorf("GW² is %v on a device that lasts, %v on one that is lost, and %v on the processor", whole.GW2(), lost.GW2(), processorOnly.GW2())
	}
	// The best plan that training saw, on either, is not forgotten.
	best := math.Inf(1)
	for _, line := range lost.Trace {
		best = min(best, line.Hard)
	}
	if !slices.ContainsFunc(lost.Alternatives, func(a Alternative) bool { return a.GW2 <= best }) {
		t.Errorf("training saw GW² %g, and no alternative is as good", best)
	}
	told := func(r *Result) bool {
		return slices.ContainsFunc(r.Notes, func(s string) bool { return strings.Contains(s, "the cable came off") })
	}
	if !told(lost) || told(whole) {
		t.Errorf("notes: %q and, with a device that lasts, %q", lost.Notes, whole.Notes)
	}
	if !strings.HasPrefix(lost.Backend, "networks on card until it failed, the rest on CPU") || !strings.HasPrefix(whole.Backend, "networks on card, the rest on CPU") ||
		strings.Contains(processorOnly.Backend, "card") {
		t.Errorf("backends: %q, %q, %q", lost.Backend, whole.Backend, processorOnly.Backend)
	}
}

func TestAutoTakesRealCardsOnly(t *testing.T) {
	t.Parallel()
	x, y := cloudSpace(t, 20, 1), cloudSpace(t, 20, 2)
	for _, c := range []struct {
		backend  string
		software bool
		wantCard bool
	}{
		{AutoBackend, false, true},
		{AutoBackend, true, false},
		{GPUBackend, true, true},
		{CPUBackend, false, false},
	} {
		opened := 0
		r := mustSolve(t, x, y, Settings{Method: Neural, Effort: Fast, Threads: 1,
			Backend: c.backend, Device: failingCard(1<<30, c.software, &opened), Learning: Learning{Steps: 2}})
		if got := strings.Contains(r.Backend, "card"); got != c.wantCard {
			t.Errorf("%s with a card that is software: %t: the result says %q", c.backend, c.software, r.Backend)
		}
	}
}

func TestMissingCard(t *testing.T) {
	t.Parallel()
	x, y := cloudSpace(t, 20, 1), cloudSpace(t, 20, 2)
	set := Settings{Method: Neural, Effort: Fast, Threads: 1, Learning: Learning{Steps: 2},
		Device: func() (nn.Backend, bool, error) { return nil, false, errors.New("no driver is installed") }}
	if r := mustSolve(t, x, y, set); !strings.HasPrefix(r.Backend, "CPU") {
		t.Errorf("the backend is said to be %q", r.Backend)
	}
	set.Backend = GPUBackend
	_, err := Solve(t.Context(), Problem{x, y}, set)
	if err == nil || !strings.Contains(err.Error(), "no driver is installed") || !strings.Contains(err.Error(), `use backend "auto" or "cpu"`) {
		t.Errorf("error %v", err)
	}
}
