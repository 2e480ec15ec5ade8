package gltf

import (
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/qmuntal/gltf"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// DecodeTargets reads the morph targets of a file that Decode reads; Blender calls them shape keys.
// Each has the vertices of the mesh that Decode returns, in the places that they take when the weight
// of this target alone grows by one. Targets of one name in several meshes of the file are one target,
// as for a viewer's slider. nil: the file has none.
func DecodeTargets(r io.Reader, files fs.FS) ([]Target, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	doc, err := open(data, files)
	if err != nil {
		return nil, err
	}
	names, of := targetNames(doc)
	if len(names) == 0 {
		return nil, nil
	}
	positions := func(weights func(*gltf.Node, *gltf.Mesh) []float64) ([]r3.Vec, error) {
		d := newDecoder(doc, len(data), files)
		d.weights, d.bare = weights, true
		err := d.scene()
		return d.mesh.Vertices, err
	}
	rest, err := positions(weightsOf)
	if err != nil {
		return nil, err
	}
	if len(names) > mostTargets || len(rest) > max(fewVertices, 4*newDecoder(doc, len(data), files).limit)/len(names) {
		return nil, text.Whole("%s of %s are more than this file can hold", mesh.Count(len(names), "morph target"), mesh.Count(len(rest), "vertex"))
	}
	zero, err := positions(func(*gltf.Node, *gltf.Mesh) []float64 { return nil })
	if err != nil {
		return nil, err
	}
	targets := make([]Target, len(names))
	for k, name := range names {
		at, err := positions(func(_ *gltf.Node, m *gltf.Mesh) []float64 {
			i := slices.Index(of[m], name)
			weights := make([]float64, i+1)
			if i >= 0 {
				weights[i] = 1
			}
			return weights
		})
		if err != nil {
			return nil, err
		}
		for i := range at {
			at[i] = r3.Add(rest[i], r3.Sub(at[i], zero[i]))
		}
		targets[k] = Target{Name: name, Vertices: at}
	}
	return targets, nil
}

// mostTargets is more than any animation of a face has. The vertices of all targets together are
// bounded by the size of the file: sparse ones take few bytes each.
const mostTargets = 1024

// targetNames are the names of all morph targets, in the order of their meshes, and those of each mesh.
func targetNames(doc *gltf.Document) (names []string, of map[*gltf.Mesh][]string) {
	of = map[*gltf.Mesh][]string{}
	known := map[string]bool{}
	for _, m := range doc.Meshes {
		of[m] = namesOf(m)
		for _, name := range of[m] {
			if !known[name] {
				known[name] = true
				names = append(names, name)
			}
		}
	}
	return names, of
}

// namesOf are the names of a mesh's morph targets, which its extras give, if they are named at all.
func namesOf(m *gltf.Mesh) []string {
	if m == nil {
		return nil
	}
	most := 0
	for _, p := range m.Primitives {
		if p != nil {
			most = max(most, len(p.Targets))
		}
	}
	extras, _ := m.Extras.(map[string]any)
	given, _ := extras["targetNames"].([]any)
	names := make([]string, most)
	for k := range names {
		names[k] = fmt.Sprintf("target %d", k+1)
		if k < len(given) {
			if name, ok := given[k].(string); ok && name != "" {
				names[k] = name
			}
		}
	}
	return names
}
