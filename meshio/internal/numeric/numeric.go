// Package numeric reads numbers of the types that files have.
package numeric

import (
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Type is the type of a number in a file.
type Type uint8

const (
	None Type = iota
	Int8
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
)

// sizes and letters of the types: i for integers, u for unsigned ones, f for floating point.
var sizes = [...]int{0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8}

const letters = "-iuiuiuiuff"

// Of is the type with a letter (i, u or f) and a size in bytes; None where there is none.
func Of(letter byte, size int) Type {
	for t := Int8; t <= Float64; t++ {
		if letters[t] == letter && sizes[t] == size {
			return t
		}
	}
	return None
}

// Size is the number of bytes of a number; 0 for None.
func (t Type) Size() int { return sizes[t] }

// Read is the number at the beginning of b. It is exact, but for integers beyond 2^53.
func (t Type) Read(b []byte, order binary.ByteOrder) float64 {
	switch t {
	case Int8:
		return float64(int8(b[0]))
	case Uint8:
		return float64(b[0])
	case Int16:
		return float64(int16(order.Uint16(b)))
	case Uint16:
		return float64(order.Uint16(b))
	case Int32:
		return float64(int32(order.Uint32(b)))
	case Uint32:
		return float64(order.Uint32(b))
	case Int64:
		return float64(int64(order.Uint64(b)))
	case Uint64:
		return float64(order.Uint64(b))
	case Float32:
		return float64(math.Float32frombits(order.Uint32(b)))
	case Float64:
		return math.Float64frombits(order.Uint64(b))
	}
	panic("numeric: no type")
}

// Single reports whether every value survives in single precision.
func Single(values ...float64) bool {
	for _, v := range values {
		if float64(float32(v)) != v && v == v {
			return false
		}
	}
	return true
}

// Flat are vectors as numbers, three each.
func Flat(vectors []r3.Vec) []float64 {
	out := make([]float64, 0, 3*len(vectors))
	for _, p := range vectors {
		out = append(out, p.X, p.Y, p.Z)
	}
	return out
}
