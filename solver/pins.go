package solver

import (
	"context"
	"fmt"
	"strings"

	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/order"
	"gwscope/solver/metric"
)

// Pin is a pair of places, points of the two Domains, that a match has to honour.
type Pin = anchor.Pin

// ContradictionError names pins that no map can honour together.
type ContradictionError struct{ Reasons []string }

func (e *ContradictionError) Error() string {
	return strings.Join(e.Reasons, "; ") + ": move or release one of them"
}

const (
	// torn, in spacings of the samples: two places closer than one spacing on one shape
	// and farther apart than this on the other would tear the surface.
	torn = 4
	// gross is the ratio of two pins' distances on both shapes, each in mean distances,
	// from which on it is said: no animal's limb is three times as long as another's
	// beside its body, but pins on the wrong limb soon are.
	gross = 3
	// offPin, in spacings: a match that sends a pinned place farther away than this is
	// not the one that was meant. Nearer points are moved home in the end.
	offPin = 3
	// mostNamed contradictions are enough to begin with.
	mostNamed = 3
)

// pinning is a solve's knowledge of its pins; nil without any.
type pinning struct {
	pins     []Pin
	x, y     *metric.Space
	onX, onY [][]float32 // distances from each pin to all points, in Domain units
	// spacingX and spacingY are the distances between neighbouring samples.
	spacingX, spacingY float64
	notes              []string
}

// newPinning measures distances from the pins and refuses those that contradict each other.
// It is not cut short: the first plan that a cancelled solve hands back is judged by the pins.
func newPinning(ctx context.Context, problem Problem, pins []Pin, memory *Memory, threads int) (*pinning, error) {
	if len(pins) == 0 {
		return nil, nil
	}
	x, y := make([]int32, len(pins)), make([]int32, len(pins))
	for k, p := range pins {
		if vx, vy := len(problem.X.Domain.Points), len(problem.Y.Domain.Points); p.X < 0 || int(p.X) >= vx || p.Y < 0 || int(p.Y) >= vy {
			return nil, fmt.Errorf("the pin %q joins point %d with point %d, but the shapes have %d and %d points", p.Name, p.X, p.Y, vx, vy)
		}
		x[k], y[k] = p.X, p.Y
	}
	ctx = context.WithoutCancel(ctx)
	p := &pinning{pins: pins, x: problem.X, y: problem.Y, spacingX: problem.X.Spacing() * problem.X.Diameter, spacingY: problem.Y.Spacing() * problem.Y.Diameter}
	var err error
	if p.onX, err = memory.distances(ctx, p.x, x, threads); err != nil {
		return nil, err
	}
	if p.onY, err = memory.distances(ctx, p.y, y, threads); err != nil {
		return nil, err
	}
	return p, p.contradictions()
}

// contradictions compares the distances between pins on both shapes.
func (p *pinning) contradictions() error {
	meanX, _ := p.x.Moments()
	meanY, _ := p.y.Moments()
	meanX, meanY = meanX*p.x.Diameter, meanY*p.y.Diameter
	var reasons []string
	odd := 0 // pairs of pins whose distances differ grossly
	for k := range p.pins {
		for l := range k {
			a, b := p.pins[l].Name, p.pins[k].Name
			dx, dy := float64(p.onX[k][p.pins[l].X]), float64(p.onY[k][p.pins[l].Y])
			switch {
			case dx == 0 && dy > p.spacingY:
				reasons = append(reasons, fmt.Sprintf("the pins %q and %q send one place of the source to two places, %.2f √area apart", a, b, dy))
			case dy == 0 && dx > p.spacingX:
				reasons = append(reasons, fmt.Sprintf("the pins %q and %q send two places, %.2f √area apart, to one place of the target", a, b, dx))
			case dx < p.spacingX && dy > torn*p.spacingY || dy < p.spacingY && dx > torn*p.spacingX:
				reasons = append(reasons, fmt.Sprintf("the pins %q and %q are %.2f √area apart on the source and %.2f on the target", a, b, dx, dy))
			default:
				// One spacing more on both sides: short distances are measured roughly.
				ratio := (dx + p.spacingX) / meanX / ((dy + p.spacingY) / meanY)
				if ratio > gross || ratio < 1./gross {
					if odd++; odd > mostNamed {
						continue
					}
					p.notes = append(p.notes, fmt.Sprintf("The pins %q and %q are %.2f √area apart on the source and %.2f on the target: look whether both are where they belong.", a, b, dx, dy))
				}
			}
		}
	}
	if more := odd - mostNamed; more > 0 {
		p.notes = append(p.notes, fmt.Sprintf("So are %d more pairs of pins.", more))
	}
	if more := len(reasons) - mostNamed; more > 0 {
		reasons = append(reasons[:mostNamed], fmt.Sprintf("and so do %d more pairs of pins", more))
	}
	if len(reasons) > 0 {
		return &ContradictionError{reasons}
	}
	return nil
}

// steered reports whether a person has set pins or extremities.
func (s *solve) steered() bool { return len(s.Pins) > 0 || s.TipsX != nil || s.TipsY != nil }

// honouring keeps the finals that honour the pins, or all of them where none does.
func (p *pinning) honouring(finals []final) []final {
	if p == nil {
		return finals
	}
	var kept []final
	for _, f := range finals {
		if p.honours(f) {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		p.notes = append(p.notes, "No match was found that agrees with the pins; the map is bent to honour them, and only about them.")
		return finals
	}
	return kept
}

// honours reports whether a final sends all pinned places near where they are pinned,
// both ways.
func (p *pinning) honours(f final) bool {
	if f.verdict == nil {
		return true // cut short: nobody knows
	}
	for k := range p.pins {
		if !near(p.x, p.onX[k], p.spacingX, f.verdict.XToY, p.onY[k], p.spacingY) ||
			!near(p.y, p.onY[k], p.spacingY, f.verdict.YToX, p.onX[k], p.spacingX) {
			return false
		}
	}
	return true
}

// near reports whether the sample next to a pinned place is sent next to its partner.
func near(from *metric.Space, there []float32, spacing float64, image []int32, back []float32, spacingBack float64) bool {
	best := order.Least(order.Take(there, from.Samples))
	if image[best] < 0 {
		return false
	}
	return float64(back[image[best]]) <= offPin*spacingBack+float64(there[from.Samples[best]])*spacingBack/max(spacing, 1e-12)
}

// notesFor tells the effect of pins in a solve, and the pins without one.
func (p *pinning) notesFor(method Method, rule AnchorRule) []string {
	if p == nil {
		return nil
	}
	var notes []string
	switch method {
	case Anchored, Hierarchical:
		if method == Hierarchical && rule == AnchorsOff {
			notes = append(notes, "Without extremities pins do not steer the search: they choose among its matches, and the map honours them.")
		}
	default:
		notes = append(notes, "This method knows no pins: they choose among its matches where there are several, and the map honours them; the plan does not.")
	}
	return append(notes, p.notes...)
}

// densePins are the pins in the terms of dense maps.
func densePins(pins []Pin) []correspond.Pin {
	out := make([]correspond.Pin, len(pins))
	for k, p := range pins {
		out[k] = correspond.Pin{X: p.X, Y: p.Y}
	}
	return out
}
