package transfer

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/gltf"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// Keys are the morph targets (shape keys) of From on To. A key moves every place of To as it moves the matched
// place of From. The move is turned as the surface about the place is turned from From to To, mirrored where the
// map is a mirror image, and scaled by the root of the ratio of the areas. Where the map has no place nothing moves.
// Clouds of points have no surface: all their places have the same turn and scale.
//
// The turn of a place is the best rotation between its neighbours, two edges far, and their matched places (the
// local turns of deformation transfer, Sumner and Popović 2004, found as in Sorkine and Alexa 2007).
func (w *Way) Keys(keys []gltf.Target) ([]gltf.Target, error) {
	places, err := w.sources()
	if err != nil {
		return nil, err
	}
	from := valuesOf(w.From.Vertices, places)
	mirrored := w.mirrors(places, from)
	flip := func(p r3.Vec) r3.Vec {
		if mirrored {
			p.X = -p.X
		}
		return p
	}
	matched := make([]r3.Vec, len(from))
	for i, p := range from {
		matched[i] = flip(p)
	}
	turns, scale := turnsOf(w.To, matched), w.scale(matched)
	out := make([]gltf.Target, len(keys))
	for k, key := range keys {
		at := valuesOf(key.Vertices, places)
		for i, p := range w.To.Vertices {
			move := r3.Sub(at[i], from[i])
			if places[i].vertex < 0 || move == (r3.Vec{}) {
				at[i] = p
				continue
			}
			at[i] = r3.Add(p, r3.Scale(scale, turns(i).Turn(flip(move))))
		}
		out[k] = gltf.Target{Name: key.Name, Vertices: at}
	}
	return out, nil
}

// valuesOf are positions at places; NaN where the map has no place, which rotations leave out.
func valuesOf(positions []r3.Vec, places []source) []r3.Vec {
	out := make([]r3.Vec, len(places))
	for i, p := range places {
		switch {
		case p.vertex < 0:
			out[i] = r3.Vec{X: math.NaN(), Y: math.NaN(), Z: math.NaN()}
		case p.face:
			out[i] = between(positions, p.corners, p.bary)
		default:
			out[i] = positions[p.vertex]
		}
	}
	return out
}

// mirrors reports whether the map turns most of To's surface over: the normals of its triangles, laid on From, are
// opposite to From's normals.
func (w *Way) mirrors(places []source, from []r3.Vec) bool {
	if w.From.IsPointCloud() || w.To.IsPointCloud() {
		return false
	}
	normals, sum := w.From.VertexNormals(), 0.0
	for _, f := range w.To.Triangles {
		a, b, c := from[f[0]], from[f[1]], from[f[2]]
		if v := places[f[0]]; v.vertex >= 0 {
			if v.face {
				v.vertex = v.heaviest()
			}
			if s := r3.Dot(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)), normals[v.vertex]); !math.IsNaN(s) {
				sum += s
			}
		}
	}
	return sum < 0
}

// scale is the ratio of lengths on To to those on the matched part of From.
func (w *Way) scale(matched []r3.Vec) float64 {
	if w.To.IsPointCloud() {
		return correspond.BestRigid(matched, w.To.Vertices, nil).Stretch
	}
	var here, there float64
	laid := &mesh.Mesh{Vertices: matched, Triangles: w.To.Triangles}
	for t := range w.To.Triangles {
		if a := laid.FaceArea(t); a > 0 { // not NaN
			here, there = here+w.To.FaceArea(t), there+a
		}
	}
	if there == 0 {
		return 1
	}
	return math.Sqrt(here / there)
}

// turnsOf gives the turn at each vertex of to from matched places; a vertex with fewer than three neighbours has the
// turn of the whole.
func turnsOf(to *mesh.Mesh, matched []r3.Vec) func(i int) correspond.Rigid {
	whole := correspond.BestRigid(matched, to.Vertices, nil)
	if to.IsPointCloud() {
		return func(int) correspond.Rigid { return whole }
	}
	next := to.VertexNeighbors()
	known := make([]*correspond.Rigid, len(matched))
	return func(i int) correspond.Rigid {
		if known[i] != nil {
			return *known[i]
		}
		ring := map[int32]bool{int32(i): true}
		var from, at []r3.Vec
		add := func(v int32) {
			from, at = append(from, matched[v]), append(at, to.Vertices[v])
		}
		add(int32(i))
		for _, v := range next.Row(i) {
			for _, u := range append([]int32{v}, next.Row(int(v))...) {
				if !ring[u] {
					ring[u] = true
					add(u)
				}
			}
		}
		turn := whole
		if len(at) > 3 {
			turn = correspond.BestRigid(from, at, nil)
		}
		known[i] = &turn
		return turn
	}
}
