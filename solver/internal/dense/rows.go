package dense

import (
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

// Single is a matrix in single precision.
func Single(m *mat.Dense) blas32.General {
	r, c := m.Dims()
	out := New32(r, c)
	for i := range r {
		for j, v := range m.RawRowView(i) {
			out.Data[i*c+j] = float32(v)
		}
	}
	return out
}

// Rows copies rows of m into out (len(rows) x k), which it returns; of each the first k columns.
func Rows(m blas32.General, rows []int32, out blas32.General) blas32.General {
	for i, r := range rows {
		copy(out.Data[i*out.Stride:][:out.Cols], m.Data[int(r)*m.Stride:])
	}
	return out
}
