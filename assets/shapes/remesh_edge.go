package shapes

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// The edge operations of the remesher. Each leaves a closed manifold behind or
// does nothing.

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

// flipEdge gives the two triangles at ij their other diagonal where that makes
// them Delaunay and folds nothing.
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
