package anchor

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/pinning"
)

// Pin is a pair of places that a match has to honour: a landmark that somebody has set
// on both shapes. It counts as an extremity whose partner is known.
type Pin struct {
	Name string
	X, Y int32 // points of the Domains
}

const (
	// LeastPins are enough without any extremity: three distances and the angles
	// between the ways to three places tell the points of a surface apart.
	LeastPins = 3
	// nearPin, in mean distances between samples: an extremity that close to a pin is
	// the same limb's end, which need not be found a second time. The ends of two legs
	// are 0.8 apart and more.
	nearPin = 0.35
	// maxPins that count as extremities; the angles between more of them say nothing
	// new and cost with their square. Those that lie farthest apart are taken, and
	// the others only pull at places near to them.
	maxPins = 8
	// pinnedSide is by how much the best match of the other side must win, in score, for
	// the pins to be there. Pins on one side win by 0.6 and more, across species, too;
	// pins on the middle line tell nothing.
	pinnedSide = 0.4
)

// pinned puts the pins before the extremities that are not close to one.
func (s *solver) pinned(ctx context.Context, g *ground, pins []Pin, pointOf func(Pin) int32, tips []Extremity) ([]Extremity, error) {
	points := make([]int32, len(pins))
	for k, p := range pins {
		points[k] = pointOf(p)
	}
	fields, err := g.fieldsOf(ctx, points, s.threads)
	if err != nil {
		return nil, err
	}
	var all []Extremity
	for k, p := range pins {
		all = append(all, Extremity{Name: p.Name, Point: points[k], Persistence: 1, Pinned: true})
	}
	for _, t := range tips {
		if !slices.ContainsFunc(fields, func(f *field) bool { return f.far[t.Point] < nearPin }) {
			all = append(all, t)
		}
	}
	return all, nil
}

// spread are the pins that count as extremities: all of them, or those that lie
// farthest apart, by the nearer of their two distances.
func (s *solver) spread(ctx context.Context, x, y *ground, pins []Pin) ([]Pin, error) {
	if len(pins) <= maxPins {
		return pins, nil
	}
	fx, fy, err := s.pinFields(ctx, x, y, pins)
	if err != nil {
		return nil, err
	}
	a, b := between(pins, fx, fy)
	chosen := []int{0}
	least := slices.Repeat([]float64{math.Inf(1)}, len(pins))
	for len(chosen) < maxPins {
		last, next := chosen[len(chosen)-1], 0
		for k := range pins {
			least[k] = min(least[k], a(last, k), b(last, k))
			if least[k] > least[next] {
				next = k
			}
		}
		chosen = append(chosen, next)
	}
	slices.Sort(chosen)
	var out []Pin
	for _, k := range slices.Compact(chosen) {
		out = append(out, pins[k])
	}
	return out, nil
}

// between gives the distances between pins on both shapes, in mean distances.
func between(pins []Pin, fx, fy []*field) (onX, onY func(k, l int) float64) {
	return func(k, l int) float64 { return float64(fx[k].far[pins[l].X]) },
		func(k, l int) float64 { return float64(fy[k].far[pins[l].Y]) }
}

func (s *solver) pinFields(ctx context.Context, x, y *ground, pins []Pin) (fx, fy []*field, err error) {
	px, py := make([]int32, len(pins)), make([]int32, len(pins))
	for k, p := range pins {
		px[k], py[k] = p.X, p.Y
	}
	if fx, err = x.fieldsOf(ctx, px, s.threads); err != nil {
		return nil, nil, err
	}
	fy, err = y.fieldsOf(ctx, py, s.threads)
	return fx, fy, err
}

// pins make the rows of a match honour the pinned pairs: see package pinning.
type pins struct {
	fx, fy []*field // of the pins
	pull   *pinning.Pull
}

// pulled weighs the pull of the pins by how far the rows of a match are from honouring them.
func (s *solver) pulled(ctx context.Context, all []Pin, m *Match) (*pins, error) {
	fx, fy, err := s.pinFields(ctx, s.x.ground, s.y.ground, all)
	if err != nil {
		return nil, err
	}
	rowsAt := func(g *ground, point func(Pin) int32, known blas32.General) (blas32.General, error) {
		targets := make([]int32, len(all))
		for k, pin := range all {
			targets[k] = point(pin)
		}
		e, err := newExtender(ctx, g, targets, s.threads)
		if err != nil {
			return blas32.General{}, err
		}
		return e.rows(ctx, known, s.threads)
	}
	rowsX, err := rowsAt(s.x.ground, func(p Pin) int32 { return p.X }, m.knownX)
	if err != nil {
		return nil, err
	}
	rowsY, err := rowsAt(s.y.ground, func(p Pin) int32 { return p.Y }, m.knownY)
	if err != nil {
		return nil, err
	}
	gaps := make([]float64, len(all))
	for k := range gaps {
		for c, v := range rowsX.Data[k*rowsX.Cols:][:rowsX.Cols] {
			d := float64(v - rowsY.Data[k*rowsY.Cols+c])
			gaps[k] += d * d
		}
	}
	onX, onY := between(all, fx, fy)
	// The residual is the sum of both directions.
	return &pins{fx, fy, pinning.New(gaps, m.Residual/2, onX, onY, min(s.x.spacing(), s.y.spacing()))}, nil
}

// spacing is the mean distance from a matched sample to the nearest other one, in mean
// distances.
func (g *ground) spacing() float64 {
	return g.space.Spacing() * g.whole.Diameter / g.unit
}

// with adds the pull at some points of one shape to their rows.
func (p *pins) with(rows blas32.General, fields []*field, points []int32) blas32.General {
	out := dense.New32(rows.Rows, rows.Cols+len(fields))
	for r := range rows.Rows {
		to := out.Data[r*out.Stride:][:out.Cols]
		copy(to, rows.Data[r*rows.Stride:][:rows.Cols])
		for k, f := range fields {
			to[rows.Cols+k] = p.pull.Value(k, float64(f.far[points[r]]))
		}
	}
	return out
}
