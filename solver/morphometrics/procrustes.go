package morphometrics

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
)

// Alignment is the result of a generalised Procrustes analysis of n configurations of p
// points.
type Alignment struct {
	// Mean is the consensus (p): centred, of centroid size 1.
	Mean []r3.Vec
	// Aligned are the configurations (n x p), centred, of centroid size 1, and turned onto
	// the mean.
	Aligned [][]r3.Vec
	// Size is the centroid size of each configuration (n) in its own units: the root of the
	// summed squared distances of its points from their centre.
	Size []float64
	// Distance is the distance of each aligned configuration from the mean (n): the root of the
	// summed squared distances of their points.
	Distance []float64
	// Iterations is how often the mean was made again.
	Iterations int
	// Converged reports that the mean no longer changed.
	Converged bool
}

const (
	// meanStill is the change of the mean, as a distance of configurations of size 1, below
	// which it no longer changes: a few units of rounding for thousands of points.
	meanStill = 1e-14
	// mostMeans ends an analysis whose mean circles around at the level of rounding. Ten
	// steps are usual.
	mostMeans = 200
)

// Procrustes aligns configurations by generalised Procrustes analysis (Gower 1975; Dryden
// and Mardia, Statistical Shape Analysis, 2nd edition, algorithm 7.1, with every
// configuration held at centroid size 1, "partial" superposition): each is centred, scaled
// to size 1 and turned, never reflected, onto the mean; the mean of the turned ones, scaled
// to size 1, is the next mean. The first configuration is the first mean, and so the result
// stands about as that one does.
//
// It is an error if there are fewer than two configurations or three points, if their
// numbers of points differ, if a coordinate is not finite, or if all points of a
// configuration coincide. The error names the configuration by its index.
func Procrustes(configurations [][]r3.Vec) (*Alignment, error) {
	a := &Alignment{}
	if len(configurations) < 2 {
		return nil, errors.New("a Procrustes analysis needs at least two configurations")
	}
	p := len(configurations[0])
	if p < 3 {
		return nil, fmt.Errorf("a Procrustes analysis needs at least three points, not %d", p)
	}
	for k, c := range configurations {
		if len(c) != p {
			return nil, fmt.Errorf("configuration %d has %d points and the first has %d", k, len(c), p)
		}
		unit, size, err := unitOf(c)
		if err != nil {
			return nil, fmt.Errorf("configuration %d: %w", k, err)
		}
		a.Aligned, a.Size = append(a.Aligned, unit), append(a.Size, size)
	}
	a.Mean = slices.Clone(a.Aligned[0])
	for a.Iterations < mostMeans && !a.Converged {
		next := make([]r3.Vec, p)
		for _, c := range a.Aligned {
			turnOnto(c, a.Mean)
			for i, v := range c {
				next[i] = r3.Add(next[i], v)
			}
		}
		next, _, err := unitOf(next)
		if err != nil {
			return nil, fmt.Errorf("the mean shape vanishes: %w", err)
		}
		a.Converged = distance(next, a.Mean) <= meanStill*math.Sqrt(float64(p))
		a.Mean = next
		a.Iterations++
	}
	for _, c := range a.Aligned {
		a.Distance = append(a.Distance, distance(c, a.Mean))
	}
	return a, nil
}

// unitOf centres points and scales them to centroid size 1.
func unitOf(points []r3.Vec) (unit []r3.Vec, size float64, err error) {
	var centre r3.Vec
	for i, v := range points {
		if s := v.X + v.Y + v.Z; math.IsNaN(s) || math.IsInf(s, 0) {
			return nil, 0, fmt.Errorf("point %d is at (%g, %g, %g), which is not a place", i, v.X, v.Y, v.Z)
		}
		centre = r3.Add(centre, r3.Scale(1/float64(len(points)), v))
	}
	unit = make([]r3.Vec, len(points))
	largest := 0.0
	for i, v := range points {
		unit[i] = r3.Sub(v, centre)
		size += r3.Norm2(unit[i])
		largest = max(largest, r3.Norm(v))
	}
	size = math.Sqrt(size)
	if !(size > 1e-12*largest) || math.IsInf(size, 0) {
		return nil, 0, errors.New("all points lie in one place")
	}
	for i, v := range unit {
		unit[i] = r3.Scale(1/size, v)
	}
	return unit, size, nil
}

// turnOnto applies the proper rotation to a centred configuration that brings it nearest to the mean.
func turnOnto(c, mean []r3.Vec) {
	m := correspond.BestRigid(c, mean, nil)
	for i, v := range c {
		c[i] = m.Turn(v)
	}
}

// distance is the root of the summed squared distances of the points.
func distance(a, b []r3.Vec) float64 {
	sum := 0.0
	for i := range a {
		sum += r3.Norm2(r3.Sub(a[i], b[i]))
	}
	return math.Sqrt(sum)
}

// Distances are the Procrustes distances between all pairs of configurations (n x n), each
// pair turned onto each other by itself: for pairs far from the mean they are smaller than
// the distances of the aligned configurations.
func (a *Alignment) Distances() [][]float64 {
	n := len(a.Aligned)
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
		for j := range i {
			turned := slices.Clone(a.Aligned[i])
			turnOnto(turned, a.Aligned[j])
			d := distance(turned, a.Aligned[j])
			out[i][j], out[j][i] = d, d
		}
	}
	return out
}
