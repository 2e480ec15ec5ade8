package gui

import (
	"math"
	"strings"
	"time"
	"unicode"

	"gwscope/app/number"
)

// How figures are written, by the names of this package.
var (
	count   = number.Count
	plural  = number.Plural
	loss    = number.Loss
	fixed   = number.Fixed
	percent = number.Percent
	span    = number.Span
)

// left writes the time left, rounded so that it does not flicker.
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

// point writes coordinates with so many decimals that the largest has three significant digits; six at most.
func point(p [3]float64) string {
	big := max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2]))
	decimals := 3
	if big > 0 {
		decimals = min(max(3-int(math.Floor(math.Log10(big)))-1, 0), 6)
	}
	return "(" + fixed(p[0], decimals) + ", " + fixed(p[1], decimals) + ", " + fixed(p[2], decimals) + ")"
}

// upperFirst makes the first letter a capital.
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

// orientationName is the word for an orientation, from 0 to 1.
func orientationName(o float64) string {
	switch {
	case math.IsNaN(o):
		return "Unoriented"
	case o < 0.5:
		return "Mirrored"
	}
	return "Direct"
}

// lowerFirst makes the first letter small. Words in capitals stay: "GW share".
func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) < 2 || unicode.IsUpper(r[1]) || unicode.IsSpace(r[1]) {
		return s
	}
	r[0] = unicode.ToLower(r[0])
	return string(r)
}
