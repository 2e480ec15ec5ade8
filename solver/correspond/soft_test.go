package correspond

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// A plan that gives a sample to several targets sends it to their mean, and the points
// between the samples go along.
func TestSoftTargetsAreTheProjectionAtTheSamples(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(3)
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 60, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	identity := &SurfaceMap{Positions: d.Points}
	n := x.Len()
	blur := mat.NewDense(n, n, nil)
	for i := range n {
		var sum float64
		for j := range n {
			blur.Set(i, j, math.Exp(-math.Pow(x.Distances.At(i, j)/0.25, 2)))
			sum += blur.At(i, j)
		}
		for j := range n {
			blur.Set(i, j, blur.At(i, j)/sum/float64(n))
		}
	}
	soft := gw.FromDense(blur, 0)
	hard := gw.Permutation(func() []int32 {
		s := make([]int32, n)
		for i := range s {
			s[i] = int32(i)
		}
		return s
	}())
	if !Soft(soft) || Soft(hard) {
		t.Errorf("a blurred plan is soft: %v, a permutation: %v", Soft(soft), Soft(hard))
	}
	for i, p := range SoftTargets(hard, x, x, identity) {
		if r3.Norm(r3.Sub(p, d.Points[i])) > 1e-12 {
			t.Fatalf("the identity moves point %d by %g", i, r3.Norm(r3.Sub(p, d.Points[i])))
		}
	}
	targets := SoftTargets(soft, x, x, identity)
	projection := BarycentricProjection(soft, x)
	for i, p := range x.Samples {
		if off := r3.Norm(r3.Sub(targets[p], projection[i])); off > 1e-12 {
			t.Fatalf("sample %d goes %g beside its barycentric projection", i, off)
		}
	}
	// Everything is drawn inwards, by about as much everywhere: no spikes at the samples.
	var most float64
	for _, e := range m.Edges() {
		p, q := d.PointOf[e[0]], d.PointOf[e[1]]
		was, is := r3.Norm(r3.Sub(d.Points[p], d.Points[q])), r3.Norm(r3.Sub(targets[p], targets[q]))
		most = math.Max(most, is/was)
	}
	if most > 1.6 {
		t.Errorf("an edge becomes %.2f times as long", most)
	}
	// One mass less: the sample keeps its place on the surface.
	for k, i := range soft.I {
		if i == 7 {
			soft.Mass[k] = 0
		}
	}
	for i, p := range SoftTargets(soft, x, x, identity) {
		if !finite(p) {
			t.Fatalf("point %d goes nowhere", i)
		}
	}
}
