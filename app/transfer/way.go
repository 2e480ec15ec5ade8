package transfer

import (
	"errors"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/landmark"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// Way leads from one shape to another. One of the maps is enough: in the other direction, the
// nearest place is sought on the mesh that the map lays on the other shape.
type Way struct {
	From, To *mesh.Mesh
	// Forward gives each vertex of From its place on To, Back each vertex of To its place on
	// From; nil where there is no such map.
	Forward, Back *correspond.Truth
}

// placesOn are the positions on a mesh to which a map sends vertices; known is false for a vertex
// without a place.
func placesOn(t *correspond.Truth, on *mesh.Mesh) (at []r3.Vec, known []bool) {
	at, known = make([]r3.Vec, len(t.Target)), make([]bool, len(t.Target))
	for i, j := range t.Target {
		if j < 0 {
			continue
		}
		known[i] = true
		if at[i] = on.Vertices[j]; t.Face != nil && t.Face[i] >= 0 && int(t.Face[i]) < len(on.Triangles) {
			at[i] = between(on.Vertices, on.Triangles[t.Face[i]], t.Bary[i])
		}
	}
	return at, known
}

func between(vertices []r3.Vec, corners [3]int32, bary [3]float64) r3.Vec {
	var p r3.Vec
	for k, v := range corners {
		p = r3.Add(p, r3.Scale(bary[k], vertices[v]))
	}
	return p
}

// laid is a mesh with its vertices at the places to which a map sends them; faces with a vertex
// without a place are left out.
func laid(m *mesh.Mesh, t *correspond.Truth, on *mesh.Mesh) (*mesh.Mesh, error) {
	at, known := placesOn(t, on)
	out := &mesh.Mesh{Vertices: at}
	first := slices.Index(known, true)
	if first < 0 {
		return nil, errors.New("the map sends no vertex anywhere")
	}
	for _, f := range m.Triangles {
		if known[f[0]] && known[f[1]] && known[f[2]] {
			out.Triangles = append(out.Triangles, f)
		}
	}
	if m.IsPointCloud() { // only vertices with a place can be the nearest
		for i := range at {
			if !known[i] {
				at[i] = at[first]
			}
		}
	}
	return out, nil
}

// source is a place on From: a vertex, or a triangle with weights of its corners.
type source struct {
	vertex  int32 // the nearest corner, -1 for none
	corners [3]int32
	bary    [3]float64
	face    bool
}

// sources are the places on From of all vertices of To.
func (w *Way) sources() ([]source, error) {
	out := make([]source, len(w.To.Vertices))
	if w.Back != nil {
		for i, j := range w.Back.Target {
			out[i] = source{vertex: j}
			if w.Back.Face == nil || j < 0 || w.Back.Face[i] < 0 || int(w.Back.Face[i]) >= len(w.From.Triangles) {
				continue
			}
			out[i].face, out[i].corners, out[i].bary = true, w.From.Triangles[w.Back.Face[i]], w.Back.Bary[i]
		}
		return out, nil
	}
	on, err := laid(w.From, w.Forward, w.To)
	if err != nil {
		return nil, err
	}
	for i, p := range landmark.Locate(on, w.To.Vertices) {
		out[i] = source{vertex: p.Vertex}
		if p.Face >= 0 {
			out[i].face, out[i].corners, out[i].bary = true, on.Triangles[p.Face], p.Bary
		}
	}
	return out, nil
}

// Carry gives the places on To of positions on From.
func (w *Way) Carry(positions []r3.Vec) ([]r3.Vec, error) {
	// A mesh with its vertices on From, and the places of these on To.
	var on *mesh.Mesh
	var to []r3.Vec
	var err error
	if w.Forward != nil {
		if on, err = laid(w.From, w.Forward, w.To); err == nil {
			to, on.Vertices = on.Vertices, w.From.Vertices
		}
	} else {
		on, err = laid(w.To, w.Back, w.From)
		to = w.To.Vertices
	}
	if err != nil {
		return nil, err
	}
	out := make([]r3.Vec, len(positions))
	for i, p := range landmark.Locate(on, positions) {
		if out[i] = to[p.Vertex]; p.Face >= 0 {
			out[i] = between(to, on.Triangles[p.Face], p.Bary)
		}
	}
	for i, p := range landmark.Locate(w.To, out) { // a point between two places of a bent surface lies off it
		out[i] = p.Position
	}
	return out, nil
}
