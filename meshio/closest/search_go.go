//go:build !((linux || windows) && cgo)

package closest

import "gonum.org/v1/gonum/spatial/r3"

func (t *Tree) search(p r3.Vec, limit float64, facing []r3.Vec, n r3.Vec, least float64) (face int32, bary [3]float64, at r3.Vec, found bool) {
	return t.plainSearch(p, limit, facing, n, least)
}
