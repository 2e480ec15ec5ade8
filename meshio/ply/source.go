package ply

import (
	"encoding/binary"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// source yields the numbers of the body in order, whatever the encoding.
// Every number of the format fits a float64 exactly.
type source interface {
	// begin starts a row; end finishes it.
	begin() error
	end()
	// next is the following number. ok is false when a text row has no more
	// numbers, which is an error only if the number was needed.
	next(k numeric.Type) (value float64, ok bool, err error)
	// skip passes over numbers and reports like next.
	skip(k numeric.Type, count int) (ok bool, err error)
	// remaining is the number of bytes left.
	remaining() int
	// fault is an error at the current place.
	fault(format string, args ...any) error
}

// binarySource reads fixed-size numbers.
type binarySource struct {
	data  []byte
	at    int
	order binary.ByteOrder
}

func (s *binarySource) begin() error   { return nil }
func (s *binarySource) end()           {}
func (s *binarySource) remaining() int { return len(s.data) - s.at }
func (s *binarySource) fault(format string, args ...any) error {
	return text.AtByte(s.at, format, args...)
}

func (s *binarySource) next(k numeric.Type) (float64, bool, error) {
	if s.remaining() < k.Size() {
		return 0, false, s.fault("the file ends in the middle of its data: it is truncated")
	}
	b := s.data[s.at:]
	s.at += k.Size()
	return k.Read(b, s.order), true, nil
}

func (s *binarySource) skip(k numeric.Type, count int) (bool, error) {
	if !text.Room(count, k.Size(), s.remaining()) {
		return false, s.fault("a list of %d numbers, but the file ends before: it is truncated or damaged", count)
	}
	s.at += count * k.Size()
	return true, nil
}

// textSource reads one row per line, so that a row that is longer or shorter than the header says
// spoils no other row.
type textSource struct {
	lines  *text.Lines
	before int // lines of the header
	row    []byte
	short  int // rows that lack numbers
	long   int // rows that have more numbers than declared
	lacks  bool
}

func (s *textSource) remaining() int {
	return len(s.row) + s.lines.Remaining() + 1 // the last line may lack its end
}

func (s *textSource) fault(format string, args ...any) error {
	return text.AtLine(s.before+s.lines.Number, format, args...)
}

func (s *textSource) begin() error {
	s.lacks = false
	for {
		line, ok := s.lines.Next()
		if !ok {
			return s.fault("the file ends before its last row: it is truncated")
		}
		if field, _ := text.Field(line); field != nil {
			s.row = line
			return nil
		}
	}
}

func (s *textSource) end() {
	if s.lacks {
		s.short++
	} else if field, _ := text.Field(s.row); field != nil {
		s.long++
	}
}

func (s *textSource) next(numeric.Type) (float64, bool, error) {
	field, rest := text.Field(s.row)
	if field == nil {
		s.lacks = true
		return 0, false, nil
	}
	s.row = rest
	v, ok := text.Float(field)
	if !ok {
		return 0, false, s.fault("%s", text.NoNumber(field))
	}
	return v, true, nil
}

func (s *textSource) skip(_ numeric.Type, count int) (bool, error) {
	for range count {
		field, rest := text.Field(s.row)
		if field == nil {
			s.lacks = true
			return false, nil
		}
		s.row = rest
	}
	return true, nil
}

// streamSource reads numbers one after another, whatever lines they stand on. Its result counts only
// where they fill the file exactly.
type streamSource struct{ textSource }

func (s *streamSource) begin() error { return nil }
func (s *streamSource) end()         {}

func (s *streamSource) next(k numeric.Type) (float64, bool, error) {
	if err := s.fill(); err != nil {
		return 0, false, err
	}
	return s.textSource.next(k)
}

func (s *streamSource) skip(k numeric.Type, count int) (bool, error) {
	for range count {
		if err := s.fill(); err != nil {
			return false, err
		}
		if ok, err := s.textSource.skip(k, 1); !ok || err != nil {
			return ok, err
		}
	}
	return true, nil
}

// fill goes on to the next line where the one at hand is used up.
func (s *streamSource) fill() error {
	if field, _ := text.Field(s.row); field != nil {
		return nil
	}
	return s.textSource.begin()
}

// left reports whether there are numbers after the last row.
func (s *streamSource) left() bool { return s.fill() == nil }
