package morph

import (
	"gonum.org/v1/gonum/spatial/r3"
)

const (
	// untangleRounds bounds the rounds; most triangles turn back in one or two.
	untangleRounds = 12
	// mostTangled is the share of triangles up to which a surface is untangled. Of one that
	// is matched badly more turn over, and there is nothing to be saved.
	mostTangled = 0.01
)

// tangled marks the triangles of a surface whose normals oppose the mean of those around
// their corners.
func tangled(at []r3.Vec, triangles [][3]int32) []bool {
	around := make([]r3.Vec, len(at))
	for _, t := range triangles {
		n := normal(at, t)
		for _, p := range t {
			around[p] = r3.Add(around[p], n)
		}
	}
	out := make([]bool, len(triangles))
	for k, t := range triangles {
		out[k] = r3.Dot(normal(at, t), r3.Add(around[t[0]], r3.Add(around[t[1]], around[t[2]]))) < 0
	}
	return out
}

// untangle turns back the few triangles that oppose their surroundings although they do
// so at neither end. The Laplacian system asks for the best edges in the mean: where one
// triangle is to grow tenfold and its neighbour is not, a small one may come out turned
// over. The corners of such triangles go towards the mean of their neighbours. What
// opposes at an end is left alone, so that the ends stay limits.
func (m *Turning) untangle(x []r3.Vec) {
	few := int(mostTangled * float64(len(m.ends.Triangles)))
	for range untangleRounds {
		over := 0
		corners := map[int32]bool{}
		for k, is := range tangled(x, m.ends.Triangles) {
			if is && !m.knotted[k] {
				over++
				for _, p := range m.ends.Triangles[k] {
					corners[p] = true
				}
			}
		}
		if over == 0 || over > few {
			return
		}
		moved := make(map[int32]r3.Vec, len(corners))
		for p := range corners {
			near, _ := m.g.Row(int(p))
			var mean r3.Vec
			for _, q := range near {
				mean = r3.Add(mean, r3.Scale(1/float64(len(near)), x[q]))
			}
			moved[p] = r3.Scale(0.5, r3.Add(x[p], mean))
		}
		for p, at := range moved {
			x[p] = at
		}
	}
}
