//go:build !unix && !windows

package stages

import "math"

// ProcessorSeconds is not known here.
func ProcessorSeconds() float64 { return math.NaN() }
