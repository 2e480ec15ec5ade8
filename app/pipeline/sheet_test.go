package pipeline

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/meshtest"
)

// A flat star and its bent likeness are sheets, of which neither side is the outer one: the right
// match is not lost because it seems to be mirrored, whatever the effort.
func TestASheetFindsItsLikeness(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	ctx := context.Background()
	o := session.Defaults()
	o.Samples, o.Surface = 150, session.MapAlone
	var shapes [2]*Shape
	for k, ref := range []string{"sample:toy2d/4", "sample:toy3d/4"} {
		var err error
		if shapes[k], err = e.Load(ctx, ref, o); err != nil {
			t.Fatal(err)
		}
	}
	truth, err := LoadTruth(shapes[0], shapes[1], "")
	if err != nil {
		t.Fatal(err)
	}
	for _, effort := range []string{"fast", "thorough"} {
		o.Effort = effort
		m, err := e.Match(ctx, shapes[0], shapes[1], o, truth, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m.Errors.MeanDirect > 0.05 {
			t.Errorf("%s: the error is %.3f", effort, m.Errors.MeanDirect)
		}
		if a := m.Alternative(); !math.IsNaN(a.Orientation) || math.IsNaN(a.Rigidity) {
			t.Errorf("%s: orientation %v, rigidity %v", effort, a.Orientation, a.Rigidity)
		}
		if notes := strings.Join(m.Notes(), "\n"); strings.Count(notes, "sheet") != 1 || strings.Contains(notes, "open") {
			t.Errorf("%s: the notes are %q", effort, notes)
		}
	}
}

// A closed surface is no sheet because a vertex lies beside it, and nothing says that it is open.
func TestAClosedSurfaceIsNotCalledOpen(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface, o.IncludeIsolated = 60, "fast", session.MapAlone, true
	beside := *meshtest.Bumpy(2)
	beside.Vertices = append(beside.Vertices[:len(beside.Vertices):len(beside.Vertices)], r3.Vec{X: 0.1})
	m, err := e.Match(context.Background(), ShapeOf("a", meshtest.Bumpy(2)), ShapeOf("b", &beside), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if notes := strings.Join(m.Notes(), "\n"); strings.Contains(notes, "open") || strings.Contains(notes, "sheet") {
		t.Errorf("the notes are %q", notes)
	}
	for _, s := range []*Shape{m.A, m.B} {
		seen := map[string]bool{}
		for _, line := range s.Report.Sentences() {
			if seen[line] {
				t.Errorf("%s: the report says twice %q", s.Mesh.Name, line)
			}
			seen[line] = true
		}
	}
}
