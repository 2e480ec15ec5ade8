package experiments

import (
	"math"
	"slices"
)

// largest skips NaN; it is NaN where nothing is known.
func largest(xs []float64) float64 {
	most := math.NaN()
	for _, x := range xs {
		if !(x <= most) && !math.IsNaN(x) {
			most = x
		}
	}
	return most
}

// median skips NaN; it is NaN where nothing is known. Of an even number it is the mean of the
// middle two.
func median(xs []float64) float64 {
	xs = slices.DeleteFunc(slices.Clone(xs), math.IsNaN)
	if len(xs) == 0 {
		return math.NaN()
	}
	slices.Sort(xs)
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}
