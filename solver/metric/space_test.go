package metric_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/threadtest"
	"gwscope/solver/metric"
)

// checkSpace holds what every Space promises.
func checkSpace(t *testing.T, s *metric.Space) {
	t.Helper()
	n, v := s.Len(), len(s.Domain.Points)
	if r, c := s.Distances.Dims(); r != n || c != n || len(s.ToPoints) != n*v || len(s.Weights) != n {
		t.Fatalf("sizes: %d samples, %d x %d distances, %d to points, %d weights", n, r, c, len(s.ToPoints), len(s.Weights))
	}
	var sum, largest float64
	for i := range n {
		if !(s.Weights[i] > 0) {
			t.Fatalf("weight %d is %v", i, s.Weights[i])
		}
		sum += s.Weights[i]
		for j := range n {
			x := s.Distances.At(i, j)
			largest = max(largest, x)
			switch {
			case i == j && x != 0, i != j && !(x > 0), x != s.Distances.At(j, i), !(x <= 1):
				t.Fatalf("distance (%d,%d) is %v, (%d,%d) is %v", i, j, x, j, i, s.Distances.At(j, i))
			}
			raw := (float64(s.Row(i).At(s.Samples[j])) + float64(s.Row(j).At(s.Samples[i]))) / 2
			if math.Abs(raw-x) > 1e-6 {
				t.Fatalf("distance (%d,%d) is %v, but %v to the points", i, j, x, raw)
			}
		}
	}
	if math.Abs(sum-1) > 1e-12 || largest != 1 || !(s.Diameter > 0) {
		t.Fatalf("weights sum to %v, largest distance %v, diameter %v", sum, largest, s.Diameter)
	}
	for _, x := range s.ToPoints {
		if !(x >= 0) || math.IsInf(float64(x), 0) {
			t.Fatalf("a distance to a point is %v", x)
		}
	}
	if sorted := slices.Clone(s.Samples); true {
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != n {
			t.Fatal("a sample occurs twice")
		}
	}
}

var kinds = []metric.Kind{metric.KindGraph, metric.KindKNN, metric.KindAccurate}

// Neither the order of the file, nor where the shape lies, nor its scale may
// change anything but rounding.
func TestSpaceIgnoresOrderPlaceAndScale(t *testing.T) {
	t.Parallel()
	m := blob(10)
	mixed, newOf := shuffled(m, 11)
	turn := rotation(1.1, r3.Vec{X: 1, Y: -2, Z: 0.5})
	mixed = moved(mixed, func(p r3.Vec) r3.Vec { return r3.Add(r3.Scale(250, turn(p)), r3.Vec{X: 431_000, Y: 5_400_000, Z: -80}) })
	for _, kind := range kinds {
		for _, weights := range []metric.WeightKind{metric.WeightsUniform, metric.WeightsArea} {
			opt := metric.SpaceOptions{Samples: 120, Kind: kind, Weights: weights, Seed: 5}
			a := spaceOf(t, domainOf(t, m, metric.DomainOptions{}), opt)
			b := spaceOf(t, domainOf(t, mixed, metric.DomainOptions{}), opt)
			checkSpace(t, a)
			checkSpace(t, b)
			for i := range a.Samples {
				if newOf[a.Domain.VertexOf[a.Samples[i]]] != b.Domain.VertexOf[b.Samples[i]] {
					t.Fatalf("%v: sample %d is another vertex after moving and shuffling", kind, i)
				}
				if math.Abs(a.Weights[i]-b.Weights[i]) > 1e-9 {
					t.Errorf("%v: weight %d was %v and is %v", kind, i, a.Weights[i], b.Weights[i])
				}
			}
			// 5.4e6 m with 250 m of shape leaves eleven digits.
			if !mat.EqualApprox(a.Distances, b.Distances, 1e-9) {
				t.Errorf("%v: distances changed", kind)
			}
			if math.Abs(a.Diameter-b.Diameter) > 1e-9 {
				t.Errorf("%v: diameter was %v and is %v", kind, a.Diameter, b.Diameter)
			}
			if !mat.EqualApprox(metric.MDSOf(a.Distances, nil, 4), metric.MDSOf(b.Distances, nil, 4), 1e-6) {
				t.Errorf("%v: the embedding changed", kind)
			}
			ha, hb := a.Domain.MeanCurvature(), b.Domain.MeanCurvature()
			for v, w := range newOf {
				x, y := ha[a.Domain.PointOf[v]], hb[b.Domain.PointOf[w]]
				if math.Abs(x-y) > 1e-5*(1+math.Abs(x)) {
					t.Fatalf("curvature of vertex %d was %v and is %v", v, x, y)
				}
			}
		}
	}
}

func TestCloudIgnoresOrder(t *testing.T) {
	t.Parallel()
	m := blob(8)
	mixed, newOf := shuffled(m, 4)
	opt := metric.SpaceOptions{Samples: 80, Seed: 2}
	a := spaceOf(t, domainOf(t, points(m), metric.DomainOptions{}), opt)
	b := spaceOf(t, domainOf(t, points(mixed), metric.DomainOptions{}), opt)
	checkSpace(t, a)
	if a.Kind != metric.KindKNN || len(a.Notes) == 0 {
		t.Errorf("a cloud was measured by %v with notes %q; want knn, and saying so", a.Kind, a.Notes)
	}
	for i := range a.Samples {
		if newOf[a.Domain.VertexOf[a.Samples[i]]] != b.Domain.VertexOf[b.Samples[i]] {
			t.Fatalf("sample %d is another point after shuffling", i)
		}
	}
	if !mat.EqualApprox(a.Distances, b.Distances, 1e-12) {
		t.Error("distances changed")
	}
}

// Regular grids are full of ties in distance; order must not settle them.
func TestTiesAreNotSettledByOrder(t *testing.T) {
	t.Parallel()
	m := grid(12, 7, 12, 7, 0) // unit squares, random diagonals
	mixed, _ := shuffled(m, 8)
	for _, kind := range kinds {
		opt := metric.SpaceOptions{Samples: 20, Kind: kind, Seed: 1}
		a := spaceOf(t, domainOf(t, points(m), metric.DomainOptions{}), opt)
		b := spaceOf(t, domainOf(t, points(mixed), metric.DomainOptions{}), opt)
		if a.Diameter != b.Diameter {
			t.Errorf("%v: a shuffled grid has diameter %v instead of %v", kind, b.Diameter, a.Diameter)
		}
		x, y := slices.Clone(a.Distances.RawMatrix().Data), slices.Clone(b.Distances.RawMatrix().Data)
		slices.Sort(x)
		slices.Sort(y)
		for k := range x {
			if math.Abs(x[k]-y[k]) > 1e-12 {
				t.Errorf("%v: a shuffled grid has other distances between samples", kind)
				break
			}
		}
	}
}

func TestSameBitsForAnyThreads(t *testing.T) {
	t.Parallel()
	d := domainOf(t, blob(9), metric.DomainOptions{})
	for _, kind := range kinds {
		opt := metric.SpaceOptions{Samples: 90, Kind: kind, Weights: metric.WeightsArea, Seed: 9}
		var one *metric.Space
		for _, opt.Threads = range threadtest.Counts(1, 2, 5) {
			many := spaceOf(t, d, opt)
			if one == nil {
				one = many
			}
			if !slices.Equal(one.Samples, many.Samples) || !mat.Equal(one.Distances, many.Distances) ||
				!slices.Equal(one.ToPoints, many.ToPoints) || !slices.Equal(one.Weights, many.Weights) {
				t.Errorf("%v: %d threads give other bits than one", kind, opt.Threads)
			}
			if !mat.Equal(one.LandmarkMDS(3, 1), many.LandmarkMDS(3, opt.Threads)) {
				t.Errorf("%v: the embedding depends on threads", kind)
			}
		}
	}
}

func TestSamplesAreFarthestAndNested(t *testing.T) {
	t.Parallel()
	d := domainOf(t, blob(7), metric.DomainOptions{})
	for _, kind := range []metric.Kind{metric.KindGraph, metric.KindKNN} {
		s := spaceOf(t, d, metric.SpaceOptions{Samples: 60, Kind: kind, Seed: 1})
		least := slices.Clone(s.Row(0).Part(0, len(d.Points), nil))
		for i := 1; i < s.Len(); i++ {
			if got, most := least[s.Samples[i]], slices.Max(least); got < most*(1-1e-6) {
				t.Fatalf("%v: sample %d is %v from those before it, but a point at %v was left", kind, i, got, most)
			}
			for p, x := range s.Row(i).Part(0, len(d.Points), nil) {
				least[p] = min(least[p], x)
			}
		}
	}
	for _, kind := range kinds {
		few := spaceOf(t, d, metric.SpaceOptions{Samples: 25, Kind: kind, Seed: 1, Weights: metric.WeightsArea})
		many := spaceOf(t, d, metric.SpaceOptions{Samples: 60, Kind: kind, Seed: 1, Weights: metric.WeightsArea})
		cut := many.Prefix(25)
		if !slices.Equal(cut.Samples, few.Samples) {
			t.Fatalf("%v: the first 25 of 60 samples are not the 25 samples", kind)
		}
		if cut.Diameter != many.Diameter {
			t.Errorf("%v: Prefix changed the scale", kind)
		}
		for i := range 25 {
			if math.Abs(cut.Weights[i]-few.Weights[i]) > 1e-12 {
				t.Errorf("%v: weight %d of the prefix is %v, want %v", kind, i, cut.Weights[i], few.Weights[i])
			}
			for j := range 25 {
				if x, y := cut.Distances.At(i, j)*cut.Diameter, few.Distances.At(i, j)*few.Diameter; math.Abs(x-y) > 1e-12 {
					t.Fatalf("%v: distance (%d,%d) of the prefix is %v, want %v", kind, i, j, x, y)
				}
			}
		}
		if many.Prefix(60) != many || many.Prefix(1000) != many {
			t.Error("a prefix of everything is not the space itself")
		}
	}
}

func TestSeedChoosesTheSamples(t *testing.T) {
	t.Parallel()
	d := domainOf(t, blob(7), metric.DomainOptions{})
	starts := map[int32]bool{}
	for seed := range uint64(10) {
		starts[spaceOf(t, d, metric.SpaceOptions{Samples: 5, Seed: seed}).Samples[0]] = true
	}
	if len(starts) < 8 {
		t.Errorf("10 seeds gave only %d starting points", len(starts))
	}
}

func TestGraphDistancesAreDijkstras(t *testing.T) {
	t.Parallel()
	two := together(blob(3), moved(icosphere(2), shift(9, 0, 0)))
	for _, m := range []*metric.Domain{domainOf(t, blob(4), metric.DomainOptions{}), domainOf(t, grid(9, 6, 3, 2, 0.5), metric.DomainOptions{}),
		domainOf(t, two, metric.DomainOptions{})} {
		g := simple.NewWeightedUndirectedGraph(0, math.Inf(1))
		for p := range m.Points {
			for _, q := range m.Adjacent(int32(p)) {
				g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(p), T: simple.Node(q), W: r3.Norm(r3.Sub(m.Points[p], m.Points[q]))})
			}
		}
		edges := map[[2]int32]bool{}
		for _, f := range m.Triangles {
			for k := range 3 {
				edges[[2]int32{min(f[k], f[(k+1)%3]), max(f[k], f[(k+1)%3])}] = true
			}
		}
		if got := g.WeightedEdges().Len(); got != len(edges)+m.Bridges {
			t.Errorf("the graph has %d edges, want the mesh's %d and %d bridges", got, len(edges), m.Bridges)
		}
		sources := []int32{0, 7, int32(len(m.Points) - 1)}
		err := m.Geodesics(t.Context(), sources, metric.KindGraph, 2, func(i int, dist []float64) {
			want := path.DijkstraFrom(simple.Node(sources[i]), g)
			for p, x := range dist {
				if w := want.WeightTo(int64(p)); math.Abs(x-w) > 1e-12 {
					t.Errorf("distance %d to %d is %v, gonum says %v", sources[i], p, x, w)
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestGraphMetricsKeepTheTriangleInequality(t *testing.T) {
	t.Parallel()
	d := domainOf(t, blob(8), metric.DomainOptions{})
	for _, kind := range []metric.Kind{metric.KindGraph, metric.KindKNN} {
		s := spaceOf(t, d, metric.SpaceOptions{Samples: 60, Kind: kind})
		for i := range 60 {
			for j := range 60 {
				for k := range 60 {
					if s.Distances.At(i, j) > s.Distances.At(i, k)+s.Distances.At(k, j)+1e-12 {
						t.Fatalf("%v: %d to %d is longer than by way of %d", kind, i, j, k)
					}
				}
			}
		}
	}
}

func TestBridgesJoinNearestPoints(t *testing.T) {
	t.Parallel()
	// Spheres on a line with gaps of 1, 2 and 3: the chain is the only spanning tree.
	m := together(icosphere(4), moved(icosphere(4), shift(3, 0, 0)), moved(icosphere(4), shift(7, 0, 0)), moved(icosphere(4), shift(12, 0, 0)))
	d := domainOf(t, m, metric.DomainOptions{})
	if d.Bridges != 3 || !warns(d, "4 separate parts") {
		t.Fatalf("%d bridges, warnings %q; want 3 among 4 parts", d.Bridges, d.Warnings)
	}
	for _, kind := range []metric.Kind{metric.KindGraph, metric.KindAccurate} {
		s := spaceOf(t, d, metric.SpaceOptions{Samples: 40, Kind: kind})
		checkSpace(t, s)
		for i, p := range s.Samples {
			for j, q := range s.Samples {
				straight := r3.Norm(r3.Sub(d.Points[p], d.Points[q]))
				if s.Distances.At(i, j)*s.Diameter < straight*(1-1e-9) {
					t.Fatalf("%v: samples %d and %d are nearer than by a straight line", kind, i, j)
				}
			}
		}
		// The ends of the chain are its two ends and three spheres' half turns apart:
		// 13 between them, and the ways over the spheres are longer than across.
		if length := s.Diameter * d.Scale; length < 14 || length > 6+4*math.Pi*1.25 {
			t.Errorf("%v: the chain of spheres is %v long", kind, length)
		}
	}
}

func TestManyComponentsAreBridged(t *testing.T) {
	t.Parallel()
	parts := 0
	m := together()
	for x := range 6 {
		for y := range 5 {
			for z := range 5 {
				m = together(m, moved(icosphere(1), shift(3*float64(x)+0.1*float64(y*z%3), 3*float64(y), 3*float64(z))))
				parts++
			}
		}
	}
	d := domainOf(t, m, metric.DomainOptions{})
	if d.Bridges != parts-1 {
		t.Errorf("%d bridges among %d parts", d.Bridges, parts)
	}
	checkSpace(t, spaceOf(t, d, metric.SpaceOptions{Samples: 200}))
}

func TestAreaWeightsMeasureArea(t *testing.T) {
	t.Parallel()
	// A grid whose columns crowd to the left: a sample's weight must follow the
	// area around it, not the number of vertices.
	m := moved(grid(40, 20, 1, 0.5, 0.3), func(p r3.Vec) r3.Vec { return r3.Vec{X: p.X * p.X, Y: p.Y} })
	s := spaceOf(t, domainOf(t, m, metric.DomainOptions{}), metric.SpaceOptions{Samples: 60, Kind: metric.KindAccurate, Weights: metric.WeightsArea})
	checkSpace(t, s)
	var right float64
	for i, p := range s.Samples {
		if s.Domain.ToFile(s.Domain.Points[p]).X > 0.5 {
			right += s.Weights[i]
		}
	}
	if math.Abs(right-0.5) > 0.05 {
		t.Errorf("the right half weighs %.3f, want 0.5 within 0.05", right)
	}
}

func TestMemoryIsEstimatedFirst(t *testing.T) {
	t.Parallel()
	d := domainOf(t, icosphere(10), metric.DomainOptions{})
	_, err := metric.NewSpace(t.Context(), d, metric.SpaceOptions{Samples: 400, MemoryLimit: 2 << 20})
	var memory *metric.MemoryError
	if !errors.As(err, &memory) {
		t.Fatalf("error %v, want a MemoryError", err)
	}
	if metric.SpaceBytes(memory.Fits, memory.Points) > 2<<20 || metric.SpaceBytes(memory.Fits+1, memory.Points) <= 2<<20 {
		t.Errorf("%d samples are said to fit into 2 MiB, which they do not exactly", memory.Fits)
	}
	if _, err := metric.NewSpace(t.Context(), d, metric.SpaceOptions{Samples: memory.Fits, MemoryLimit: 2 << 20}); err != nil {
		t.Errorf("the number that was said to fit does not: %v", err)
	}
}

// The context may end while samples are chosen or while distances are measured.
func TestCancelStopsAtOnce(t *testing.T) {
	t.Parallel()
	d := domainOf(t, blob(30), metric.DomainOptions{})
	for _, kind := range kinds {
		for _, at := range []float64{0, 0.05} {
			ctx, cancel := context.WithCancel(t.Context())
			last := -1.0
			opt := metric.SpaceOptions{Samples: 2000, Kind: kind, Threads: 2, MemoryLimit: 1 << 40}
			opt.Progress = func(f float64) {
				if f < last || f > 1 {
					t.Errorf("progress went from %v to %v", last, f)
				}
				if last = f; f >= at {
					cancel()
				}
			}
			if _, err := metric.NewSpace(ctx, d, opt); !errors.Is(err, context.Canceled) {
				t.Errorf("%v: error %v, want context.Canceled", kind, err)
			}
			if last > 0.9 {
				t.Errorf("%v: cancelled at %v, and went on to %v", kind, at, last)
			}
			cancel()
		}
	}
}

func TestAverageGeodesicDistance(t *testing.T) {
	t.Parallel()
	// On the open cylinder of height 8 the ends are farther from the rest than the
	// middle: 4 + small against 2 + small along the axis.
	s := spaceOf(t, domainOf(t, cylinder(30, 40, 8, 0.3), metric.DomainOptions{}), metric.SpaceOptions{Samples: 200, Kind: metric.KindAccurate})
	mean, err := s.AverageGeodesicDistance(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for p, got := range mean {
		z := s.Domain.ToFile(s.Domain.Points[p]).Z
		// ∫ over height and turn of the unrolled distance, by the midpoint rule.
		var want float64
		const steps = 80
		for i := range steps {
			for j := range steps {
				want += math.Hypot(z-8*(float64(i)+0.5)/steps, math.Pi*(float64(j)+0.5)/steps) / (steps * steps)
			}
		}
		if got *= s.Diameter * s.Domain.Scale; math.Abs(got/want-1) > 0.02 {
			t.Fatalf("average distance %v at height %v, want %v within 2%%", got, z, want)
		}
	}
}
