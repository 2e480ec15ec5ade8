// Package base finds out where the corners of faces count from, for formats that do not say it.
package base

import (
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Of is the first number of corners of faces, 1 or 0, for n vertices, by their least and most.
// The formats that ask count from 1; a corner 0 can only be of a file that counts from 0.
// warning is a sentence for people where both would fit.
func Of(least, most, n int) (base int, warning string, err error) {
	switch {
	case least == 0 && most < n:
		return 0, "", nil
	case least == 0:
		return 0, "", text.Whole("the triangles name vertices from 0 to %d, but there are %s: whether they count from 0 or from 1, one is missing", most, mesh.Count(n, "vertex"))
	case least < 0:
		return 0, "", text.Whole("a triangle names vertex %d", least)
	case most > n:
		return 0, "", text.Whole("a triangle names vertex %d, but there are %s", most, mesh.Count(n, "vertex"))
	case most < n && least > 1:
		return 1, "No triangle names the first vertex or the last: the triangles were taken to count from 1.", nil
	}
	return 1, "", nil
}
