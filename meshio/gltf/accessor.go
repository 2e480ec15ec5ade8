package gltf

import (
	"encoding/binary"

	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// table is an accessor read into rows of columns numbers; normalised integers
// are scaled to [0, 1] or [-1, 1], and every other number is exact.
type table struct {
	values  []float64
	columns int
}

func (t table) rows() int           { return len(t.values) / max(t.columns, 1) }
func (t table) row(i int) []float64 { return t.values[i*t.columns : (i+1)*t.columns] }

// read reads an accessor after checking it against its bytes. limit bounds the
// rows of an accessor without bytes (all zeros), which the file does not bound.
func read(doc *gltf.Document, index, limit int) (table, error) {
	if index < 0 || index >= len(doc.Accessors) || doc.Accessors[index] == nil {
		return table{}, text.Whole("accessor %d does not exist; there are %d", index, len(doc.Accessors))
	}
	a := doc.Accessors[index]
	size, columns := a.ComponentType.ByteSize(), a.Type.Components()
	if a.Count < 0 || size == 0 || columns == 0 || columns > 4 {
		return table{}, text.Whole("accessor %d has %d rows of a kind that vertices do not use", index, a.Count)
	}
	var divisor float64
	if a.Normalized {
		divisor = largestOf[a.ComponentType]
	}
	t := table{columns: columns}
	if a.BufferView == nil {
		if a.Count > limit {
			return table{}, text.Whole("accessor %d promises %d rows of zeros, more than the file has bytes", index, a.Count)
		}
		t.values = make([]float64, a.Count*columns)
	} else {
		var err error
		if t.values, err = readRows(doc, *a.BufferView, a.ByteOffset, a.Count, columns, a.ComponentType, divisor); err != nil {
			return table{}, text.Whole("accessor %d: %v", index, err)
		}
	}
	if s := a.Sparse; s != nil {
		at, err := readRows(doc, s.Indices.BufferView, s.Indices.ByteOffset, s.Count, 1, s.Indices.ComponentType, 0)
		if err != nil {
			return table{}, text.Whole("accessor %d, sparse indices: %v", index, err)
		}
		values, err := readRows(doc, s.Values.BufferView, s.Values.ByteOffset, s.Count, columns, a.ComponentType, divisor)
		if err != nil {
			return table{}, text.Whole("accessor %d, sparse values: %v", index, err)
		}
		for i, row := range at {
			if !(row >= 0 && row < float64(a.Count)) {
				return table{}, text.Whole("accessor %d replaces row %v of %d", index, row, a.Count)
			}
			copy(t.row(int(row)), values[i*columns:(i+1)*columns])
		}
	}
	return t, nil
}

// largestOf is the divisor of normalised integers.
var largestOf = map[gltf.ComponentType]float64{
	gltf.ComponentByte: 127, gltf.ComponentUbyte: 255, gltf.ComponentShort: 32767, gltf.ComponentUshort: 65535,
}

// viewBytes are the bytes of a buffer view.
func viewBytes(doc *gltf.Document, view int) ([]byte, error) {
	if view < 0 || view >= len(doc.BufferViews) || doc.BufferViews[view] == nil {
		return nil, text.Whole("buffer view %d does not exist; there are %d", view, len(doc.BufferViews))
	}
	v := doc.BufferViews[view]
	if v.Buffer < 0 || v.Buffer >= len(doc.Buffers) {
		return nil, text.Whole("buffer %d does not exist; there are %d", v.Buffer, len(doc.Buffers))
	}
	data := doc.Buffers[v.Buffer].Data
	if v.ByteOffset < 0 || v.ByteLength < 0 || v.ByteOffset > len(data) || v.ByteLength > len(data)-v.ByteOffset {
		return nil, text.Whole("buffer view %d lies outside its buffer of %d bytes", view, len(data))
	}
	return data[v.ByteOffset : v.ByteOffset+v.ByteLength], nil
}

// readRows reads count rows of a buffer view, starting at an offset into it.
func readRows(doc *gltf.Document, view, offset, count, columns int, kind gltf.ComponentType, divisor float64) ([]float64, error) {
	data, err := viewBytes(doc, view)
	if err != nil {
		return nil, err
	}
	size := kind.ByteSize()
	row, stride := size*columns, doc.BufferViews[view].ByteStride
	if stride == 0 {
		stride = row
	}
	if row == 0 || stride < row || offset < 0 || offset > len(data) || count < 0 {
		return nil, text.Whole("%d rows of %d bytes every %d from byte %d on do not fit buffer view %d", count, row, stride, offset, view)
	}
	data = data[offset:]
	if count > 0 && (len(data) < row || count-1 > (len(data)-row)/stride) {
		return nil, text.Whole("%d rows, but buffer view %d has no room for them: the file is truncated or damaged", count, view)
	}
	values := make([]float64, 0, count*columns)
	for i := range count {
		b := data[i*stride:]
		for c := range columns {
			x := types[kind].Read(b[c*size:], binary.LittleEndian)
			if divisor > 0 {
				x = max(x/divisor, -1) // the most negative integer counts as -1
			}
			values = append(values, x)
		}
	}
	return values, nil
}

// types are the types of the components of accessors.
var types = map[gltf.ComponentType]numeric.Type{
	gltf.ComponentByte: numeric.Int8, gltf.ComponentUbyte: numeric.Uint8, gltf.ComponentShort: numeric.Int16,
	gltf.ComponentUshort: numeric.Uint16, gltf.ComponentUint: numeric.Uint32, gltf.ComponentFloat: numeric.Float32,
}
