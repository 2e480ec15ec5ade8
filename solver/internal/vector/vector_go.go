//go:build !((linux || windows) && cgo)

package vector

// Everywhere else the plain loops do the work.

func expRows[T float32 | float64](block []T, cols int, mass, sums []T) bool { return false }

func gelu[T float32 | float64](out, z []T) bool { return false }

func geluBackward[T float32 | float64](grad, z []T) bool { return false }

func normRows[T float32 | float64](out, stats, in, gain, bias []T, epsilon float64) bool {
	return false
}

func addBias[T float32 | float64](block, bias []T) bool { return false }

func add[T float32 | float64](to, what []T) bool { return false }

func softmaxBackward[T float32 | float64](e, g []T, inverse T) bool { return false }
