package pipeline

import (
	"math"
	"os"
	"strings"
	"testing"

	"gwscope/app/gpu"
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
