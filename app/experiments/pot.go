package experiments

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"codeberg.org/sbinet/npyio"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/metric"
)

// POT is Python Optimal Transport (Flamary et al., JMLR 2021), the solver that
// everybody in the field compares with, where it is installed.
type POT struct{ python string }

// POTRun is what POT made of one problem.
type POTRun struct {
	Version string  `json:"version"`
	Seconds float64 `json:"seconds"` // the solve alone
	Loss    float64 `json:"loss"`    // GW²
	Target  []int32 `json:"target"`  // heaviest target of each source sample
}

//go:embed pot.py
var potScript string

// FindPOT looks for a Python that has POT.
func FindPOT(ctx context.Context) (*POT, error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(ctx, python, "-c", "import ot").Run() == nil {
			return &POT{python: python}, nil
		}
	}
	return nil, errors.New("POT is not installed (Debian: python3-pot)")
}

// Solve runs POT's gromov_wasserstein from its cold start on the distances of
// two spaces, with the threads that the environment gives it.
func (p *POT) Solve(ctx context.Context, x, y *metric.Space) (*POTRun, error) {
	dir, err := os.MkdirTemp("", "gwscope-pot-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := []string{"-c", potScript}
	for name, value := range map[string]any{"dx": x.Distances, "dy": y.Distances, "wa": x.Weights, "wb": y.Weights} {
		if err := saveNPY(filepath.Join(dir, name+".npy"), value); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"dx", "dy", "wa", "wb"} {
		args = append(args, filepath.Join(dir, name+".npy"))
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, p.python, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("POT failed: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	run := new(POTRun)
	return run, json.Unmarshal(out, run)
}

func saveNPY(path string, value any) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if d, ok := value.(*mat.Dense); ok {
		return npyio.Write(f, d)
	}
	return npyio.Write(f, value)
}
