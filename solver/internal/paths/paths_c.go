//go:build (linux || windows) && cgo

package paths

/*
#cgo CFLAGS: -O3 -Wno-psabi
#include "sweep.h"
*/
import "C"

import "unsafe"

func sweep(b *Bundle, order []int32, backwards bool) bool {
	first, step := 0, 1
	if backwards {
		first, step = len(order)-1, -1
	}
	return C.gwscope_sweep((*C.int32_t)(unsafe.Pointer(unsafe.SliceData(order))), C.int64_t(len(order)), C.int64_t(first), C.int64_t(step),
		(*C.int32_t)(unsafe.Pointer(unsafe.SliceData(b.Start))), (*C.gwscope_arc)(unsafe.Pointer(unsafe.SliceData(b.Arcs))),
		(*C.double)(unsafe.Pointer(unsafe.SliceData(b.Distances))), (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(b.Changed)))) != 0
}
