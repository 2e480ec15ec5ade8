package vtk

import (
	"bytes"
	"strconv"
	"strings"

	"gwscope/meshio/internal/polydata"
	"gwscope/meshio/internal/text"
)

// attribute reads an array of the data of points or cells.
func (d *decoder) attribute(keyword string) error {
	components := map[string]int{"vectors": 3, "normals": 3, "tensors": 9, "tensors6": 6,
		"global_ids": 1, "pedigree_ids": 1, "edge_flags": 1}
	switch keyword {
	case "field":
		return d.field(false)
	case "scalars":
		name, typeName := d.name(), d.word()
		n := 1
		if rest := bytes.TrimSpace(d.peekLine()); len(rest) > 0 {
			var err error
			if n, err = d.count("components"); err != nil {
				return err
			}
		}
		if d.next("LOOKUP_TABLE") {
			d.word()
		}
		return d.array(name, typeName, n, polydata.Plain)
	case "color_scalars":
		name := d.name()
		n, err := d.count("components")
		if err != nil {
			return err
		}
		return d.array(name, d.colorType(), n, polydata.Colors)
	case "lookup_table":
		d.word()
		n, err := d.count("colours")
		if err != nil {
			return err
		}
		_, err = d.numbers(d.colorType(), n, 4, "LOOKUP_TABLE")
		return err
	case "texture_coordinates":
		name := d.name()
		n, err := d.count("components")
		if err != nil {
			return err
		}
		return d.array(name, d.word(), n, polydata.Plain)
	}
	n, ok := components[keyword]
	if !ok {
		return d.fault("%s is not a keyword of VTK files that can be read", text.Quote([]byte(keyword)))
	}
	role := polydata.Plain
	if keyword == "normals" {
		role = polydata.Normals
	}
	return d.array(d.name(), d.word(), n, role)
}

// colorType is the type of colours: bytes in a binary file, fractions in a text.
func (d *decoder) colorType() []byte {
	if d.binary {
		return []byte("unsigned_char")
	}
	return []byte("float")
}

// peekLine is the rest of the line, without passing over it.
func (d *decoder) peekLine() []byte {
	rest := d.data[d.at:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// name is the next word as the name of an array: blanks are written as %20, and so on.
func (d *decoder) name() string {
	word := d.word()
	if bytes.IndexByte(word, '%') < 0 {
		return string(word)
	}
	var name []byte
	for i := 0; i < len(word); i++ {
		if word[i] == '%' && i+2 < len(word) {
			if code, err := strconv.ParseUint(string(word[i+1:i+3]), 16, 8); err == nil {
				name = append(name, byte(code))
				i += 2
				continue
			}
		}
		name = append(name, word[i])
	}
	return string(name)
}

// array reads the values of one array, and keeps them if they belong to points.
func (d *decoder) array(name string, typeName []byte, components int, role polydata.Role) error {
	if components < 1 {
		return d.fault("the array %s has %d components", text.Quote([]byte(name)), components)
	}
	values, err := d.numbers(typeName, d.of, components, "array "+text.Quote([]byte(name)))
	if err != nil {
		return err
	}
	bytes := d.binary && role == polydata.Colors || strings.EqualFold(string(typeName), "unsigned_char")
	d.keep(polydata.Array{Name: name, Components: components, Values: values, Role: role, Bytes: bytes})
	return nil
}

func (d *decoder) keep(a polydata.Array) {
	switch {
	case d.cells:
		d.CellArray()
	case d.of > 0 && len(a.Values) == len(d.Mesh.Vertices)*a.Components:
		d.Arrays = append(d.Arrays, a)
	}
}

// field reads arrays that name their sizes. Those of the whole file, which stand before the
// data of points and cells, are passed over.
func (d *decoder) field(whole bool) error {
	d.word() // the field's name
	arrays, err := d.count("arrays")
	if err != nil {
		return err
	}
	for range arrays {
		for d.next("METADATA") {
			d.skipMetadata()
		}
		name := d.name()
		if name == "" {
			return d.fault("the file ends where an array of a field is expected")
		}
		components, err := d.count("components")
		if err != nil {
			return err
		}
		tuples, err := d.count("tuples")
		if err != nil {
			return err
		}
		typeName := d.word()
		switch strings.ToLower(string(typeName)) {
		case "string":
			if err := d.skipStrings(components * tuples); err != nil {
				return err
			}
			continue
		case "bit":
			if d.binary {
				d.line()
				d.at = min(len(d.data), d.at+(components*tuples+7)/8)
				continue
			}
			typeName = []byte("int")
		}
		values, err := d.numbers(typeName, tuples, components, "array "+text.Quote([]byte(name)))
		if err != nil {
			return err
		}
		if whole || d.of != tuples || components < 1 {
			continue
		}
		d.keep(polydata.Array{Name: name, Components: components, Values: values, Bytes: strings.EqualFold(string(typeName), "unsigned_char")})
	}
	return nil
}

// skipStrings passes over an array of words: lines of a text file; in a binary one each has
// its length before it, whose first two bits say how many bytes the length takes.
func (d *decoder) skipStrings(count int) error {
	d.line()
	for range count {
		if d.at >= len(d.data) {
			return d.fault("the file ends in an array of words")
		}
		if !d.binary {
			d.line()
			continue
		}
		width := 8 >> (d.data[d.at] >> 6)
		if d.at+width > len(d.data) {
			return d.fault("the file ends in an array of words")
		}
		length := uint64(d.data[d.at] & 0x3f)
		for _, b := range d.data[d.at+1 : d.at+width] {
			length = length<<8 | uint64(b)
		}
		if d.at += width; length > uint64(len(d.data)-d.at) {
			return d.fault("a word of %d bytes, but the file ends before", length)
		}
		d.at += int(length)
	}
	return nil
}
