package dense

import "gonum.org/v1/gonum/blas/blas32"

// Rows copies rows of m into out (len(rows) x k), which it returns; of each the first k columns.
func Rows(m blas32.General, rows []int32, out blas32.General) blas32.General {
	for i, r := range rows {
		copy(out.Data[i*out.Stride:][:out.Cols], m.Data[int(r)*m.Stride:])
	}
	return out
}
