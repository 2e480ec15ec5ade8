package gldraw

import (
	"math"

	"gwscope/render/scene"
)

// smoothNormals gives each vertex the sum of its triangles' normals, weighted by
// the angle at the vertex (Thürmer and Wüthrich 1998), which does not depend on
// how a flat region happens to be triangulated. Vertices without a sound
// triangle get a zero normal; the shader then falls back on the facet's.
func smoothNormals(ps []scene.Vec, ts [][3]int32) []scene.Vec {
	ns := make([]scene.Vec, len(ps))
	for _, t := range ts {
		if !inRange(t, len(ps)) {
			continue
		}
		a, b, c := ps[t[0]], ps[t[1]], ps[t[2]]
		e := [3]scene.Vec{sub(b, a), sub(c, b), sub(a, c)}
		n := cross(e[0], e[1])
		l := norm(n)
		if !(l > 0) || math.IsInf(float64(l), 0) {
			continue
		}
		for k := range 3 {
			// Corner k lies between the edge that leaves it and the one that enters.
			out, in := e[k], e[(k+2)%3]
			angle := float32(math.Atan2(float64(l), float64(-dot(out, in))))
			for j := range 3 {
				ns[t[k]][j] += n[j] / l * angle
			}
		}
	}
	for i := range ns {
		if l := norm(ns[i]); l > 1e-6 {
			for j := range 3 {
				ns[i][j] /= l
			}
		} else {
			ns[i] = scene.Vec{}
		}
	}
	return ns
}

func inRange(t [3]int32, n int) bool {
	return uint(t[0]) < uint(n) && uint(t[1]) < uint(n) && uint(t[2]) < uint(n)
}

func sub(a, b scene.Vec) scene.Vec { return scene.Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func dot(a, b scene.Vec) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b scene.Vec) scene.Vec {
	return scene.Vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// norm works in float64: squares of tiny edges vanish in float32.
func norm(a scene.Vec) float32 {
	x, y, z := float64(a[0]), float64(a[1]), float64(a[2])
	return float32(math.Sqrt(x*x + y*y + z*z))
}
