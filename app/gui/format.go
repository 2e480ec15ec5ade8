package gui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// minus is the sign that is as wide as a digit; a hyphen is not.
const minus = "\u2212"

// narrowSpace stands between a number and its unit and does not break.
const narrowSpace = "\u202f"

// count writes a whole number with thousands separators.
func count(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = minus, s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// plural is "1 vertex" or "4,998 vertices".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// loss writes a GW² with three significant digits, without an exponent where
// that is readable.
func loss(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x == 0:
		return "0"
	case x >= 1e-4 && x < 10:
		digits := 2 - int(math.Floor(math.Log10(x)))
		return strconv.FormatFloat(x, 'f', max(digits, 2), 64)
	}
	s := strconv.FormatFloat(x, 'e', 2, 64)
	return strings.Replace(strings.Replace(s, "e-0", "e-", 1), "e-", "e"+minus, 1)
}

// fixed writes x with so many decimals and a proper minus.
func fixed(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "–"
	}
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.HasPrefix(s, "-") {
		if strings.Trim(s[1:], "0.") == "" {
			return s[1:]
		}
		return minus + s[1:]
	}
	return s
}

// percent writes a share, such as 0.024, as "2.4 %".
func percent(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	decimals := 1
	if x != 0 && x < 0.01 {
		decimals = 2
	}
	return fixed(100*x, decimals) + narrowSpace + "%"
}

// span writes a duration as a person would say it.
func span(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 0.0095:
		return fixed(1000*s, 1) + " ms"
	case s < 0.0995:
		return fixed(1000*s, 0) + " ms"
	case s < 9.95:
		return fixed(s, 2) + " s"
	case s < 99.5:
		return fixed(s, 1) + " s"
	}
	m := int(math.Round(s)) / 60
	return fmt.Sprintf("%d min %02d s", m, int(math.Round(s))%60)
}

// left writes the time left, coarsely, so that it does not flicker.
func left(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s <= 0:
		return ""
	case s < 10:
		return fixed(max(0.1, s), 1) + " s left"
	case s < 90:
		return fixed(s, 0) + " s left"
	}
	return fixed(math.Ceil(s/60), 0) + " min left"
}

// point writes coordinates with a precision that suits their size.
func point(p [3]float64) string {
	big := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	decimals := 3
	if big > 0 {
		decimals = min(max(3-int(math.Floor(math.Log10(big)))-1, 0), 6)
	}
	return "(" + fixed(p[0], decimals) + ", " + fixed(p[1], decimals) + ", " + fixed(p[2], decimals) + ")"
}

// upperFirst starts a sentence.
func upperFirst(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// ordinal is "2nd", "3rd", "4th".
func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return count(n) + end
}

// orientationName is what an orientation score means.
func orientationName(o float64) string {
	switch {
	case math.IsNaN(o):
		return "Unoriented"
	case o < 0.5:
		return "Mirrored"
	}
	return "Direct"
}
