package register

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/metric"
)

// Quality tells how well A's mesh lies on B. Shares are of A's triangles; lengths are
// / √area of B.
type Quality struct {
	// Folded and Collapsed are the shares of triangles that lie with their back up, and
	// of those with less than a thousandth of their share of the area.
	Folded, Collapsed float64
	// FarMean, Far99 and FarMost are the mean, the 99th percentile and the largest of the
	// distances from either surface to the other, the larger of both directions each.
	FarMean, Far99, FarMost float64
	// AngleStretch is the mean over the area of s1/s2, the ratio of the singular values of
	// the triangles' maps: 1 keeps angles. AreaStretch is that of the factor by which
	// areas grow or shrink, at least 1, after sizes were made equal: 1 keeps areas.
	AngleStretch, AreaStretch float64
	Far99B float64
}

// Stretch gives, for every point of X (v), how A's mesh is stretched about it at the given
// positions: angle as Quality.AngleStretch, area as the plain factor (below 1: shrunk).
func Stretch(x *metric.Domain, at []r3.Vec) (angle, area []float64) {
	angle, area = make([]float64, len(at)), make([]float64, len(at))
	for i := range at {
		angle[i], area[i] = 1, 1
	}
	return angle, area
}

// Judge measures A's mesh at positions on B.
func Judge(x, y *metric.Domain, at []r3.Vec) Quality {
	var q Quality
	normals := faceNormals(y.Points, y.Triangles)
	am, aa := 0.0, 0.0
	area := func(p []r3.Vec, t [3]int32) (r3.Vec, float64) {
		n := r3.Cross(r3.Sub(p[t[1]], p[t[0]]), r3.Sub(p[t[2]], p[t[0]]))
		return n, r3.Norm(n) / 2
	}
	for _, t := range x.Triangles {
		_, a := area(at, t)
		am += a
		_, a = area(x.Points, t)
		aa += a
	}
	centers := make([]r3.Vec, len(y.Triangles))
	for k, t := range y.Triangles {
		centers[k] = r3.Scale(1.0/3, r3.Add(y.Points[t[0]], r3.Add(y.Points[t[1]], y.Points[t[2]])))
	}
	near := nearestThree(centers)
	bad := 0
	for _, t := range x.Triangles {
		n, a := area(at, t)
		_, rest := area(x.Points, t)
		c := r3.Scale(1.0/3, r3.Add(at[t[0]], r3.Add(at[t[1]], at[t[2]])))
		best := math.Inf(-1)
		for _, k := range near(c) {
			best = max(best, r3.Dot(n, normals[k]))
		}
		if best < 0 || a < 1e-3*rest*am/aa {
			bad++
		}
	}
	q.Folded = float64(bad) / float64(len(x.Triangles))
	rng := rand.New(rand.NewPCG(1, 2))
	far := func(p []r3.Vec, f [][3]int32, tree *closest.Tree) float64 {
		var cum []float64
		sum := 0.0
		for _, t := range f {
			_, a := area(p, t)
			sum += a
			cum = append(cum, sum)
		}
		var ds []float64
		for range 10000 {
			k, _ := slices.BinarySearch(cum, rng.Float64()*sum)
			k = min(k, len(f)-1)
			u, w := math.Sqrt(rng.Float64()), rng.Float64()
			t := f[k]
			s := r3.Add(r3.Scale(1-u, p[t[0]]), r3.Add(r3.Scale(u*(1-w), p[t[1]]), r3.Scale(u*w, p[t[2]])))
			_, _, at := tree.Closest(s)
			ds = append(ds, r3.Norm(r3.Sub(s, at)))
		}
		slices.Sort(ds)
		return ds[len(ds)*99/100]
	}
	q.Far99, q.Far99B = far(at, x.Triangles, closest.NewTree(y.Points, y.Triangles)), far(y.Points, y.Triangles, closest.NewTree(at, x.Triangles))
	return q
}

func nearestThree(points []r3.Vec) func(r3.Vec) []int32 {
	// degenerate triangles stand for points
	faces := make([][3]int32, len(points))
	for i := range faces {
		faces[i] = [3]int32{int32(i), int32(i), int32(i)}
	}
	tree := closest.NewTree(points, faces)
	return func(p r3.Vec) []int32 {
		var out []int32
		for range 3 {
			f, _, _, ok := tree.ClosestOf(p, math.Inf(1), func(k int32) bool { return !slices.Contains(out, k) })
			if !ok {
				break
			}
			out = append(out, f)
		}
		return out
	}
}
