package shapes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// skin poses the rest surface with the bones' motions: linear blend skinning,
// then a few rounds of as-rigid-as-possible relaxation (Sorkine and Alexa, SGP
// 2007), which takes away the collapse of bent joints and leaves the pose nearly
// isometric to the rest, as scans of one animal are.
func skin(rest soup, near [][]int32, shares [][]share, motions []motion, rounds int) []r3.Vec {
	n := len(rest.pos)
	pos := make([]r3.Vec, n)
	rot := make([]rotation, n)
	inParallel(n, func(v int) {
		var p r3.Vec
		var r rotation
		for _, s := range shares[v] {
			m := motions[s.index]
			p = r3.Add(p, r3.Scale(s.weight, m.apply(rest.pos[v])))
			r.x = r3.Add(r.x, r3.Scale(s.weight, m.rot.x))
			r.y = r3.Add(r.y, r3.Scale(s.weight, m.rot.y))
			r.z = r3.Add(r.z, r3.Scale(s.weight, m.rot.z))
		}
		pos[v], rot[v] = p, r.orthonormalised()
	})
	for range rounds {
		inParallel(n, func(v int) { rot[v] = fitRotation(v, rest.pos, pos, near[v], rot[v]) })
		next := make([]r3.Vec, n)
		inParallel(n, func(v int) {
			var sum r3.Vec
			for _, u := range near[v] {
				e := r3.Sub(rest.pos[v], rest.pos[u])
				turned := r3.Scale(0.5, r3.Add(rot[v].apply(e), rot[u].apply(e)))
				sum = r3.Add(sum, r3.Add(pos[u], turned))
			}
			next[v] = r3.Scale(1/float64(len(near[v])), sum)
			// Half steps: full Jacobi steps would oscillate.
			next[v] = mix(pos[v], next[v], 0.5)
		})
		pos = next
	}
	return pos
}

func (r rotation) orthonormalised() rotation {
	x := r3.Unit(r.x)
	y := r3.Unit(r3.Sub(r.y, r3.Scale(r3.Dot(x, r.y), x)))
	return rotation{x, y, r3.Cross(x, y)}
}

// fitRotation is the rotation that best carries the rest edges at v to the posed
// ones, found from the guess by Müller's iteration ("A robust method to extract
// the rotational part of deformations", MIG 2016).
func fitRotation(v int, rest, posed []r3.Vec, near []int32, guess rotation) rotation {
	// a = Σ e' eᵀ by columns.
	var a rotation
	for _, u := range near {
		e, f := r3.Sub(rest[u], rest[v]), r3.Sub(posed[u], posed[v])
		a.x = r3.Add(a.x, r3.Scale(e.X, f))
		a.y = r3.Add(a.y, r3.Scale(e.Y, f))
		a.z = r3.Add(a.z, r3.Scale(e.Z, f))
	}
	scale := r3.Norm(a.x) + r3.Norm(a.y) + r3.Norm(a.z)
	r := guess
	for range 6 {
		omega := r3.Add(r3.Add(r3.Cross(r.x, a.x), r3.Cross(r.y, a.y)), r3.Cross(r.z, a.z))
		d := r3.Dot(r.x, a.x) + r3.Dot(r.y, a.y) + r3.Dot(r.z, a.z)
		omega = r3.Scale(1/(math.Abs(d)+1e-9*scale), omega)
		angle := r3.Norm(omega)
		if angle < 1e-9 {
			break
		}
		q := r3.NewRotation(angle, omega)
		r = rotation{q.Rotate(r.x), q.Rotate(r.y), q.Rotate(r.z)}
	}
	return r.orthonormalised()
}

// grounded shifts the points so that the lowest has height zero.
func grounded(pos []r3.Vec) []r3.Vec {
	low := math.Inf(1)
	for _, p := range pos {
		low = math.Min(low, p.Y)
	}
	out := slices.Clone(pos)
	for v := range out {
		out[v].Y -= low
	}
	return out
}
