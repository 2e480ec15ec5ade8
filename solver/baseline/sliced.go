package baseline

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/gw1d"
)

// SlicedParameters of the sliced distances.
type SlicedParameters struct {
	// Directions is L, the number of projections; default 500.
	Directions int
	// Slicing of sgw is "shared", one direction for both shapes, the lower-dimensional
	// one padded with zeros (Vayer et al.'s Δ; default), or "independent".
	Slicing string
	// Restarts of ri-sgw is the number of random Δ to begin at beside the alignments of
	// principal axes; default 4. Iterations bounds the steps from each; default 100.
	Restarts, Iterations int
}

func (o SlicedParameters) withDefaults() SlicedParameters {
	o.Directions = cmp.Or(max(o.Directions, 0), 500)
	o.Slicing = cmp.Or(o.Slicing, Shared)
	o.Restarts = cmp.Or(max(o.Restarts, 0), 4)
	o.Iterations = cmp.Or(max(o.Iterations, 0), 100)
	return o
}

// The values of SlicedParameters.Slicing.
const (
	Shared      = "shared"
	Independent = "independent"
)

// slicing is a pair of point sets that is sliced many times. All sliced methods
// compare projections by package gw1d: the loss with squared distances of the better
// of the monotone and the anti-monotone coupling, an upper bound on GW² between the
// projections.
type slicing struct {
	*Problem
	a, b   []float64 // weights as package gw1d takes them, nil where uniform
	p, q   int       // dimensions
	rng    *rand.Rand
	report func(Progress)
	best   match
}

// match is the plan of the best pair of directions so far, and its loss on the line.
type match struct {
	value float64
	gw2   float64
	plan  *gw.Plan
}

func newSlicing(p *Problem, o Options) (*slicing, error) {
	s := &slicing{Problem: p, a: unlessUniform(p.A), b: unlessUniform(p.B), report: o.Progress,
		rng: rand.New(rand.NewPCG(o.Seed, 0x736c_6963_6564)), best: match{value: math.Inf(1)}}
	n, m := p.Size()
	var err error
	if s.p, err = checkPoints("source", p.PointsX, n, p.A); err != nil {
		return nil, err
	}
	if s.q, err = checkPoints("target", p.PointsY, m, p.B); err != nil {
		return nil, err
	}
	return s, nil
}

func checkPoints(side string, points *mat.Dense, n int, weights []float64) (dim int, err error) {
	rows, dim := points.Dims()
	if rows != n {
		return 0, fmt.Errorf("the %s has %d points in its coordinates and %d in its distances", side, rows, n)
	}
	if weights != nil && len(weights) != n {
		return 0, fmt.Errorf("the %s has %d points but %d weights", side, n, len(weights))
	}
	for i := range rows {
		for _, v := range points.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, fmt.Errorf("point %d of the %s is at %g: coordinates must be finite", i, side, v)
			}
		}
	}
	return dim, nil
}

// unlessUniform is nil for weights that are all the same.
func unlessUniform(w []float64) []float64 {
	if gw.Even(w) {
		return nil
	}
	return w
}

// directions draws count uniform unit vectors (dim each).
func (s *slicing) directions(count, dim int) [][]float64 {
	out := make([][]float64, count)
	for k := range out {
		out[k] = s.unit(dim)
	}
	return out
}

// unit draws a uniform unit vector.
func (s *slicing) unit(dim int) []float64 {
	for {
		v, norm := make([]float64, dim), 0.0
		for c := range v {
			v[c] = s.rng.NormFloat64()
			norm += v[c] * v[c]
		}
		if norm > 0 {
			for c := range v {
				v[c] *= 1 / math.Sqrt(norm)
			}
			return v
		}
	}
}

// pair compares projections on two directions.
func (s *slicing) pair(theta, phi []float64) gw1d.Coupling {
	return gw1d.Compare(gw1d.Project(s.PointsX, theta, s.a, false), gw1d.Project(s.PointsY, phi, s.b, false))
}

// offer makes the plan of a pair of directions if its loss on the line is below that
// of the best so far.
func (s *slicing) offer(theta, phi []float64, c gw1d.Coupling) {
	if !(c.Value < s.best.value) {
		return
	}
	a, b := s.weights()
	orderX := gw1d.Project(s.PointsX, theta, s.a, true).Order
	orderY := gw1d.Project(s.PointsY, phi, s.b, true).Order
	if c.Reversed {
		slices.Reverse(orderY)
	}
	plan := gw.Monotone(orderX, orderY, a, b)
	s.best = match{value: c.Value, plan: plan, gw2: gw.Loss(s.DX, s.DY, a, b, plan)}
}

func (s *slicing) progress(stage string, fraction float64) {
	if s.report != nil {
		s.report(Progress{Stage: stage, Fraction: fraction, GW2: s.best.gw2, Plan: s.best.plan})
	}
}

// result is the distance's own value beside the plan of its best directions.
func (s *slicing) result(value float64, name string, iterations int, status gw.Status) *Result {
	if s.best.plan == nil { // cancelled at once
		return result(nil, math.NaN(), 0, gw.Cancelled)
	}
	r := result(s.best.plan, s.best.gw2, iterations, status)
	r.Value, r.ValueName = value, name
	r.Notes = append(r.Notes, "A sliced distance gives a number and no match: the plan is the one that the best pair of directions sorts out, best by its loss on the line.")
	return r
}
