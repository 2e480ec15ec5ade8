package nn

import "fmt"

// Tensor is a matrix that a backend holds, row-major and without gaps, within one
// of its buffers. Tensors are values; they may share memory. The zero Tensor stands
// for "none".
type Tensor struct {
	Rows, Cols int
	// Offset is the index of the first element in Buffer.
	Offset int
	// Buffer is the backend's own.
	Buffer any
}

// Len is the number of elements.
func (t Tensor) Len() int { return t.Rows * t.Cols }

// None reports whether there is no tensor.
func (t Tensor) None() bool { return t.Buffer == nil }

// Same panics where two tensors of one call must have as many elements, and have not.
func Same(a, b int) {
	if a != b {
		panic(fmt.Sprintf("nn: tensors of %d and %d elements where both must be the same", a, b))
	}
}

// Shaped panics where a tensor that is there is not rows x cols.
func Shaped(t Tensor, rows, cols int) {
	if !t.None() && (t.Rows != rows || t.Cols != cols) {
		panic(fmt.Sprintf("nn: a tensor of %d x %d where %d x %d is needed", t.Rows, t.Cols, rows, cols))
	}
}

// ProductShape is the shape of c = op(x) op(y) (m x n, with k terms in each entry); it panics where they do not fit.
func ProductShape(c, x Tensor, transX bool, y Tensor, transY bool) (m, k, n int) {
	m, k, n = x.Rows, x.Cols, y.Cols
	inner := y.Rows
	if transX {
		m, k = k, m
	}
	if transY {
		n, inner = inner, n
	}
	Same(k, inner)
	Shaped(c, m, n)
	return m, k, n
}

// Slice is rows lo to hi, in the same memory.
func (t Tensor) Slice(lo, hi int) Tensor {
	if lo < 0 || hi < lo || hi > t.Rows {
		panic(fmt.Sprintf("nn: rows %d to %d of a tensor with %d", lo, hi, t.Rows))
	}
	return Tensor{Rows: hi - lo, Cols: t.Cols, Offset: t.Offset + lo*t.Cols, Buffer: t.Buffer}
}

// Part is a rows x cols tensor in the same memory, from element first on.
func (t Tensor) Part(first, rows, cols int) Tensor {
	if first < 0 || first+rows*cols > t.Len() {
		panic(fmt.Sprintf("nn: elements %d to %d of a tensor with %d", first, first+rows*cols, t.Len()))
	}
	return Tensor{Rows: rows, Cols: cols, Offset: t.Offset + first, Buffer: t.Buffer}
}
