package matlab

import (
	"encoding/binary"
	"io"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// The types of elements that are no numbers.
const (
	typeMatrix     = 14
	typeCompressed = 15
)

// types are the types of elements that are numbers.
var types = map[uint32]numeric.Type{1: numeric.Int8, 2: numeric.Uint8, 3: numeric.Int16, 4: numeric.Uint16, 5: numeric.Int32, 6: numeric.Uint32,
	7: numeric.Float32, 9: numeric.Float64, 12: numeric.Int64, 13: numeric.Uint64}

// source is where the bytes of elements come from, one after another.
type source struct {
	r     io.Reader
	order binary.ByteOrder
	left  int // bytes until the end
	small [8]byte
	block []byte
}

// errCut is the error of an element that is longer than the element around it.
func errCut() error {
	return text.Whole("an element goes beyond the end of the element around it: the file is truncated or damaged")
}

// take reads exactly len(b) bytes.
func (s *source) take(b []byte) error {
	if len(b) > s.left {
		return errCut()
	}
	s.left -= len(b)
	if _, err := io.ReadFull(s.r, b); err != nil {
		return text.Whole("the data end too early, or do not unpack: the file is truncated or damaged")
	}
	return nil
}

// skip passes over n bytes.
func (s *source) skip(n int) error {
	for n > 0 {
		part := min(n, len(s.block))
		if err := s.take(s.block[:part]); err != nil {
			return err
		}
		n -= part
	}
	return nil
}

// element is a tag that has been read: its data follow, or stand in it.
type element struct {
	kind    uint32
	size    int
	padding int // bytes after the data
	inside  [4]byte
	within  bool // the data are inside, at most four bytes
}

// next reads a tag. No padding follows compressed elements.
func (s *source) next() (element, error) {
	if err := s.take(s.small[:8]); err != nil {
		return element{}, err
	}
	first, second := s.order.Uint32(s.small[:]), s.order.Uint32(s.small[4:])
	if first>>16 != 0 {
		e := element{kind: first & 0xffff, size: int(first >> 16), inside: [4]byte(s.small[4:8]), within: true}
		if e.size > 4 {
			return e, text.Whole("a short element has %d bytes, where four have room: the file is damaged", e.size)
		}
		return e, nil
	}
	e := element{kind: first, size: int(second)}
	if e.kind != typeCompressed {
		e.padding = -e.size & 7
	}
	if e.size > s.left {
		return e, errCut()
	}
	e.padding = min(e.padding, s.left-e.size) // the last element may lack it
	return e, nil
}

// pass passes over an element.
func (s *source) pass(e element) error {
	if e.within {
		return nil
	}
	return s.skip(e.size + e.padding)
}

// bytes reads the data of a short element, of at most most bytes.
func (s *source) bytes(e element, most int) ([]byte, error) {
	if e.size > most {
		return nil, text.Whole("an element that should be short has %d bytes: the file is damaged", e.size)
	}
	b := make([]byte, e.size)
	if e.within {
		copy(b, e.inside[:])
		return b, nil
	}
	if err := s.take(b); err != nil {
		return nil, err
	}
	return b, s.skip(e.padding)
}

// numbers hands the numbers of an element to each, one after another.
func (s *source) numbers(e element, each func(float64)) error {
	kind := types[e.kind]
	size := kind.Size()
	if size == 0 || e.size%size != 0 {
		return text.Whole("an element of type %d with %d bytes holds no numbers that are known: the file is damaged", e.kind, e.size)
	}
	if e.within {
		for at := 0; at < e.size; at += size {
			each(kind.Read(e.inside[at:], s.order))
		}
		return nil
	}
	for left := e.size; left > 0; {
		part := s.block[:min(left, len(s.block))]
		if err := s.take(part); err != nil {
			return err
		}
		left -= len(part)
		for at := 0; at < len(part); at += size {
			each(kind.Read(part[at:], s.order))
		}
	}
	return s.skip(e.padding)
}
