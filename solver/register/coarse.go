package register

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/meshgraph"
)

const (
	// mostAtOnce is the number of points above which a coarse mesh goes first, of at most so
	// many.
	mostAtOnce = 4000
	// roundsAfter of the last shareAfter of the way to the surface are made with all points
	// after the coarse mesh is there; half as many from manyPoints on, which have far more
	// points than B has details.
	roundsAfter, shareAfter = 8, 0.4
	manyPoints              = 30000
)

// rounds is the number of rounds with all points: half of the usual on large meshes.
func (r *run) rounds(usual int) int {
	if len(r.points) > manyPoints {
		return usual / 2
	}
	return usual
}

// cells gather the points of a mesh about some of them.
type cells struct {
	kept  []int32 // ascending
	of    []int32 // the cell of each point
	faces [][3]int32
}

// cellsOf gathers a mesh's points about a maximal independent set of them, and so on about
// that, until mostAtOnce are left. The cells go along the mesh, so that limbs that touch
// stay apart, and they are small where the mesh is fine. Three cells that share a triangle
// make one of the coarse mesh.
func cellsOf(points []r3.Vec, faces [][3]int32) cells {
	c := cells{kept: make([]int32, len(points)), of: make([]int32, len(points)), faces: faces}
	for i := range points {
		c.kept[i], c.of[i] = int32(i), int32(i)
	}
	for len(c.kept) > mostAtOnce {
		at := make([]r3.Vec, len(c.kept))
		for k, p := range c.kept {
			at[k] = points[p]
		}
		kept, of := independent(at, meshgraph.Surface(at, c.faces))
		if len(kept) == len(c.kept) { // no triangles are left
			break
		}
		for p, k := range c.of {
			c.of[p] = of[k]
		}
		for k, p := range kept {
			kept[k] = c.kept[p]
		}
		c.kept, c.faces = kept, gathered(c.faces, of)
	}
	return c
}

// independent chooses points of which no two are neighbours, so that every other has one
// among its neighbours, and gives each of the others to the nearest of these. The order in
// which points are asked is mixed, for neighbouring numbers often lie in rows.
func independent(at []r3.Vec, g *meshgraph.Graph) (kept, of []int32) {
	order := make([]int32, len(at))
	for i := range order {
		order[i] = int32(i)
	}
	mixed := func(i int32) uint32 { return uint32(i+1) * 2654435769 } // Knuth's multiplicative hash
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(mixed(a), mixed(b)) })
	taken := make([]bool, len(at))
	chosen := make([]bool, len(at))
	for _, i := range order {
		if taken[i] {
			continue
		}
		chosen[i], taken[i] = true, true
		near, _ := g.Row(int(i))
		for _, j := range near {
			taken[j] = true
		}
	}
	of = none(len(at))
	for i, c := range chosen {
		if c {
			of[i] = int32(len(kept))
			kept = append(kept, int32(i))
		}
	}
	for i, c := range chosen {
		if c {
			continue
		}
		near, _ := g.Row(i)
		least := math.Inf(1)
		for _, j := range near {
			if d := r3.Norm2(r3.Sub(at[i], at[j])); chosen[j] && d < least {
				least, of[i] = d, of[j]
			}
		}
	}
	return kept, of
}

// gathered are the triangles between three cells, each once.
func gathered(faces [][3]int32, of []int32) [][3]int32 {
	var out [][3]int32
	for _, t := range faces {
		a, b, c := of[t[0]], of[t[1]], of[t[2]]
		if a == b || b == c || c == a {
			continue
		}
		for a > b || a > c {
			a, b, c = b, c, a
		}
		out = append(out, [3]int32{a, b, c})
	}
	slices.SortFunc(out, func(s, t [3]int32) int { return slices.Compare(s[:], t[:]) })
	return slices.Compact(out)
}

// coarse is the source that cells make.
func (s *source) coarse(c cells) source {
	out := source{faces: c.faces, area: make([]float64, len(c.kept)), spread: s.spread.of(c.kept)}
	for _, p := range c.kept {
		out.points, out.normals = append(out.points, s.points[p]), append(out.normals, s.normals[p])
		out.sense, out.to, out.confidence = append(out.sense, s.sense[p]), append(out.to, s.to[p]), append(out.confidence, s.confidence[p])
		if s.lacking != nil {
			out.lacking = append(out.lacking, s.lacking[p])
		}
		if s.torn != nil {
			out.torn = append(out.torn, s.torn[p])
		}
	}
	for p, k := range c.of {
		out.area[k] += s.area[p]
	}
	for _, p := range s.pins {
		// A pin is off by less than a cell for now.
		out.pins = append(out.pins, correspond.Pin{X: c.of[p.X], Y: p.Y})
	}
	return out
}

// carry moves all points as the cells about them have moved: their own and its neighbours,
// by distance at rest.
func (r *run) carry(first *sheet, c cells) {
	h := r.sheet
	h.each(func(i int) {
		own := int(c.of[i])
		near, _ := first.g.Row(own)
		reach := 0.0
		for _, k := range near {
			reach = max(reach, r3.Norm2(r3.Sub(first.rest[own], first.rest[k])))
		}
		var at r3.Vec
		var turn dense.Mat3
		sum := 0.0
		add := func(k int32) {
			u := r3.Sub(h.rest[i], first.rest[k])
			w := 1.0
			if reach > 0 {
				w = math.Exp(-4 * r3.Norm2(u) / reach)
			}
			sum += w
			at = r3.Add(at, r3.Scale(w, r3.Add(first.at[k], first.turns[k].Times(u))))
			for e, x := range first.turns[k] {
				turn[e] += w * x
			}
		}
		add(int32(own))
		for _, k := range near {
			add(k)
		}
		h.at[i] = r3.Scale(1/sum, at)
		h.turns[i], _ = dense.Rotation3(turn)
	})
}
