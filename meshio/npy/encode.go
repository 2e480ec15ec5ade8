package npy

import (
	"bufio"
	"errors"
	"io"

	"codeberg.org/sbinet/npyio/npy"
	"gonum.org/v1/gonum/mat"

	"gwscope/meshio/mesh"
)

// Encode writes the vertices as an array of n x 3 float64 in C order.
// Everything else has no place in the format.
func Encode(w io.Writer, m *mesh.Mesh) error {
	n := len(m.Vertices)
	if n == 0 {
		return errors.New("there are no vertices to write as a NumPy array")
	}
	coordinates := make([]float64, 0, 3*n)
	for _, p := range m.Vertices {
		coordinates = append(coordinates, p.X, p.Y, p.Z)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := npy.Write(out, mat.NewDense(n, 3, coordinates)); err != nil {
		return err
	}
	return out.Flush()
}
