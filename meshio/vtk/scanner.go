package vtk

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// scanner walks over the words and numbers of a file.
type scanner struct {
	data   []byte
	at     int
	binary bool
}

// fault is an error at the place at hand: a line of a text file, a byte of a binary one.
func (s *scanner) fault(format string, args ...any) error { return s.faultAt(s.at, format, args...) }

func (s *scanner) faultAt(at int, format string, args ...any) error {
	if s.binary {
		return text.AtByte(at, format, args...)
	}
	return text.AtLine(1+bytes.Count(s.data[:min(at, len(s.data))], []byte("\n")), format, args...)
}

// line is the rest of the line at hand, without its end.
func (s *scanner) line() []byte {
	rest := s.data[s.at:]
	line := rest
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		line = rest[:i]
		s.at++
	}
	s.at += len(line)
	return bytes.TrimRight(line, "\r")
}

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// word is the next word, nil at the end of the file.
func (s *scanner) word() []byte {
	for s.at < len(s.data) && isSpace(s.data[s.at]) {
		s.at++
	}
	start := s.at
	for s.at < len(s.data) && !isSpace(s.data[s.at]) {
		s.at++
	}
	if s.at == start {
		return nil
	}
	return s.data[start:s.at]
}

// next reports whether the next word is w, in capitals or not, and passes over it if so.
func (s *scanner) next(w string) bool {
	at := s.at
	if got := s.word(); len(got) == len(w) && strings.EqualFold(string(got), w) {
		return true
	}
	s.at = at
	return false
}

// count is the next word as a number of things.
func (s *scanner) count(what string) (int, error) {
	word := s.word()
	n, ok := text.Int(word)
	if !ok || n < 0 || n > math.MaxInt32 {
		return 0, s.fault("%s is not a number of %s", text.Quote(word), what)
	}
	return n, nil
}

var order = binary.BigEndian

// types of numbers by their names. Files hold vtkIdType as an int.
var types = map[string]numeric.Type{
	"char": numeric.Int8, "signed_char": numeric.Int8, "unsigned_char": numeric.Uint8,
	"short": numeric.Int16, "unsigned_short": numeric.Uint16,
	"int": numeric.Int32, "vtkidtype": numeric.Int32, "unsigned_int": numeric.Uint32,
	"long": numeric.Int64, "vtktypeint64": numeric.Int64, "long_long": numeric.Int64,
	"unsigned_long": numeric.Uint64, "unsigned_long_long": numeric.Uint64, "vtktypeuint64": numeric.Uint64,
	"float": numeric.Float32, "double": numeric.Float64,
}

// numbers reads tuples times components numbers of a type.
func (s *scanner) numbers(typeName []byte, tuples, components int, what string) ([]float64, error) {
	k, ok := types[strings.ToLower(string(typeName))]
	if !ok {
		return nil, s.fault("%s is not a type of numbers that can be read (%s)", text.Quote(typeName), what)
	}
	count := tuples * components
	if components > 0 && count/components != tuples {
		return nil, s.fault("%d times %d numbers are more than any file holds (%s)", tuples, components, what)
	}
	size := 2 // a digit and a blank
	if s.binary {
		size = k.Size()
	}
	if remaining := len(s.data) - s.at + 1; !text.Room(count, size, remaining) {
		return nil, s.fault("%s needs %d numbers, but the file has room for %d at most: it is truncated or damaged", what, count, remaining/size)
	}
	values := make([]float64, count)
	if !s.binary {
		for i := range values {
			word := s.word()
			if word == nil {
				return nil, s.fault("the file ends after %d of %d numbers (%s)", i, count, what)
			}
			if values[i], ok = text.Float(word); !ok {
				return nil, s.faultAt(s.at-1, "%s (%s)", text.NoNumber(word), what)
			}
		}
		return values, nil
	}
	s.line()
	if !text.Room(count, size, len(s.data)-s.at) {
		return nil, s.fault("%s needs %d numbers, but the file ends before: it is truncated or damaged", what, count)
	}
	for i := range values {
		values[i] = k.Read(s.data[s.at:], order)
		s.at += size
	}
	return values, nil
}
