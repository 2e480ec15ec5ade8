package argmin

// Table are the least entries of a table of costs (n x m), by rows and by columns. Among equals the first counts.
type Table struct {
	RowAt, ColAt       []int32   // column of least cost of each row (n), row of each column (m)
	RowLeast, ColLeast []float32 // these costs
}

// NewTable has room for a table of n x m.
func NewTable(n, m int) *Table {
	return &Table{make([]int32, n), make([]int32, m), make([]float32, n), make([]float32, m)}
}

// Both takes the costs a (n x m, row-major).
func (t *Table) Both(a []float32) {
	if fits(len(t.RowAt), len(t.ColAt), a) {
		both(t, a)
	}
}

// BothOfSum takes the costs a_ij + v_j + u_i + b_ij.
func (t *Table) BothOfSum(a, b, u, v []float32) {
	u, v = u[:len(t.RowAt)], v[:len(t.ColAt)]
	if fits(len(u), len(v), a, b) {
		bothOfSum(t, a, b, u, v)
	}
}

// OfRows sets at to the columns of least cost a_ij + v_j (n x m), the first among equals.
func OfRows(a, v []float32, at []int32) {
	if fits(len(at), len(v), a) {
		ofRows(a, v, at)
	}
}

// Smallest writes the columns of the least row_j - v_j < bound to cols, in order and the first among equals, and these values to
// keys, and returns how many there are: at most len(cols), which is the length of keys.
func Smallest[T float32 | float64](row []T, v []float64, bound float64, cols []int32, keys []float64) int {
	v, keys = v[:len(row)], keys[:len(cols)]
	if row, ok := any(row).([]float32); ok && len(row) > 0 && len(cols) > 0 {
		return smallest(row, v, bound, cols, keys)
	}
	return plainSmallest(row, v, bound, cols, keys)
}

// Within writes the rows of a table (rows x len(a), row-major) that differ from a by at most most, and returns how many
// there are: the sum over columns of |a_j - row_j|, each cut at limit and limit where it is no number, up to the rounding of single precision. out has
// room for all rows.
func Within(a, table []float32, limit, most float32, out []int32) int {
	rows := len(table) / max(len(a), 1)
	if !fits(rows, len(a), table) {
		return 0
	}
	return within(a, table, limit, most, out[:rows])
}

// Pairs are the costs min(Distance_ij + DX_i + DY_j, Limit) + (Angles_ij + AX_i + AY_j).
type Pairs struct {
	Distance, Angles []float32 // n x m, row-major
	DX, AX           []float32 // n
	DY, AY           []float32 // m
	Limit            float32
}

// Write puts the costs in the place of Distance and returns their sum.
func (p *Pairs) Write() float64 {
	if !p.fits() {
		return 0
	}
	return pairCosts(p)
}

// Least fills in the least cost of each row (n) and of each column (m).
func (p *Pairs) Least(rows, cols []float32) {
	rows, cols = rows[:len(p.DX)], cols[:len(p.DY)]
	if p.fits() {
		pairLeast(p, rows, cols)
	}
}

func (p *Pairs) fits() bool {
	_, _ = p.AX[:len(p.DX)], p.AY[:len(p.DY)]
	return fits(len(p.DX), len(p.DY), p.Distance, p.Angles)
}

// fits panics where a table is too short, and reports whether there is anything in it.
func fits(n, m int, tables ...[]float32) bool {
	for _, t := range tables {
		_ = t[:n*m]
	}
	return n*m > 0
}
