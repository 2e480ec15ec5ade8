package correspond_test

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// A map of levels that leaves every point where it is leaves all points of the surfaces where
// they are, and so does that map again on the levels.
func TestLiftedIdentity(t *testing.T) {
	t.Parallel()
	d, err := metric.NewDomain(sphere(6), metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := metric.NewSpace(t.Context(), d, metric.SpaceOptions{Samples: 60})
	if err != nil {
		t.Fatal(err)
	}
	on, level := correspond.OnLevel(x)
	if level == nil {
		t.Fatal("the surface has no level")
	}
	m := &correspond.SurfaceMap{Positions: on.Domain.Points, Confidence: make([]float64, len(level.Points))}
	for k := range level.Points {
		m.Places = append(m.Places, correspond.PlaceAt(on.Domain, int32(k)))
		m.Confidence[k] = 0.5
	}
	whole, err := correspond.Lift(t.Context(), x, x, m, 1)
	if err != nil {
		t.Fatal(err)
	}
	for p, at := range whole.Positions {
		if far := r3.Norm(r3.Sub(at, d.Points[p])); far > 0.002 || whole.Confidence[p] < 0.49 || r3.Norm(r3.Sub(whole.Places[p].Position(d), at)) > 1e-9 {
			t.Fatalf("point %d goes %v away, with confidence %v", p, far, whole.Confidence[p])
		}
	}
	again, err := correspond.Lift(t.Context(), x, x, m, 3)
	if err != nil || !slices.Equal(again.Positions, whole.Positions) {
		t.Errorf("the number of threads changes a map (%v)", err)
	}
	back, err := correspond.Restrict(t.Context(), x, x, whole, 0)
	if err != nil {
		t.Fatal(err)
	}
	for k, at := range back.Positions {
		if far := r3.Norm(r3.Sub(at, on.Domain.Points[k])); far > 1e-6 {
			t.Fatalf("point %d of the level goes %v away", k, far)
		}
	}
}
