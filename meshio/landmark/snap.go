package landmark

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
)

// Place is a place on a mesh, near a position.
type Place struct {
	Position r3.Vec     // in the file's coordinates
	Vertex   int32      // nearest corner of the triangle, or nearest vertex of a cloud
	Face     int32      // triangle, -1 in a cloud and at vertices without a face
	Bary     [3]float64 // weights of the triangle's corners
	Distance float64    // from the position that was asked for
}

const (
	// farShare of the diagonal of the bounding box is a distance from the surface that no click and no
	// smoothed or thinned mesh explains.
	farShare = 0.02
	// stillShare is the distance that rounding in a file explains: such landmarks keep their position.
	stillShare = 1e-6
	// turnedGain is how much nearer the landmarks have to be, turned about the z-axis,
	// for the axes of file and mesh to be called different ones.
	turnedGain = 5
)

// Snap moves landmarks and tips to the nearest places on a mesh. The warnings name landmarks that had
// far to go. Where mesh and landmarks name their anatomical axes, the landmarks are turned to the axes
// of the mesh. Where one of the two does not, and the landmarks all fit only after half a turn about
// the z-axis, they are turned, with a warning; where they fit both ways, they stay as they are, and
// Unclear says so. The result has the axes of the mesh.
func Snap(m *mesh.Mesh, s Set) Set {
	s = s.Clone()
	n := len(s.Landmarks)
	all := slices.Concat(s.Landmarks, s.Tips)
	if len(all) == 0 || len(m.Vertices) == 0 {
		return s
	}
	box := m.BoundingBox()
	diagonal := r3.Norm(r3.Sub(box.Max, box.Min))
	known := m.Space != "" && s.Space != ""
	if known && m.Space != s.Space {
		all = turnedAll(all)
	}
	places := Locate(m, positionsOf(all))
	off := meanDistance(places)
	asks := m.Space == "" && s.Space != "" // whether a turn is meant
	if off > farShare*diagonal || asks {
		other := turnedAll(all)
		there := Locate(m, positionsOf(other))
		now := meanDistance(there)
		switch {
		case now < farShare*diagonal && turnedGain*now < off && off > farShare*diagonal:
			if known {
				s.warn("by the axes that the files name (%s of the shape, %s of the landmarks) the landmarks lie far off the shape; they were put where they fit, half a turn about the z-axis away", m.Space, s.Space)
			} else {
				s.warn("the landmarks fit the shape only after half a turn about the z-axis, as between RAS and LPS, and were turned")
			}
			all, places = other, there
		case asks && now < farShare*diagonal && now <= turnedGain*off+stillShare*diagonal && apart(all, other) > farShare*diagonal/turnedGain:
			s.Unclear = true
			s.warn("the landmarks are in %s, and the shape does not name its axes: they fit it as they are, and just as well after half a turn about the z-axis; they were left as they are", s.Space)
		}
	}
	s.Space = m.Space
	var far []string
	for k, p := range places {
		if p.Distance > stillShare*diagonal {
			all[k].Position = [3]float64{p.Position.X, p.Position.Y, p.Position.Z}
		}
		if p.Distance > farShare*diagonal {
			far = append(far, fmt.Sprintf("%q by %.3g", all[k].Name, p.Distance))
		}
	}
	if len(far) > 0 {
		s.warn("%s lay off the surface and moved to the nearest place: %s (the shape's bounding box has a diagonal of %.3g)",
			mesh.Count(len(far), "landmark"), strings.Join(far[:min(len(far), 5)], ", "), diagonal)
	}
	s.Landmarks = all[:n:n]
	if s.Tips != nil {
		s.Tips = all[n:]
	}
	return s
}

// turnedAll are landmarks after half a turn about the z-axis.
func turnedAll(all []Landmark) []Landmark {
	out := append([]Landmark{}, all...)
	for k := range out {
		out[k].Position = turned(out[k].Position)
	}
	return out
}

// apart is the mean distance between two sets of positions.
func apart(a, b []Landmark) float64 {
	sum := 0.0
	for k := range a {
		sum += r3.Norm(r3.Sub(a[k].At(), b[k].At()))
	}
	return sum / float64(len(a))
}

// Turned is the set after half a turn about the z-axis, on a mesh again: for a person who
// knows better than [Snap] which places are Unclear.
func Turned(m *mesh.Mesh, s Set) Set {
	s = s.Clone()
	s.Landmarks, s.Unclear, s.Warnings = turnedAll(s.Landmarks), false, nil
	if s.Tips != nil {
		s.Tips = turnedAll(s.Tips)
	}
	s.Space = m.Space
	return Snap(m, s)
}

func positionsOf(all []Landmark) []r3.Vec {
	out := make([]r3.Vec, len(all))
	for k, l := range all {
		out[k] = l.At()
	}
	return out
}

func meanDistance(places []Place) float64 {
	sum := 0.0
	for _, p := range places {
		sum += p.Distance
	}
	return sum / float64(len(places))
}

// Locate finds the nearest place on a mesh's triangles, or of its vertices where it has
// none, for each position.
func Locate(m *mesh.Mesh, at []r3.Vec) []Place {
	out := make([]Place, len(at))
	for k, p := range at {
		out[k] = nearestPlace(m, p)
	}
	return out
}

func nearestPlace(m *mesh.Mesh, p r3.Vec) Place {
	best := Place{Face: -1, Bary: [3]float64{1, 0, 0}}
	// The distance of the nearest vertex is a bound that rules out nearly all triangles by their boxes.
	least := math.Inf(1)
	for v, q := range m.Vertices {
		if d := r3.Norm2(r3.Sub(p, q)); d < least {
			least, best.Vertex, best.Position = d, int32(v), q
		}
	}
	for f, t := range m.Triangles {
		a, b, c := m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
		if boxDistance2(p, a, b, c) > least {
			continue
		}
		bary := closest.OnTriangle(p, a, b, c)
		q := closest.At(bary, a, b, c)
		// At the vertex itself a triangle is still better than none.
		if d := r3.Norm2(r3.Sub(p, q)); d < least || d == least && best.Face < 0 {
			least, best.Position, best.Face, best.Bary = d, q, int32(f), bary
		}
	}
	if best.Face >= 0 {
		best.Vertex = nearestCorner(m, best)
	}
	best.Distance = math.Sqrt(least)
	return best
}

func nearestCorner(m *mesh.Mesh, at Place) int32 {
	t := m.Triangles[at.Face]
	best := t[0]
	for _, v := range t[1:] {
		if r3.Norm2(r3.Sub(m.Vertices[v], at.Position)) < r3.Norm2(r3.Sub(m.Vertices[best], at.Position)) {
			best = v
		}
	}
	return best
}

// boxDistance2 is the squared distance to the bounding box of a triangle.
func boxDistance2(p, a, b, c r3.Vec) float64 {
	gap := func(x, u, v, w float64) float64 { return max(min(u, v, w)-x, x-max(u, v, w), 0) }
	x, y, z := gap(p.X, a.X, b.X, c.X), gap(p.Y, a.Y, b.Y, c.Y), gap(p.Z, a.Z, b.Z, c.Z)
	return x*x + y*y + z*z
}
