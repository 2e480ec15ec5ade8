package register

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
)

// unit is p at length 1; no direction stays none.
func unit(p r3.Vec) r3.Vec {
	if l := dense.Length(p); l > 0 {
		return r3.Scale(1/l, p)
	}
	return p
}

// mean3 is the mean of three positions, or of three normals up to length.
func mean3(p []r3.Vec, t [3]int32) r3.Vec {
	return r3.Scale(1.0/3, r3.Add(p[t[0]], r3.Add(p[t[1]], p[t[2]])))
}

// doubleArea is the normal of a triangle, as long as twice its area.
func doubleArea(p []r3.Vec, t [3]int32) r3.Vec {
	return r3.Cross(r3.Sub(p[t[1]], p[t[0]]), r3.Sub(p[t[2]], p[t[0]]))
}

func faceNormals(points []r3.Vec, faces [][3]int32) []r3.Vec {
	out := make([]r3.Vec, len(faces))
	for k, t := range faces {
		out[k] = unit(doubleArea(points, t))
	}
	return out
}

// pointNormals are means over the faces about each point, by area.
func pointNormals(points []r3.Vec, faces [][3]int32) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for _, t := range faces {
		n := doubleArea(points, t)
		for _, p := range t {
			out[p] = r3.Add(out[p], n)
		}
	}
	for i, n := range out {
		out[i] = unit(n)
	}
	return out
}

// product is a b.
func product(a, b *dense.Mat3) (c dense.Mat3) {
	for i := 0; i < 9; i += 3 {
		for j := range 3 {
			c[i+j] = a[i]*b[j] + a[i+1]*b[3+j] + a[i+2]*b[6+j]
		}
	}
	return c
}

// turnBetween is, of the rotations that take the unit normal n to m, the R with the
// largest trace of R' h.
func turnBetween(h *dense.Mat3, n, m r3.Vec) dense.Mat3 {
	u, v := correspond.Tangents(n)
	s, t := correspond.Tangents(m)
	hu, hv := h.Times(u), h.Times(v)
	c, d := r3.Dot(s, hu)+r3.Dot(t, hv), r3.Dot(t, hu)-r3.Dot(s, hv)
	if l := math.Hypot(c, d); l > 0 {
		c, d = c/l, d/l
	} else {
		c, d = 1, 0
	}
	var r dense.Mat3
	r.AddOuter(1, r3.Add(r3.Scale(c, s), r3.Scale(d, t)), u)
	r.AddOuter(1, r3.Sub(r3.Scale(c, t), r3.Scale(d, s)), v)
	r.AddOuter(1, m, n)
	return r
}
