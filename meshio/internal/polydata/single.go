package polydata

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Flat are vectors as numbers, three each.
func Flat(vectors []r3.Vec) []float64 {
	out := make([]float64, 0, 3*len(vectors))
	for _, p := range vectors {
		out = append(out, p.X, p.Y, p.Z)
	}
	return out
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

// Single reports whether every value survives in single precision.
func Single(values []float64) bool {
	for _, v := range values {
		if float64(float32(v)) != v && v == v {
			return false
		}
	}
	return true
}
