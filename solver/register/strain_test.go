package register

import (
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// A map that is turned about the long axis of a bent body strains the sheet: its hollow side then
// lies on the round one. The true map strains it little, and either strain is that of the mesh in
// the end, nearly.
func TestStrainTellsATurnedMap(t *testing.T) {
	t.Parallel()
	a := moved(meshtest.Icosphere(3), func(p r3.Vec) r3.Vec { return bend(long(p)) })
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(24, 30), func(p r3.Vec) r3.Vec { return bend(long(p)) }), 5)
	half := func(p r3.Vec) r3.Vec {
		q := unbend(p)
		return bend(r3.Vec{X: -q.X, Y: -q.Y, Z: q.Z})
	}
	same := func(p r3.Vec) r3.Vec { return p }
	var strains [2]float64
	for k, f := range []func(r3.Vec) r3.Vec{same, half} {
		p := newPair(t, a, b, f, f, 0.02)
		var err error
		if strains[k], err = Strain(t.Context(), p.x, p.y, p.aToB, p.bToA, Options{}); err != nil {
			t.Fatal(err)
		}
		end := p.register(t, Options{}).Quality.AngleStretch - 1
		if !(strains[k] < 1.5*end+0.05 && end < 1.5*strains[k]+0.05) {
			t.Errorf("way %d: a strain of %.3f, and the mesh is stretched by %.3f in the end", k, strains[k], end)
		}
		one, err := Strain(t.Context(), p.x, p.y, p.aToB, p.bToA, Options{Threads: 1})
		if err != nil || one != strains[k] {
			t.Errorf("way %d: %v with one thread, %v with all, %v", k, one, strains[k], err)
		}
	}
	if !(strains[1] > 1.3*strains[0]) {
		t.Errorf("the turned map strains the sheet by %.3f, the true one by %.3f", strains[1], strains[0])
	}
}

func TestStrainRefuses(t *testing.T) {
	t.Parallel()
	p := newPair(t, meshtest.Icosphere(2), meshtest.Icosphere(2), func(p r3.Vec) r3.Vec { return p }, func(p r3.Vec) r3.Vec { return p }, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Strain(ctx, p.x, p.y, p.aToB, p.bToA, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("of an ended context: %v", err)
	}
	if _, err := Strain(t.Context(), p.x, p.y, &correspond.SurfaceMap{}, p.bToA, Options{}); err == nil {
		t.Error("a map of no points was taken")
	}
	cloud := *p.x
	cloud.Domain = &metric.Domain{Points: p.x.Domain.Points}
	if _, err := Strain(t.Context(), &cloud, p.y, p.aToB, p.bToA, Options{}); !errors.Is(err, ErrNoSurface) {
		t.Errorf("of a cloud: %v", err)
	}
}
