package pcd

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gwscope/meshio/internal/columns"
	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// field is one entry of FIELDS: count numbers of size bytes each.
type field struct {
	name  string
	size  int
	kind  byte // I, U or F
	count int
}

type header struct {
	fields   []field
	points   int
	encoding string
	body     int // offset
	lines    int
	stride   int // bytes of a point
}

// Decode reads a PCD file. Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	t := h.table()
	switch h.encoding {
	case "ascii":
		err = h.readText(data, t)
	case "binary":
		err = h.readBinary(data[h.body:], h.body, t, func(point, offset, _ int) int { return point*h.stride + offset })
	case "binary_compressed":
		var columns []byte
		if columns, err = h.unpack(data); err == nil {
			err = h.readBinary(columns, h.body, t, func(point, offset, size int) int { return h.points*offset + point*size })
		}
	}
	if err != nil {
		return nil, err
	}
	m := &mesh.Mesh{Space: text.Space(data[:h.body]), Origin: mesh.Origin{Format: "pcd"}}
	return m, t.Fill(m)
}

// IsHeader reports whether text begins as a PCD file does.
func IsHeader(data []byte) bool {
	lines := text.NewLines(data)
	for {
		line, ok := lines.Next()
		if !ok {
			return false
		}
		switch word, _ := text.Field(line); string(word) {
		case "VERSION", "FIELDS":
			return true
		case "":
		default:
			if word[0] != '#' {
				return false
			}
		}
	}
}

func parseHeader(data []byte) (*header, error) {
	h := &header{}
	lines := text.NewLines(data)
	counts := map[string]int{}
	for h.encoding == "" {
		line, ok := lines.NextContent()
		if !ok {
			return nil, text.Whole("the header has no line DATA: this is no PCD file, or it is truncated")
		}
		words := text.Fields(nil, line)
		fault := func(format string, args ...any) error { return text.AtLine(lines.Number, format, args...) }
		if err := h.entry(string(words[0]), words[1:], counts, fault); err != nil {
			return nil, err
		}
	}
	h.body, h.lines = len(data)-lines.Remaining(), lines.Number
	h.points = counts["POINTS"]
	if _, ok := counts["POINTS"]; !ok {
		h.points = counts["WIDTH"] * max(1, counts["HEIGHT"])
	}
	return h, h.measure(len(data) - h.body)
}

// entry reads one line of the header: a keyword and its words.
func (h *header) entry(key string, words [][]byte, counts map[string]int, fault func(format string, args ...any) error) error {
	switch key {
	case "VERSION", "VIEWPOINT":
	case "FIELDS":
		for _, w := range words {
			h.fields = append(h.fields, field{name: string(w), size: 4, kind: 'F', count: 1})
		}
	case "SIZE", "TYPE", "COUNT":
		if len(words) != len(h.fields) {
			return fault("%s has %d values for %d fields", key, len(words), len(h.fields))
		}
		for k, w := range words {
			if !h.fields[k].set(key, w) {
				return fault("%s is no %s of a field", text.Quote(w), key)
			}
		}
	case "WIDTH", "HEIGHT", "POINTS":
		if len(words) != 1 {
			return fault("%s takes one number", key)
		}
		n, ok := text.Int(words[0])
		if !ok || n < 0 || n > math.MaxInt32 {
			return fault("%s is not a number of points", text.Quote(words[0]))
		}
		counts[key] = n
	case "DATA":
		if len(words) != 1 {
			return fault("DATA takes one word")
		}
		h.encoding = string(words[0])
		if !slices.Contains([]string{"ascii", "binary", "binary_compressed"}, h.encoding) {
			return fault("the data are %s; they can be ascii, binary or binary_compressed", text.Quote(words[0]))
		}
	default:
		return fault("%s is no keyword of a PCD file", text.Quote([]byte(key)))
	}
	return nil
}

// set takes the SIZE, TYPE or COUNT of a field, and reports whether it can be one.
func (f *field) set(key string, w []byte) bool {
	n, ok := text.Int(w)
	switch {
	case key == "TYPE" && len(w) == 1 && strings.IndexByte("IUF", w[0]) >= 0:
		f.kind = w[0]
	case key == "SIZE" && (n == 1 || n == 2 || n == 4 || n == 8):
		f.size = n
	case key == "COUNT" && ok && n >= 1 && n <= 1<<16:
		f.count = n
	default:
		return false
	}
	return true
}

// measure adds up the bytes of a point, and looks whether those of all points fit into the body.
func (h *header) measure(body int) error {
	smallest := 0
	for _, f := range h.fields {
		if f.kind == 'F' && f.size < 4 {
			return text.AtLine(h.lines, "the field %s has floating point numbers of %d bytes; they can have 4 or 8", text.Quote([]byte(f.name)), f.size)
		}
		h.stride += f.size * f.count
		smallest += 2 * f.count
	}
	if h.encoding == "ascii" {
		h.stride = smallest
	}
	if h.points == 0 || h.stride == 0 {
		return text.Whole("no points in this PCD file")
	}
	if h.encoding != "binary_compressed" && !text.Room(h.points, h.stride, body+1) {
		return text.AtLine(h.lines, "the header promises %s, but the file has room for %d at most: it is truncated or damaged",
			mesh.Count(h.points, "point"), body/h.stride)
	}
	return nil
}

// table has a column for every number of a point, four columns for packed colours, and none for fields
// named _, which only fill up.
func (h *header) table() *columns.Table {
	t := &columns.Table{Line: h.lines + 1}
	for _, f := range h.fields {
		switch {
		case f.name == "_":
		case f.packed():
			t.Names = append(t.Names, "r", "g", "b", "a")
		case f.count == 1:
			t.Names = append(t.Names, columns.Name([]byte(f.name)))
		default:
			for k := range f.count {
				t.Names = append(t.Names, fmt.Sprintf("%s_%d", f.name, k))
			}
		}
	}
	t.Columns = len(t.Names)
	t.Fraction = make([]bool, t.Columns)
	return t
}

// packed reports whether a field holds a colour in four bytes, whatever its type.
func (f field) packed() bool {
	return (f.name == "rgb" || f.name == "rgba") && f.size == 4 && f.count == 1
}

// add appends one number of a point to its row.
func (f field) add(row []float64, v float64, bits uint32) []float64 {
	switch {
	case f.name == "_":
		return row
	case f.packed():
		alpha := 255.0
		if f.name == "rgba" {
			alpha = float64(bits >> 24)
		}
		return append(row, float64(bits>>16&255), float64(bits>>8&255), float64(bits&255), alpha)
	}
	return append(row, v)
}

func (h *header) readText(data []byte, t *columns.Table) error {
	lines := text.NewLines(data[h.body:])
	t.Values = make([]float64, 0, h.points*t.Columns)
	for i := range h.points {
		line, ok := lines.NextContent()
		at := h.lines + lines.Number
		if !ok {
			return text.AtLine(at, "the file ends after %d of %s", i, mesh.Count(h.points, "point"))
		}
		for _, f := range h.fields {
			for range f.count {
				var word []byte
				word, line = text.Field(line)
				v, ok := text.Float(word)
				if !ok {
					return text.AtLine(at, "point %d: %s (field %s)", i, text.NoNumber(word), text.Quote([]byte(f.name)))
				}
				bits := uint32(0)
				if f.packed() {
					if bits = math.Float32bits(float32(v)); f.kind != 'F' {
						bits = uint32(int64(v))
					}
				}
				t.Values = f.add(t.Values, v, bits)
			}
		}
	}
	return nil
}

// readBinary reads numbers; at is the place of a number, by the point, the offset of its field in a
// point and the bytes of a field.
func (h *header) readBinary(data []byte, base int, t *columns.Table, at func(point, offset, size int) int) error {
	if !text.Room(h.points, h.stride, len(data)) {
		return text.AtByte(base, "%s take %d bytes each, but the file has %d: it is truncated or damaged", mesh.Count(h.points, "point"), h.stride, len(data))
	}
	t.Values = make([]float64, 0, h.points*t.Columns)
	types := make([]numeric.Type, len(h.fields))
	for j, f := range h.fields {
		types[j] = numeric.Of(f.kind-'A'+'a', f.size)
	}
	for i := range h.points {
		offset := 0
		for j, f := range h.fields {
			whole := f.size * f.count
			for k := range f.count {
				b := data[at(i, offset, whole)+k*f.size:]
				bits := uint32(0)
				if f.packed() {
					bits = binary.LittleEndian.Uint32(b)
				}
				t.Values = f.add(t.Values, types[j].Read(b, binary.LittleEndian), bits)
			}
			offset += whole
		}
	}
	return nil
}

// mostTimes is how many times as large as the packed data the unpacked data may be. The packing reaches
// 88 at most, and points that differ stay far below.
const mostTimes = 8

// unpack gives the columns of a compressed file: all values of the first field, then all of
// the second, and so on.
func (h *header) unpack(data []byte) ([]byte, error) {
	body := data[h.body:]
	if len(body) < 8 {
		return nil, text.AtByte(h.body, "the file ends before its data: it is truncated")
	}
	packed, whole := int(binary.LittleEndian.Uint32(body)), int(binary.LittleEndian.Uint32(body[4:]))
	switch body = body[8:]; {
	case packed > len(body):
		return nil, text.AtByte(h.body, "the data take %d bytes, but the file ends after %d: it is truncated", packed, len(body))
	case whole > mostTimes*packed+1<<12:
		return nil, text.AtByte(h.body, "the data unpack to %d bytes, which is more than %d times the size of the file: it is damaged", whole, mostTimes)
	case !text.Room(h.points, h.stride, whole):
		return nil, text.AtByte(h.body, "%s take %d bytes each, but the data unpack to %d: the file is damaged", mesh.Count(h.points, "point"), h.stride, whole)
	}
	out := make([]byte, 0, whole)
	if out = unLZF(out, body[:packed]); len(out) != whole {
		return nil, text.AtByte(h.body, "the data do not unpack to the %d bytes that they promise: the file is damaged", whole)
	}
	return out, nil
}

// unLZF unpacks data that LibLZF packed and appends it to dst, as far as its capacity goes. A control
// byte below 32 says that as many bytes and one more follow; any other control byte says to copy bytes
// that are there already.
func unLZF(dst, packed []byte) []byte {
	for i := 0; i < len(packed); {
		control := int(packed[i])
		i++
		if control < 32 {
			end := i + control + 1
			if end > len(packed) || len(dst)+control+1 > cap(dst) {
				return nil
			}
			dst = append(dst, packed[i:end]...)
			i = end
			continue
		}
		length := control >> 5
		if length == 7 {
			if i >= len(packed) {
				return nil
			}
			length += int(packed[i])
			i++
		}
		if i >= len(packed) {
			return nil
		}
		from := len(dst) - (control&31)<<8 - int(packed[i]) - 1
		i++
		if length += 2; from < 0 || len(dst)+length > cap(dst) {
			return nil
		}
		for range length { // the copy may overlap what it writes
			dst = append(dst, dst[from])
			from++
		}
	}
	return dst
}
