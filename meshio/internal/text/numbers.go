package text

import (
	"bytes"
	"math"
	"strconv"
)

// powersOfTen are the powers that float64 holds exactly.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// Float reads a decimal number, correctly rounded. It also takes the forms that C
// libraries print for values that are not finite ("nan", "-inf", "1.#QNAN",
// "-nan(ind)"), so that the reader can say which vertex is broken.
//
// When the digits fit 53 bits and the exponent is small, one exact product or
// quotient gives the rounded result (Clinger 1990); otherwise strconv does it.
func Float(field []byte) (value float64, ok bool) {
	i, n := 0, len(field)
	negative := false
	if n > 0 && (field[0] == '-' || field[0] == '+') {
		negative = field[0] == '-'
		i++
	}
	var mantissa uint64
	digits, exponent := 0, 0
	for ; i < n && field[i]-'0' <= 9; i++ {
		mantissa = mantissa*10 + uint64(field[i]-'0')
		digits++
	}
	if i < n && field[i] == '.' {
		i++
		for ; i < n && field[i]-'0' <= 9; i++ {
			mantissa = mantissa*10 + uint64(field[i]-'0')
			digits++
			exponent--
		}
	}
	if digits == 0 {
		return notFinite(field)
	}
	if i < n && (field[i] == 'e' || field[i] == 'E') {
		i++
		sign := 1
		if i < n && (field[i] == '-' || field[i] == '+') {
			if field[i] == '-' {
				sign = -1
			}
			i++
		}
		power, any := 0, false
		for ; i < n && field[i]-'0' <= 9; i++ {
			if power < 10_000 {
				power = power*10 + int(field[i]-'0')
			}
			any = true
		}
		if !any {
			return 0, false
		}
		exponent += sign * power
	}
	if i != n {
		return notFinite(field)
	}
	if digits <= 19 && mantissa < 1<<53 && exponent >= -22 && exponent <= 22 {
		value = float64(mantissa)
		if exponent < 0 {
			value /= powersOfTen[-exponent]
		} else {
			value *= powersOfTen[exponent]
		}
		if negative {
			value = -value
		}
		return value, true
	}
	// The syntax is known to be good, so an error can only be overflow, where
	// strconv gives the infinity we want.
	value, _ = strconv.ParseFloat(string(field), 64)
	return value, true
}

// notFinite recognises spellings of NaN and infinity.
func notFinite(field []byte) (float64, bool) {
	sign := 1
	if len(field) > 0 && (field[0] == '-' || field[0] == '+') {
		if field[0] == '-' {
			sign = -1
		}
		field = field[1:]
	}
	switch {
	case hasPrefixFold(field, "nan"), hasPrefixFold(field, "1.#qnan"), hasPrefixFold(field, "1.#ind"), hasPrefixFold(field, "1.#snan"):
		return math.NaN(), true
	case equalFold(field, "inf"), equalFold(field, "infinity"), hasPrefixFold(field, "1.#inf"):
		return math.Inf(sign), true
	}
	return 0, false
}

func hasPrefixFold(field []byte, prefix string) bool {
	return len(field) >= len(prefix) && equalFold(field[:len(prefix)], prefix)
}

func equalFold(field []byte, s string) bool { return bytes.EqualFold(field, []byte(s)) }

// Int reads a whole number that fits 62 bits.
func Int(field []byte) (value int, ok bool) {
	i, n := 0, len(field)
	negative := false
	if n > 0 && (field[0] == '-' || field[0] == '+') {
		negative = field[0] == '-'
		i++
	}
	if i == n || n-i > 18 {
		return 0, false
	}
	for ; i < n; i++ {
		if field[i]-'0' > 9 {
			return 0, false
		}
		value = value*10 + int(field[i]-'0')
	}
	if negative {
		value = -value
	}
	return value, true
}

// AppendFloat writes the shortest decimal that reads back as the same number,
// without an exponent at the sizes coordinates usually have.
func AppendFloat(buffer []byte, x float64) []byte {
	if size := math.Abs(x); size == 0 || size >= 1e-5 && size < 1e15 {
		return strconv.AppendFloat(buffer, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(buffer, x, 'e', -1, 64)
}

// AppendVec writes three numbers with blanks between them.
func AppendVec(buffer []byte, x, y, z float64) []byte {
	buffer = append(AppendFloat(buffer, x), ' ')
	buffer = append(AppendFloat(buffer, y), ' ')
	return AppendFloat(buffer, z)
}
