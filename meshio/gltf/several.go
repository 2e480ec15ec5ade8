package gltf

import (
	"fmt"
	"io"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Target is one of several shapes that a mesh can take, with a name for the slider that a
// viewer shows.
type Target struct {
	Name     string
	Vertices []r3.Vec // one for each vertex of the mesh
}

// EncodeTargets writes base as a GLB file with morph targets that do not depend on each other,
// such as principal components: a viewer has a slider for each. Weights are 0 at rest, and may
// be negative where a viewer lets them. Normals move along.
func EncodeTargets(w io.Writer, base *mesh.Mesh, targets []Target) error {
	start := base.WithVertices(base.Vertices)
	doc, _, err := document(start, base.Colors)
	if err != nil {
		return err
	}
	from := unitNormals(start)
	var attributes []gltf.PrimitiveAttributes
	var names []string
	for _, t := range targets {
		if err := (Morph{Target: t.Vertices}).check(base); err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		moves := make([]r3.Vec, len(t.Vertices))
		for i, p := range t.Vertices {
			moves[i] = r3.Sub(p, start.Vertices[i])
		}
		displacements, err := toFloat32(moves, r3.Vec{})
		if err != nil {
			return err
		}
		target := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, displacements)}
		if from != nil {
			turns := unitNormals(start.WithVertices(t.Vertices))
			for i := range turns {
				for c := range 3 {
					turns[i][c] -= from[i][c]
				}
			}
			target[gltf.NORMAL] = modeler.WriteNormal(doc, turns)
		}
		attributes, names = append(attributes, target), append(names, t.Name)
	}
	doc.Meshes[0].Primitives[0].Targets = attributes
	doc.Meshes[0].Weights = make([]float64, len(targets))
	doc.Meshes[0].Extras = map[string]any{"targetNames": names}
	return write(w, doc, true)
}
