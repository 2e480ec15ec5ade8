package transfer

import (
	"errors"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/landmark"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// Way leads from one shape to another. One of the maps is enough: where the other one is
// needed, the surface that this one spans is searched for the nearest place.
type Way struct {
	From, To *mesh.Mesh
	// Forward gives each vertex of From its place on To, Back each vertex of To its place on
	// From; nil where there is no such map.
	Forward, Back *correspond.Truth
}

// placesOn are the positions on a mesh to which a map sends vertices; known is false where
// it is silent.
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

// laid is a mesh whose vertices lie where a map sends them; faces at vertices that the map is
// silent about are left out.
func laid(m *mesh.Mesh, t *correspond.Truth, on *mesh.Mesh) (*mesh.Mesh, error) {
	at, known := placesOn(t, on)
	out := &mesh.Mesh{Vertices: at}
	some := false
	for _, k := range known {
		some = some || k
	}
	if !some {
		return nil, errors.New("the map sends no vertex anywhere")
	}
	for _, f := range m.Triangles {
		if known[f[0]] && known[f[1]] && known[f[2]] {
			out.Triangles = append(out.Triangles, f)
		}
	}
	if m.IsPointCloud() { // only what is known can be the nearest
		first := 0
		for !known[first] {
			first++
		}
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
	out := make([]r3.Vec, len(positions))
	if w.Forward != nil {
		on, err := laid(w.From, w.Forward, w.To)
		if err != nil {
			return nil, err
		}
		known := &mesh.Mesh{Vertices: w.From.Vertices, Triangles: on.Triangles}
		for i, p := range landmark.Locate(known, positions) {
			if out[i] = on.Vertices[p.Vertex]; p.Face >= 0 {
				out[i] = between(on.Vertices, on.Triangles[p.Face], p.Bary)
			}
		}
	} else {
		on, err := laid(w.To, w.Back, w.From)
		if err != nil {
			return nil, err
		}
		for i, p := range landmark.Locate(on, positions) {
			if out[i] = w.To.Vertices[p.Vertex]; p.Face >= 0 {
				out[i] = between(w.To.Vertices, on.Triangles[p.Face], p.Bary)
			}
		}
	}
	for i, p := range landmark.Locate(w.To, out) { // between places on a bent surface lies off it
		out[i] = p.Position
	}
	return out, nil
}
