package cpu

import (
	"math"
	"unsafe"
)

// A rectifier's signs are as good as random, so a branch costs twenty times the
// work. In single precision the bits of a float tell its sign as an integer's.

// bits32 is a list of floats as integers, nil in double precision.
func bits32[T float32 | float64](v []T) []int32 {
	if unsafe.Sizeof(T(0)) != 4 || len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*int32)(unsafe.Pointer(&v[0])), len(v))
}

// rectify sets out to max(z, 0); out may be z.
func rectify[T float32 | float64](out, z []T) {
	if from := bits32(z); from != nil {
		to := bits32(out)[:len(from)]
		for k, v := range from {
			to[k] = v &^ (v >> 31)
		}
		return
	}
	for k, v := range z {
		out[k] = max(v, 0)
	}
}

// maskPositive zeroes grad where z is not positive.
func maskPositive[T float32 | float64](grad, z []T) {
	if from := bits32(z); from != nil {
		to := bits32(grad)[:len(from)]
		for k, v := range from {
			// Negative for positive v alone, but for the smallest integer: -0, which
			// a rectifier never leaves and no sum of products is likely to give.
			to[k] &= -v >> 31
		}
		return
	}
	for k, v := range z {
		if !(v > 0) {
			grad[k] = 0
		}
	}
}

// rectifySum sets z to max(z + bias, 0) in one pass.
func rectifySum[T float32 | float64](z, bias []T) {
	bias = bias[:len(z)]
	if bits := bits32(z); bits != nil {
		for k, v := range z {
			b := int32(math.Float32bits(float32(v + bias[k])))
			bits[k] = b &^ (b >> 31)
		}
		return
	}
	for k, v := range z {
		z[k] = max(v+bias[k], 0)
	}
}

// maskPositiveSum is maskPositive of a row that is added to sum at once.
func maskPositiveSum[T float32 | float64](grad, z, sum []T) {
	grad, z = grad[:len(sum)], z[:len(sum)]
	if from := bits32(z); from != nil {
		to := bits32(grad)[:len(from)]
		for k, v := range from {
			b := to[k] & (-v >> 31)
			to[k] = b
			sum[k] += T(math.Float32frombits(uint32(b)))
		}
		return
	}
	for k, v := range z {
		if !(v > 0) {
			grad[k] = 0
		}
		sum[k] += grad[k]
	}
}

// finite reports whether no value is NaN or infinite.
func finite[T float32 | float64](values []T) bool {
	for _, v := range values {
		if math.IsNaN(float64(v - v)) {
			return false
		}
	}
	return true
}
