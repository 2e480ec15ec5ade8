package sparse

// Matrix is a symmetric matrix of N rows: a diagonal, and in row i the entries
// Value[k] at the columns Index[k], k from Start[i] to Start[i+1]. Both halves are
// stored; a column appears once in a row, and never the row's own.
type Matrix struct {
	N        int
	Diagonal []float64
	Start    []int32
	Index    []int32
	Value    []float64
}

// Laplacian is the graph Laplacian of weighted edges among n points, (L x)_i =
// Σ_j w_ij (x_i - x_j). Edges join different points, each pair once.
func Laplacian(n int, edges [][2]int32, weights []float64) *Matrix {
	m := &Matrix{N: n, Diagonal: make([]float64, n), Start: make([]int32, n+1)}
	for _, e := range edges {
		m.Start[e[0]+1]++
		m.Start[e[1]+1]++
	}
	for i := range n {
		m.Start[i+1] += m.Start[i]
	}
	m.Index, m.Value = make([]int32, m.Start[n]), make([]float64, m.Start[n])
	next := append([]int32(nil), m.Start[:n]...)
	for k, e := range edges {
		w := weights[k]
		for side, i := range e {
			m.Index[next[i]], m.Value[next[i]] = e[1-side], -w
			next[i]++
			m.Diagonal[i] += w
		}
	}
	return m
}

// Row is the columns of row i off the diagonal, which must not be changed.
func (m *Matrix) Row(i int32) []int32 { return m.Index[m.Start[i]:m.Start[i+1]] }
