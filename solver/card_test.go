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
	byProcessor := map[Method]float64{}
	for _, method := range []Method{"cg", Hierarchical} {
		byProcessor[method] = mustSolve(t, p.x, p.y, Settings{Method: method, Effort: Fast, AnchorRule: AnchorsOff, Seed: 3}).GW2()
	}
	for _, c := range []struct {
		name     string
		method   Method
		backend  string
		products int64
		software bool
		by       string // how the result's backend begins
	}{
		{"lasts", Hierarchical, AutoBackend, 1 << 30, false, "matrix products on card, the rest on CPU"},
		{"lasts", "cg", AutoBackend, 1 << 30, false, "matrix products on card, the rest on CPU"},
		{"fails", "cg", AutoBackend, 2, false, "matrix products on card until it failed, the rest on CPU"},
		{"software", "cg", AutoBackend, 1 << 30, true, "CPU"},
		{"software, asked for", "cg", GPUBackend, 1 << 30, true, "matrix products on card, the rest on CPU"},
		{"not wanted", "cg", CPUBackend, 1 << 30, false, "CPU"},
	} {
		var left, opened, closed atomic.Int64
		left.Store(c.products)
		set := Settings{Method: c.method, Effort: Fast, AnchorRule: AnchorsOff, Seed: 3, Backend: c.backend, Memory: new(Memory),
			Device: func() (nn.Backend, bool, error) {
				opened.Add(1)
				return &shortLived{Backend: processor.New[float32](1), left: &left, closed: &closed}, c.software, nil
			}}
		r := mustSolve(t, p.x, p.y, set)
		if !strings.HasPrefix(r.Backend, c.by) {
			t.Errorf("%s, %s: computed by %q", c.method, c.name, r.Backend)
		}
		// The sums are rounded otherwise, so a descent may end elsewhere, but not far.
		if want := byProcessor[c.method]; !(math.Abs(r.GW2()-want) <= 0.02*want) {
			t.Errorf("%s, %s: GW² %g, by the processor %g", c.method, c.name, r.GW2(), want)
		}
		told := slices.ContainsFunc(r.Notes, func(s string) bool { return strings.Contains(s, "the cable came off") })
		if told != (c.name == "fails") {
			t.Errorf("%s, %s: notes %q", c.method, c.name, r.Notes)
		}
		left.Store(c.products)
		if again := mustSolve(t, p.x, p.y, set); again.Backend != r.Backend { // from memory
			t.Errorf("%s, %s: computed by %q, and again by %q", c.method, c.name, r.Backend, again.Backend)
		}
		if c.backend == CPUBackend && opened.Load() != 0 || opened.Load() != closed.Load() {
			t.Errorf("%s, %s: opened %d times, closed %d times", c.method, c.name, opened.Load(), closed.Load())
		}
	}
	_, err := Solve(t.Context(), Problem{p.x, p.y}, Settings{Effort: Fast, Backend: GPUBackend, Device: func() (nn.Backend, bool, error) {
		return nil, false, errors.New("no driver is installed")
	}})
	if err == nil || !strings.Contains(err.Error(), "no driver is installed") || !strings.Contains(err.Error(), `use backend "auto" or "cpu"`) {
		t.Errorf("a card that is not there: %v", err)
	}
}

// Where a card is asked for and there is nothing for it to do, the result says so.
func TestAnIdleCardIsTold(t *testing.T) {
	t.Parallel()
	x, y := cloudSpace(t, 30, 1), cloudSpace(t, 30, 2)
	idle := func(backend string) bool {
		r := mustSolve(t, x, y, Settings{Method: "cg", Backend: backend})
		return slices.ContainsFunc(r.Notes, func(s string) bool { return strings.Contains(s, "from 1000 samples on") })
	}
	if !idle(GPUBackend) || idle(AutoBackend) {
		t.Error("a card that was asked for had nothing to do, or none was asked for: the notes tell it wrongly")
	}
}

func TestUnknownBackend(t *testing.T) {
	t.Parallel()
	x := cloudSpace(t, 20, 1)
	if _, err := Solve(t.Context(), Problem{x, x}, Settings{Backend: "abacus"}); err == nil || !strings.Contains(err.Error(), "abacus") {
		t.Errorf("backend abacus: %v", err)
	}
}
