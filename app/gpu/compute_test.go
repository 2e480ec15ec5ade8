//go:build cgo

package gpu

import (
	"os"
	"testing"

	"gwscope/solver/nn"
	"gwscope/solver/nn/backendtest"
)

// open makes a backend; with software OpenGL any Linux machine can, so that a
// machine that tests for others must.
func open(t testing.TB) nn.Backend {
	t.Helper()
	b, _, err := Open(nil)
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI is set and there is no OpenGL to compute with: %v", err)
		}
		t.Skipf("no OpenGL to compute with (set CI to make this a failure): %v", err)
	}
	return b
}

func TestConformance(t *testing.T) {
	t.Parallel()
	backendtest.Run(t, func(t *testing.T) nn.Backend { return open(t) }, 2e-5)
}
