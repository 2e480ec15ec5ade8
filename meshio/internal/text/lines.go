package text

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
)

// Read takes in the whole of r as UTF-8: a byte order mark is dropped and
// UTF-16, which some exporters on Windows write, is converted.
func Read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(r)
	return UTF8(data), err
}

// UTF8 drops a byte order mark, and converts UTF-16 that has one.
func UTF8(data []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		return data[3:]
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		order = binary.BigEndian
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		order = binary.LittleEndian
	default:
		return data
	}
	units := make([]uint16, len(data)/2-1)
	for i := range units {
		units[i] = order.Uint16(data[2+2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}

// Lines walks over the lines of a file.
type Lines struct {
	// Number is the number of the line last returned, from 1.
	Number int
	data   []byte
	end    byte
}

// NewLines starts before the first line. Lines end in "\n" or "\r\n", or in
// "\r" throughout a file that has no "\n" (old Macintosh exporters).
func NewLines(data []byte) *Lines {
	l := &Lines{data: data, end: '\n'}
	if bytes.IndexByte(data, '\n') < 0 && bytes.IndexByte(data, '\r') >= 0 {
		l.end = '\r'
	}
	return l
}

// Next is the following line without its end; ok is false after the last.
func (l *Lines) Next() (line []byte, ok bool) {
	if len(l.data) == 0 {
		return nil, false
	}
	l.Number++
	if i := bytes.IndexByte(l.data, l.end); i >= 0 {
		line, l.data = l.data[:i], l.data[i+1:]
	} else {
		line, l.data = l.data, nil
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, true
}

// NextContent is the following line that holds anything besides blanks and a
// comment from '#' on, without that comment.
func (l *Lines) NextContent() (line []byte, ok bool) {
	for {
		line, ok = l.Next()
		if !ok {
			return nil, false
		}
		if i := bytes.IndexByte(line, '#'); i >= 0 {
			line = line[:i]
		}
		if field, _ := Field(line); field != nil {
			return line, true
		}
	}
}

// Remaining is the number of bytes after the line last returned.
func (l *Lines) Remaining() int { return len(l.data) }

// isBlank holds for the bytes that separate fields.
var isBlank = [256]bool{' ': true, '\t': true, '\r': true, '\v': true, '\f': true, 0: true}

// Field cuts the first field off a line; field is nil when there is none.
func Field(line []byte) (field, rest []byte) {
	i := 0
	for i < len(line) && isBlank[line[i]] {
		i++
	}
	if i == len(line) {
		return nil, nil
	}
	start := i
	for i < len(line) && !isBlank[line[i]] {
		i++
	}
	return line[start:i], line[i:]
}

// Fields appends all fields of a line to a slice.
func Fields(fields [][]byte, line []byte) [][]byte {
	for {
		field, rest := Field(line)
		if field == nil {
			return fields
		}
		fields, line = append(fields, field), rest
	}
}
