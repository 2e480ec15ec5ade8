//go:build (linux || windows) && cgo

package closest

/*
#cgo CFLAGS: -O3 -std=c11
#cgo noescape gwscope_closest
#cgo nocallback gwscope_closest
#include "search.h"
*/
import "C"

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"
)

func (t *Tree) search(p r3.Vec, limit float64, facing []r3.Vec, n r3.Vec, least float64) (face int32, bary [3]float64, at r3.Vec, found bool) {
	q := C.gwscope_query{p: vector(p), n: vector(n), least: C.double(least), limit: C.double(limit * limit)}
	k := C.gwscope_closest((*C.gwscope_node)(unsafe.Pointer(unsafe.SliceData(t.nodes))), (*C.int)(unsafe.Pointer(unsafe.SliceData(t.Triangles))),
		(*C.gwscope_vec)(unsafe.Pointer(unsafe.SliceData(t.Points))), (*C.gwscope_vec)(unsafe.Pointer(unsafe.SliceData(facing))), &q)
	if k < 0 {
		return 0, bary, at, false
	}
	bary = [3]float64{float64(q.bary[0]), float64(q.bary[1]), float64(q.bary[2])}
	return int32(k), bary, r3.Vec{X: float64(q.at.x), Y: float64(q.at.y), Z: float64(q.at.z)}, true
}

func vector(v r3.Vec) C.gwscope_vec {
	return C.gwscope_vec{x: C.double(v.X), y: C.double(v.Y), z: C.double(v.Z)}
}
