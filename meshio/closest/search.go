package closest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// mostOpen is how many lanes wait at most: a search leaves three behind on each level.
const mostOpen = 3*16 + lanes

// plainSearch is the search in Go. Its outcome does not depend on the order in which nodes are visited.
func (t *Tree) plainSearch(p r3.Vec, limit float64, facing []r3.Vec, n r3.Vec, least float64) (face int32, bary [3]float64, on r3.Vec, found bool) {
	limit *= limit
	most := bounding(limit)
	at := [3]float32{float32(p.X), float32(p.Y), float32(p.Z)}
	type open struct {
		gap   float32
		child int32
	}
	var stack [mostOpen]open
	depth := 1 // the root
	for depth > 0 {
		depth--
		o := stack[depth]
		if o.gap > most {
			continue
		}
		if o.child < 0 {
			k := -1 - o.child
			if facing != nil && !(r3.Dot(facing[k], n) >= least) {
				continue
			}
			f := t.Triangles[k]
			a, b, c := t.Points[f[0]], t.Points[f[1]], t.Points[f[2]]
			w := OnTriangle(p, a, b, c)
			q := At(w, a, b, c)
			if d := r3.Norm2(r3.Sub(p, q)); d < limit || d == limit && found && k < face {
				limit, face, bary, on, found = d, k, w, q, true
				most = bounding(limit)
			}
			continue
		}
		of := &t.nodes[o.child]
		begin := depth
		for lane := range lanes {
			if of.child[lane] == 0 {
				break
			}
			var gap float32
			for axis, x := range at {
				d := max(of.lo[axis][lane]-x, 0, x-of.hi[axis][lane])
				gap += d * d
			}
			if !(gap <= most) {
				continue
			}
			k := depth
			for ; k > begin && stack[k-1].gap < gap; k-- { // the nearest comes last
				stack[k] = stack[k-1]
			}
			stack[k] = open{gap, of.child[lane]}
			depth++
		}
	}
	return face, bary, on, found
}

// bounding is a squared distance in single precision that no box comes out beyond which has something nearer
// than limit (squared) in it.
func bounding(limit float64) float32 {
	return float32(limit*(1+slack) + math.SmallestNonzeroFloat32)
}
