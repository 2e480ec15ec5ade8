package texture

import (
	"fmt"
	"image/color"

	"gwscope/meshio/mesh"
)

// SpreadFaces gives the vertices of a finished mesh the colours of its faces (one each,
// as the file counts them), where the vertices have none of their own: each vertex the mean
// of the faces around it. Otherwise a warning says that they are left out.
func SpreadFaces(m *mesh.Mesh, faces []color.NRGBA) {
	if len(faces) == 0 || len(faces) != m.FaceCount() {
		return
	}
	if m.Colors != nil {
		m.Warn("The colours of the faces were left out: the vertices have colours of their own.")
		return
	}
	var means Means
	for f, c := range faces {
		for _, v := range m.Face(f) {
			means.Add(int(v), c)
		}
	}
	m.Colors, _ = means.Colors(len(m.Vertices))
}

// OneColor is the warning that the one colour of a whole shape is left out; "" for a grey, which most
// programs write where nobody chose a colour.
func OneColor(c color.NRGBA) string {
	if c.R == c.G && c.G == c.B {
		return ""
	}
	return fmt.Sprintf("The whole shape has the one colour #%02x%02x%02x, which tells no places apart: it was left out.", c.R, c.G, c.B)
}
