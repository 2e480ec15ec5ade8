package colormap_test

import (
	"fmt"
	"math"

	"gwscope/render/colormap"
)

// Errors with one outlier: the scale ends at the 90th percentile, and a value
// that is missing is grey.
func ExampleFit() {
	errors := []float64{0, 0.01, 0.02, 0.02, 0.03, 0.03, 0.04, 0.04, 0.05, 0.05, 0.9}
	s := colormap.Fit(colormap.Error, errors, 0.9)
	fmt.Println(s.Max, s.At(0.9) == s.At(0.05), s.At(math.NaN()) == colormap.Missing)
	// Output: 0.05 true true
}
