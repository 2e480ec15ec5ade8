package shapes

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// remesher turns a closed manifold into one of well-shaped triangles of the
// wanted size by edge splits, collapses, flips and tangential smoothing, after
// Botsch and Kobbelt, "A remeshing approach to multiresolution modeling" (SGP
// 2004), with Delaunay flips in place of valence flips. Every operation keeps
// the manifold; dead triangles have first index -1, dead vertices an empty star.
type remesher struct {
	pos  []r3.Vec
	tri  [][3]int32
	star [][]int32 // triangles at each vertex, in no order
	// size is the wanted edge length at a vertex.
	size []float64
	// project moves a point near the surface onto it.
	project func(r3.Vec) r3.Vec
	live    int // vertices alive
}

func newRemesher(s soup, size []float64, project func(r3.Vec) r3.Vec) *remesher {
	r := &remesher{
		pos: slices.Clone(s.pos), tri: slices.Clone(s.tri), size: slices.Clone(size),
		star: make([][]int32, len(s.pos)), project: project, live: len(s.pos),
	}
	backing := make([]int32, 12*len(s.pos))
	for v := range r.star {
		r.star[v] = backing[12*v : 12*v : 12*v+12]
	}
	for t, f := range r.tri {
		for _, v := range f {
			r.star[v] = append(r.star[v], int32(t))
		}
	}
	return r
}

// run does the given number of rounds and then brings the mesh to exactly count
// vertices.
func (r *remesher) run(rounds, count int) soup {
	for range rounds {
		r.splitLong()
		r.collapseShort()
		r.flip()
		r.smooth()
	}
	r.reach(count)
	for range 4 {
		r.flip()
		r.smooth()
	}
	r.flip()
	return r.compact()
}

// rescale multiplies the wanted sizes so that about count vertices realise them. A vertex of an
// equilateral mesh with edges of length l has the area √3/2 l².
func (r *remesher) rescale(count int) {
	var wanted float64
	for _, f := range r.tri {
		if f[0] < 0 {
			continue
		}
		l := (r.size[f[0]] + r.size[f[1]] + r.size[f[2]]) / 3
		wanted += length(r.normal(f)) / 2 / (math.Sqrt(3) / 2 * l * l)
	}
	scale := math.Sqrt(wanted / float64(count))
	for v := range r.size {
		r.size[v] *= scale
	}
}

// ratio is the length of edge ij over its wanted length.
func (r *remesher) ratio(i, j int32) float64 {
	return 2 * length(r3.Sub(r.pos[i], r.pos[j])) / (r.size[i] + r.size[j])
}

// The thresholds of Botsch and Kobbelt: an edge is split above, collapsed below,
// so that neither operation undoes the other.
const (
	longEdge  = 4.0 / 3
	shortEdge = 4.0 / 5
)

func (r *remesher) splitLong() {
	// Triangles made here wait for the next round, which bounds the work.
	for t := range len(r.tri) {
		for e := range 3 {
			f := r.tri[t]
			if f[0] < 0 {
				break
			}
			i, j := f[e], f[(e+1)%3]
			if i < j && r.ratio(i, j) > longEdge {
				r.split(i, j)
			}
		}
	}
}

func (r *remesher) collapseShort() {
	for t := 0; t < len(r.tri); t++ {
		for e := range 3 {
			f := r.tri[t]
			if f[0] < 0 {
				break
			}
			i, j := f[e], f[(e+1)%3]
			if i < j && r.ratio(i, j) < shortEdge {
				r.collapse(i, j, longEdge)
			}
		}
	}
}

// reach brings the number of vertices to count by collapsing the shortest or
// splitting the longest edges, relative to their wanted lengths.
func (r *remesher) reach(count int) {
	for tries := 0; r.live != count && tries < 20; tries++ {
		type edge struct {
			i, j  int32
			ratio float64
		}
		var edges []edge
		for _, f := range r.tri {
			for e := range 3 {
				if i, j := f[e], f[(e+1)%3]; f[0] >= 0 && i < j {
					edges = append(edges, edge{i, j, r.ratio(i, j)})
				}
			}
		}
		slices.SortFunc(edges, func(a, b edge) int {
			return cmp.Or(cmp.Compare(a.ratio, b.ratio), cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j))
		})
		if r.live < count {
			slices.Reverse(edges)
		}
		// A tenth of the vertices at a time, so that the order stays meaningful.
		for budget := r.live/10 + 1; budget > 0 && r.live != count && len(edges) > 0; edges = edges[1:] {
			e := edges[0]
			if len(r.edgeTriangles(e.i, e.j)) != 2 {
				continue // changed by an operation beside it
			}
			if r.live < count {
				r.split(e.i, e.j)
				budget--
			} else if r.collapse(e.i, e.j, math.Inf(1)) {
				budget--
			}
		}
	}
}

// flip makes the edges Delaunay: an edge goes when its two opposite angles sum
// to more than π and the surface is smooth across it.
func (r *remesher) flip() {
	for range 3 {
		flipped := false
		for t := 0; t < len(r.tri); t++ {
			for e := range 3 {
				f := r.tri[t]
				if f[0] < 0 {
					break
				}
				if i, j := f[e], f[(e+1)%3]; i < j && r.flipEdge(i, j) {
					flipped = true
				}
			}
		}
		if !flipped {
			return
		}
	}
}

// smooth moves every vertex towards the centroid of its triangles, weighted by
// area over wanted area, within the tangent plane, and back onto the surface.
func (r *remesher) smooth() {
	next := make([]r3.Vec, len(r.pos))
	for v := range r.pos {
		next[v] = r.pos[v]
		if len(r.star[v]) == 0 {
			continue
		}
		var normal, sum r3.Vec
		var total float64
		for _, t := range r.star[v] {
			f := r.tri[t]
			n := r.normal(f)
			normal = r3.Add(normal, n)
			l := (r.size[f[0]] + r.size[f[1]] + r.size[f[2]]) / 3
			w := length(n) / (l * l)
			total += w
			for _, u := range f {
				sum = r3.Add(sum, r3.Scale(w/3, r.pos[u]))
			}
		}
		norm := length(normal)
		if total == 0 || norm == 0 {
			continue
		}
		move := r3.Sub(r3.Scale(1/total, sum), r.pos[v])
		n := r3.Scale(1/norm, normal)
		move = r3.Sub(move, r3.Scale(r3.Dot(move, n), n))
		next[v] = r3.Add(r.pos[v], r3.Scale(0.8, move))
	}
	inParallel(len(next), func(v int) {
		if len(r.star[v]) > 0 {
			next[v] = r.project(next[v])
		}
	})
	r.pos = next
}

// compact drops dead triangles and vertices.
func (r *remesher) compact() soup {
	alive := slices.DeleteFunc(slices.Clone(r.tri), func(f [3]int32) bool { return f[0] < 0 })
	return soup{r.pos, alive}.only(func(v int32) bool { return len(r.star[v]) > 0 })
}
