//go:build (linux || windows) && cgo

package argmin

/*
#cgo CFLAGS: -O3 -Wno-psabi
#include "argmin.h"
*/
import "C"

import "unsafe"

func both(t *Table, a []float32) {
	C.gwscope_least(floats(a), nil, nil, nil, C.int(len(t.RowAt)), C.int(len(t.ColAt)),
		ints(t.RowAt), ints(t.ColAt), floats(t.RowLeast), floats(t.ColLeast))
}

func bothOfSum(t *Table, a, b, u, v []float32) {
	C.gwscope_least(floats(a), floats(b), floats(u), floats(v), C.int(len(u)), C.int(len(v)),
		ints(t.RowAt), ints(t.ColAt), floats(t.RowLeast), floats(t.ColLeast))
}

func ofRows(a, v []float32, at []int32) {
	C.gwscope_least_row(floats(a), floats(v), C.int(len(at)), C.int(len(v)), ints(at))
}

func pairCosts(p *Pairs) float64 {
	return float64(C.gwscope_pair_costs(floats(p.Distance), floats(p.Angles), floats(p.DX), floats(p.DY), floats(p.AX), floats(p.AY),
		C.float(p.Limit), C.int(len(p.DX)), C.int(len(p.DY))))
}

func pairLeast(p *Pairs, rows, cols []float32) {
	C.gwscope_pair_least(floats(p.Distance), floats(p.Angles), floats(p.DX), floats(p.DY), floats(p.AX), floats(p.AY),
		C.float(p.Limit), C.int(len(p.DX)), C.int(len(p.DY)), floats(rows), floats(cols))
}

func smallest(row []float32, v []float64, bound float64, cols []int32, keys []float64) int {
	return int(C.gwscope_smallest(floats(row), doubles(v), C.int(len(row)), C.double(bound), C.int(len(cols)), ints(cols), doubles(keys)))
}

func within(a, table []float32, limit, most float32, out []int32) int {
	return int(C.gwscope_within(floats(a), floats(table), C.float(limit), C.float(most), C.int(len(out)), C.int(len(a)), ints(out)))
}

func floats(v []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(v))) }
func ints(v []int32) *C.int       { return (*C.int)(unsafe.Pointer(unsafe.SliceData(v))) }
func doubles(v []float64) *C.double {
	return (*C.double)(unsafe.Pointer(unsafe.SliceData(v)))
}
