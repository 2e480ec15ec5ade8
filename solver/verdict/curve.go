package verdict

// Curve is the cost of an input in log odds: a monotone line through points. Beyond the
// first and the last point it goes on level.
type Curve struct {
	At   []float64 `json:"at"`   // rising
	Cost []float64 `json:"cost"` // 0 at its best end, never below
}

// at is the cost of x.
func (c Curve) at(x float64) float64 {
	n := len(c.At)
	if n == 0 {
		return 0
	}
	if x <= c.At[0] {
		return c.Cost[0]
	}
	for k := 1; k < n; k++ {
		if x <= c.At[k] {
			t := (x - c.At[k-1]) / (c.At[k] - c.At[k-1])
			return c.Cost[k-1] + t*(c.Cost[k]-c.Cost[k-1])
		}
	}
	return c.Cost[n-1]
}

// monotone reports whether the cost falls (rises false: rises) along the line, and is 0 at
// its best end.
func (c Curve) monotone(rises bool) bool {
	n := len(c.At)
	if n != len(c.Cost) {
		return false
	}
	for k := 1; k < n; k++ {
		if !(c.At[k] > c.At[k-1]) || rises && c.Cost[k] > c.Cost[k-1] || !rises && c.Cost[k] < c.Cost[k-1] {
			return false
		}
	}
	return n == 0 || rises && c.Cost[n-1] == 0 || !rises && c.Cost[0] == 0
}

// ramps are how far x has come from the good end through each of the spans between knots,
// 0 to 1: a monotone curve is their sum with weights of 0 and more.
func ramps(knots []float64, rises bool, x float64) []float64 {
	out := make([]float64, len(knots)-1)
	for k := range out {
		t := min(max((x-knots[k])/(knots[k+1]-knots[k]), 0), 1)
		if rises {
			t = 1 - t
		}
		out[k] = t
	}
	return out
}

// curveOf is the curve that ramps with these weights add up to.
func curveOf(knots []float64, rises bool, weights []float64) Curve {
	c := Curve{At: knots, Cost: make([]float64, len(knots))}
	if rises {
		for k := len(weights) - 1; k >= 0; k-- {
			c.Cost[k] = c.Cost[k+1] + weights[k]
		}
		return c
	}
	for k, w := range weights {
		c.Cost[k+1] = c.Cost[k] + w
	}
	return c
}
