package pipeline

import (
	"context"
	"math"

	"gwscope/internal/disjoint"
	"gwscope/internal/stages"
	"gwscope/solver/metric"
	"gwscope/solver/register"
	"gwscope/solver/trust"
)

const (
	// shrunkBelow is the share of its area that a marked part is left with, or was drawn from, where the
	// other shape has no such part. Marked parts that have a partner keep nearly all of it.
	shrunkBelow = 1.0 / 3
	// leastPart is the share of a shape's area that a part without a partner has at least.
	leastPart = 0.005
	// mostUnlike is the mean size of the logarithms of stretches, away from all marks, up to which both shapes have
	// the same proportions. Shapes of one species have .07 to .13, elephants beside others .20 to .30.
	mostUnlike = 0.15
	// crushed is the factor below which the area about a point has hardly an extent left, and crushedPart the
	// share of a shape's area that is so in a part without a partner among other proportions. Of 49 pairs of two species
	// an elephant's trunk in a cat's face has .025 to .03, all else up to .006.
	crushed, crushedPart = 0.01, 0.015
)

// lacking marks the points of A and of B without a partner on the other, nil where all have
// one: those that a person chose to leave out, and of the parts that distances tell, those
// that the mesh bears out, because it shrinks to little area there or is drawn from little.
// Distances alone call an eighth of a strongly bent shape missing, and its mesh lies there as
// anywhere else. Where the shapes have other proportions everywhere, as of two species, a part that shrinks is one more
// of them: a horse's foot has a partner on an elephant, though it is far smaller there. A part that is crushed to
// almost nothing has none: an elephant's trunk on a cat.
func lacking(ctx context.Context, m *Match, on *register.Registered) (ofA, ofB []bool, err error) {
	in, end := stages.Begin(ctx, "without a partner")
	u, err := m.UnmatchedContext(in)
	end()
	if err != nil {
		return nil, nil, err
	}
	a, b := told(u, 0), told(u, 1)
	if u.Chosen || a == nil && b == nil {
		return a, b, nil
	}
	_, growth := register.Stretch(m.X.Domain, on.AOnB)
	without := isShrunk
	if unlike(m.X.Domain, growth, func(p int) bool { return a != nil && a[p] || b != nil && b[on.AToB.Places[p].Nearest] }) > mostUnlike {
		without = isCrushed
	}
	return parts(m.X.Domain, a, func(p int) float64 { return growth[p] }, without),
		parts(m.Y.Domain, b, func(p int) float64 { return 1 / growth[on.BToA.Places[p].Nearest] }, without), nil
}

// told are the marks of a side, nil where they say nothing.
func told(u *trust.Unmatched, side int) []bool {
	if !u.Telling(side) {
		return nil
	}
	return u.Points[side]
}

// unlike is the mean size of the logarithms of the stretches of lengths that growths of areas amount to, but for
// points to be left out.
func unlike(d *metric.Domain, growth []float64, leave func(p int) bool) float64 {
	sum, area := 0.0, 0.0
	for p, g := range growth {
		if g > 0 && !leave(p) {
			sum += d.PointArea[p] * math.Abs(math.Log(g)) / 2
			area += d.PointArea[p]
		}
	}
	return sum / area
}

// part is a connected set of marked points; areas are / the shape's.
type part struct {
	area    float64
	left    float64 // of the area
	crushed float64 // the area about points that are left with hardly an extent
}

// isShrunk tells a part that is left with little of its area.
func isShrunk(p part) bool { return p.area > leastPart && p.left < shrunkBelow*p.area }

// isCrushed tells a part of which much is left with almost nothing.
func isCrushed(p part) bool { return p.crushed > crushedPart }

// parts keeps of the marked points those of connected parts without a partner; left tells the factor of the area
// about a point. nil: none.
func parts(d *metric.Domain, marked []bool, left func(p int) float64, without func(part) bool) []bool {
	if marked == nil {
		return nil
	}
	sets := disjoint.New(len(marked))
	for _, t := range d.Triangles {
		for c := range 3 {
			if p, q := t[c], t[(c+1)%3]; marked[p] && marked[q] {
				sets.Union(p, q)
			}
		}
	}
	all := 0.0
	for _, v := range d.PointArea {
		all += v
	}
	found := make([]part, len(marked)) // at their roots
	for p, v := range d.PointArea {
		if !marked[p] {
			continue
		}
		at, share := &found[sets.Find(int32(p))], left(p)
		at.area += v / all
		at.left += v / all * share
		if share < crushed {
			at.crushed += v / all
		}
	}
	var out []bool
	for p, is := range marked {
		if is && without(found[sets.Find(int32(p))]) {
			if out == nil {
				out = make([]bool, len(marked))
			}
			out[p] = true
		}
	}
	return out
}
