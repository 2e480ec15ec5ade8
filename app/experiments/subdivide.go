package experiments

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// subdivided is a mesh with every triangle cut into four at the middles of its edges.
// The first vertices are those of m.
func subdivided(m *mesh.Mesh) *mesh.Mesh {
	out := &mesh.Mesh{Name: m.Name, Origin: m.Origin, Vertices: append([]r3.Vec(nil), m.Vertices...)}
	middles := map[[2]int32]int32{}
	middle := func(a, b int32) int32 {
		edge := [2]int32{min(a, b), max(a, b)}
		v, ok := middles[edge]
		if !ok {
			v = int32(len(out.Vertices))
			middles[edge] = v
			out.Vertices = append(out.Vertices, r3.Scale(0.5, r3.Add(m.Vertices[a], m.Vertices[b])))
		}
		return v
	}
	for _, t := range m.Triangles {
		ab, bc, ca := middle(t[0], t[1]), middle(t[1], t[2]), middle(t[2], t[0])
		out.Triangles = append(out.Triangles, [3]int32{t[0], ab, ca}, [3]int32{ab, t[1], bc}, [3]int32{ca, bc, t[2]}, [3]int32{ab, bc, ca})
	}
	return out
}

// fine is a pair whose shapes have at least count vertices; shapes with fewer are subdivided.
// The truth stays that of the old vertices; of new ones it knows nothing.
func fine(p *Pair, count int) *Pair {
	enough := func(m *mesh.Mesh) *mesh.Mesh {
		for len(m.Vertices) < count && len(m.Triangles) > 0 {
			m = subdivided(m)
		}
		return m
	}
	a, b := enough(p.A.Mesh), enough(p.B.Mesh)
	if a == p.A.Mesh && b == p.B.Mesh {
		return p
	}
	none := slices.Repeat([]int32{-1}, len(a.Vertices)-len(p.A.Mesh.Vertices))
	truth := &correspond.Truth{Target: slices.Concat(p.Truth.Target, none)}
	if p.Truth.Mirror != nil {
		truth.Mirror = slices.Concat(p.Truth.Mirror, none)
	}
	return &Pair{Name: p.Name, A: pipeline.ShapeOf(p.A.Ref, a), B: pipeline.ShapeOf(p.B.Ref, b), Truth: truth}
}

// finely makes a pair with at least count vertices on each shape.
func (s PairSource) finely(count int) PairSource {
	make := s.Make
	s.vertices = count
	s.Make = func(ctx context.Context) (*Pair, error) {
		p, err := make(ctx)
		if err != nil {
			return nil, err
		}
		return fine(p, count), nil
	}
	return s
}
