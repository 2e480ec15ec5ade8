package correspond

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// Axes are the principal axes of a shape's area about its centroid, the longest first, of
// length 1, with the variance of places along each. Alike[k] says that another axis has about
// the same variance: then the direction of axis k means little.
type Axes struct {
	Centroid r3.Vec
	Along    [3]r3.Vec
	Variance [3]float64
	Alike    [3]bool
}

// alikeVariance is the share by which variances of axes that mean little differ at most.
const alikeVariance = 0.1

// PrincipalAxes finds the axes; ok is false where there are none, as for numbers that are not finite.
func PrincipalAxes(d *metric.Domain) (x Axes, ok bool) {
	var mass float64
	for p, v := range d.Points {
		mass += d.PointArea[p]
		x.Centroid = r3.Add(x.Centroid, r3.Scale(d.PointArea[p], v))
	}
	x.Centroid = r3.Scale(1/mass, x.Centroid)
	spread := mat.NewSymDense(3, nil)
	for p, v := range d.Points {
		q := r3.Sub(v, x.Centroid)
		at := [3]float64{q.X, q.Y, q.Z}
		for i := range 3 {
			for j := i; j < 3; j++ {
				spread.SetSym(i, j, spread.At(i, j)+d.PointArea[p]*at[i]*at[j]/mass)
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(spread, true) {
		return x, false
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for k := range 3 {
		c := 2 - k // they rise
		x.Along[k] = r3.Vec{X: vectors.At(0, c), Y: vectors.At(1, c), Z: vectors.At(2, c)}
		x.Variance[k] = values[c]
	}
	for k, v := range x.Variance {
		for o, w := range x.Variance {
			if o != k && math.Abs(v-w) < alikeVariance*max(v, w) {
				x.Alike[k] = true
			}
		}
	}
	return x, true
}
