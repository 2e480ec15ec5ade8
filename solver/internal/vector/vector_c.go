//go:build (linux || windows) && cgo

package vector

/*
#cgo CFLAGS: -O3 -Wno-psabi
#cgo LDFLAGS: -lm
#include "vector.h"
*/
import "C"

import "unsafe"

// Each of these does its work and reports true, or false in double precision.

func expRows[T float32 | float64](block []T, cols int, mass, sums []T) bool {
	b, ok := any(block).([]float32)
	if !ok || len(sums) == 0 || cols == 0 {
		return false
	}
	m, s := any(mass).([]float32), any(sums).([]float32)
	_ = b[len(s)*cols-1]
	if m != nil {
		_ = m[cols-1]
	}
	C.gwscope_exp_rows(pointer(b), C.int(len(s)), C.int(cols), pointer(m), pointer(s))
	return true
}

func gelu[T float32 | float64](out, z []T) bool {
	in, ok := any(z).([]float32)
	if !ok || len(in) == 0 {
		return false
	}
	to := any(out).([]float32)[:len(in)]
	C.gwscope_gelu(pointer(to), pointer(in), C.int64_t(len(in)))
	return true
}

func geluBackward[T float32 | float64](grad, z []T) bool {
	in, ok := any(z).([]float32)
	if !ok || len(in) == 0 {
		return false
	}
	to := any(grad).([]float32)[:len(in)]
	C.gwscope_gelu_backward(pointer(to), pointer(in), C.int64_t(len(in)))
	return true
}

func normRows[T float32 | float64](out, stats, in, gain, bias []T, epsilon float64) bool {
	x, ok := any(in).([]float32)
	if !ok {
		return false
	}
	y, s, g, b := any(out).([]float32), any(stats).([]float32), any(gain).([]float32), any(bias).([]float32)
	rows, width := len(s)/2, len(g)
	_, _, _ = x[rows*width-1], y[rows*width-1], b[width-1]
	C.gwscope_norm_rows(pointer(y), pointer(s), pointer(x), pointer(g), pointer(b), C.int(rows), C.int(width), C.float(epsilon))
	return true
}

func addBias[T float32 | float64](block, bias []T) bool {
	b, ok := any(block).([]float32)
	if !ok {
		return false
	}
	v := any(bias).([]float32)
	C.gwscope_add_bias(pointer(b), pointer(v), C.int(len(b)/len(v)), C.int(len(v)))
	return true
}

func add[T float32 | float64](to, what []T) bool {
	b, ok := any(to).([]float32)
	if !ok {
		return false
	}
	v := any(what).([]float32)[:len(b)]
	C.gwscope_add(pointer(b), pointer(v), C.int64_t(len(b)))
	return true
}

func softmaxBackward[T float32 | float64](e, g []T, inverse T) bool {
	p, ok := any(e).([]float32)
	if !ok {
		return false
	}
	grad := any(g).([]float32)[:len(p)]
	C.gwscope_softmax_backward(pointer(p), pointer(grad), C.int64_t(len(p)), C.float(inverse))
	return true
}

func pointer(v []float32) *C.float { return (*C.float)(unsafe.Pointer(unsafe.SliceData(v))) }
