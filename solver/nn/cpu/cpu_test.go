package cpu

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/solver/nn"
	"gwscope/solver/nn/backendtest"
)

func TestSingle(t *testing.T) {
	backendtest.Run(t, func(*testing.T) nn.Backend { return New[float32](2) }, 2e-5)
}

func TestDouble(t *testing.T) {
	backendtest.Run(t, func(*testing.T) nn.Backend { return New[float64](3) }, 1e-11)
}

// step is what a training step of a network with n rows and K bins computes.
type step struct {
	b                                           nn.Backend
	params                                      nn.Params
	net                                         *nn.Net
	in, scores, mass, std, stats, dStd, dScores nn.Tensor
	soft, kernel, pulled, binned, dist, grad    nn.Tensor
}

func newStep(b nn.Backend, n, bins, width, depth int) *step {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &step{b: b}
	s.net = nn.NewNet(nn.Shape{In: 6, Out: 1, Features: 128, Bandwidths: []float64{1, 2}, Width: width, Depth: depth, Activation: nn.ReLU}, &s.params, rng)
	s.params.Build(b)
	s.net.Bind(b, n)
	s.in, s.dist, s.mass = b.New(n, 6), b.New(n, n), b.New(n, 1)
	for _, t := range []nn.Tensor{s.in, s.dist, s.mass} {
		v := make([]float64, t.Len())
		for i := range v {
			v[i] = rng.Float64() / float64(n)
		}
		b.Upload(t, v)
	}
	s.scores, s.std, s.stats, s.dStd, s.dScores = b.New(n, 1), b.New(n, 1), b.New(1, 2), b.New(n, 1), b.New(n, 1)
	s.soft, s.kernel, s.pulled, s.binned, s.grad = b.New(n, bins), b.New(n, bins), b.New(n, bins), b.New(bins, bins), b.New(n, bins)
	return s
}

func (s *step) run() float64 {
	b := s.b
	s.net.Forward(s.scores, s.in, 0)
	b.Standardize(s.std, s.stats, s.scores, s.mass)
	b.SoftSort(s.soft, s.kernel, s.std, s.mass, 0.1)
	b.Gemm(s.pulled, s.dist, false, s.soft, false, 1, 0)
	b.Gemm(s.binned, s.soft, true, s.pulled, false, 1, 0)
	loss := b.Dot(s.binned, s.binned)
	b.Gemm(s.grad, s.pulled, false, s.binned, false, -1, 0)
	b.SoftSortBackward(s.dStd, s.grad, s.kernel, s.mass, 0.1)
	b.StandardizeBackward(s.dScores, s.dStd, s.std, s.stats, s.mass)
	s.net.Backward(nn.Tensor{}, s.dScores, 0)
	scale, _ := s.params.Clip(1)
	s.params.Step(nn.AdamStep{Rate: 1e-3, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8, Scale: scale})
	return loss
}

func TestBitsDoNotDependOnThreads(t *testing.T) {
	t.Parallel()
	var first float64
	for _, threads := range []int{1, 2, 5} {
		b := New[float32](threads)
		s := newStep(b, 300, 100, 150, 2)
		var loss float64
		for range 4 {
			loss = s.run()
		}
		if threads == 1 {
			first = loss
		}
		if loss != first {
			t.Errorf("%d threads give a loss of %v, one gives %v", threads, loss, first)
		}
		b.Close()
	}
}

func TestStepsAllocateNothing(t *testing.T) {
	b := New[float32](2)
	defer b.Close()
	if !strings.Contains(b.Name(), "OpenBLAS") {
		t.Skip("gonum's products allocate, and there is no OpenBLAS")
	}
	s := newStep(b, 200, 100, 64, 2)
	s.run()
	if n := testing.AllocsPerRun(5, func() { s.run() }); n > 0 {
		t.Errorf("a step makes %g allocations", n)
	}
}

func BenchmarkStep(b *testing.B) {
	backend := New[float32](0)
	defer backend.Close()
	s := newStep(backend, 1024, 128, 512, 4)
	s.run()
	b.ReportAllocs()
	for b.Loop() {
		s.run()
	}
}

// A long kernel waits in its middle when it is held, and its result is none the worse.
func TestAKernelWaitsWhileItIsHeld(t *testing.T) {
	t.Parallel()
	b := New[float64](2)
	defer b.Close()
	const n = 4 * rowBlock
	values := make([]float64, n*n)
	for i := range values {
		values[i] = float64(i%13) - 6
	}
	x, c, want := b.New(n, n), b.New(n, n), b.New(n, n)
	b.Upload(x, values)
	b.Gemm(want, x, false, x, true, 1, 0)
	var asked atomic.Int64
	open := make(chan struct{})
	b.Bind(context.Background(), func(context.Context) {
		if asked.Add(1) > 2 { // the first two blocks go through
			<-open
		}
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.Gemm(c, x, false, x, true, 1, 0)
	}()
	select {
	case <-done:
		t.Error("a held kernel came to its end")
	case <-time.After(100 * time.Millisecond):
	}
	close(open)
	<-done
	if !slices.Equal(data[float64](c), data[float64](want)) {
		t.Error("a product that was held differs from one that was not")
	}
}
