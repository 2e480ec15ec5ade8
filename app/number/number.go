// Package number writes figures for people: with separators, a proper minus, units after a
// narrow space, and only the digits that have a meaning. The window, the command line and the
// files for people share it.
package number

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Minus is the minus sign, which is as wide as a digit; a hyphen is narrower.
const Minus = "\u2212"

// NarrowSpace stands between a number and its unit and does not break.
const NarrowSpace = "\u202f"

// Count writes a whole number with thousands separators.
func Count(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = Minus, s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Plural is "1 vertex" or "4,998 vertices".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + many
}

// Loss writes a GW² with three significant digits, without an exponent where
// that is readable.
func Loss(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x == 0:
		return "0"
	case x < 0:
		return Minus + Loss(-x)
	case x >= 10 && x < 1e4:
		return Fixed(x, 1)
	case x >= 1e-4 && x < 10:
		digits := 2 - int(math.Floor(math.Log10(x)))
		return strconv.FormatFloat(x, 'f', max(digits, 2), 64)
	}
	s := strconv.FormatFloat(x, 'e', 2, 64)
	return strings.Replace(strings.Replace(s, "e-0", "e-", 1), "e-", "e"+Minus, 1)
}

// Fixed writes x with the given decimals and a proper minus.
func Fixed(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "–"
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.HasPrefix(s, "-") {
		if strings.Trim(s[1:], "0.") == "" {
			return s[1:]
		}
		return Minus + s[1:]
	}
	return s
}

// Percent writes a share, such as 0.024, as "2.4 %".
func Percent(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	decimals := 1
	if x != 0 && x < 0.01 {
		decimals = 2
	}
	return Fixed(100*x, decimals) + NarrowSpace + "%"
}

// Span writes a duration as a person would say it.
func Span(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 0.0095:
		return Fixed(1000*s, 1) + " ms"
	case s < 0.0995:
		return Fixed(1000*s, 0) + " ms"
	case s < 9.95:
		return Fixed(s, 2) + " s"
	case s < 99.5:
		return Fixed(s, 1) + " s"
	}
	m := int(math.Round(s)) / 60
	return fmt.Sprintf("%d min %02d s", m, int(math.Round(s))%60)
}

// Bytes writes an amount of memory or the size of a file, "12 MB"; a dash for 0, which stands for
// an unknown size. Kilobytes are rounded up.
func Bytes(n uint64) string {
	const mb = 1 << 20
	switch {
	case n == 0:
		return "–"
	case n < mb/10:
		return Count(int((n+1023)/1024)) + NarrowSpace + "kB"
	case n < 10*mb:
		return Fixed(float64(n)/mb, 1) + NarrowSpace + "MB"
	case n < 10000*mb:
		return Count(int(n/mb)) + NarrowSpace + "MB"
	}
	return Fixed(float64(n)/(1<<30), 1) + NarrowSpace + "GB"
}
