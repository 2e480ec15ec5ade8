package text

import (
	"bytes"
	"regexp"
)

var spacePattern = regexp.MustCompile(`(?i)\bSPACE\s*=\s*(RAS|LPS)\b`)

// WithoutSpace is a comment without the axes that Space finds in it.
func WithoutSpace(comment []byte) []byte { return spacePattern.ReplaceAll(comment, nil) }

// Space finds the anatomical axes that a comment or header names as 3D Slicer writes them,
// "SPACE=RAS" or "SPACE=LPS": "RAS", "LPS", or "" where it names none.
func Space(comment []byte) string {
	if bytes.IndexByte(comment, '=') < 0 {
		return ""
	}
	if m := spacePattern.FindSubmatch(comment); m != nil {
		return string(bytes.ToUpper(m[1]))
	}
	return ""
}
