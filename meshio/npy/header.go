package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// header describes an array. fields are the fields of a record if they have names; else there is one
// field, the type of all numbers.
type header struct {
	fields  []field
	named   bool
	fortran bool
	shape   []int
}

// field is one number of a record, or bytes that are passed over where read is nil.
type field struct {
	name string
	size int
	read func(b []byte) float64
}

// The header is a Python dictionary that NumPy writes and reads literally.
var (
	descrKey   = regexp.MustCompile(`'descr'\s*:\s*('[^']*'|"[^"]*"|\[.*\])\s*,\s*'fortran_order'`)
	fortranKey = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	shapeKey   = regexp.MustCompile(`'shape'\s*:\s*\(([-0-9, L]*)\)`)
	recordKey  = regexp.MustCompile(`\(\s*(?:'([^']*)'|\("[^"]*"\s*,\s*"([^"]*)"\))\s*,\s*'([^']*)'\s*(?:,\s*\((\d+),?\)\s*)?\)`)
)

// readHeader reads the header before the numbers.
func readHeader(data []byte) (*header, []byte, error) {
	if !bytes.HasPrefix(data, []byte(Magic)) {
		return nil, nil, text.Whole("not a NumPy array: the file does not begin with \\x93NUMPY")
	}
	malformed := text.AtByte(len(Magic), "the header of the NumPy array is malformed or truncated")
	if len(data) < 12 {
		return nil, nil, malformed
	}
	start, length := 10, int(binary.LittleEndian.Uint16(data[8:]))
	switch data[6] {
	case 1:
	case 2, 3:
		start, length = 12, int(binary.LittleEndian.Uint32(data[8:]))
	default:
		return nil, nil, text.AtByte(len(Magic), "the header of the NumPy array cannot be read: version %d of the format is not known", data[6])
	}
	if length > len(data)-start {
		return nil, nil, malformed
	}
	dict, body := string(data[start:start+length]), data[start+length:]
	descr, order, shape := descrKey.FindStringSubmatch(dict), fortranKey.FindStringSubmatch(dict), shapeKey.FindStringSubmatch(dict)
	if descr == nil || order == nil || shape == nil {
		return nil, nil, malformed
	}
	h := &header{fortran: order[1] == "True"}
	for word := range strings.SplitSeq(shape[1], ",") {
		if word = strings.Trim(word, " L"); word == "" {
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, nil, malformed
		}
		h.shape = append(h.shape, n)
	}
	return h, body, h.types(descr[1])
}

// types reads the type of the numbers, or the fields of a record.
func (h *header) types(descr string) error {
	if descr[0] != '[' {
		read, size := numberReader(strings.Trim(descr, `'"`))
		if read == nil {
			return text.Whole("an array of type %s; points need numbers, such as '<f8': save array.astype(float)", descr)
		}
		h.fields = []field{{size: size, read: read}}
		return nil
	}
	h.named, h.fortran = true, false // the order of one column
	odd := text.Whole("an array of records of type %s; points need fields x, y and z", text.Quote([]byte(descr)))
	if strings.Trim(recordKey.ReplaceAllString(descr, ""), "[], ") != "" {
		return odd
	}
	numbers := 0
	for _, m := range recordKey.FindAllStringSubmatch(descr, -1) {
		name, many := m[1]+m[2], 1
		if m[4] != "" {
			many, _ = strconv.Atoi(m[4])
		}
		if many < 1 || many > mostColumns || len(h.fields) > 4*mostColumns {
			return odd
		}
		read, size := numberReader(m[3])
		if read == nil {
			if size = skippedSize(m[3]); size < 0 {
				return text.Whole("field %s has the type %s: points need numbers, such as '<f8'", text.Quote([]byte(name)), text.Quote([]byte(m[3])))
			}
			h.fields = append(h.fields, field{size: size * many})
			continue
		}
		for k := range many {
			h.fields = append(h.fields, field{partName(name, k, many), size, read})
		}
		numbers += many
	}
	if numbers == 0 || numbers > mostColumns {
		return odd
	}
	return nil
}

// parts are the names of the numbers of a field that holds several.
var parts = map[string][]string{
	"xyz": {"x", "y", "z"}, "position": {"x", "y", "z"}, "positions": {"x", "y", "z"}, "pos": {"x", "y", "z"}, "points": {"x", "y", "z"},
	"rgb": {"r", "g", "b"}, "color": {"r", "g", "b"}, "colors": {"r", "g", "b"}, "rgba": {"r", "g", "b", "a"},
	"normal": {"nx", "ny", "nz"}, "normals": {"nx", "ny", "nz"},
}

func partName(name string, k, many int) string {
	if many == 1 {
		return name
	}
	if names := parts[strings.ToLower(name)]; len(names) == many {
		return names[k]
	}
	return fmt.Sprintf("%s %d", name, k+1)
}

// skippedSize is the size of a field that holds no number, such as a word, in bytes; -1
// where that is not known.
func skippedSize(typ string) int {
	typ = strings.TrimLeft(typ, "<>|=")
	if typ == "" {
		return -1
	}
	n, err := strconv.Atoi(typ[1:])
	switch {
	case err != nil || n < 0 || n > 1<<18:
		return -1
	case strings.IndexByte("SaVcmM", typ[0]) >= 0:
		return n
	case typ[0] == 'U':
		return 4 * n
	}
	return -1
}

func describe(shape []int) string {
	words := make([]string, len(shape))
	for i, s := range shape {
		words[i] = fmt.Sprint(s)
	}
	if len(words) == 0 {
		return "()"
	}
	return strings.Join(words, " x ")
}

// numberReader gives the conversion of one element of a NumPy type such as
// "<f8", and its size in bytes; nil for types that are no plain numbers.
func numberReader(typ string) (read func(b []byte) float64, size int) {
	if len(typ) != 3 {
		return nil, 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch typ[0] {
	case '<', '|', '=':
	case '>':
		order = binary.BigEndian
	default:
		return nil, 0
	}
	kind := numeric.Of(typ[1], int(typ[2]-'0'))
	switch typ[1:] {
	case "f2":
		return func(b []byte) float64 { return half(order.Uint16(b)) }, 2
	case "b1":
		kind = numeric.Uint8
	}
	if kind == numeric.None {
		return nil, 0
	}
	return func(b []byte) float64 { return kind.Read(b, order) }, kind.Size()
}

// half is a number of half precision (IEEE 754 binary16), exactly.
func half(bits uint16) float64 {
	sign := 1.0
	if bits&0x8000 != 0 {
		sign = -1
	}
	exponent, fraction := int(bits>>10&31), float64(bits&0x3FF)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
