package metric

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// curvatureNeighbors is over how many neighbours a cloud's curvature is averaged.
const curvatureNeighbors = 20

// MeanCurvature is the mean curvature at every point (v) with respect to the
// outward normal, in Domain units (times √area of the shape): 1/r on a sphere of
// radius r, negative in hollows. Surfaces use the cotangent Laplacian over mixed
// Voronoi areas (Meyer, Desbrun, Schröder & Barr 2003); a point on the boundary
// takes the mean of its inner neighbours. Clouds with normals average the normal
// curvatures towards their neighbours; clouds without have nil.
//
// The slice is shared and must not be written.
func (d *Domain) MeanCurvature() []float64 {
	d.lazy.curvatureOnce.Do(func() {
		switch {
		case d.Normals == nil:
		case d.IsCloud():
			d.lazy.curvature = d.cloudCurvature()
		default:
			d.lazy.curvature = d.surfaceCurvature()
		}
	})
	return d.lazy.curvature
}

func (d *Domain) surfaceCurvature() []float64 {
	laplacian := make([]r3.Vec, len(d.Points))
	area := make([]float64, len(d.Points))
	for _, t := range d.Triangles {
		var side [3]r3.Vec // side k is opposite to corner k
		for k := range 3 {
			side[k] = r3.Sub(d.Points[t[(k+2)%3]], d.Points[t[(k+1)%3]])
		}
		area2 := r3.Norm(r3.Cross(side[0], side[1]))
		var cot [3]float64
		obtuse := -1
		for k := range 3 {
			dot := -r3.Dot(side[(k+1)%3], side[(k+2)%3])
			cot[k] = dot / area2
			if dot < 0 {
				obtuse = k
			}
		}
		for k := range 3 {
			// The cotangent at corner k weighs the edge opposite.
			a, b := t[(k+1)%3], t[(k+2)%3]
			pull := r3.Scale(cot[k]/2, side[k])
			laplacian[a] = r3.Sub(laplacian[a], pull)
			laplacian[b] = r3.Add(laplacian[b], pull)
			switch {
			case obtuse < 0:
				piece := cot[k] * r3.Norm2(side[k]) / 8
				area[a] += piece
				area[b] += piece
			case obtuse == k:
				area[t[k]] += area2 / 4
			default:
				area[t[k]] += area2 / 8
			}
		}
	}
	curvature := make([]float64, len(d.Points))
	for p := range curvature {
		if area[p] > 0 {
			curvature[p] = r3.Dot(laplacian[p], d.Normals[p]) / (2 * area[p])
		}
	}
	d.fillBoundary(curvature)
	return curvature
}

// fillBoundary replaces the curvature at boundary points, where the Laplacian
// measures the turn of the boundary instead, by that of inner neighbours.
func (d *Domain) fillBoundary(curvature []float64) {
	boundary := make([]bool, len(d.Points))
	edges := newEdgeTable(len(d.Points), d.Triangles)
	edges.each(func(low, high int32, uses []edgeUse) {
		if len(uses) == 1 {
			boundary[low], boundary[high] = true, true
		}
	})
	sum := make([]float64, len(d.Points))
	count := make([]float64, len(d.Points))
	edges.each(func(low, high int32, _ []edgeUse) {
		if boundary[low] && !boundary[high] {
			low, high = high, low
		}
		if !boundary[low] && boundary[high] {
			sum[high] += curvature[low]
			count[high]++
		}
	})
	for p, b := range boundary {
		if b {
			curvature[p] = sum[p] / max(count[p], 1)
		}
	}
}

// cloudCurvature averages 2 n·(p - q)/|p - q|², the curvature of the circle that
// touches the tangent plane at p and runs through q.
func (d *Domain) cloudCurvature() []float64 {
	curvature := make([]float64, len(d.Points))
	rows, k := d.Neighbors(curvatureNeighbors)
	for p := range curvature {
		for _, q := range rows[p*k : (p+1)*k] {
			away := r3.Sub(d.Points[p], d.Points[q])
			curvature[p] += 2 * r3.Dot(d.Normals[p], away) / r3.Norm2(away)
		}
		curvature[p] /= math.Max(float64(k), 1)
	}
	return curvature
}
