package npy

import (
	"io"
	"math"

	"gwscope/meshio/internal/columns"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Magic begins every file of the format.
const Magic = "\x93NUMPY"

// mostColumns bounds a row, so that an array which is no point cloud is noticed.
const mostColumns = 64

// Decode reads an array of points: n x 3, or more columns, which have the meaning that they have in
// files of text; or n records with named fields. Numbers are integers or floating point
// numbers, from half to double precision, of either byte order, in C or Fortran order.
// Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	h, body, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	n, row := h.shape[0], 0
	for _, f := range h.fields {
		row += f.size
	}
	if n < 0 || n > math.MaxInt32 || !text.Room(n, row, len(body)) {
		return nil, text.Whole("the header promises %d points, but the file has room for %d: it is truncated or damaged", n, len(body)/row)
	}
	if n == 0 {
		return nil, text.Whole("no points in this array")
	}
	m := &mesh.Mesh{Origin: mesh.Origin{Format: "npy"}}
	t := h.table(body, n, row)
	return m, t.Fill(m)
}

// check refuses arrays that are no points.
func (h *header) check() error {
	shape := describe(h.shape)
	if h.named {
		if len(h.shape) != 1 && (len(h.shape) != 2 || h.shape[1] != 1) {
			return text.Whole("an array of shape %s of records; points need one record each", shape)
		}
		return nil
	}
	switch {
	case len(h.shape) != 2:
		return text.Whole("an array of shape %s; points need n x 3", shape)
	case h.shape[1] != 2 && h.shape[1] != 3 && (h.shape[0] == 2 || h.shape[0] == 3): // hardly two points of many columns
		return text.Whole("an array of shape %s; points need n x 3: save array.T, its transpose", shape)
	case h.shape[1] < 2 || h.shape[1] > mostColumns:
		return text.Whole("an array of shape %s; points need n x 3, or more columns, up to %d", shape, mostColumns)
	}
	one := h.fields[0]
	for len(h.fields) < h.shape[1] {
		h.fields = append(h.fields, one)
	}
	return nil
}

// table reads n rows of row bytes each, which the body has room for.
func (h *header) table(body []byte, n, row int) *columns.Table {
	t := &columns.Table{}
	for _, f := range h.fields {
		if f.read != nil {
			t.Columns++
			if h.named {
				t.Names = append(t.Names, columns.Name([]byte(f.name)))
			}
		}
	}
	t.Fraction = make([]bool, t.Columns)
	t.Values = make([]float64, 0, n*t.Columns)
	for i := range n {
		at, c := i*row, 0
		for k, f := range h.fields {
			if h.fortran {
				at = (k*n + i) * f.size
			}
			if f.read != nil {
				v := f.read(body[at:])
				t.Values = append(t.Values, v)
				t.Fraction[c] = t.Fraction[c] || v != math.Trunc(v)
				c++
			}
			at += f.size
		}
	}
	return t
}
