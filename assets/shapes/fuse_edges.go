package shapes

import (
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
)

// sharpen moves vertices onto the edges and corners of the surface s that they
// are next to: each goes where the planes of s under its triangles meet, in the
// least-squares sense, as in the error quadrics of Garland and Heckbert (SIGGRAPH
// 1997). Remeshing alone leaves the rims of plates ragged.
func (r *remesher) sharpen(s *closest.Tree) {
	planes := make([]plane, len(r.tri))
	for range 3 {
		inParallel(len(r.tri), func(t int) {
			f := r.tri[t]
			if f[0] < 0 {
				return
			}
			middle := r3.Scale(1.0/3, r3.Add(r.pos[f[0]], r3.Add(r.pos[f[1]], r.pos[f[2]])))
			place, q := placeNear(s, middle)
			n := normalOf(s, place.Face)
			if l := length(n); l > 0 {
				planes[t] = plane{q, r3.Scale(1/l, n)}
			}
		})
		for v := range r.pos {
			if len(r.star[v]) == 0 {
				continue
			}
			d, edge, ok := r.wayToMeeting(v, planes)
			if !ok || length(d) > 0.7*edge {
				continue // the planes meet somewhere else
			}
			if p := r3.Add(r.pos[v], d); r.staysWell(int32(v), p) {
				r.pos[v] = p
			}
		}
		r.flip()
	}
}

// plane is a place and the unit normal there.
type plane struct{ at, normal r3.Vec }

// wayToMeeting is the way from vertex v to where the planes of its triangles meet, and the mean
// length of its edges; ok is false where they meet nowhere.
func (r *remesher) wayToMeeting(v int, planes []plane) (way r3.Vec, edge float64, ok bool) {
	quadric, rhs := mat.NewSymDense(3, nil), mat.NewVecDense(3, nil)
	total := 0.0
	for _, t := range r.star[v] {
		n := [3]float64{planes[t].normal.X, planes[t].normal.Y, planes[t].normal.Z}
		w := length(r.normal(r.tri[t]))
		off := r3.Dot(planes[t].normal, r3.Sub(planes[t].at, r.pos[v]))
		for i := range 3 {
			rhs.SetVec(i, rhs.AtVec(i)+w*n[i]*off)
			for j := i; j < 3; j++ {
				quadric.SetSym(i, j, quadric.At(i, j)+w*n[i]*n[j])
			}
		}
		total += w
		for _, u := range r.tri[t] {
			edge += length(r3.Sub(r.pos[u], r.pos[v])) / float64(2*len(r.star[v]))
		}
	}
	// A little inertia keeps the vertex in place in directions that the planes do not determine.
	for i := range 3 {
		quadric.SetSym(i, i, quadric.At(i, i)+0.03*total)
	}
	var chol mat.Cholesky
	var move mat.VecDense
	if !chol.Factorize(quadric) || chol.SolveVecTo(&move, rhs) != nil {
		return r3.Vec{}, 0, false
	}
	return r3.Vec{X: move.AtVec(0), Y: move.AtVec(1), Z: move.AtVec(2)}, edge, true
}

// staysWell reports whether v can go to p without a triangle turning over by more
// than 70 degrees or becoming a sliver.
func (r *remesher) staysWell(v int32, p r3.Vec) bool {
	for _, t := range r.star[v] {
		var q [3]r3.Vec
		for c, u := range r.tri[t] {
			if q[c] = r.pos[u]; u == v {
				q[c] = p
			}
		}
		before := r.normal(r.tri[t])
		after := r3.Cross(r3.Sub(q[1], q[0]), r3.Sub(q[2], q[0]))
		longest := max(r3.Norm2(r3.Sub(q[1], q[0])), r3.Norm2(r3.Sub(q[2], q[1])), r3.Norm2(r3.Sub(q[0], q[2])))
		// Height over longest edge; 0.87 in an equilateral triangle.
		const least = 0.15
		if l := length(after); l < least*longest && l < length(before) || r3.Dot(before, after) < 0.34*length(before)*l {
			return false
		}
	}
	return true
}

// separate opens needles, and moves vertices apart that came to lie at the same place, as on the two
// sides of a blade's edge or where wires touch: all of these go a little towards the middle of their
// neighbours, until none are left.
func separate(s soup) {
	const least = 0.01 // height of a triangle over its longest edge
	near := neighbours(len(s.pos), s.tri)
	for range 20 {
		var crowded []int32
		for _, f := range s.tri {
			a, b, c := s.pos[f[0]], s.pos[f[1]], s.pos[f[2]]
			longest := max(r3.Norm2(r3.Sub(b, a)), r3.Norm2(r3.Sub(c, b)), r3.Norm2(r3.Sub(a, c)))
			if length(r3.Cross(r3.Sub(b, a), r3.Sub(c, a))) < least*longest {
				crowded = append(crowded, f[:]...)
			}
		}
		taken := map[r3.Vec]bool{}
		for v, p := range s.pos {
			if taken[p] {
				crowded = append(crowded, int32(v))
			}
			taken[p] = true
		}
		if len(crowded) == 0 {
			return
		}
		slices.Sort(crowded)
		for _, v := range slices.Compact(crowded) {
			var middle r3.Vec
			for _, u := range near[v] {
				middle = r3.Add(middle, r3.Scale(1/float64(len(near[v])), s.pos[u]))
			}
			s.pos[v] = mix(s.pos[v], middle, 0.15)
		}
	}
}
