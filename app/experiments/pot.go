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

	"gwscope/app/session"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// POT is Python Optimal Transport (Flamary et al., JMLR 2021), the solver that
// everybody in the field compares with.
type POT struct{ python string }

// POTRun is POT's solution of one problem.
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
	// Any folder with the name ot, in the present one, passes for a module, but not for this part of POT.
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(ctx, python, "-c", "import ot.gromov").Run() == nil {
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
	for k, value := range []any{x.Distances, y.Distances, x.Weights, y.Weights} {
		path := filepath.Join(dir, fmt.Sprintf("%d.npy", k))
		if err := saveNPY(path, value); err != nil {
			return nil, err
		}
		args = append(args, path)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, p.python, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		said := bytes.TrimSpace(stderr.Bytes())
		return nil, fmt.Errorf("POT failed: %w: %s", err, said[bytes.LastIndexByte(said, '\n')+1:]) // the last line has the reason
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
	return npyio.Write(f, value)
}

// potMethod is the method in rows of POT.
const potMethod = "pot"

// POTCell measures POT on a pair, on the same distances as the contestants.
func (k *Matches) POTCell(src PairSource, pot *POT, o session.Options) Cell {
	return Cell{
		Key:      fmt.Sprintf("%s n=%d %s seed=%d", src.Name, o.Samples, potMethod, o.Seed),
		Settings: fmt.Sprint(o.Samples, o.Metric, o.Weights, o.Seed),
		Group:    potMethod,
		Measure: func(ctx context.Context, _ SoFar) (Row, error) {
			row := NewRow()
			row.Say("pair", src.Name)
			row.Say("method", potMethod)
			row.Put("samples", float64(o.Samples))
			row.Put("seed", float64(o.Seed))
			pair, err := k.load(ctx, src)
			if err != nil {
				return row, err
			}
			p, err := k.prepare(ctx, pair, o)
			if err != nil {
				return row, err
			}
			run, err := pot.Solve(ctx, p.X, p.Y)
			if err != nil {
				return row, err
			}
			row.Put("n", float64(p.X.Len()))
			row.Put("m", float64(p.Y.Len()))
			row.Put("gw2", run.Loss)
			row.Put("space_s", p.Took.Seconds())
			row.Put("method_s", run.Seconds)
			row.Put("solve_s", run.Seconds)
			row.Say("status", "POT "+run.Version)
			return row, planErrors(ctx, row, pair, p.X, p.Y, run.Target)
		},
	}
}

// planErrors fills in the errors of a plan that no method of the solver made. target has the
// heaviest target of each source sample (n).
func planErrors(ctx context.Context, row Row, pair *Pair, x, y *metric.Space, target []int32) error {
	direct, mirrored, err := pair.Truth.Places(x.Domain, y.Domain, pair.B.Mesh)
	if err != nil {
		return err
	}
	for column, truth := range map[string][]correspond.Place{"plan_direct": direct, "plan_mirrored": mirrored} {
		if truth == nil {
			continue
		}
		var sent, wanted []correspond.Place
		for i, p := range x.Samples {
			sent = append(sent, correspond.PlaceAt(y.Domain, y.Samples[target[i]]))
			wanted = append(wanted, truth[p])
		}
		errs, err := correspond.GeodesicErrors(ctx, y.Domain, sent, wanted)
		if err != nil {
			return err
		}
		row.Put(column, correspond.Mean(errs))
	}
	return nil
}
