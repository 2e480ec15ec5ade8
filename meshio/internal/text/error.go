package text

import (
	"fmt"
	"strconv"
)

// Error is a fault of a file: where, why, and the mend.
type Error struct {
	// Line counts from 1; 0 when the place is a byte, or the whole file.
	Line int
	// Byte is the offset from the start of the file when Line is 0; -1 for the whole file.
	Byte int64
	// Reason is the fault and, where there is one, the mend.
	Reason string
}

func (e *Error) Error() string {
	switch {
	case e.Line > 0:
		return "line " + strconv.Itoa(e.Line) + ": " + e.Reason
	case e.Byte >= 0:
		return "byte " + strconv.FormatInt(e.Byte, 10) + ": " + e.Reason
	}
	return e.Reason
}

// AtLine is an Error at a line.
func AtLine(line int, format string, args ...any) error {
	return &Error{Line: line, Byte: -1, Reason: fmt.Sprintf(format, args...)}
}

// AtByte is an Error at an offset into the file.
func AtByte(offset int, format string, args ...any) error {
	return &Error{Byte: int64(offset), Reason: fmt.Sprintf(format, args...)}
}

// Whole is an Error about the file as a whole.
func Whole(format string, args ...any) error {
	return &Error{Byte: -1, Reason: fmt.Sprintf(format, args...)}
}

// Quote shortens a piece of a file for an error message.
func Quote(piece []byte) string {
	const longest = 40
	if len(piece) > longest {
		return strconv.Quote(string(piece[:longest])) + "..."
	}
	return strconv.Quote(string(piece))
}

// Room reports whether remaining bytes can hold count items of at least size bytes each, so that memory
// may be allocated for a count in a header.
func Room(count, size, remaining int) bool {
	return count >= 0 && count <= remaining/size
}
