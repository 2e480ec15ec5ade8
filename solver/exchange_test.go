package solver

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// legsOnABody are the distances along a body that carries a leg at each of its points, in
// pairs of unequal length.
func legsOnABody(lengths []float64, perLeg int) *mat.Dense {
	type point struct {
		leg int
		out float64 // from the body
	}
	var all []point
	for leg, length := range lengths {
		for k := range perLeg {
			all = append(all, point{leg, length * float64(k) / float64(perLeg-1)})
		}
	}
	d := mat.NewDense(len(all), len(all), nil)
	for i, a := range all {
		for j, b := range all {
			if a.leg == b.leg {
				d.Set(i, j, math.Abs(a.out-b.out))
			} else {
				d.Set(i, j, a.out+b.out+0.1*math.Abs(float64(a.leg-b.leg)))
			}
		}
	}
	return d
}

// allSampled is a space of so many points, all of them samples, with distances of its own.
func allSampled(d *mat.Dense) *metric.Space {
	n, _ := d.Dims()
	space := &metric.Space{Domain: &metric.Domain{Points: make([]r3.Vec, n)}, Distances: d, Diameter: 1, Weights: gw.Uniform(n), Samples: order.Natural(n)}
	for _, x := range d.RawMatrix().Data {
		space.ToPoints = append(space.ToPoints, float32(x))
	}
	return space
}

// A descent stays where two legs are exchanged; the exchange of limbs leads out.
func TestExchangedLegsAreFound(t *testing.T) {
	t.Parallel()
	const perLeg = 9
	d := legsOnABody([]float64{1, 1.08, 1.17, 1.27, 1.38, 1.5}, perLeg)
	p, err := newCoarse(d, d, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{coarse: p, polished: true, threads: parallel.Threads(0)}
	s.workers = make([]worker, s.threads)
	s.x = judge.NewShape(allSampled(d), s.threads).Level(p.c, s.threads)
	s.y = s.x
	wrong := make([]int32, p.c)
	for i := range wrong {
		wrong[i] = int32(i)
	}
	for k := range perLeg { // legs 1 and 4
		a, b := perLeg+k, 4*perLeg+k
		wrong[a], wrong[b] = wrong[b], wrong[a]
	}
	stuck := s.improve(context.Background(), &s.workers[0], p, wrong, descentSteps)
	if !(stuck.objective > 1e-4) {
		t.Fatalf("the descent gets out alone: %g", stuck.objective)
	}
	found := s.exchange(context.Background(), []minimum{stuck}, 3)
	if len(found) == 0 || !(found[0].objective < 1e-9) {
		t.Errorf("the exchange does not lead to GW² 0 (from %g): %v", stuck.objective, found)
	}
	if again := s.exchange(context.Background(), found[:1], 3); len(again) > 0 && again[0].objective <= found[0].objective {
		t.Errorf("the exchange improves the best match of all: %v", again)
	}
}

// Each leg has one end.
func TestEndsOfLimbs(t *testing.T) {
	t.Parallel()
	const perLeg = 9
	ends := limbEnds(legsOnABody([]float64{1, 1.1, 1.2, 1.3}, perLeg))
	if len(ends) != 4 {
		t.Fatalf("%d ends: %v", len(ends), ends)
	}
	for k, e := range ends { // the longest leg is the furthest
		if want := (3-k)*perLeg + perLeg - 1; e != want {
			t.Errorf("end %d is point %d, not %d", k, e, want)
		}
	}
}
