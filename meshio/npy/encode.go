package npy

import (
	"bufio"
	"errors"
	"io"

	"codeberg.org/sbinet/npyio/npy"
	"gonum.org/v1/gonum/mat"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/mesh"
)

// Encode writes the vertices as an array of n x 3 float64 in C order.
// Everything else has no place in the format.
func Encode(w io.Writer, m *mesh.Mesh) error {
	n := len(m.Vertices)
	if n == 0 {
		return errors.New("there are no vertices to write as a NumPy array")
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := npy.Write(out, mat.NewDense(n, 3, numeric.Flat(m.Vertices))); err != nil {
		return err
	}
	return out.Flush()
}
