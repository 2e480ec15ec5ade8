package metric

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// triangleArea is half the cross product of two sides. (r3.Triangle.Area takes the
// root of a product of differences, which is NaN for some needles.)
func triangleArea(p, q, r r3.Vec) float64 {
	return r3.Norm(r3.Cross(r3.Sub(q, p), r3.Sub(r, p))) / 2
}

// pointAreas gives each point a third of the area of its triangles, scaled to sum
// to 1. Points without triangles count as average ones.
func pointAreas(points []r3.Vec, triangles [][3]int32) []float64 {
	area := make([]float64, len(points))
	touched := make([]bool, len(points))
	var total float64
	for _, t := range triangles {
		a := triangleArea(points[t[0]], points[t[1]], points[t[2]])
		total += a
		for _, p := range t {
			area[p] += a / 3
			touched[p] = true
		}
	}
	covered := 0
	for _, t := range touched {
		if t {
			covered++
		}
	}
	average := total / float64(max(covered, 1))
	total += average * float64(len(points)-covered)
	for p := range area {
		if !touched[p] {
			area[p] = average
		}
		area[p] /= total
	}
	return area
}

// pointNormals averages the triangle normals at each point by corner angle
// (Thürmer & Wüthrich 1998), which does not depend on how a flat piece is cut. A
// point where they cancel, or without triangles, looks away from the centroid.
func pointNormals(points []r3.Vec, triangles [][3]int32) []r3.Vec {
	normals := make([]r3.Vec, len(points))
	for _, t := range triangles {
		n := r3.Unit(r3.Triangle{points[t[0]], points[t[1]], points[t[2]]}.Normal())
		for k, p := range t {
			u := r3.Sub(points[t[(k+1)%3]], points[p])
			v := r3.Sub(points[t[(k+2)%3]], points[p])
			angle := math.Atan2(r3.Norm(r3.Cross(u, v)), r3.Dot(u, v))
			normals[p] = r3.Add(normals[p], r3.Scale(angle, n))
		}
	}
	for p, n := range normals {
		length := r3.Norm(n)
		if length < 1e-9 {
			n, length = points[p], r3.Norm(points[p])
		}
		if length == 0 {
			n, length = r3.Vec{Z: 1}, 1
		}
		normals[p] = r3.Scale(1/length, n)
	}
	return normals
}

// plural writes a count with the right words.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
