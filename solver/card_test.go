package solver

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gwscope/solver/nn"
	processor "gwscope/solver/nn/cpu"
)

// shortLived plays a graphics card that is lost after some products.
type shortLived struct {
	nn.Backend
	left   *atomic.Int64
	closed *atomic.Int64
	err    error
}

func (s *shortLived) Gemm(c, a nn.Tensor, transA bool, b nn.Tensor, transB bool, alpha, beta float64) {
	if s.left.Add(-1) < 0 {
		s.err = errors.New("the cable came off")
		s.Backend.Gemm(c, a, transA, b, transB, math.NaN(), beta)
		return
	}
	s.Backend.Gemm(c, a, transA, b, transB, alpha, beta)
}

func (s *shortLived) Name() string { return "card" }
func (s *shortLived) Err() error   { return s.err }
func (s *shortLived) Close()       { s.closed.Add(1); s.Backend.Close() }

// TestACardMultiplies solves a thousand samples with a card that lasts, one that fails in mid-solve, one that is
// software, and none.
func TestACardMultiplies(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a thousand samples are slow under the race detector")
	}
	p := embeddedPair(t, "horse/1", "horse/2r", 1000, 3)
	for _, method := range []Method{"cg", Hierarchical} {
		set := Settings{Method: method, Effort: Fast, AnchorRule: AnchorsOff, Seed: 3}
		processorOnly := mustSolve(t, p.x, p.y, set)
		for _, c := range []struct {
			name, backend string
			products      int64
			software      bool
			by            string // how the result's backend begins
		}{
			{"lasts", AutoBackend, 1 << 30, false, "matrix products on card, the rest on CPU"},
			{"fails", AutoBackend, 2, false, "matrix products on card until it failed, the rest on CPU"},
			{"software", AutoBackend, 1 << 30, true, "CPU"},
			{"software, asked for", GPUBackend, 1 << 30, true, "matrix products on card, the rest on CPU"},
			{"not wanted", CPUBackend, 1 << 30, false, "CPU"},
		} {
			if method == Hierarchical && c.name != "lasts" {
				continue // that takes longer and goes the same way
			}
			var left, opened, closed atomic.Int64
			left.Store(c.products)
			set.Backend, set.Device = c.backend, func() (nn.Backend, bool, error) {
				opened.Add(1)
				return &shortLived{Backend: processor.New[float32](1), left: &left, closed: &closed}, c.software, nil
			}
			r := mustSolve(t, p.x, p.y, set)
			if !strings.HasPrefix(r.Backend, c.by) {
				t.Errorf("%s, %s: computed by %q", method, c.name, r.Backend)
			}
			// The sums are rounded otherwise, so a descent may end elsewhere, but not far.
			if d := math.Abs(r.GW2() - processorOnly.GW2()); !(d <= 0.02*processorOnly.GW2()) {
				t.Errorf("%s, %s: GW² %g, by the processor %g", method, c.name, r.GW2(), processorOnly.GW2())
			}
			told := slices.ContainsFunc(r.Notes, func(s string) bool { return strings.Contains(s, "the cable came off") })
			if told != (c.name == "fails") {
				t.Errorf("%s, %s: notes %q", method, c.name, r.Notes)
			}
			if c.backend == CPUBackend && opened.Load() != 0 || opened.Load() != closed.Load() {
				t.Errorf("%s, %s: opened %d times, closed %d times", method, c.name, opened.Load(), closed.Load())
			}
		}
	}
	_, err := Solve(t.Context(), Problem{p.x, p.y}, Settings{Effort: Fast, Backend: GPUBackend, Device: func() (nn.Backend, bool, error) {
		return nil, false, errors.New("no driver is installed")
	}})
	if err == nil || !strings.Contains(err.Error(), "no driver is installed") || !strings.Contains(err.Error(), `use backend "auto" or "cpu"`) {
		t.Errorf("a card that is not there: %v", err)
	}
}

func TestUnknownBackend(t *testing.T) {
	t.Parallel()
	x := cloudSpace(t, 20, 1)
	if _, err := Solve(t.Context(), Problem{x, x}, Settings{Backend: "abacus"}); err == nil || !strings.Contains(err.Error(), "abacus") {
		t.Errorf("backend abacus: %v", err)
	}
}
