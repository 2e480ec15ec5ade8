// Package pinning makes maps honour pinned pairs of places.
//
// Maps send a point to the nearest one among rows of features. A pinned pair (p, q) adds
// one more feature to both shapes,
//
//	w exp(-d(x, p)/r) on X,   w exp(-d(y, q)/r) on Y,
//
// with geodesic distances d and a reach r of two sample spacings: about a pin, places
// want to go where they are as far from its image, and farther away nothing changes.
// The weight w is the least with which no place farther than one spacing from q is
// nearer to p than q itself.
package pinning

import "math"

const (
	// reachSpacings: the feature must be seen by the samples about a pin, but not from
	// the next limb.
	reachSpacings = 2
	// rounds in which the weights take each other in. They settle in two, unless pins
	// pull against each other.
	rounds = 3
	// Beyond nearReaches, four spacings, a pin's feature is a seventh of its weight and
	// less, and its square an eighth of the gap that it closes.
	nearReaches = 2
)

// Pull are the features of pinned pairs.
type Pull struct {
	reach  float64
	weight []float64
}

// New weighs the features. gaps are the squared distances between the rows of both
// places of each pair; typical is that of matches in general. distX and distY give the
// distance between the places of two pairs on each shape, spacing that of neighbouring
// samples, all in one unit.
func New(gaps []float64, typical float64, distX, distY func(k, l int) float64, spacing float64) *Pull {
	p := &Pull{reach: reachSpacings * max(spacing, 1e-9), weight: make([]float64, len(gaps))}
	// At one spacing, a place is worse by (1 - exp(-spacing/reach))² of w².
	slope := 1 - math.Exp(-1./reachSpacings)
	slope *= slope
	for range rounds {
		next := make([]float64, len(gaps))
		for k, gap := range gaps {
			for l, w := range p.weight {
				if l != k {
					off := w * (math.Exp(-distX(k, l)/p.reach) - math.Exp(-distY(k, l)/p.reach))
					gap += off * off
				}
			}
			next[k] = math.Sqrt((gap + typical) / slope)
		}
		p.weight = next
	}
	return p
}

// Len is the number of pinned pairs.
func (p *Pull) Len() int { return len(p.weight) }

// Value is the feature of pair k at a distance from its place.
func (p *Pull) Value(k int, distance float64) float32 {
	return float32(p.weight[k] * math.Exp(-distance/p.reach))
}

// Near reports whether a place at that distance feels a pin.
func (p *Pull) Near(distance float64) bool { return distance < nearReaches*p.reach }
