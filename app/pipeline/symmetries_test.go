package pipeline

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// stretched is a ball with axes of these lengths.
func stretched(x, y, z float64) *mesh.Mesh {
	m := meshtest.Icosphere(3)
	points := make([]r3.Vec, len(m.Vertices))
	for k, v := range m.Vertices {
		points[k] = r3.Vec{X: x * v.X, Y: y * v.Y, Z: z * v.Z}
	}
	return m.WithVertices(points)
}

// symmetriesOf are the names of the symmetries among the alternatives.
func symmetriesOf(m *Match) (names []string) {
	for _, a := range m.Result.Alternatives {
		if a.Symmetry != "" {
			names = append(names, a.Symmetry)
		}
	}
	return names
}

// A body with three axes of its own lies on itself after a half turn about each of them: all
// three are among the alternatives, under their names, each a match of much the same loss, and
// a session keeps them.
func TestHalfTurnsAreAmongTheAlternatives(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	body := stretched(1, 0.7, 0.45)
	a, b := ShapeOf("a", body), ShapeOf("b", meshtest.RigidMove(body, 2))
	m, err := e.Match(context.Background(), a, b, quick(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	names := symmetriesOf(m)
	for _, want := range []string{"half turn about the long axis", "half turn about the middle axis", "half turn about the short axis"} {
		k := slices.Index(names, want)
		if k < 0 {
			t.Errorf("%s is missing among %q", want, names)
		}
	}
	for k, alt := range m.Result.Alternatives {
		if strings.HasPrefix(alt.Symmetry, "half turn") && (alt.GW2 > 0.02 || math.Abs(alt.Orientation-m.Result.Alternatives[0].Orientation) > 0.2) {
			t.Errorf("%d, %s: GW² %g, orientation %.2f", k, alt.Symmetry, alt.GW2, alt.Orientation)
		}
	}
	if v := m.Verdict(); v.Probability > 0.6 || v.Rival == "" {
		t.Errorf("it is said: %s", v.Line())
	}
	last := len(m.Result.Alternatives) - 1
	other, err := e.Choose(context.Background(), m, last, nil, nil)
	if err != nil || other.Chosen != last {
		t.Fatalf("the last cannot be chosen: %v", err)
	}
	back, err := NewEngine().Restore(context.Background(), a, b, Keep(m), session.Marks{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := symmetriesOf(back); !slices.Equal(got, names) {
		t.Errorf("a session gives %q back", got)
	}
	if v, w := back.Verdict().Probability, m.Verdict().Probability; v != w {
		t.Errorf("of the match from a session P is %g, before it was %g", v, w)
	}
	for threads := range 2 {
		o := quick()
		o.Threads = threads + 1
		again := match(t, a, b, o)
		if !slices.Equal(symmetriesOf(again), names) || again.Result.Alternatives[last].GW2 != m.Result.Alternatives[last].GW2 {
			t.Errorf("with %d threads others are found: %q", threads+1, symmetriesOf(again))
		}
	}
}

// Where a shape bears any turn about an axis the names say so; where it bears none, no match
// joins those that were found.
func TestAnyRotationIsNamed(t *testing.T) {
	t.Parallel()
	spindle := stretched(1, 0.5, 0.5)
	m := match(t, ShapeOf("a", spindle), ShapeOf("b", meshtest.RigidMove(spindle, 3)), quick())
	if v := m.Verdict(); v.Rival != "any rotation about the long axis" {
		t.Errorf("of a spindle it is said: %s", v.Line())
	}
	if names := symmetriesOf(m); len(names) == 0 {
		t.Error("no turn of a spindle is among the alternatives")
	}
	bumpy := meshtest.Bumpy(3)
	m = match(t, ShapeOf("a", bumpy), ShapeOf("b", meshtest.RigidMove(bumpy, 2)), quick())
	for _, alt := range m.Result.Alternatives {
		if alt.Joined && alt.Orientation > 0.5 {
			t.Errorf("a bumpy ball has the symmetry %q", alt.Symmetry)
		}
	}
}
