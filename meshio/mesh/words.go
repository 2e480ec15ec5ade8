package mesh

import (
	"strconv"
	"strings"
)

// Count writes a number with its noun, such as "1 vertex" or "12,500 faces",
// for messages to people. It knows the plurals meshes need.
func Count(n int, noun string) string {
	if n != 1 {
		switch {
		case strings.HasSuffix(noun, "vertex"), strings.HasSuffix(noun, "index"):
			noun = strings.TrimSuffix(noun, "ex") + "ices"
		case strings.HasSuffix(noun, "y"):
			noun = strings.TrimSuffix(noun, "y") + "ies"
		default:
			noun += "s"
		}
	}
	return thousands(n) + " " + noun
}

// Are is [Count] with the verb: "1 vertex is", "3 edges are".
func Are(n int, noun string) string {
	if n == 1 {
		return Count(n, noun) + " is"
	}
	return Count(n, noun) + " are"
}

// thousands writes n with a comma between groups of three digits.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
