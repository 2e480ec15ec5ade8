package samples

import (
	"errors"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
)

// Make is shapes.Make, or the shape that it made before.
func Make(id string) (*mesh.Mesh, error) {
	m := &mesh.Mesh{}
	if kept("shape "+id, m) {
		return m, nil
	}
	m, err := shapes.Make(id)
	if err == nil {
		keep("shape "+id, m)
	}
	return m, err
}

// truths are the true matches of two shapes; None says why there is none.
type truths struct {
	Direct, Mirrored []shapes.Place
	None             string
}

// Truth is shapes.Truth and shapes.TruthMirrored of two shapes, or those that they made before.
// mirrored is nil where a has no left and right.
func Truth(a, b string) (direct, mirrored []shapes.Place, err error) {
	var t truths
	name := "truth " + a + " " + b
	if !kept(name, &t) {
		if t.Direct, err = shapes.Truth(a, b); err != nil {
			t.None = err.Error()
		} else if mirrored, err := shapes.TruthMirrored(a, b); err == nil {
			t.Mirrored = mirrored
		}
		keep(name, &t)
	}
	if t.None != "" {
		return nil, nil, errors.New(t.None)
	}
	return t.Direct, t.Mirrored, nil
}
