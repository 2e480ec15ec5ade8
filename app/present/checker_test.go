package present

import (
	"math"
	"testing"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// A flat shape lies in the middle of the checker's cubes: between two it would show no pattern.
func TestTheCheckerOfAFlatShapeShows(t *testing.T) {
	t.Parallel()
	e := pipeline.NewEngine()
	opt := session.Defaults()
	opt.Samples, opt.Effort, opt.Surface = 60, "fast", session.MapAlone
	var pair [2]*pipeline.Shape
	for k, ref := range []string{"sample:toy2d/4", "sample:toy3d/4"} {
		sh, err := e.Load(t.Context(), ref, opt)
		if err != nil {
			t.Fatal(err)
		}
		pair[k] = sh
	}
	m, err := e.Match(t.Context(), pair[0], pair[1], opt, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := NewStage(m).checkerOf(false)
	for i, p := range c.a {
		if _, within := math.Modf(float64(p[2] / c.side)); within < 0.2 || within > 0.8 {
			t.Fatalf("vertex %d lies at %.3f of a cube's depth", i, within)
		}
	}
}
