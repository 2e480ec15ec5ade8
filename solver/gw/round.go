package gw

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Round makes a plan with the marginals a (n) and b (m), up to rounding, of a
// non-negative matrix (n x m) that nearly has them (Altschuler, Weed and Rigollet
// 2017, algorithm 2): rows too heavy are scaled down, then columns, and the mass that is then
// missing is added. It is added as a monotone coupling and not, as in the paper, as
// the product of the marginals' deficits, so that sparse plans stay sparse; either
// way no more than 2 |P 1 - a|₁ + 2 |P' 1 - b|₁ of mass moves. Entries below 1e-22
// are dropped beforehand. The error says that the matrix has entries that
// are negative or not finite.
func Round(d *mat.Dense, a, b []float64) (*Plan, error) {
	n, m := d.Dims()
	if len(a) != n || len(b) != m {
		panic("gw: the marginals do not fit the plan")
	}
	count := 0
	rows, columns := make([]float64, n), make([]float64, m)
	for i := range n {
		for j, v := range d.RawRowView(i) {
			if !(v >= 0 && v <= math.MaxFloat64) {
				return nil, fmt.Errorf("the plan's entry between points %d and %d is %g; masses must be finite and not negative", i, j, v)
			}
			if v > leastEntry {
				count++
				rows[i] += v
			}
		}
	}
	down := func(sum, want float64) float64 {
		if sum > want {
			return want / sum
		}
		return 1
	}
	for i, r := range rows {
		rows[i] = down(r, a[i])
		for j, v := range d.RawRowView(i) {
			if v > leastEntry {
				columns[j] += rows[i] * v
			}
		}
	}
	for j, c := range columns {
		columns[j] = down(c, b[j])
	}
	left, room := append([]float64(nil), a...), append([]float64(nil), b...)
	for i, r := range rows {
		for j, v := range d.RawRowView(i) {
			if v > leastEntry {
				v *= r * columns[j]
				left[i] -= v
				room[j] -= v
			}
		}
	}
	missing := northWest(left, room)
	p := newPlan(n, m, count+missing.Len())
	k := 0 // of the next missing entry; both are in order
	for i, r := range rows {
		for j, v := range d.RawRowView(i) {
			w := 0.0
			if v > leastEntry {
				w = v * r * columns[j]
			}
			if k < len(missing.Mass) && int(missing.J[k]) == j && int(missing.I[k]) == i {
				w += missing.Mass[k]
				k++
			}
			if w > 0 {
				p.add(int32(i), int32(j), w)
			}
		}
	}
	return p, nil
}

// leastEntry is the mass below which an entry of a full plan is nothing: a million of
// them do not make a rounding error of the whole.
const leastEntry = 1e-22

// northWest couples the rest of rows with the room of columns, in the order of
// their indices. Less than leastRemainder is rounding and counts as nothing.
func northWest(left, room []float64) *Plan {
	const leastRemainder = 1e-18
	p := &Plan{N: len(left), M: len(room)}
	j := 0
	for i, l := range left {
		for l > leastRemainder && j < len(room) {
			if w := min(l, room[j]); w > leastRemainder {
				p.add(int32(i), int32(j), w)
				l -= w
				room[j] -= w
			}
			if room[j] <= leastRemainder {
				j++
			}
		}
	}
	return p
}
