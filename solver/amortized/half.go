package amortized

import "math"

// toHalf rounds to the nearest number of IEEE 754 binary16, ties to even; what is too
// large becomes infinite.
func toHalf(v float32) uint16 {
	bits := math.Float32bits(v)
	sign := uint16(bits >> 16 & 0x8000)
	size := bits & 0x7fffffff
	switch {
	case size > 0x7f800000:
		return sign | 0x7e00
	case size >= 0x477ff000: // 65520 and above
		return sign | 0x7c00
	case size < 0x38800000: // below 2^-14: in steps of 2^-24
		return sign | uint16(math.RoundToEven(math.Abs(float64(v))*(1<<24)))
	}
	size -= (127 - 15) << 23
	return sign | uint16((size+0xfff+(size>>13&1))>>13)
}

func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0:
		v := float32(fraction) / (1 << 24)
		return math.Float32frombits(math.Float32bits(v) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}
