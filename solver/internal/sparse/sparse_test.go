package sparse

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// system is the Laplacian of a mesh with random weights, made definite at one point.
func system(m *mesh.Mesh, seed uint64) *Matrix {
	rng := rand.New(rand.NewPCG(seed, 1))
	edges := m.Edges()
	w := make([]float64, len(edges))
	for k := range w {
		w[k] = 0.1 + rng.Float64()
	}
	a := Laplacian(len(m.Vertices), edges, w)
	a.Diagonal[0]++
	return a
}

func (m *Matrix) dense() *mat.SymDense {
	d := mat.NewSymDense(m.N, nil)
	for i := range m.N {
		d.SetSym(i, i, m.Diagonal[i])
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			d.SetSym(i, int(m.Index[k]), m.Value[k])
		}
	}
	return d
}

// Two algorithms must agree: ours and gonum's dense Cholesky.
func TestSolvesAsADenseSolverDoes(t *testing.T) {
	t.Parallel()
	for _, m := range []*mesh.Mesh{meshtest.Icosphere(3), meshtest.Torus(1, 0.3, 30, 12), meshtest.Grid(2, 1, 20, 9), meshtest.Cylinder(1, 5, 12, 9)} {
		shuffled, _ := meshtest.Shuffle(m, 3)
		a := system(shuffled, 7)
		f, err := Factor(context.Background(), a, Dissect(shuffled.Vertices, a))
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 9))
		b := make([]r3.Vec, a.N)
		want := mat.NewDense(a.N, 3, nil)
		for i := range b {
			b[i] = r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
			want.SetRow(i, []float64{b[i].X, b[i].Y, b[i].Z})
		}
		var dense mat.Cholesky
		if !dense.Factorize(a.dense()) {
			t.Fatal("the test's matrix is not definite")
		}
		if err := dense.SolveTo(want, want); err != nil {
			t.Fatal(err)
		}
		f.Solve(b)
		for i, v := range b {
			for c, x := range coordinates(v) {
				if math.Abs(x-want.At(i, c)) > 1e-9*(1+math.Abs(want.At(i, c))) {
					t.Fatalf("%s: x[%d] = %v, want %v", m.Name, i, v, want.RawRowView(i))
				}
			}
		}
	}
}

func TestDissectionIsAPermutationWithASmallFactor(t *testing.T) {
	t.Parallel()
	m, _ := meshtest.Shuffle(meshtest.Icosphere(4), 3)
	a := system(m, 1)
	order := Dissect(m.Vertices, a)
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	for i, v := range sorted {
		if int(v) != i {
			t.Fatalf("the order misses or repeats row %d", i)
		}
	}
	natural := make([]int32, a.N)
	for i := range natural {
		natural[i] = int32(i)
	}
	ours, err := Factor(context.Background(), a, order)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := Factor(context.Background(), a, natural)
	if err != nil {
		t.Fatal(err)
	}
	if bound := int(8 * float64(a.N) * math.Log2(float64(a.N))); ours.Entries() > bound || 3*ours.Entries() > theirs.Entries() {
		t.Errorf("the factor of %d rows has %d entries (8 n log n is %d), %d in the order of the file", a.N, ours.Entries(), bound, theirs.Entries())
	}
}

func TestPointsInOnePlaceAndSingularSystems(t *testing.T) {
	t.Parallel()
	points := make([]r3.Vec, 100)
	var edges [][2]int32
	for i := range int32(99) {
		edges = append(edges, [2]int32{i, i + 1})
	}
	w := make([]float64, 99)
	for k := range w {
		w[k] = 1
	}
	a := Laplacian(100, edges, w)
	if _, err := Factor(context.Background(), a, Dissect(points, a)); err == nil {
		t.Error("a singular Laplacian was factored without a word")
	}
	a.Diagonal[50]++
	if _, err := Factor(context.Background(), a, Dissect(points, a)); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Factor(ctx, a, Dissect(points, a)); err != context.Canceled {
		t.Errorf("a cancelled factorisation says %v", err)
	}
}

func BenchmarkFactor(b *testing.B) {
	m := meshtest.Icosphere(5)
	a := system(m, 1)
	order := Dissect(m.Vertices, a)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Factor(context.Background(), a, order); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFactorAgain(b *testing.B) {
	m := meshtest.Icosphere(5)
	a := system(m, 1)
	p, err := Analyse(context.Background(), a, Dissect(m.Vertices, a))
	if err != nil {
		b.Fatal(err)
	}
	var f *Cholesky
	b.ReportAllocs()
	for b.Loop() {
		if f, err = p.Factor(context.Background(), a, f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	m := meshtest.Icosphere(5)
	a := system(m, 1)
	f, err := Factor(context.Background(), a, Dissect(m.Vertices, a))
	if err != nil {
		b.Fatal(err)
	}
	x := make([]r3.Vec, a.N)
	for b.Loop() {
		x[3].X = 1
		f.Solve(x)
	}
}
