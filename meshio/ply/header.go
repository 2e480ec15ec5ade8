package ply

import (
	"bytes"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
)

// types are the types of numbers by their names.
var types = map[string]numeric.Type{
	"char": numeric.Int8, "int8": numeric.Int8, "uchar": numeric.Uint8, "uint8": numeric.Uint8,
	"short": numeric.Int16, "int16": numeric.Int16, "ushort": numeric.Uint16, "uint16": numeric.Uint16,
	"int": numeric.Int32, "int32": numeric.Int32, "uint": numeric.Uint32, "uint32": numeric.Uint32,
	"float": numeric.Float32, "float32": numeric.Float32, "double": numeric.Float64, "float64": numeric.Float64,
}

// property is one column of an element; length is the type of a list's length,
// None when the property is a single number.
type property struct {
	name         string
	kind, length numeric.Type
}

// element is a table of the file.
type element struct {
	name       string
	count      int
	properties []property
	line       int // of its declaration
}

// smallestRow is the least number of bytes a row can take.
func (e *element) smallestRow(encoding string) int {
	total := 0
	if encoding == "ascii" && len(e.properties) > 0 {
		for _, p := range e.properties {
			if p.length == numeric.None {
				total += 2 // a digit, and a blank or line end
			}
		}
		return max(2, total) // rows may lack a list that nobody needs
	}
	for _, p := range e.properties {
		if p.length != numeric.None {
			total += p.length.Size()
		} else {
			total += p.kind.Size()
		}
	}
	return total
}

// header is everything before the body.
type header struct {
	encoding string // "ascii", "binary_little_endian", "binary_big_endian"
	elements []element
	textures []string // names in TextureFile comments
	space    string   // anatomical axes that a comment names
	strange  int      // lines that we do not know, and the first of them
	first    string
	lines    int // in the header
	body     int // offset of the body
}

// parseHeader reads up to and with the line "end_header". The body of a binary file starts right after
// that line's end, which is "\n" or "\r\n", whatever the ends of earlier lines. Only if the first line
// ends in a bare "\r" do all lines count as ending so.
func parseHeader(data []byte) (header, error) {
	var h header
	end := byte('\n')
	if first := bytes.IndexAny(data[:min(len(data), 16)], "\r\n"); first >= 0 && data[first] == '\r' && (first+1 == len(data) || data[first+1] != '\n') {
		end = '\r'
	}
	for {
		rest := data[h.body:]
		if len(rest) == 0 {
			if h.lines == 0 {
				return h, text.Whole("the file is empty; a PLY file begins with the word ply")
			}
			return h, text.AtLine(h.lines, "the header has no end_header: the file is truncated")
		}
		line := rest
		if i := bytes.IndexByte(rest, end); i >= 0 {
			line = rest[:i]
			h.body++
		}
		h.body += len(line)
		h.lines++
		fields := bytes.Fields(line)
		if h.lines == 1 {
			if len(fields) != 1 || string(fields[0]) != "ply" {
				return h, text.AtLine(1, "a PLY file begins with the word ply, this one with %s", text.Quote(line))
			}
			continue
		}
		if len(fields) == 0 {
			continue
		}
		if string(fields[0]) == "end_header" {
			if h.encoding == "" {
				return h, text.AtLine(h.lines, "the header does not say the format (ascii, binary_little_endian or binary_big_endian)")
			}
			return h, nil
		}
		if err := h.declaration(fields); err != nil {
			return h, err
		}
	}
}

func (h *header) declaration(fields [][]byte) error {
	word := func(i int) string {
		if i < len(fields) {
			return string(fields[i])
		}
		return ""
	}
	switch word(0) {
	case "comment", "obj_info":
		if space := text.Space(bytes.Join(fields, []byte(" "))); space != "" {
			h.space = space
		}
		if name := textureFile(fields); name != "" {
			h.textures = append(h.textures, name)
		}
	case "format":
		switch h.encoding = word(1); h.encoding {
		case "ascii", "binary_little_endian", "binary_big_endian":
		default:
			return text.AtLine(h.lines, "unknown format %s; known are ascii, binary_little_endian and binary_big_endian", text.Quote([]byte(h.encoding)))
		}
	case "element":
		count, ok := text.Int([]byte(word(2)))
		if !ok || count < 0 || count > math.MaxInt32 {
			return text.AtLine(h.lines, "%s is not a usable number of rows of element %s", text.Quote([]byte(word(2))), text.Quote([]byte(word(1))))
		}
		h.elements = append(h.elements, element{name: word(1), count: count, line: h.lines})
	case "property":
		if len(h.elements) == 0 {
			return text.AtLine(h.lines, "a property before the first element")
		}
		e := &h.elements[len(h.elements)-1]
		p := property{name: word(2), kind: types[word(1)]}
		if word(1) == "list" {
			p = property{name: word(4), kind: types[word(3)], length: types[word(2)]}
			if p.length == numeric.None || p.length >= numeric.Float32 {
				return text.AtLine(h.lines, "%s is not a type for the length of a list", text.Quote([]byte(word(2))))
			}
		}
		if p.kind == numeric.None || p.name == "" {
			return text.AtLine(h.lines, "cannot understand %s: expected property TYPE NAME or property list TYPE TYPE NAME", text.Quote(bytes.Join(fields, []byte(" "))))
		}
		for _, other := range e.properties {
			if other.name == p.name {
				return text.AtLine(h.lines, "property %s appears twice in element %s", p.name, e.name)
			}
		}
		e.properties = append(e.properties, p)
	default:
		// Some scripts leave out the word comment. Bytes that are no text are damage.
		line := bytes.Join(fields, []byte(" "))
		if !utf8.Valid(line) || bytes.ContainsFunc(line, unicode.IsControl) {
			return text.AtLine(h.lines, "%s is no line of a PLY header: the file may be damaged", text.Quote(line))
		}
		if h.strange++; h.strange == 1 {
			h.first = fmt.Sprintf("line %d, %s", h.lines, text.Quote(line))
		}
	}
	return nil
}
