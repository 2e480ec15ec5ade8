package gltf

import (
	"fmt"
	"image/color"
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
func EncodeTargets(w io.Writer, base *mesh.Mesh, all []Target) error {
	t, err := newTargets(base, base.Colors)
	if err != nil {
		return err
	}
	for _, one := range all {
		if err := (Morph{Target: one.Vertices}).check(base); err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
		if err := t.add(one.Name, one.Vertices, nil, 0); err != nil {
			return err
		}
	}
	return t.write(w)
}

// targets gathers the morph targets of a document with a mesh, start.
type targets struct {
	doc        *gltf.Document
	start      *mesh.Mesh
	normals    [][3]float32 // of start; nil: none
	attributes []gltf.PrimitiveAttributes
	names      []string
}

func newTargets(base *mesh.Mesh, colors []color.NRGBA) (*targets, error) {
	start := base.WithVertices(base.Vertices) // all normals come from the geometry, to be of the same kind
	doc, err := document(start, colors)
	return &targets{doc: doc, start: start, normals: unitNormals(start)}, err
}

// add adds a target: the differences of places from the start, in positions and normals, less a share
// of the differences of whole.
func (t *targets) add(name string, places, whole []r3.Vec, share float64) error {
	moves := make([]r3.Vec, len(places))
	for i, p := range places {
		moves[i] = r3.Sub(p, t.start.Vertices[i])
		if whole != nil {
			moves[i] = r3.Sub(moves[i], r3.Scale(share, r3.Sub(whole[i], t.start.Vertices[i])))
		}
	}
	displacements, err := toFloat32(moves, r3.Vec{})
	if err != nil {
		return err
	}
	target := gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(t.doc, displacements)}
	if t.normals != nil {
		turns := unitNormals(t.start.WithVertices(places))
		var there [][3]float32
		if whole != nil {
			there = unitNormals(t.start.WithVertices(whole))
		}
		for i := range turns {
			for c := range 3 {
				turns[i][c] -= t.normals[i][c]
				if whole != nil {
					turns[i][c] -= float32(share) * (there[i][c] - t.normals[i][c])
				}
			}
		}
		target[gltf.NORMAL] = modeler.WriteNormal(t.doc, turns)
	}
	t.attributes, t.names = append(t.attributes, target), append(t.names, name)
	return nil
}

// write writes the document as a GLB file.
func (t *targets) write(w io.Writer) error {
	m := t.doc.Meshes[0]
	m.Primitives[0].Targets = t.attributes
	m.Weights = make([]float64, len(t.attributes))
	m.Extras = map[string]any{"targetNames": t.names}
	return write(w, t.doc, true)
}
