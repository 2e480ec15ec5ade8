package gw1d

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/order"
)

// Measure is weighted points on the line, sorted, centred.
type Measure struct {
	At    []float64 // ascending, of weighted mean 0
	Order []int32   // At[k] belongs to point Order[k]; ties by index
	Mass  []float64 // of At[k]; nil: all the same
	M2    float64   // variance
}

// Project gives the measure of points (n x d) with weights a (n; nil: all the same) on
// the line along a direction (d, or its first d entries if it is longer). ordered asks
// for Order where a is nil; it is there in any case where a is not.
func Project(points *mat.Dense, direction, a []float64, ordered bool) *Measure {
	n, d := points.Dims()
	direction = direction[:d]
	m := &Measure{At: make([]float64, n)}
	mean := 0.0
	for i := range n {
		s := 0.0
		for c, v := range points.RawRowView(i) {
			s += direction[c] * v
		}
		m.At[i] = s
		if a == nil {
			mean += s / float64(n)
		} else {
			mean += a[i] * s
		}
	}
	for i := range m.At {
		m.At[i] -= mean
	}
	if ordered || a != nil {
		m.Order = order.Natural(n)
	}
	sortPoints(m.At, m.Order)
	if a != nil {
		m.Mass = make([]float64, n)
		for k, i := range m.Order {
			m.Mass[k] = a[i]
		}
	}
	for k, x := range m.At {
		m.M2 += m.mass(k) * x * x
	}
	return m
}

func (m *Measure) mass(k int) float64 {
	if m.Mass == nil {
		return 1 / float64(len(m.At))
	}
	return m.Mass[k]
}

// Coupling is the better of the monotone and the anti-monotone coupling.
type Coupling struct {
	Value float64 // its loss
	// Reversed says that the least of one side goes to the greatest of the other.
	Reversed bool
}

// Compare gives the better of both couplings of two measures, and its loss. It takes
// O(n + m).
func Compare(x, y *Measure) Coupling {
	forth, back := value(x, y, false), value(x, y, true)
	if back < forth {
		return Coupling{Value: back, Reversed: true}
	}
	return Coupling{Value: forth}
}

// value is the loss of one coupling.
func value(x, y *Measure, reversed bool) float64 {
	var squares, gap float64 // E[(x² - y²)²], E[(x ∓ y)²]
	sign := 1.0
	if reversed {
		sign = -1 // L does not see the sign of y, and so D can be the lesser of the two
	}
	if twins(x, y) {
		n := len(x.At)
		for k, u := range x.At {
			v := y.At[k]
			if reversed {
				v = -y.At[n-1-k]
			}
			d, s := u-v, u+v
			gap += d * d
			squares += d * d * s * s
		}
		gap, squares = gap/float64(n), squares/float64(n)
	} else {
		overlap(x, y, reversed, func(i, j int, w float64) {
			u, v := x.At[i], sign*y.At[j]
			d, s := u-v, u+v
			gap += w * d * d
			squares += w * d * d * s * s
		})
	}
	return loss(squares, gap, x.M2, y.M2)
}

// twins reports whether sorting couples points one to one.
func twins(x, y *Measure) bool {
	return x.Mass == nil && y.Mass == nil && len(x.At) == len(y.At)
}

// loss is L by the formula of the package.
func loss(squares, gap, mx, my float64) float64 {
	s := mx + my
	gap = math.Min(gap, 2*s-gap)
	return 2*squares + 4*(mx-my)*(mx-my) + 2*math.Max(gap, 0)*(2*s-gap)
}

// overlap calls f for every entry of a coupling: points x.At[i] and y.At[j] with the
// mass w on them.
func overlap(x, y *Measure, reversed bool, f func(i, j int, w float64)) {
	n, m := len(x.At), len(y.At)
	at := func(k int) int {
		if reversed {
			return m - 1 - k
		}
		return k
	}
	i, k := 0, 0
	left, room := x.mass(0), y.mass(at(0))
	for {
		w := math.Min(left, room)
		f(i, at(k), w)
		left -= w
		room -= w
		// Rounding leaves 1e-16 of the whole of a point: too little for a loss.
		if left <= room {
			if i++; i == n {
				return
			}
			left += x.mass(i)
		} else {
			if k++; k == m {
				return
			}
			room += y.mass(at(k))
		}
	}
}

// Gradient is dL/dx (n) of a coupling with respect to the points of x as they were
// projected, in their own order; x must have its Order. Where the order of x or y
// changes L has a kink, and this is one of its slopes.
func Gradient(x, y *Measure, c Coupling) []float64 {
	n := len(x.At)
	// First and second moments of the partners of each point, and E[xy].
	first, second := make([]float64, n), make([]float64, n)
	cross := 0.0
	if twins(x, y) {
		w := 1 / float64(n)
		for i, u := range x.At {
			v := y.At[i]
			if c.Reversed {
				v = y.At[n-1-i]
			}
			first[i], second[i] = w*v, w*v*v
			cross += w * u * v
		}
	} else {
		overlap(x, y, c.Reversed, func(i, j int, w float64) {
			v := y.At[j]
			first[i] += w * v
			second[i] += w * v * v
			cross += w * x.At[i] * v
		})
	}
	// L = 2 m4x + 6 m2x² - 4 E[x²y²] - 4 m2x m2y - 8 E[xy]² + terms that x does not change.
	out := make([]float64, n)
	total := 0.0
	for k, u := range x.At {
		w := x.mass(k)
		g := w*u*(8*u*u+24*x.M2-8*y.M2) - 8*u*second[k] - 16*cross*first[k]
		out[x.Order[k]] = g
		total += g
	}
	for k := range x.At { // centring takes the mean away, and with it its slope
		out[x.Order[k]] -= x.mass(k) * total
	}
	return out
}
