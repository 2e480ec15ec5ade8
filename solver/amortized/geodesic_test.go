package amortized

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// Along a bent strip distances are those of the strip, not of the air; two pieces are
// joined where they are nearest.
func TestGeodesicsFollowTheShape(t *testing.T) {
	t.Parallel()
	var arc Cloud
	const n = 200
	for k := range n {
		a := 1.9 * math.Pi * float64(k) / (n - 1) // nearly closed
		arc.Points = append(arc.Points, r3.Vec{X: math.Cos(a), Y: math.Sin(a)})
	}
	c := Config{Neighbors: 1, Geodesics: 9}
	tokens := tokensOf(t, c, arc)
	// Distances from an end are evenly spread between 0 and the length; their mean over
	// all pairs is a third of it.
	for q := range 9 {
		if got, want := float64(tokens.Input[1+q]), 3*float64(q)/8; math.Abs(got-want) > 0.05 {
			t.Errorf("quantile %d from an end is %g, want %g", q, got, want)
		}
	}
	var two Cloud
	for k := range 50 {
		two.Points = append(two.Points, r3.Vec{X: 0.01 * float64(k)}, r3.Vec{X: 3 + 0.01*float64(k)})
	}
	s := &shape{mass: tokensOf(t, c, two).Mass}
	s.points, _ = normalized(two.Points, s.mass)
	w := newWalker(s.graph(1))
	row := w.from(0)
	far := float64(row[len(row)-1]) / (1 << 11)
	if want := r3.Norm(r3.Sub(s.points[0], s.points[99])); math.Abs(far-want) > 0.02*want {
		t.Errorf("the far end of the other piece is at %g, want %g", far, want)
	}
}

func TestShortestPathsAreThoseOfFloydAndWarshall(t *testing.T) {
	t.Parallel()
	s := &shape{}
	for _, p := range object(t, "lamp", 5, 60).Points {
		s.points, s.mass = append(s.points, p), append(s.mass, 1.0/60)
	}
	g := s.graph(2)
	n := len(s.points)
	d := make([]uint32, n*n)
	for i := range d {
		d[i] = 1 << 30
	}
	for i := range n {
		d[i*n+i] = 0
		for k := g.first[i]; k < g.first[i+1]; k++ {
			d[i*n+int(g.to[k])] = uint32(g.length[k])
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i*n+j] = min(d[i*n+j], d[i*n+k]+d[k*n+j])
			}
		}
	}
	w := newWalker(g)
	for i := range n {
		w.from(i)
		for j := range n {
			if w.distance[j] != d[i*n+j] {
				t.Fatalf("from %d to %d it is %d, want %d", i, j, w.distance[j], d[i*n+j])
			}
		}
	}
}
