package matlab

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"strings"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Magic are the first bytes of every MAT file that MATLAB itself writes.
const Magic = "MATLAB"

const (
	headerSize = 128
	blockSize  = 1 << 12 // a multiple of the size of every number
	deepest    = 8       // structs in structs
	mostFields = 4096
	longest    = 64 // bytes of a field's name; MATLAB has 63
)

// A mesh may have as many numbers as its file has bytes, and a few more: packed numbers that differ
// take more than a byte each. Each matrix counts as some numbers, too. This bounds the memory for files
// that are made to fill it.
const (
	fewNumbers       = 1 << 13
	numbersPerMatrix = 48
)

// Is reports whether data begin as a MAT file of version 5 or 7.3 does.
func Is(data []byte) bool {
	_, _, ok := header(data)
	return ok
}

// header reads the order of the bytes and the version.
func header(data []byte) (order binary.ByteOrder, version uint16, ok bool) {
	if len(data) < headerSize {
		return nil, 0, false
	}
	switch string(data[126:128]) {
	case "IM":
		order = binary.LittleEndian
	case "MI":
		order = binary.BigEndian
	default:
		return nil, 0, false
	}
	version = order.Uint16(data[124:])
	return order, version, version == 0x0100 || version == 0x0200
}

// Decode reads the first mesh of a MAT file, or its first cloud of points where there is no
// mesh, with a warning where there are more. Coordinates that are not finite are kept as they
// are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	order, version, ok := header(data)
	switch {
	case !ok && bytes.HasPrefix(data, []byte(Magic)):
		return nil, text.Whole("the header of this MAT file is damaged, or truncated")
	case !ok:
		return nil, text.Whole("this is no MAT file of version 5: in MATLAB, save with save(name, variables, '-v7')")
	case version == 0x0200:
		return nil, text.Whole("this is a MAT file of version 7.3, which is not supported: in MATLAB, save with save(name, variables, '-v7')")
	}
	d := &decoder{left: len(data) + fewNumbers, block: make([]byte, blockSize)}
	top := group{}
	s := &source{r: bytes.NewReader(data[headerSize:]), order: order, left: len(data) - headerSize, block: d.block}
	for s.left >= 8 {
		if err := d.variable(s, top); err != nil {
			return nil, err
		}
	}
	d.found(top)
	return d.mesh()
}

// decoder gathers the arrays that may be a mesh.
type decoder struct {
	left    int // numbers that may still be kept
	block   []byte
	inflate io.ReadCloser
	groups  []group // with positions, in the order of the file
}

// spend takes numbers from those that the file justifies.
func (d *decoder) spend(numbers int) error {
	if d.left -= numbers; d.left < 0 {
		return text.Whole("the file unpacks to more numbers than it has bytes: it is damaged, or made to fill the memory")
	}
	return nil
}

// variable reads one element of the file: a matrix, packed or not, or something else.
func (d *decoder) variable(s *source, top group) error {
	e, err := s.next()
	if err != nil {
		return err
	}
	switch {
	case e.kind == typeMatrix && !e.within:
		return d.matrix(s, e, top, "", 0)
	case e.kind != typeCompressed || e.within:
		return s.pass(e)
	}
	packed := make([]byte, e.size)
	if err := s.take(packed); err != nil {
		return err
	}
	from := bytes.NewReader(packed)
	if d.inflate == nil {
		d.inflate, err = zlib.NewReader(from)
	} else {
		err = d.inflate.(zlib.Resetter).Reset(from, nil)
	}
	if err != nil {
		return text.Whole("a packed element does not unpack: the file is damaged")
	}
	inner := &source{r: d.inflate, order: s.order, left: 1<<31 - 1, block: d.block}
	if e, err = inner.next(); err != nil {
		return err
	}
	if e.kind != typeMatrix || e.within {
		return nil // nothing of a mesh
	}
	return d.matrix(inner, e, top, "", 0)
}

// The classes of matrices. Those from classDouble to classUint64 are numbers.
const (
	classStruct = 2
	classDouble = 6
	classUint64 = 15
)

// matrix reads a matrix into a group, under its own name or, in a struct, under the name of the field.
func (d *decoder) matrix(s *source, e element, into group, name string, depth int) error {
	// The matrix is read to its end, also where its content is of no use.
	after := s.left - e.size - e.padding
	if after < 0 {
		return errCut()
	}
	s.left = e.size + e.padding
	err := d.inMatrix(s, into, name, depth)
	if err == nil {
		err = s.skip(s.left)
	}
	s.left = after
	return err
}

func (d *decoder) inMatrix(s *source, into group, name string, depth int) error {
	if s.left < 8 {
		return nil // an empty field
	}
	if err := d.spend(numbersPerMatrix); err != nil {
		return err
	}
	e, err := s.next()
	if err != nil {
		return err
	}
	flags, err := s.bytes(e, 8)
	if err != nil {
		return err
	}
	if len(flags) < 4 {
		return text.Whole("a matrix has no flags: the file is damaged")
	}
	class := s.order.Uint32(flags) & 0xff
	if e, err = s.next(); err != nil {
		return err
	}
	var shape []int
	if e.size > 4*16 {
		return s.skip(s.left) // no matrix of a mesh has so many dimensions
	}
	if err := s.numbers(e, func(v float64) { shape = append(shape, int(v)) }); err != nil {
		return err
	}
	if e, err = s.next(); err != nil {
		return err
	}
	if e.size > longest {
		return s.skip(s.left)
	}
	own, err := s.bytes(e, longest)
	if err != nil {
		return err
	}
	if name == "" {
		name = string(own)
	}
	switch {
	case class == classStruct && depth < deepest:
		return d.structure(s, shape, depth)
	case class >= classDouble && class <= classUint64 && len(shape) == 2 && isPart(name):
		return d.values(s, shape, into, name)
	}
	return nil
}

// structure reads the fields of a struct; of a list of structs, those of the first.
func (d *decoder) structure(s *source, shape []int, depth int) error {
	for _, n := range shape {
		if n < 1 {
			return nil
		}
	}
	e, err := s.next()
	if err != nil {
		return err
	}
	length := 0
	if e.size > 8 {
		return text.Whole("the names of a struct's fields have no length: the file is damaged")
	}
	if err := s.numbers(e, func(v float64) { length = int(v) }); err != nil {
		return err
	}
	if e, err = s.next(); err != nil {
		return err
	}
	if length < 1 || length > longest || e.size/length > mostFields {
		return text.Whole("the names of a struct's fields have %d letters, and %d bytes altogether: the file is damaged", length, e.size)
	}
	if err := d.spend(e.size); err != nil {
		return err
	}
	names, err := s.bytes(e, longest*mostFields)
	if err != nil {
		return err
	}
	g := group{}
	for ; len(names) >= length && s.left >= 8; names = names[length:] {
		if e, err = s.next(); err != nil {
			return err
		}
		name, _, _ := strings.Cut(string(names[:length]), "\x00")
		if e.kind != typeMatrix || e.within {
			err = s.pass(e)
		} else {
			err = d.matrix(s, e, g, name, depth+1)
		}
		if err != nil {
			return err
		}
	}
	d.found(g)
	return nil
}

// values reads the real numbers of a matrix, column by column.
func (d *decoder) values(s *source, shape []int, into group, name string) error {
	e, err := s.next()
	if err != nil {
		return err
	}
	size := types[e.kind].Size()
	rows, cols := shape[0], shape[1]
	if size == 0 || rows < 0 || cols < 0 || rows > 1<<31 || cols > 1<<31 || rows*cols != e.size/size {
		return text.Whole("%s is to have %d x %d numbers, and has %d bytes: the file is damaged", text.Quote([]byte(name)), rows, cols, e.size)
	}
	if err := d.spend(rows * cols); err != nil {
		return err
	}
	p := part{rows: rows, cols: cols, values: make([]float64, 0, rows*cols)}
	if err := s.numbers(e, func(v float64) { p.values = append(p.values, v) }); err != nil {
		return err
	}
	into[strings.ToLower(name)] = p
	return nil
}
