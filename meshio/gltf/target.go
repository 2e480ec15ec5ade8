package gltf

import (
	"github.com/qmuntal/gltf"

	"gwscope/meshio/internal/text"
)

// weightsOf are the weights of the morph targets of a mesh under a node: those of the node, if it has
// some, else those of the mesh.
func weightsOf(n *gltf.Node, m *gltf.Mesh) []float64 {
	if n != nil && len(n.Weights) > 0 {
		return n.Weights
	}
	return m.Weights
}

// addTargets moves an attribute of a primitive by the morph targets that have a
// weight where the file is at rest.
func (d *decoder) addTargets(t table, p *gltf.Primitive, attribute string, weights []float64) error {
	for k, target := range p.Targets {
		if k >= len(weights) || weights[k] == 0 {
			continue
		}
		index, ok := target[attribute]
		if !ok {
			continue
		}
		if d.moved += t.rows(); d.moved > d.mostVertices() {
			return text.Whole("too many morph targets have a weight: export the mesh without them")
		}
		moves, err := read(d.doc, index, d.limit)
		if err != nil {
			return err
		}
		if moves.columns != t.columns || moves.rows() != t.rows() {
			return text.Whole("morph target %d moves %d vertices of %d", k, moves.rows(), t.rows())
		}
		for i, v := range moves.values {
			t.values[i] += weights[k] * v
		}
	}
	return nil
}
