package fastmath

import "math"

// Cos is the cosine; in single precision three times as fast as math.Cos.
func Cos[T Float](x T) T {
	var t T
	if _, single := any(t).(float32); single {
		return T(cos32(float64(x)))
	}
	return T(math.Cos(float64(x)))
}

// Sin is the sine; in single precision three times as fast as math.Sin.
func Sin[T Float](x T) T {
	var t T
	if _, single := any(t).(float32); single {
		return T(cos32(float64(x) - math.Pi/2))
	}
	return T(math.Sin(float64(x)))
}

// cos32 is the cosine to 1e-8: x is brought within a quarter turn of a multiple k
// of π, where the Taylor polynomial of degree 12 serves, and odd k turn the sign. It
// holds while k has no more than 30 bits, beyond which single precision knows no angles anyway.
func cos32(x float64) float64 {
	if !(math.Abs(x) < 1e9) {
		return math.Cos(x)
	}
	k := int64(math.Floor(x*(1/math.Pi) + 0.5))
	r := x - float64(k)*math.Pi
	q := r * r
	p := 1.0 / 479001600
	p = p*q - 1.0/3628800
	p = p*q + 1.0/40320
	p = p*q - 1.0/720
	p = p*q + 1.0/24
	p = p*q - 0.5
	p = p*q + 1
	// The sign bit without a branch that nobody could predict.
	return math.Float64frombits(math.Float64bits(p) ^ uint64(k&1)<<63)
}
