package morphometrics

import (
	"bytes"
	"encoding/json"
	"math"
	"os/exec"
	"testing"
)

// reference does the same in numpy and scipy, in other ways where there are some: singular
// values instead of eigenvalues, and scipy's own linkage.
const reference = `
import json, sys
import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform
c = [np.array(x) for x in json.load(sys.stdin)]

def unit(x):
    x = x - x.mean(0)
    s = np.sqrt((x ** 2).sum())
    return x / s, s

def turned(x, m):
    u, _, vt = np.linalg.svd(x.T @ m)
    d = np.diag([1, 1, np.sign(np.linalg.det(u @ vt))])
    return x @ u @ d @ vt

x, sizes = zip(*[unit(a) for a in c])
x, mean = list(x), x[0]
for k in range(200):
    x = [turned(a, mean) for a in x]
    new, _ = unit(np.mean(x, axis=0))
    done = np.linalg.norm(new - mean) < 1e-14
    mean = new
    if done:
        break
n = len(x)
flat = np.array([a.ravel() for a in x])
centred = flat - flat.mean(0)
u, s, vt = np.linalg.svd(centred, full_matrices=False)
k = n - 1
d = np.array([[np.linalg.norm(turned(a, b) - b) for b in x] for a in x])
d = (d + d.T) / 2
np.fill_diagonal(d, 0)
h = np.eye(n) - np.ones((n, n)) / n
w, v = np.linalg.eigh(-h @ (d ** 2) @ h / 2)
order = np.argsort(w)[::-1][:3]
z = linkage(squareform(d, checks=False), "average")
json.dump({"mean": mean.tolist(), "aligned": flat.tolist(), "sizes": list(sizes),
  "variance": (s[:k] ** 2 / (n - 1)).tolist(), "scores": (u * s)[:, :k].tolist(), "vectors": vt[:k].tolist(),
  "distances": d.tolist(), "mds": (v[:, order] * np.sqrt(w[order])).tolist(), "mdsValues": w[order].tolist(), "linkage": z.tolist()}, sys.stdout)
`

// Procrustes analysis, components, scaling and dendrogram agree with numpy and scipy.
func TestAgreesWithNumpyAndScipy(t *testing.T) {
	t.Parallel()
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import numpy, scipy").Run(); err != nil {
		t.Skip("no numpy and scipy here: ", err)
	}
	shapes := population(11, 30, 21)
	var input [][][3]float64
	for _, s := range shapes {
		var c [][3]float64
		for _, v := range s {
			c = append(c, [3]float64{v.X, v.Y, v.Z})
		}
		input = append(input, c)
	}
	data, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", reference)
	cmd.Stdin = bytes.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Mean                                              [][3]float64
		Aligned, Scores, Vectors, Distances, MDS, Linkage [][]float64
		Sizes, Variance, MDSValues                        []float64
	}
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	const tolerance = 1e-10
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tolerance) {
			t.Errorf("%s: %.15g, numpy has %.15g", what, got, want)
		}
	}
	a, err := Procrustes(shapes)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range a.Mean {
		near("mean", v.X, want.Mean[i][0])
		near("mean", v.Y, want.Mean[i][1])
		near("mean", v.Z, want.Mean[i][2])
	}
	for k, c := range a.Aligned {
		near("size", a.Size[k], want.Sizes[k])
		for i, v := range c {
			near("aligned", v.X, want.Aligned[k][3*i])
			near("aligned", v.Y, want.Aligned[k][3*i+1])
			near("aligned", v.Z, want.Aligned[k][3*i+2])
		}
	}
	c, err := Principal(a.Aligned, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Variance) != len(want.Variance) {
		t.Fatalf("%d components, numpy has %d", len(c.Variance), len(want.Variance))
	}
	for j, v := range c.Variance {
		near("variance", v, want.Variance[j])
		sign := 1.0
		if first := c.Vectors[j][0]; first.X*want.Vectors[j][0] < 0 {
			sign = -1
		}
		for i, v := range c.Vectors[j] {
			near("vector", v.X, sign*want.Vectors[j][3*i])
			near("vector", v.Z, sign*want.Vectors[j][3*i+2])
		}
		for k := range shapes {
			near("score", c.Scores[k][j], sign*want.Scores[k][j])
		}
	}
	d := a.Distances()
	for i := range d {
		for j := range d {
			near("distance", d[i][j], want.Distances[i][j])
		}
	}
	s, err := Scaling(d, 3)
	if err != nil {
		t.Fatal(err)
	}
	for axis := range 3 {
		near("axis", s.Values[axis], want.MDSValues[axis])
		sign := math.Copysign(1, s.Places[0][axis]*want.MDS[0][axis])
		for i := range d {
			near("place", s.Places[i][axis], sign*want.MDS[i][axis])
		}
	}
	joins, err := Dendrogram(d)
	if err != nil {
		t.Fatal(err)
	}
	for k, j := range joins {
		near("join", float64(j.A), want.Linkage[k][0])
		near("join", float64(j.B), want.Linkage[k][1])
		near("height", j.Height, want.Linkage[k][2])
		near("members", float64(j.Size), want.Linkage[k][3])
	}
}
