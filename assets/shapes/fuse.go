package shapes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes/parts"
	"gwscope/internal/disjoint"
	"gwscope/meshio/closest"
)

// fuseCell is the edge of the lattice cells in which solids become one surface,
// for objects in the unit sphere.
const fuseCell = 0.015

// fuseReach is how far outside the solids the surface is first taken: blades and wires thinner than a
// cell are then thick enough to be seen by the lattice, and solids that hardly touch are joined.
// Afterwards it is laid onto the solids.
const fuseReach = 0.6 * fuseCell

// Triangles are smaller by atEdges where the surface turns by more than 40 degrees
// from one lattice cell to the next, so that rims come out even.
const atEdges = 0.65

var sharpCosine = math.Cos(40 * math.Pi / 180)

// fused is the outside of a union of solids as one closed surface with count
// vertices, and the label of the part on which each of them lies.
func fused(solids []parts.Solid, count int) (s soup, label []uint8) {
	skin := exposed(solids)
	on := closest.NewTree(skin.pos, skin.tri)
	s = outsideOnly(newFusion(solids).surface())
	project := func(p r3.Vec) r3.Vec {
		_, q := placeNear(on, p)
		return q
	}
	size := make([]float64, len(s.pos))
	normal := make([]r3.Vec, len(s.pos))
	inParallel(len(s.pos), func(v int) {
		var at Place
		at, s.pos[v] = placeNear(on, s.pos[v])
		// About six edges around a wire, within limits that bound the work.
		size[v] = min(max(skin.width[at.Face], 0.016), 0.05)
		normal[v] = r3.Unit(normalOf(on, at.Face))
	})
	for v, near := range neighbours(len(s.pos), s.tri) {
		if slices.ContainsFunc(near, func(u int32) bool { return r3.Dot(normal[u], normal[v]) < sharpCosine }) {
			size[v] *= atEdges
		}
	}
	size = diffuseScalar(size, s, 4)
	r := newRemesher(s, size, project)
	r.rescale(count)
	s = r.run(5, count)
	sharp := newRemesher(s, make([]float64, len(s.pos)), project)
	sharp.sharpen(on)
	s = sharp.compact()
	separate(s)
	label = make([]uint8, len(s.pos))
	inParallel(len(s.pos), func(v int) {
		at, _ := placeNear(on, s.pos[v])
		label[v] = skin.label[at.Face]
	})
	return s, label
}

// labelled is triangles of solids with the part each belongs to and the width of
// the solid it comes from: the radius of a wire, the thickness of a plate.
type labelled struct {
	soup
	label []uint8
	width []float64
}

// exposed leaves out triangles that lie within another solid altogether.
func exposed(solids []parts.Solid) labelled {
	var out labelled
	for i := range solids {
		s := &solids[i]
		start := int32(len(out.pos))
		out.pos = append(out.pos, s.Vertices...)
		width := widthOf(s)
		for t, f := range s.Triangles {
			a, b, c := s.Vertices[f[0]], s.Vertices[f[1]], s.Vertices[f[2]]
			middle := r3.Scale(1.0/3, r3.Add(a, r3.Add(b, c)))
			if slices.ContainsFunc(solids, func(o parts.Solid) bool {
				return &o.Vertices[0] != &s.Vertices[0] && o.Holds(a) && o.Holds(b) && o.Holds(c) && o.Holds(middle)
			}) {
				continue
			}
			out.tri = append(out.tri, [3]int32{start + f[0], start + f[1], start + f[2]})
			out.label = append(out.label, s.Labels[t])
			out.width = append(out.width, width)
		}
	}
	return out
}

// normalOf is the normal of a triangle, not of unit length.
func normalOf(s *closest.Tree, face int32) r3.Vec {
	f := s.Triangles[face]
	return r3.Cross(r3.Sub(s.Points[f[1]], s.Points[f[0]]), r3.Sub(s.Points[f[2]], s.Points[f[0]]))
}

// widthOf is twice the volume over the area: r of a long cylinder of radius r, and
// the thickness of a plate.
func widthOf(s *parts.Solid) float64 {
	var volume, area float64
	for _, f := range s.Triangles {
		a, b, c := s.Vertices[f[0]], s.Vertices[f[1]], s.Vertices[f[2]]
		volume += r3.Dot(a, r3.Cross(b, c)) / 6
		area += length(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) / 2
	}
	return 2 * volume / area
}

// outsideOnly leaves out the walls of cavities, which nobody can see.
func outsideOnly(s soup) soup {
	pieces := disjoint.New(len(s.pos))
	for _, f := range s.tri {
		pieces.Union(f[0], f[1])
		pieces.Union(f[1], f[2])
	}
	piece, count := pieces.Labels()
	volume := make([]float64, count)
	for _, f := range s.tri {
		volume[piece[f[0]]] += r3.Dot(s.pos[f[0]], r3.Cross(s.pos[f[1]], s.pos[f[2]])) // a cavity's is negative
	}
	return s.only(func(v int32) bool { return volume[piece[v]] > 0 })
}
