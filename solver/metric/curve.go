package metric

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// The distance to the 8th neighbour is four times that to the 2nd along a curve, where
// neighbours come in pairs, and twice on a surface.
const (
	curveNear, curveFar = 2, 8
	curveGrowth         = 2.8
)

// IsCurve reports a cloud whose points lie along a curve and not on a surface. It looks once.
func (d *Domain) IsCurve() bool {
	if !d.IsCloud() {
		return false
	}
	d.lazy.curveOnce.Do(func() { d.lazy.curve = d.alongCurve() })
	return d.lazy.curve
}

func (d *Domain) alongCurve() bool {
	rows, width := d.Neighbors(curveFar)
	if width < curveFar {
		return false
	}
	growth := make([]float64, len(d.Points))
	for p := range growth {
		to := func(k int) float64 { return r3.Norm(r3.Sub(d.Points[p], d.Points[rows[p*width+k-1]])) }
		growth[p] = to(curveFar) / to(curveNear)
	}
	slices.Sort(growth)
	return growth[len(growth)/2] > curveGrowth
}
