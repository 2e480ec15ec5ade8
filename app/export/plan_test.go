package export

import (
	"encoding/json"
	"math"
	"os/exec"
	"path/filepath"
	"testing"

	"codeberg.org/sbinet/npyio/npz"

	"gwscope/solver/gw"
)

// python is an interpreter that has NumPy and SciPy.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "-c", "import numpy, scipy.sparse").Run() == nil {
			return path
		}
	}
	t.Skip("no python3 with NumPy and SciPy is installed")
	return ""
}

// askPython runs a program on a file and reads the JSON that it prints.
func askPython(t *testing.T, program, file string, answer any) {
	t.Helper()
	out, err := exec.Command(python(t), "-c", program, file).Output()
	if err != nil {
		text := ""
		if exit, ok := err.(*exec.ExitError); ok {
			text = string(exit.Stderr)
		}
		t.Fatalf("python: %v\n%s", err, text)
	}
	if err := json.Unmarshal(out, answer); err != nil {
		t.Fatalf("python printed %s: %v", out, err)
	}
}

func TestPlanReadsBackInGo(t *testing.T) {
	t.Parallel()
	m := matched(t)
	path := filepath.Join(t.TempDir(), "plan.npz")
	if err := SavePlan(path, m); err != nil {
		t.Fatal(err)
	}
	f, err := npz.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var mass []float64
	var indices, indptr, rows []int32
	var shape []int64
	for name, into := range map[string]any{"data.npy": &mass, "indices.npy": &indices, "indptr.npy": &indptr, "shape.npy": &shape, "rows_vertex.npy": &rows} {
		if err := f.Read(name, into); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	back := &gw.Plan{N: int(shape[0]), M: int(shape[1]), J: indices, Mass: mass}
	for i := range back.N {
		for range indptr[i+1] - indptr[i] {
			back.I = append(back.I, int32(i))
		}
	}
	if off := back.MarginalError(m.X.Weights, m.Y.Weights); off > 1e-12 {
		t.Errorf("the marginals are off by %g", off)
	}
	plan := m.Alternative().Plan
	for k := range plan.I {
		if plan.I[k] != back.I[k] || plan.J[k] != back.J[k] || plan.Mass[k] != back.Mass[k] {
			t.Fatalf("entry %d is (%d, %d) %g and not (%d, %d) %g", k, back.I[k], back.J[k], back.Mass[k], plan.I[k], plan.J[k], plan.Mass[k])
		}
	}
	for i, v := range rows {
		if m.X.Domain.PointOf[v] != m.X.Samples[i] {
			t.Fatalf("row %d is said to be vertex %d", i, v)
		}
	}
}

func TestSciPyReadsThePlan(t *testing.T) {
	t.Parallel()
	m := matched(t)
	path := filepath.Join(t.TempDir(), "plan.npz")
	if err := SavePlan(path, m); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Shape  []int     `json:"shape"`
		Format string    `json:"format"`
		Rows   []float64 `json:"rows"`
		Nnz    int       `json:"nnz"`
	}
	askPython(t, `
import sys, json, numpy as np, scipy.sparse as sp
p = sp.load_npz(sys.argv[1])
print(json.dumps(dict(shape=list(p.shape), format=p.format, nnz=int(p.nnz), rows=np.asarray(p.sum(axis=1)).ravel().tolist())))`, path, &got)
	plan := m.Alternative().Plan
	if got.Format != "csr" || got.Shape[0] != plan.N || got.Shape[1] != plan.M || got.Nnz != plan.Len() {
		t.Errorf("SciPy reads a %s matrix of %v with %d entries", got.Format, got.Shape, got.Nnz)
	}
	for i, w := range m.X.Weights {
		if math.Abs(got.Rows[i]-w) > 1e-12 {
			t.Fatalf("row %d sums to %g, its weight is %g", i, got.Rows[i], w)
		}
	}
}
