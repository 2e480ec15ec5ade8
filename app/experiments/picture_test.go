package experiments

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

func space(t *testing.T, samples int) *metric.Space {
	t.Helper()
	d, err := metric.NewDomain(meshtest.Bumpy(3), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: samples})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A plan that shifts every sample alike must shift the whole surface as much.
func TestPointsFollowTheirSamples(t *testing.T) {
	t.Parallel()
	x := space(t, 80)
	for _, shift := range []r3.Vec{{}, {X: 1, Y: -2, Z: 0.5}} {
		targets := x.Positions()
		for i := range targets {
			targets[i] = r3.Add(targets[i], shift)
		}
		for p, at := range projected(x, targets) {
			if want := r3.Add(x.Domain.Points[p], shift); r3.Norm(r3.Sub(at, want)) > 1e-12 {
				t.Fatalf("point %d went to %v, want %v", p, at, want)
			}
		}
	}
	// A sample's own point goes where the sample goes, nearly: its own weight is 1 and
	// those of its neighbours sum to some tenths.
	targets := x.Positions()
	targets[5] = r3.Add(targets[5], r3.Vec{Z: 1})
	moved := projected(x, targets)[x.Samples[5]].Z - x.Domain.Points[x.Samples[5]].Z
	if moved < 0.3 || moved > 1 {
		t.Errorf("a sample that moves by 1 takes its point along by %g", moved)
	}
}

func TestStretchOfRigidAndScaledWalks(t *testing.T) {
	t.Parallel()
	d := space(t, 10).Domain
	at := make([]r3.Vec, len(d.Points))
	for p, v := range d.Points {
		at[p] = r3.Vec{X: -v.Y + 3, Y: v.X, Z: v.Z} // a turn and a shift
	}
	if s := edgeStretch(d, at); s > 1e-9 {
		t.Errorf("a rigid motion stretches by %g", s)
	}
	for p, v := range d.Points {
		at[p] = r3.Scale(2, v)
	}
	if s := edgeStretch(d, at); math.Abs(s-math.Ln2) > 1e-9 {
		t.Errorf("twice the size stretches by %g, want %g", s, math.Ln2)
	}
}

func TestInterpolationSmall(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	o := session.Defaults()
	o.Samples = 60
	e := Interpolation(InterpolationSettings{Shapes: []string{"cat/1", "cat/2"}, Methods: contestants(t, "cg,hierarchical:fast"), Options: o, Times: InterpolationTimes()})
	outcome, err := Run(context.Background(), e, RunOptions{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range outcome.Rows {
		if s := r.Number("stretch"); !(s > 0 && s < 3) {
			t.Errorf("%s: stretch %g", r.Cell, s)
		}
		checkPicture(t, out, r)
	}
}

func TestToySmall(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	o := session.Defaults()
	o.Samples, o.Surface = 40, session.MapAlone
	e := Toy(ToySettings{Methods: contestants(t, "hierarchical:fast,cg"), Options: o, Starts: 4})
	outcome, err := Run(context.Background(), e, RunOptions{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if len(outcome.Rows) != 3*Toys {
		t.Fatalf("%d rows", len(outcome.Rows))
	}
	for _, r := range outcome.Rows {
		// The least of descents from cg's start and others is at most cg's loss.
		if ratio := r.Number("to_exact"); r.Word("method") == "cg" && ratio < 1-1e-9 {
			t.Errorf("%s: %g of the least of many", r.Cell, ratio)
		}
		checkPicture(t, out, r)
	}
}

// checkPicture finds the picture of a row, or says why there is none.
func checkPicture(t *testing.T, out string, r Row) {
	t.Helper()
	if len(r.Files) == 0 {
		if os.Getenv("CI") != "" {
			t.Errorf("%s: %s", r.Cell, r.Word("picture"))
		}
		t.Skipf("nothing can be drawn here: %s", r.Word("picture"))
	}
	if info, err := os.Stat(filepath.Join(out, r.Files[0])); err != nil || info.Size() < 2000 {
		t.Errorf("%s: %v", r.Cell, err)
	}
	if strings.ContainsAny(r.Files[0], ": ") {
		t.Errorf("file name %q", r.Files[0])
	}
}
