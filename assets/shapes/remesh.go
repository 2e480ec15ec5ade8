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

// rescale multiplies the wanted sizes so that about count vertices realise them.
// A vertex of an equilateral mesh of edge l owns the area √3/2 l².
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
	// Triangles born here wait for the next round, which bounds the work.
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

// edgeTriangles lists the triangles that hold both i and j.
func (r *remesher) edgeTriangles(i, j int32) []int32 {
	var buf [4]int32
	out := buf[:0]
	for _, t := range r.star[i] {
		if f := r.tri[t]; f[0] == j || f[1] == j || f[2] == j {
			out = append(out, t)
		}
	}
	return out
}

// opposite is the corner of t that is neither i nor j.
func (r *remesher) opposite(t, i, j int32) int32 {
	for _, v := range r.tri[t] {
		if v != i && v != j {
			return v
		}
	}
	panic("shapes: degenerate triangle in remesher")
}

func (r *remesher) replace(t, old, new int32) {
	for c := range 3 {
		if r.tri[t][c] == old {
			r.tri[t][c] = new
		}
	}
}

func (r *remesher) leave(v, t int32) {
	k := slices.Index(r.star[v], t)
	last := len(r.star[v]) - 1
	r.star[v][k] = r.star[v][last]
	r.star[v] = r.star[v][:last]
}

// split puts a vertex in the middle of edge ij.
func (r *remesher) split(i, j int32) {
	ts := r.edgeTriangles(i, j)
	if len(ts) != 2 {
		return
	}
	m := int32(len(r.pos))
	r.pos = append(r.pos, r.project(mix(r.pos[i], r.pos[j], 0.5)))
	r.size = append(r.size, (r.size[i]+r.size[j])/2)
	r.star = append(r.star, nil)
	r.live++
	for _, t := range ts {
		// t keeps i; its copy takes j.
		o := r.opposite(t, i, j)
		n := int32(len(r.tri))
		r.tri = append(r.tri, r.tri[t])
		r.replace(t, j, m)
		r.replace(n, i, m)
		r.leave(j, t)
		r.star[j] = append(r.star[j], n)
		r.star[o] = append(r.star[o], n)
		r.star[m] = append(r.star[m], t, n)
	}
}

// collapse merges j into i at their midpoint, unless that would break the
// manifold, turn a triangle over, or make an edge longer than limit.
func (r *remesher) collapse(i, j int32, limit float64) bool {
	ts := r.edgeTriangles(i, j)
	if len(ts) != 2 || r.commonNeighbours(i, j) != 2 {
		return false
	}
	for _, t := range ts {
		if len(r.star[r.opposite(t, i, j)]) <= 3 {
			return false
		}
	}
	target := r.project(mix(r.pos[i], r.pos[j], 0.5))
	if !r.mayMove(i, j, target, limit) || !r.mayMove(j, i, target, limit) {
		return false
	}
	r.pos[i] = target
	r.size[i] = (r.size[i] + r.size[j]) / 2
	for _, t := range ts {
		o := r.opposite(t, i, j)
		r.leave(i, t)
		r.leave(j, t)
		r.leave(o, t)
		r.tri[t] = [3]int32{-1, -1, -1}
	}
	for _, t := range r.star[j] {
		r.replace(t, j, i)
	}
	r.star[i] = append(r.star[i], r.star[j]...)
	r.star[j] = nil
	r.live--
	return true
}

// commonNeighbours counts the vertices adjacent to both i and j.
func (r *remesher) commonNeighbours(i, j int32) int {
	var buf [24]int32
	seen := buf[:0]
	for _, t := range r.star[i] {
		for _, v := range r.tri[t] {
			if v != i && !slices.Contains(seen, v) {
				seen = append(seen, v)
			}
		}
	}
	count := 0
	var buf2 [24]int32
	counted := buf2[:0]
	for _, t := range r.star[j] {
		for _, v := range r.tri[t] {
			if v != j && !slices.Contains(counted, v) && slices.Contains(seen, v) {
				counted = append(counted, v)
				count++
			}
		}
	}
	return count
}

// mayMove reports whether v can go to p, its neighbour gone being collapsed
// with it, without turning a triangle over or stretching an edge beyond limit.
func (r *remesher) mayMove(v, gone int32, p r3.Vec, limit float64) bool {
	for _, t := range r.star[v] {
		f := r.tri[t]
		if f[0] == gone || f[1] == gone || f[2] == gone {
			continue
		}
		before := r.normal(f)
		var q [3]r3.Vec
		for c, u := range f {
			q[c] = r.pos[u]
			if u == v {
				q[c] = p
			} else if 2*length(r3.Sub(p, r.pos[u])) > limit*(r.size[u]+r.size[v]) {
				return false
			}
		}
		after := r3.Cross(r3.Sub(q[1], q[0]), r3.Sub(q[2], q[0]))
		// Within 70 degrees, and no sliver.
		if r3.Dot(before, after) < 0.34*length(before)*length(after) || length(after) < 1e-12 {
			return false
		}
	}
	return true
}

func (r *remesher) normal(f [3]int32) r3.Vec {
	return r3.Cross(r3.Sub(r.pos[f[1]], r.pos[f[0]]), r3.Sub(r.pos[f[2]], r.pos[f[0]]))
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

func (r *remesher) flipEdge(i, j int32) bool {
	ts := r.edgeTriangles(i, j)
	if len(ts) != 2 || len(r.star[i]) <= 3 || len(r.star[j]) <= 3 {
		return false
	}
	k, l := r.opposite(ts[0], i, j), r.opposite(ts[1], i, j)
	if cosAt(r.pos[k], r.pos[i], r.pos[j])+cosAt(r.pos[l], r.pos[i], r.pos[j]) >= -1e-9 {
		return false
	}
	if len(r.edgeTriangles(k, l)) != 0 {
		return false
	}
	// ts[0] becomes (k, l with i), ts[1] (k, l with j), keeping orientation.
	f, g := r.tri[ts[0]], r.tri[ts[1]]
	nf, ng := f, g
	for c := range 3 {
		if nf[c] == j {
			nf[c] = l
		}
		if ng[c] == i {
			ng[c] = k
		}
	}
	before := r3.Add(r.normal(f), r.normal(g))
	for _, h := range [2][3]int32{nf, ng} {
		n := r.normal(h)
		if r3.Dot(n, before) < 0.7*length(n)*length(before) {
			return false
		}
	}
	r.tri[ts[0]], r.tri[ts[1]] = nf, ng
	r.leave(j, ts[0])
	r.leave(i, ts[1])
	r.star[l] = append(r.star[l], ts[0])
	r.star[k] = append(r.star[k], ts[1])
	return true
}

// cosAt is the cosine of the angle at p in triangle (p, a, b). Two angles sum
// to more than π exactly when their cosines sum to less than zero.
func cosAt(p, a, b r3.Vec) float64 {
	u, v := r3.Sub(a, p), r3.Sub(b, p)
	return r3.Dot(u, v) / (length(u)*length(v) + 1e-300)
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

// compact drops what is dead.
func (r *remesher) compact() soup {
	newIndex := make([]int32, len(r.pos))
	var out soup
	for v := range r.pos {
		if len(r.star[v]) > 0 {
			newIndex[v] = int32(len(out.pos))
			out.pos = append(out.pos, r.pos[v])
		}
	}
	for _, f := range r.tri {
		if f[0] >= 0 {
			out.tri = append(out.tri, [3]int32{newIndex[f[0]], newIndex[f[1]], newIndex[f[2]]})
		}
	}
	return out
}
