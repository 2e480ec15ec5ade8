//go:build unix

package neural

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
)

// BenchmarkStep is one step of a training, forward, backward and Adam, at the size
// of testdata/pytorch.py: 128 Fourier features, 512 x 4, 2 x n points.
func BenchmarkStep(b *testing.B) {
	for _, size := range [][2]int{{256, 256}, {1024, 128}, {1024, 1024}, {4000, 500}} {
		n, bins := size[0], size[1]
		b.Run(fmt.Sprintf("n=%d/K=%d", n, bins), func(b *testing.B) {
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
			backend := cpu.New[float32](0)
			defer backend.Close()
			s := Settings{Net: nn.Shape{Features: 128, Bandwidths: []float64{1}, Width: 512, Depth: 4, Activation: nn.ReLU}}
			o := newObjective(context.Background(), backend, x, y, bins, 0)
			o.setBins(bins)
			mo := newModel(backend, s, x, y, 0, 1)
			step := func() {
				mo.forward(0)
				o.loss(mo.scoresX(), mo.scoresY(), 0.1)
				o.backward(mo.dScores.Slice(0, n), mo.dScores.Slice(n, 2*n))
				mo.backward(0)
				scale, _ := mo.params.Clip(1)
				mo.params.Step(nn.AdamStep{Rate: 1e-3, Beta1: beta1, Beta2: beta2, Epsilon: epsilon, Scale: scale})
			}
			step()
			b.ReportAllocs()
			begin, steps := processorTime(), 0
			for b.Loop() {
				step()
				steps++
			}
			b.ReportMetric((processorTime()-begin).Seconds()*1e3/float64(steps), "cpu-ms/op")
		})
	}
}

// processorTime is what this process has used, on all threads: on a machine that
// others work on too, the only time that says anything.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkStepPyTorch is the same step by PyTorch on one thread, for comparison with
// cpu-ms/op of BenchmarkStep. It needs a python3 with torch (python3-torch in Debian).
func BenchmarkStepPyTorch(b *testing.B) {
	out, err := exec.Command("/usr/bin/python3", "testdata/pytorch.py", "1").CombinedOutput()
	if err != nil {
		b.Skipf("no PyTorch here: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		var n, bins, width, depth int
		var ms float64
		if _, err := fmt.Sscanf(line, "n=%d K=%d %dx%d: %f ms", &n, &bins, &width, &depth, &ms); err != nil {
			b.Fatalf("cannot read %q", line)
		}
		b.Run(fmt.Sprintf("n=%d/K=%d", n, bins), func(b *testing.B) {
			b.ReportMetric(ms, "cpu-ms/op")
			b.ReportMetric(0, "ns/op") // nothing is timed here
		})
	}
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
