// Package base finds out whether the corners of faces count from 0 or from 1, for formats that do not
// say it.
package base

import (
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Of is the number, 1 or 0, from which the corners of faces count, by the least and the most of them.
// The formats that need it count from 1; only a file that counts from 0 has a corner 0. The mesh has
// its vertices already; where both numbers would fit, it gets a warning.
func Of(least, most int, m *mesh.Mesh) (base int, err error) {
	n := len(m.Vertices)
	switch {
	case least == 0 && most < n:
		return 0, nil
	case least == 0:
		return 0, text.Whole("the triangles name vertices from 0 to %d, but there are %s: a vertex is missing, whether they count from 0 or from 1", most, mesh.Count(n, "vertex"))
	case least < 0:
		return 0, text.Whole("a triangle names vertex %d", least)
	case most > n:
		return 0, text.Whole("a triangle names vertex %d, but there are %s", most, mesh.Count(n, "vertex"))
	case most < n && least > 1:
		m.Warn("No triangle names the first vertex or the last: the triangles were taken to count from 1.")
	}
	return 1, nil
}
