package metric_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// large is a blob with so many points that it has a level.
func large() *mesh.Mesh { return blob(60) }

func levelOf(t *testing.T, d *metric.Domain) *metric.Level {
	t.Helper()
	l, err := d.Level(t.Context())
	if err != nil || l == nil {
		t.Fatalf("level %v, %v", l, err)
	}
	return l
}

// The level covers the surface: its points lie apart, and every point lies on one of its
// triangles, or nearly.
func TestLevelCoversTheSurface(t *testing.T) {
	t.Parallel()
	d := domainOf(t, large(), metric.DomainOptions{})
	l := levelOf(t, d)
	n := len(l.Points)
	if n < 8000 || n > 25000 || !slices.IsSorted(l.Points) {
		t.Fatalf("the level of %d points has %d", len(d.Points), n)
	}
	if f := len(l.Domain.Triangles); math.Abs(float64(f)/float64(2*n)-1) > 0.02 {
		t.Errorf("%d triangles for %d points of a closed surface", f, n)
	}
	area := 0.0
	for _, a := range l.Domain.PointArea {
		area += a
	}
	if math.Abs(area-1) > 1e-9 {
		t.Errorf("the cells have an area of %v together", area)
	}
	for p, at := range d.Points {
		var on r3.Vec
		sum := float32(0)
		for k, c := range l.Corners[p] {
			on = r3.Add(on, r3.Scale(float64(l.Shares[p][k]), l.Domain.Points[c]))
			sum += l.Shares[p][k]
		}
		if far := r3.Norm(r3.Sub(on, at)); far > 0.004 || math.Abs(float64(sum)-1) > 1e-5 {
			t.Fatalf("point %d lies %v from its place on the level, shares %v", p, far, l.Shares[p])
		}
	}
	for k, p := range l.Points {
		if l.Nearest(p) != int32(k) || l.Shares[p] != [3]float32{1, 0, 0} {
			t.Fatalf("point %d of the level is not its own place", k)
		}
	}
}

// Distances that are read on the level are as exact as those on a mesh of as many points.
func TestDistancesOnTheLevel(t *testing.T) {
	t.Parallel()
	m := icosphere(60)
	d := domainOf(t, m, metric.DomainOptions{})
	for _, c := range []struct {
		kind metric.Kind
		most float64
	}{{metric.KindGraph, 0.09}, {metric.KindAccurate, 0.004}} {
		s := spaceOf(t, d, metric.SpaceOptions{Samples: 40, Kind: c.kind})
		if s.ToPoints != nil {
			t.Fatal("the space of a large surface holds distances to all points")
		}
		radius := 1 / math.Sqrt(4*math.Pi)
		sum, n := 0.0, 0
		for i, p := range s.Samples {
			row := s.Row(i)
			if row.At(p) != 0 {
				t.Fatalf("sample %d is %v from itself", i, row.At(p))
			}
			for q := 0; q < len(d.Points); q += 17 {
				want := radius * math.Acos(min(max(r3.Dot(r3.Unit(d.Points[p]), r3.Unit(d.Points[q])), -1), 1))
				if want > 0.1 {
					sum += math.Abs(float64(row.At(int32(q)))*s.Diameter/want - 1)
					n++
				}
			}
		}
		if mean := sum / float64(n); mean > c.most {
			t.Errorf("%v: distances are %.2f %% off on average", c.kind, 100*mean)
		}
	}
}

// The order of the file and the number of threads change nothing of a level.
func TestLevelIsTheSameWhateverTheOrder(t *testing.T) {
	t.Parallel()
	m := large()
	shuffled, newOf := meshtest.Shuffle(m, 5)
	a := spaceOf(t, domainOf(t, m, metric.DomainOptions{}), metric.SpaceOptions{Samples: 50, Threads: 1})
	b := spaceOf(t, domainOf(t, m, metric.DomainOptions{}), metric.SpaceOptions{Samples: 50, Threads: 3})
	if !slices.Equal(a.Samples, b.Samples) || !slices.Equal(a.Distances.RawMatrix().Data, b.Distances.RawMatrix().Data) {
		t.Error("the number of threads changes a space")
	}
	c := spaceOf(t, domainOf(t, shuffled, metric.DomainOptions{}), metric.SpaceOptions{Samples: 50})
	same := 0
	for i, p := range a.Samples {
		if newOf[a.Domain.VertexOf[p]] == c.Domain.VertexOf[c.Samples[i]] {
			same++
		}
	}
	if same < 45 {
		t.Errorf("only %d of 50 samples are the same vertices of a shuffled file", same)
	}
}

// The nearest samples on a level are those that a look at all of them finds.
func TestNearestSamplesOnALevel(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, domainOf(t, large(), metric.DomainOptions{}), metric.SpaceOptions{Samples: 120})
	nearest := s.NearestSamples(2)
	wrong := 0
	for p := 0; p < len(nearest); p += 7 {
		best := 0
		for i := range s.Len() {
			if s.Row(i).At(int32(p)) < s.Row(best).At(int32(p)) {
				best = i
			}
		}
		if int(nearest[p]) != best {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("%d nearest samples are others", wrong)
	}
	for i, p := range s.Samples {
		if nearest[p] != int32(i) {
			t.Fatalf("sample %d is in the cell of %d", i, nearest[p])
		}
	}
}

// A level stops with its context, and is made when somebody asks again.
func TestLevelStopsWithItsContext(t *testing.T) {
	t.Parallel()
	d := domainOf(t, large(), metric.DomainOptions{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := d.Level(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	levelOf(t, d)
}
