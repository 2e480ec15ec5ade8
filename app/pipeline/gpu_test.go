package pipeline

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"gwscope/app/gpu"
	"gwscope/solver"
	"gwscope/solver/nn"
)

// TestGPULearnsWhatTheCPULearns runs the neural method on both; software OpenGL will do.
func TestGPULearnsWhatTheCPULearns(t *testing.T) {
	t.Parallel()
	probe, _, err := gpu.Open(nil)
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI is set and there is no OpenGL to compute with: %v", err)
		}
		t.Skipf("no OpenGL to compute with: %v", err)
	}
	probe.Close()
	a, b, _ := bumpyPair(t)
	o := quick()
	o.Method, o.Preset, o.Metric, o.Steps, o.Samples = "neural", "best", "graph", 3, 40
	o.Backend = "gpu"
	gpu := match(t, a, b, o).Result
	o.Backend = "cpu"
	cpu := match(t, a, b, o).Result
	if !strings.Contains(gpu.Backend, "OpenGL") && !strings.Contains(gpu.Backend, "GPU") || strings.Contains(cpu.Backend, "GL") {
		t.Errorf("backends: %q and %q", gpu.Backend, cpu.Backend)
	}
	if len(gpu.Trace) != len(cpu.Trace) || len(cpu.Trace) == 0 {
		t.Fatalf("%d and %d steps are recorded", len(gpu.Trace), len(cpu.Trace))
	}
	for k, line := range gpu.Trace {
		// Single precision on both, summed in different orders.
		if want := cpu.Trace[k].Soft; !(math.Abs(line.Soft-want) <= 1e-3*math.Abs(want)) {
			t.Errorf("the soft loss of step %d is %g on the GPU and %g on the CPU", k, line.Soft, want)
		}
	}
}

// BenchmarkSolve times whole solves of two people, with matrix products on the graphics card and without. Software
// OpenGL gets the smallest size only.
func BenchmarkSolve(b *testing.B) {
	probe, software, err := gpu.Open(nil)
	if err != nil {
		b.Skip(err)
	}
	probe.Close()
	sizes := []int{1000, 2000, 5000}
	if software {
		sizes = sizes[:1]
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "method\tsamples\tcard ms\tcpu ms\tcpu/card\t")
	for _, n := range sizes {
		o := quick()
		o.Samples = n
		e := NewEngine()
		shapes := [2]*Shape{}
		for side, id := range []string{"sample:human/1", "sample:human/2"} {
			if shapes[side], err = e.Load(b.Context(), id, o); err != nil {
				b.Fatal(err)
			}
		}
		p, err := e.Prepare(b.Context(), shapes[0], shapes[1], o, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, method := range []solver.Method{"cg", solver.Hierarchical} {
			measure := func(backend string) float64 {
				milliseconds := 0.0
				b.Run(fmt.Sprintf("%s/n=%d/%s", method, n, backend), func(b *testing.B) {
					begin, solves := time.Now(), 0
					for b.Loop() {
						r, err := solver.Solve(b.Context(), solver.Problem{X: p.X, Y: p.Y}, solver.Settings{Method: method, Effort: solver.Fast,
							Backend: backend, Device: func() (nn.Backend, bool, error) { return gpu.Open(nil) }})
						if err != nil {
							b.Fatal(err)
						}
						if products := strings.Contains(r.Backend, "products"); products != (backend == solver.GPUBackend) {
							b.Fatalf("computed by %s", r.Backend)
						}
						solves++
					}
					milliseconds = 1e3 * time.Since(begin).Seconds() / float64(solves)
				})
				return milliseconds
			}
			card, cpu := measure(solver.GPUBackend), measure(solver.CPUBackend)
			fmt.Fprintf(table, "%s\t%d\t%.0f\t%.0f\t%.2f\t\n", method, n, card, cpu, cpu/card)
		}
	}
	fmt.Println()
	table.Flush()
}
