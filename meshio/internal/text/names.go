package text

import (
	"cmp"
	"strings"
	"unicode"
)

// Names makes n names fit for a header: one word each, without the letters of odd, and none of those
// that are taken.
func Names(n int, name func(k int) string, taken map[string]bool, odd string) []string {
	out := make([]string, n)
	for k := range out {
		out[k] = cmp.Or(strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(odd, r) {
				return '_'
			}
			return r
		}, name(k)), "scalar")
		for taken[out[k]] {
			out[k] += "_"
		}
		taken[out[k]] = true
	}
	return out
}
