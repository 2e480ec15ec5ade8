package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// pinsAt pins samples of X to where they belong, or to their mirror images.
func (p *pair) pinsAt(truth []int32, samples ...int) []Pin {
	var pins []Pin
	for _, i := range samples {
		pins = append(pins, Pin{Name: fmt.Sprintf("place %d", i), X: p.x.Samples[i], Y: truth[i]})
	}
	return pins
}

// denseErrors are the mean error at the samples of the dense map of the chosen match,
// and how far the worst pin ends from where it is pinned, there and back.
func (p *pair) denseErrors(t *testing.T, r *Result, truth []int32, pins []Pin) (mean, worst float64) {
	t.Helper()
	there, back, err := r.Alternatives[0].Dense(context.Background(), p.x, p.y, correspond.DenseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	at := make([]int32, p.x.Len())
	for i, s := range p.x.Samples {
		at[i] = there.Places[s].Nearest
	}
	for _, pin := range pins {
		worst = max(worst, between(t, p.y.Domain, pin.Y, there.Places[pin.X].Nearest), between(t, p.x.Domain, pin.X, back.Places[pin.Y].Nearest))
	}
	return p.meanError(at, truth), worst
}

func between(t *testing.T, d *metric.Domain, a, b int32) (out float64) {
	t.Helper()
	if err := d.Geodesics(context.Background(), []int32{a}, metric.KindGraph, 0, func(_ int, dist []float64) { out = dist[b] }); err != nil {
		t.Fatal(err)
	}
	return out
}

// Whatever the method and the pair, the map honours pins to within the spacing of the
// samples; and the rest of it is right.
func TestPinsAreHonoured(t *testing.T) {
	t.Parallel()
	within := func(t *testing.T) *pair { return embeddedPair(t, "horse/1", "horse/5r", 250, 4) }
	for _, tt := range []struct {
		name  string
		pair  func(*testing.T) *pair
		set   Settings
		pins  []int
		limit float64
	}{
		{"across species", across, Settings{}, []int{2, 30}, 0.1},
		{"across species, by extremities", across, Settings{Method: Anchored}, []int{0, 1, 2}, 0.1},
		{"within a species", within, Settings{Effort: Fast}, []int{3, 41}, 0.05},
		{"a rival's", within, Settings{Method: "cg", Learning: Learning{Start: FromHierarchical}, Effort: Fast}, []int{3, 41}, 0.06},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := tt.pair(t)
			tt.set.Pins = p.pinsAt(p.direct, tt.pins...)
			r := mustSolve(t, p.x, p.y, tt.set)
			mean, worst := p.denseErrors(t, r, p.direct, tt.set.Pins)
			limit := max(p.x.Spacing()*p.x.Diameter, p.y.Spacing()*p.y.Diameter)
			t.Logf("mean error %.4f, pins off by %.3f, spacing %.3f; %q", mean, worst, limit, r.Notes)
			if mean > tt.limit || worst > limit {
				t.Errorf("mean error %.3f, a pin is off by %.3f where samples are %.3f apart", mean, worst, limit)
			}
		})
	}
}

// Pins on the other side make the mirrored match the chosen one, which nothing else asks for.
func TestPinsChooseTheSide(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "horse/1", "horse/3r", 250, 4)
	var side []int // samples that their mirror images are far from
	for i := range p.x.Samples {
		if len(side) < 3 && between(t, p.y.Domain, p.direct[i], p.mirrored[i]) > 0.4 {
			side = append(side, i)
		}
	}
	pins := p.pinsAt(p.mirrored, side...)
	r := mustSolve(t, p.x, p.y, Settings{Pins: pins})
	mean, worst := p.denseErrors(t, r, p.mirrored, pins)
	if mean > 0.06 || worst > p.y.Spacing()*p.y.Diameter {
		t.Errorf("%.3f off the mirror image, pins off by %.3f: %q", mean, worst, r.Notes)
	}
}

func TestContradictoryPinsAreNamed(t *testing.T) {
	t.Parallel()
	p := across(t)
	far := 0 // a sample far from the first one
	for i := range p.x.Samples {
		if p.y.Distances.At(0, i) > p.y.Distances.At(0, far) {
			far = i
		}
	}
	beside := p.x.Domain.Adjacent(p.x.Samples[0])[0]
	a := Pin{Name: "left eye", X: p.x.Samples[0], Y: p.y.Samples[0]}
	for _, tt := range []struct {
		name string
		pin  Pin
		want string
	}{
		{"one place to two", Pin{Name: "left ear", X: p.x.Samples[0], Y: p.y.Samples[far]}, "one place of the source"},
		{"two places to one", Pin{Name: "left ear", X: p.x.Samples[9], Y: p.y.Samples[0]}, "to one place of the target"},
		{"neighbours torn apart", Pin{Name: "left ear", X: beside, Y: p.y.Samples[far]}, "on the source and"},
	} {
		_, err := Solve(context.Background(), Problem{p.x, p.y}, Settings{Method: Anchored, Pins: []Pin{a, tt.pin}})
		var contradiction *ContradictionError
		if !errors.As(err, &contradiction) || !strings.Contains(err.Error(), `"left eye"`) || !strings.Contains(err.Error(), `"left ear"`) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	// The same twice is no contradiction, only useless.
	if _, err := Solve(context.Background(), Problem{p.x, p.y}, Settings{Method: Anchored, Pins: []Pin{a, {Name: "again", X: a.X, Y: a.Y}}}); err != nil {
		t.Errorf("a pin that is given twice: %v", err)
	}
}

// Tips that a person sets replace those that would be found.
func TestTipsThatAreSetReplaceThoseFound(t *testing.T) {
	t.Parallel()
	p := across(t)
	found, err := anchor.Tips(t.Context(), p.x, 0)
	if err != nil {
		t.Fatal(err)
	}
	mine := append(slices.Clone(found[:4]), anchor.Extremity{Name: "withers", Point: p.x.Samples[7]})
	r := mustSolve(t, p.x, p.y, Settings{TipsX: mine, Effort: Fast})
	if r.Anchors == nil || !slices.Equal(r.Anchors.TipsX, mine) {
		t.Errorf("extremities %+v, want %+v", r.Anchors, mine)
	}
	r = mustSolve(t, p.x, p.y, Settings{Method: Anchored, TipsX: []anchor.Extremity{}})
	if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "the source has 0") }) {
		t.Errorf("no extremities at all: %q", r.Notes)
	}
}

// Solving again with a memory gives the same bits as solving afresh.
func TestMemoryChangesNoBit(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/2", "horse/3r", 100, 4) // too few for the automatic rule, so extremities are asked for
	memory := new(Memory)
	for k, set := range []Settings{
		{}, {Method: Anchored, Pins: p.pinsAt(p.direct, 5, 9)}, {Pins: p.pinsAt(p.direct, 12), Flip: FlipMirrored},
	} {
		set.AnchorRule = AnchorsOn
		want := mustSolve(t, p.x, p.y, set)
		set.Memory = memory
		got := mustSolve(t, p.x, p.y, set)
		if got.GW2() != want.GW2() || got.Margin != want.Margin || len(got.Alternatives) != len(want.Alternatives) || !slices.Equal(got.Notes, want.Notes) {
			t.Errorf("solve %d: GW² %v and %v, margins %v and %v, %d and %d alternatives", k, got.GW2(), want.GW2(), got.Margin, want.Margin, len(got.Alternatives), len(want.Alternatives))
			continue
		}
		for a, alt := range got.Alternatives {
			if !slices.Equal(alt.SnappedXToY, want.Alternatives[a].SnappedXToY) {
				t.Errorf("solve %d: alternative %d differs", k, a)
			}
		}
	}
}
