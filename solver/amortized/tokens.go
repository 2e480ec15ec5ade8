package amortized

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
)

// Cloud is the points of a shape (n), its normals there (n, of whatever sign; nil:
// estimated from the nearest points) and the points' masses (n, positive; nil: the same).
type Cloud struct {
	Points  []r3.Vec
	Normals []r3.Vec
	Mass    []float64
}

// Tokens is what the network sees of a cloud of n points, in the cloud's order.
type Tokens struct {
	// Input has F numbers for each point, row by row (n x F), as far as Config asks for:
	//
	//   - the distances to the K nearest points, sorted, each divided by √f, f being the
	//     share of the mass that is as near: what is left is 1/√(π density) on a surface,
	//     for few samples and many, and less along an edge or a leg;
	//   - quantiles of its distances to all points;
	//   - quantiles of its distances along the shape, divided by their mean (geodesic.go);
	//   - how far the others lie from its tangent plane, and how they are turned (heights.go);
	//   - what its neighbourhoods of four sizes are like (neighborhood.go);
	//   - six invariants (invariants.go).
	Input []float32
	// Mass is n, sum 1.
	Mass []float64
	// Points and Normals are the cloud's, centred and scaled to a largest norm of 1 (n; no normals where it
	// has none and the network sees none).
	Points, Normals []r3.Vec
	// Order is the order of points by Input: the network reads them in it, so that the
	// order in which they came cannot even change its roundings.
	Order []int32
}

// Len is n.
func (t *Tokens) Len() int { return len(t.Mass) }

// standardized are a cloud's masses (n, with sum 1), its points (n) about their centre with the
// largest norm 1, and its unit normals (n, nil where it has none).
func standardized(cloud Cloud) (mass []float64, points, normals []r3.Vec, err error) {
	if mass, err = masses(cloud); err != nil {
		return nil, nil, nil, err
	}
	if points, err = normalized(cloud.Points, mass); err != nil {
		return nil, nil, nil, err
	}
	normals, err = unitNormals(cloud)
	return mass, points, normals, err
}

// Tokens computes the tokens of a cloud after centring it and scaling its largest norm
// to 1, on the given number of threads (0: all processors).
//
// Rigid motions change no bit of them, unless a distance lies within rounding of the
// middle between two steps of its grid: all distances are rounded to a millionth of the
// radius before anything else.
func (c Config) Tokens(cloud Cloud, threads int) (*Tokens, error) {
	n := len(cloud.Points)
	mass, points, normals, err := standardized(cloud)
	if err != nil {
		return nil, err
	}
	width := c.Inputs()
	t := &Tokens{Input: make([]float32, n*width), Mass: mass, Order: order.Natural(n)}
	s := &shape{points: points, normals: normals, mass: mass}
	if normals == nil && (c.Heights || c.Local || c.Invariants || c.Places) {
		normals = make([]r3.Vec, n)
		s.each(threads, func(p *profiler, i int) { normals[i] = p.normal() })
	}
	s.normals, t.Points, t.Normals = normals, points, normals
	s.each(threads, func(p *profiler, i int) { c.row(p, t.Input[i*width:(i+1)*width]) })
	if c.Geodesics > 0 {
		s.geodesics(threads, c.Geodesics, t.Input, width, c.Neighbors+c.Quantiles)
	}
	slices.SortStableFunc(t.Order, func(i, j int32) int {
		return cmp.Or(
			slices.Compare(t.Input[int(i)*width:(int(i)+1)*width], t.Input[int(j)*width:(int(j)+1)*width]),
			cmp.Compare(mass[i], mass[j]))
	})
	return t, nil
}

// row fills in what the network sees of the point that p has read.
func (c Config) row(p *profiler, input []float32) {
	n := len(p.points)
	step := 1 / float64(n)
	if c.Reach > 0 {
		step = c.Reach / float64(c.Neighbors)
	}
	value := 0.0
	for k := range c.Neighbors {
		share := float64(k+1) * step
		if k == 0 || share <= p.farthest() { // a small cloud has no more: its last value again
			value = p.at(share) / math.Sqrt(share)
		}
		input[k] = float32(value)
	}
	rest := input[c.Neighbors:]
	for q := range c.Quantiles {
		rest[q] = float32(p.quantile(q, c.Quantiles))
	}
	rest = rest[c.Quantiles+c.Geodesics:]
	if c.Heights {
		p.heights(rest[:heightSize])
		rest = rest[heightSize:]
	}
	if c.Local {
		p.neighborhoods(rest[:localSize])
		rest = rest[localSize:]
	}
	if c.Invariants {
		p.invariants(rest)
	}
}

// masses are the cloud's, with sum 1.
func masses(cloud Cloud) ([]float64, error) {
	n := len(cloud.Points)
	if n == 0 {
		return nil, fmt.Errorf("a cloud without points cannot be matched")
	}
	if cloud.Mass == nil {
		return gw.Uniform(n), nil
	}
	if len(cloud.Mass) != n {
		return nil, fmt.Errorf("%d masses for %d points", len(cloud.Mass), n)
	}
	sum := 0.0
	for i, a := range cloud.Mass {
		if !(a > 0) || math.IsInf(a, 1) {
			return nil, fmt.Errorf("the mass of point %d is %g: masses must be positive", i, a)
		}
		sum += a
	}
	mass := make([]float64, n)
	for i, a := range cloud.Mass {
		mass[i] = a / sum
	}
	return mass, nil
}

// unitNormals are the cloud's, of unit length; nil where it has none.
func unitNormals(cloud Cloud) ([]r3.Vec, error) {
	if cloud.Normals == nil {
		return nil, nil
	}
	if len(cloud.Normals) != len(cloud.Points) {
		return nil, fmt.Errorf("%d normals for %d points", len(cloud.Normals), len(cloud.Points))
	}
	out := make([]r3.Vec, len(cloud.Normals))
	for i, v := range cloud.Normals {
		length := r3.Norm(v)
		if math.IsNaN(length) || math.IsInf(length, 0) {
			return nil, fmt.Errorf("the normal of point %d is (%g, %g, %g): normals must be finite", i, v.X, v.Y, v.Z)
		}
		if length > 0 { // the normal of a point that has none stays zero
			out[i] = r3.Scale(1/length, v)
		}
	}
	return out, nil
}

// normalized are the points with their mean at the origin and the largest norm 1.
func normalized(points []r3.Vec, mass []float64) ([]r3.Vec, error) {
	for i, p := range points {
		if s := p.X + p.Y + p.Z; math.IsNaN(s) || math.IsInf(s, 0) {
			return nil, fmt.Errorf("point %d is at (%g, %g, %g): coordinates must be finite", i, p.X, p.Y, p.Z)
		}
	}
	// Relative to one of them first: far from the origin a mean would lose digits.
	var mean r3.Vec
	out := make([]r3.Vec, len(points))
	for i, p := range points {
		out[i] = r3.Sub(p, points[0])
		mean = r3.Add(mean, r3.Scale(mass[i], out[i]))
	}
	largest := 0.0
	for i, p := range out {
		out[i] = r3.Sub(p, mean)
		largest = max(largest, r3.Norm(out[i]))
	}
	if largest > 0 {
		for i, p := range out {
			out[i] = r3.Scale(1/largest, p)
		}
	}
	return out, nil
}
