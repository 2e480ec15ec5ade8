package pcd

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Settings say how to write a file; the zero value is binary.
type Settings struct {
	ASCII bool
}

// Encode writes the vertices of a mesh with their normals, colours and scalars. Numbers have
// 8 bytes where 4 would round one. Faces and groups have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh, settings Settings) error {
	out := bufio.NewWriterSize(w, 1<<16)
	type column struct {
		name   string
		single bool
		value  func(i int) float64
		bits   func(i int) uint32 // of a colour
	}
	var all []column
	add := func(name string, value func(i int) float64) {
		single := true
		for i := range m.Vertices {
			single = single && numeric.Single(value(i))
		}
		all = append(all, column{name: name, single: single, value: value})
	}
	add("x", func(i int) float64 { return m.Vertices[i].X })
	add("y", func(i int) float64 { return m.Vertices[i].Y })
	add("z", func(i int) float64 { return m.Vertices[i].Z })
	if m.Normals != nil {
		add("normal_x", func(i int) float64 { return m.Normals[i].X })
		add("normal_y", func(i int) float64 { return m.Normals[i].Y })
		add("normal_z", func(i int) float64 { return m.Normals[i].Z })
	}
	if m.Colors != nil {
		all = append(all, column{name: "rgba", single: true, bits: func(i int) uint32 {
			c := m.Colors[i]
			return uint32(c.A)<<24 | uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)
		}})
	}
	for k, name := range names(m.Scalars) {
		add(name, func(i int) float64 { return m.Scalars[k].Values[i] })
	}
	lines := [4]string{"FIELDS", "SIZE", "TYPE", "COUNT"}
	for _, c := range all {
		size, kind := 4, "F"
		if !c.single {
			size = 8
		}
		if c.bits != nil {
			kind = "U"
		}
		for k, word := range []string{c.name, fmt.Sprint(size), kind, "1"} {
			lines[k] += " " + word
		}
	}
	n, encoding := len(m.Vertices), "binary"
	if settings.ASCII {
		encoding = "ascii"
	}
	space := ""
	if m.Space != "" {
		space = "# SPACE=" + m.Space + "\n"
	}
	fmt.Fprintf(out, "# .PCD v0.7 - Point Cloud Data file format\n%sVERSION 0.7\n%s\nWIDTH %d\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS %d\nDATA %s\n",
		space, strings.Join(lines[:], "\n"), n, n, encoding)
	var row []byte
	for i := range n {
		row = row[:0]
		for _, c := range all {
			switch {
			case settings.ASCII && c.bits != nil:
				row = fmt.Appendf(row, "%d ", c.bits(i))
			case settings.ASCII:
				row = append(text.AppendFloat(row, c.value(i)), ' ')
			case c.bits != nil:
				row = binary.LittleEndian.AppendUint32(row, c.bits(i))
			case c.single:
				row = binary.LittleEndian.AppendUint32(row, math.Float32bits(float32(c.value(i))))
			default:
				row = binary.LittleEndian.AppendUint64(row, math.Float64bits(c.value(i)))
			}
		}
		if settings.ASCII {
			row[len(row)-1] = '\n'
		}
		out.Write(row)
	}
	return out.Flush()
}

// names makes the names of scalars fit for a header: one word each, none twice, and none
// that a reader would take for something else.
func names(scalars []mesh.Scalar) []string {
	taken := map[string]bool{}
	for _, name := range strings.Fields("x y z normal_x normal_y normal_z nx ny nz rgb rgba r g b a red green blue alpha _") {
		taken[name] = true
	}
	return text.Names(len(scalars), func(k int) string { return strings.ToLower(scalars[k].Name) }, taken, "#")
}
