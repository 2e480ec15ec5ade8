//go:build unix

package neural

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
	"gwscope/solver/nn/torch"
)

// BenchmarkStep is one step of a training, forward, backward and Adam, at the size
// of testdata/pytorch.py: 128 Fourier features, 512 x 4, 2 x n points, K bins, on one
// thread. cpu-ms is the least of all steps, in processor time: on a machine that others
// work on too, the only time that says anything. Where there is a python3 with torch
// (python3-torch in Debian), pytorch-ms is the same of PyTorch's step, and ratio how
// much longer ours takes.
func BenchmarkStep(b *testing.B) {
	for _, size := range [][2]int{{256, 32}, {256, 256}, {512, 64}, {512, 512}, {1024, 128}, {1024, 1024}, {2000, 250}, {2000, 2000}, {4000, 500}, {4000, 4000}} {
		n, bins := size[0], size[1]
		b.Run(fmt.Sprintf("n=%d/K=%d", n, bins), func(b *testing.B) {
			step, done := newStep(n, bins)
			defer done()
			step()
			least := math.Inf(1)
			b.ReportAllocs()
			for b.Loop() {
				begin := processorTime()
				step()
				least = min(least, 1e3*(processorTime()-begin).Seconds())
			}
			b.ReportMetric(least, "cpu-ms")
			python, err := torch.CPU()
			if err != nil {
				b.Log(err)
				return
			}
			theirs, err := python.Milliseconds(b.Context(), "testdata/pytorch.py", 1, "cpu", n, bins, 512, 4)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(theirs, "pytorch-ms")
			b.ReportMetric(least/theirs, "ratio")
		})
	}
}

// newStep prepares a step on one thread.
func newStep(n, bins int) (step, done func()) {
	rng := rand.New(rand.NewPCG(1, 1))
	side := func() Side {
		points := mat.NewDense(n, 6, nil)
		for i := range n {
			for c := range 6 {
				points.Set(i, c, rng.NormFloat64())
			}
		}
		return sideOf(points, rng, false)
	}
	x, y := side(), side()
	backend := cpu.New[float32](1)
	s := Settings{Net: nn.Shape{Features: 128, Bandwidths: []float64{1}, Width: 512, Depth: 4, Activation: nn.ReLU}}
	o := newObjective(context.Background(), backend, x, y, bins, s)
	o.setBins(bins)
	mo := newModel(backend, s, x, y, 0, 1)
	return func() {
		mo.forward(0)
		o.loss(mo.scoresX(), mo.scoresY(), 0.1)
		o.backward(mo.dScores.Slice(0, n), mo.dScores.Slice(n, 2*n))
		mo.backward(0)
		scale, _ := mo.params.Clip(1)
		mo.params.Step(nn.AdamStep{Rate: 1e-3, Beta1: beta1, Beta2: beta2, Epsilon: epsilon, Scale: scale})
	}, backend.Close
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRefine is the quick refinement of a scrambled start.
func BenchmarkRefine(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 2))
	x := bent(rng, 500, 3, false)
	y := shuffled(rng, x)
	problem := problemOf(x, y)
	cx, cy := cloudOf(x, 3), cloudOf(y, 3)
	start := outcomeOf(problem, x, y, cx, cy)
	for b.Loop() {
		Refine(context.Background(), Refinement{Problem: problem, X: x, Y: y, CloudX: cx, CloudY: cy, Effort: Quick, Seed: 1}, start)
	}
}
