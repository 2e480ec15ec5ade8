package argmin

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// coarse numbers: many are equal, so that the first among equals is put to the test.
func coarse(n int, rng *rand.Rand) []float32 {
	out := make([]float32, n)
	for k := range out {
		out[k] = float32(rng.IntN(7)) / 3
	}
	return out
}

func same(t *testing.T, what string, got, want *Table) {
	t.Helper()
	if !slices.Equal(got.RowAt, want.RowAt) || !slices.Equal(got.ColAt, want.ColAt) ||
		!slices.Equal(got.RowLeast, want.RowLeast) || !slices.Equal(got.ColLeast, want.ColLeast) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// The passes find what a plain look finds, to the bit and to the first among equals, at
// widths that leave every number of lanes over.
func TestPassesAgreeWithPlainLoops(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for m := 1; m < 40; m++ {
		for _, n := range []int{1, 3, 17} {
			a, b, u, v := coarse(n*m, rng), coarse(n*m, rng), coarse(n, rng), coarse(m, rng)
			got, want := NewTable(n, m), NewTable(n, m)
			got.Both(a)
			plainBoth(want, a)
			same(t, "one table", got, want)
			got.BothOfSum(a, b, u, v)
			plainBothOfSum(want, a, b, u, v)
			same(t, "a sum", got, want)
			for i, j := range got.RowAt {
				if c := a[i*m+int(j)] + v[j] + u[i] + b[i*m+int(j)]; c != got.RowLeast[i] {
					t.Fatalf("row %d costs %g at column %d, not %g", i, c, j, got.RowLeast[i])
				}
			}
			at, wantAt := make([]int32, n), make([]int32, n)
			OfRows(a, v, at)
			plainOfRows(a, v, wantAt)
			if !slices.Equal(at, wantAt) {
				t.Fatalf("rows: got %v, want %v", at, wantAt)
			}
			double := make([]float64, m)
			for j := range double {
				double[j] = float64(v[j])
			}
			for _, width := range []int{1, 3, 12} {
				cols, wantCols, keys, wantKeys := make([]int32, width), make([]int32, width), make([]float64, width), make([]float64, width)
				for _, bound := range []float64{-3, 0, 0.4, 3, math.Inf(1)} {
					found, wanted := Smallest(a[:m], double, bound, cols, keys), plainSmallest(a[:m], double, bound, wantCols, wantKeys)
					if found != wanted || !slices.Equal(cols[:found], wantCols[:found]) || !slices.Equal(keys[:found], wantKeys[:found]) {
						t.Fatalf("the %d smallest below %g: got %v %v, want %v %v", width, bound, cols[:found], keys[:found], wantCols[:wanted], wantKeys[:wanted])
					}
				}
			}
			p := &Pairs{Distance: slices.Clone(a), Angles: b, DX: u, AX: coarse(n, rng), DY: v, AY: coarse(m, rng), Limit: 3}
			q := *p
			q.Distance = slices.Clone(a)
			rows, cols, rowsQ, colsQ := make([]float32, n), make([]float32, m), make([]float32, n), make([]float32, m)
			p.Least(rows, cols)
			plainPairLeast(&q, rowsQ, colsQ)
			if !slices.Equal(rows, rowsQ) || !slices.Equal(cols, colsQ) {
				t.Fatalf("least pairs: got %v and %v, want %v and %v", rows, cols, rowsQ, colsQ)
			}
			sum, sumQ := p.Write(), plainPairCosts(&q)
			if !slices.Equal(p.Distance, q.Distance) || sum != sumQ {
				t.Fatalf("pairs: got %v, in all %g, want %v, in all %g", p.Distance, sum, q.Distance, sumQ)
			}
			got.Both(p.Distance)
			if !slices.Equal(got.RowLeast, rows) || !slices.Equal(got.ColLeast, cols) {
				t.Fatalf("the least of what was written: got %v and %v, want %v and %v", got.RowLeast, got.ColLeast, rows, cols)
			}
		}
	}
}

// Rows that are clearly near are found, others are not, and there is no harm in a table without rows or columns.
func TestRowsWithinABound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, cols := range []int{1, 3, 16, 17, 40, 100} {
		a, table := make([]float32, cols), make([]float32, 200*cols)
		for k := range a {
			a[k] = rng.Float32()
		}
		for k := range table {
			table[k] = a[k%cols] + (rng.Float32()-0.5)*float32(k/cols)/100
		}
		table[3*cols] = float32(math.NaN())
		const limit = 0.4
		for _, most := range []float32{-1, 0, 0.1, 1, float32(cols) * 0.1, 1e9} {
			out, plain := make([]int32, 200), make([]int32, 200)
			got, want := out[:Within(a, table, limit, most, out)], plain[:plainWithin(a, table, limit, most, plain)]
			for i := range int32(200) {
				sum := 0.0
				for j, v := range table[int(i)*cols : (int(i)+1)*cols] {
					if d := math.Abs(float64(a[j]) - float64(v)); d < limit {
						sum += d
					} else {
						sum += limit
					}
				}
				near := math.Abs(sum-float64(most)) < 1e-5*(1+sum)
				for name, list := range map[string][]int32{"vectors": got, "plain": want} {
					if is := slices.Contains(list, i); !near && is != (sum <= float64(most)) {
						t.Fatalf("%s, %d columns: row %d differs by %g, and is within %g: %t", name, cols, i, sum, most, is)
					}
				}
			}
		}
	}
	if Within(nil, nil, 1, 1, nil) != 0 || Within([]float32{1}, nil, 1, 1, nil) != 0 {
		t.Error("a table without entries has rows")
	}
}

func BenchmarkBothOfSum(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := 500
	x, y, u, v, t := coarse(n*n, rng), coarse(n*n, rng), coarse(n, rng), coarse(n, rng), NewTable(n, n)
	b.Run("vectors", func(b *testing.B) {
		for b.Loop() {
			t.BothOfSum(x, y, u, v)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			plainBothOfSum(t, x, y, u, v)
		}
	})
}
