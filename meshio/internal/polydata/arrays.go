package polydata

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Role is the purpose of an array as its file says it.
type Role int

const (
	Plain   Role = iota
	Normals      // directions, three components
	Colors       // drawn as they are: bytes, or from 0 to 1
)

// Array is one array of the data of points: Values hold tuple after tuple.
type Array struct {
	Name       string
	Components int
	Values     []float64
	Role       Role
	Bytes      bool // its type is an unsigned byte
}

// The names under which a mesh's own arrays are written.
const (
	NormalsName = "Normals"
	RGB         = "RGB"
	RGBA        = "RGBA"
)

// giveMeaning sorts the arrays into normals, colours and scalars. Arrays of several
// components that are neither become a scalar for each of them.
func (b *Builder) giveMeaning() {
	m := b.Mesh
	normals := b.first(func(a Array) bool { return a.Components == 3 && a.Role == Normals })
	if normals < 0 {
		normals = b.first(func(a Array) bool { return a.Components == 3 && !a.Bytes && strings.EqualFold(a.Name, NormalsName) })
	}
	isColor := func(a Array) bool { return a.Components == 3 || a.Components == 4 }
	colors := b.first(func(a Array) bool { return isColor(a) && a.Role == Colors })
	if colors < 0 {
		colors = b.first(func(a Array) bool { return isColor(a) && a.Bytes })
	}
	if colors < 0 {
		colors = b.first(func(a Array) bool {
			return isColor(a) && slices.Contains([]string{"rgb", "rgba", "color", "colors"}, strings.ToLower(a.Name))
		})
	}
	for k, a := range b.Arrays {
		switch {
		case k == normals:
			m.Normals = make([]r3.Vec, len(m.Vertices))
			for i := range m.Normals {
				m.Normals[i] = r3.Vec{X: a.Values[3*i], Y: a.Values[3*i+1], Z: a.Values[3*i+2]}
			}
		case k == colors:
			b.color(a)
		case a.Components == 1:
			m.Scalars = append(m.Scalars, mesh.Scalar{Name: a.Name, Values: a.Values})
		default:
			for c := range a.Components {
				column := make([]float64, len(m.Vertices))
				for i := range column {
					column[i] = a.Values[i*a.Components+c]
				}
				m.Scalars = append(m.Scalars, mesh.Scalar{Name: fmt.Sprintf("%s_%d", a.Name, c), Values: column})
			}
		}
	}
	for k, name := range Names(m.Scalars) {
		m.Scalars[k].Name = name
	}
}

// first is the index of the first array that passes a test, -1 for none.
func (b *Builder) first(test func(Array) bool) int { return slices.IndexFunc(b.Arrays, test) }

func (b *Builder) color(a Array) {
	n := len(b.Mesh.Vertices)
	if !a.Bytes {
		var colors text.Colors
		for i := range n {
			rgba := [4]float64{3: 1}
			copy(rgba[:], a.Values[i*a.Components:(i+1)*a.Components])
			colors.Add(i, rgba, true)
		}
		colors.Give(b.Mesh, "vertex")
		return
	}
	b.Mesh.Colors = make([]color.NRGBA, n)
	for i := range n {
		c := color.NRGBA{A: 255}
		v := a.Values[i*a.Components:]
		c.R, c.G, c.B = text.Byte(v[0]), text.Byte(v[1]), text.Byte(v[2])
		if a.Components == 4 {
			c.A = text.Byte(v[3])
		}
		b.Mesh.Colors[i] = c
	}
}

// Names makes the names of scalars fit for VTK, which keeps only one array of each name: valid text
// without control characters, none empty, none twice, and none the name of a mesh's own arrays.
func Names(scalars []mesh.Scalar) []string {
	taken := map[string]bool{NormalsName: true, RGB: true, RGBA: true}
	next := map[string]int{} // by name: the number to try next
	names := make([]string, len(scalars))
	for k, s := range scalars {
		name := clean(s.Name)
		for base := name; taken[name]; {
			next[base] = max(next[base]+1, 2)
			name = fmt.Sprintf("%s_%d", base, next[base])
		}
		taken[name] = true
		names[k] = name
	}
	return names
}

func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.IsPrint(r) || r == utf8.RuneError {
			return '_'
		}
		return r
	}, strings.TrimSpace(name))
	if name == "" {
		return "scalar"
	}
	return name
}

// Bytes are the colours of a mesh as numbers from 0 to 255, with their number of components
// and the name of the array: four where some colour is not opaque, three otherwise.
func Bytes(m *mesh.Mesh) (values []float64, components int, name string) {
	components, name = 3, RGB
	for _, c := range m.Colors {
		if c.A != 255 {
			components, name = 4, RGBA
		}
	}
	values = make([]float64, 0, components*len(m.Colors))
	for _, c := range m.Colors {
		values = append(values, float64(c.R), float64(c.G), float64(c.B), float64(c.A))[:len(values)+components]
	}
	return values, components, name
}
