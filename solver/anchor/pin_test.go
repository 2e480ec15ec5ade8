package anchor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// pinsAt pins samples of X to where they belong.
func (p *pair) pinsAt(samples ...int) []Pin {
	var pins []Pin
	for _, i := range samples {
		pins = append(pins, Pin{Name: fmt.Sprint("pin ", i), X: p.x.Samples[i], Y: p.direct[i]})
	}
	return pins
}

// checkPins holds a match to its pins, which are samples of X: none may end farther
// off than the samples are apart.
func (p *pair) checkPins(t *testing.T, m *Match, pins []Pin) {
	t.Helper()
	spacing := spacingOf(p.y)
	for _, pin := range pins {
		i := slices.Index(p.x.Samples, pin.X)
		err := p.y.Domain.Geodesics(context.Background(), []int32{pin.Y}, metric.KindGraph, 0, func(_ int, dist []float64) {
			if d := dist[m.XToY[i]]; d > spacing {
				t.Errorf("%s ends %.3f off, with samples %.3f apart", pin.Name, d, spacing)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Pins are honoured, and the rest of the map follows them.
func TestPinsSteerAcrossSpecies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b  string
		pins  []int
		limit float64
	}{
		{"cat/1", "horse/2r", []int{0, 1}, 0.08},
		{"cat/4", "elephant/3r", []int{0, 1, 2}, 0.12},
		{"horse/4", "elephant/1r", []int{1, 2, 3, 40}, 0.1},
		{"cat/2", "horse/5r", []int{9, 17, 25, 33, 41, 49, 57, 65, 73, 81}, 0.08}, // more than count as extremities
	} {
		t.Run(tt.a+" "+tt.b, func(t *testing.T) {
			t.Parallel()
			p := newPair(t, tt.a, tt.b, 300, 300, nil)
			pins := p.pinsAt(tt.pins...)
			free := mustSolve(t, p.x, p.y, Options{}).Matches[0]
			r := mustSolve(t, p.x, p.y, Options{Pins: pins})
			best := r.Matches[0]
			without, with := p.meanError(t, free.XToY, p.direct), p.meanError(t, best.XToY, p.direct)
			t.Logf("%.4f without pins, %.4f with %d of them; %d and %d tips", without, with, len(pins), len(r.TipsX), len(r.TipsY))
			if with > tt.limit || with > without+0.01 {
				t.Errorf("samples are %.3f off with pins and %.3f without", with, without)
			}
			for _, m := range r.Matches {
				p.checkPins(t, m, pins)
			}
			if best.TipsX[0] != 0 || best.TipsY[0] != 0 || !r.TipsX[0].Pinned || r.TipsX[0].Point == 0 {
				t.Errorf("the first pair %d, %d of %+v is no pin", best.TipsX[0], best.TipsY[0], r.TipsX)
			}
		})
	}
}

// A pin that a person puts elsewhere than where the shapes agree is honoured all the same.
func TestPinsAreHonouredAgainstTheShapes(t *testing.T) {
	t.Parallel()
	p := newPair(t, "cat/2", "horse/3r", 300, 300, nil)
	pins := p.pinsAt(20)
	near := p.y.Domain.NearestPoints(p.y.Domain.Points[pins[0].Y], 400)
	pins[0].Y = near[399]
	p.checkPins(t, mustSolve(t, p.x, p.y, Options{Pins: pins}).Matches[0], pins)
}

// Three pins on round shapes, which have no extremities at all.
func TestPinsSufficeOnRoundShapes(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(4)
	hidden, newIndex := disguise(m, 3, false)
	x, y := spaceOf(t, m, 200, 1), spaceOf(t, hidden, 200, 2)
	p := &pair{x: x, y: y}
	for _, s := range x.Samples {
		p.direct = append(p.direct, y.Domain.PointOf[newIndex[x.Domain.VertexOf[s]]])
	}
	var few *FewTipsError
	if _, err := Solve(context.Background(), x, y, Options{Pins: p.pinsAt(0, 1)}); !errors.As(err, &few) || few.Pins != 2 {
		t.Errorf("two pins on a ball: %v", err)
	}
	pins := p.pinsAt(0, 3, 7)
	best := mustSolve(t, x, y, Options{Pins: pins}).Matches[0]
	if e := p.meanError(t, best.XToY, p.direct); e > 0.05 {
		t.Errorf("the ball is turned by %.3f", e)
	}
	p.checkPins(t, best, pins)
}

// One memory for many solves changes nothing but the time.
func TestMemoryChangesNoBit(t *testing.T) {
	t.Parallel()
	p := newPair(t, "cat/3", "horse/2r", 120, 120, nil)
	memory := new(Memory)
	for _, opt := range []Options{{}, {Pins: p.pinsAt(9, 30)}, {Mirrored: true}} {
		want := mustSolve(t, p.x, p.y, opt)
		opt.Memory = memory
		got := mustSolve(t, p.x, p.y, opt)
		if !slices.Equal(got.TipsX, want.TipsX) || len(got.Matches) != len(want.Matches) {
			t.Fatal("other tips or other matches")
		}
		for k, m := range got.Matches {
			if m.Score != want.Matches[k].Score || !slices.Equal(m.XToY, want.Matches[k].XToY) {
				t.Errorf("match %d differs", k)
			}
		}
	}
}

func TestPinsOutsideOfTheShapeAreAnError(t *testing.T) {
	t.Parallel()
	m, _ := star(5)
	x := spaceOf(t, m, 60, 1)
	if _, err := Solve(context.Background(), x, x, Options{Pins: []Pin{{Name: "nose", X: 1 << 30}}}); err == nil {
		t.Error("a pin outside of the shape is taken")
	}
}

// spacingOf is the mean distance between neighbouring samples in Domain units.
func spacingOf(s *metric.Space) float64 {
	g := new(Memory).ground(s, false)
	return g.spacing() * g.unit
}
