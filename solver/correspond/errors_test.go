package correspond_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

func TestErrorOfTruthIsZero(t *testing.T) {
	t.Parallel()
	d := domainOf(t, body(3, 0))
	rng := rand.New(rand.NewPCG(1, 2))
	places := make([]correspond.Place, 200)
	for i := range places {
		a, b := rng.Float64(), rng.Float64()
		if a+b > 1 {
			a, b = 1-a, 1-b
		}
		places[i] = correspond.Place{Face: int32(rng.IntN(len(d.Triangles))), Bary: [3]float64{1 - a - b, a, b}}
	}
	errs, err := correspond.GeodesicErrors(context.Background(), d, places, places)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range errs {
		if e > 1e-12 {
			t.Fatalf("place %d is %g away from itself", i, e)
		}
	}
	s := correspond.Summarize(errs)
	if s.Mean > 1e-12 || s.AUC < 1-1e-9 || s.Count != len(errs) {
		t.Errorf("summary of a perfect map: %+v", s)
	}
}

// Errors are the graph's distances, exactly near by and closely far away.
func TestGeodesicErrorsAreDijkstra(t *testing.T) {
	t.Parallel()
	d := domainOf(t, body(4, 0.3))
	rng := rand.New(rand.NewPCG(3, 2))
	var sources []int32
	var truth, predicted []correspond.Place
	for range 60 {
		p := int32(rng.IntN(len(d.Points)))
		near := d.NearestPoints(d.Points[p], 30)
		for _, q := range []int32{near[rng.IntN(len(near))], int32(rng.IntN(len(d.Points)))} {
			sources = append(sources, p)
			truth = append(truth, correspond.PlaceAt(d, p))
			predicted = append(predicted, correspond.PlaceAt(d, q))
		}
	}
	got, err := correspond.GeodesicErrors(context.Background(), d, predicted, truth)
	if err != nil {
		t.Fatal(err)
	}
	off := make([]float64, len(sources))
	err = d.Geodesics(context.Background(), sources, metric.KindGraph, 0, func(i int, dist []float64) {
		want := dist[predicted[i].Nearest]
		if i%2 == 0 && math.Abs(got[i]-want) > 1e-12 || math.Abs(got[i]-want) > 0.1*want {
			t.Errorf("from %d to %d: %.6f, and by Dijkstra %.6f", sources[i], predicted[i].Nearest, got[i], want)
		}
		off[i] = math.Abs(got[i]/want - 1)
	})
	if err != nil {
		t.Fatal(err)
	}
	if mean := correspond.Mean(off); mean > 0.01 {
		t.Errorf("distances are off by %.4f on average", mean)
	}
}

// On a plate cut into squares every distance is known.
func TestGeodesicErrorsBetweenPlaces(t *testing.T) {
	t.Parallel()
	m := &mesh.Mesh{}
	const n = 10
	for y := range n + 1 {
		for x := range n + 1 {
			m.Vertices = append(m.Vertices, r3.Vec{X: float64(x), Y: float64(y)})
		}
	}
	for y := range int32(n) {
		for x := range int32(n) {
			a := y*(n+1) + x
			m.Triangles = append(m.Triangles, [3]int32{a, a + 1, a + n + 2}, [3]int32{a, a + n + 2, a + n + 1})
		}
	}
	d := domainOf(t, m) // of area 1: a side is 1 long, a square 0.1
	middle := func(file int32) correspond.Place {
		return correspond.Place{Face: int32(slices.Index(d.FaceOf, file)), Bary: [3]float64{1. / 3, 1. / 3, 1. / 3}}
	}
	vertex := func(x, y int) correspond.Place { return correspond.PlaceAt(d, d.PointOf[y*(n+1)+x]) }
	for _, tt := range []struct {
		name     string
		from, to correspond.Place
		want     float64
	}{
		{"within a triangle", middle(0), vertex(0, 0), math.Hypot(2./30, 1./30)},
		{"to the next triangle", middle(0), middle(1), math.Sqrt2 / 30},
		{"along edges", vertex(0, 0), vertex(5, 0), 0.5},
		{"along the diagonal", vertex(0, 0), vertex(n, n), math.Sqrt2},
		{"around a corner", vertex(0, 3), vertex(2, 0), 0.5},
		{"into another triangle", vertex(0, 0), middle(2), 0.1 + math.Hypot(2./30, 1./30)},
	} {
		got, err := correspond.GeodesicErrors(context.Background(), d, []correspond.Place{tt.to}, []correspond.Place{tt.from})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got[0]-tt.want) > 1e-9 {
			t.Errorf("%s: %.6f, expected %.6f", tt.name, got[0], tt.want)
		}
	}
}

func TestErrorsWithoutTruthAreNaN(t *testing.T) {
	t.Parallel()
	d := domainOf(t, body(2, 0))
	at := correspond.PlaceAt(d, 3)
	errs, err := correspond.GeodesicErrors(context.Background(), d, []correspond.Place{at, correspond.NoPlace, at}, []correspond.Place{correspond.NoPlace, at, at})
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(errs[0]) || !math.IsNaN(errs[1]) || errs[2] != 0 {
		t.Errorf("errors %v", errs)
	}
	if s := correspond.Summarize(errs); s.Count != 1 || s.Mean != 0 {
		t.Errorf("summary %+v", s)
	}
	if s := correspond.Summarize(errs[:2]); s.Count != 0 || !math.IsNaN(s.Mean) || !math.IsNaN(s.Median) {
		t.Errorf("summary of nothing %+v", s)
	}
}

func TestGeodesicErrorsStop(t *testing.T) {
	t.Parallel()
	d := domainOf(t, body(2, 0))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	at := []correspond.Place{correspond.PlaceAt(d, 3)}
	if _, err := correspond.GeodesicErrors(ctx, d, at, at); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// A mirrored map is far from the truth and near the mirrored truth.
func TestMirroredMapHasMirroredErrors(t *testing.T) {
	t.Parallel()
	d := domainOf(t, sphere(3))
	var direct, mirrored []correspond.Place
	for p, at := range d.Points {
		direct = append(direct, correspond.PlaceAt(d, int32(p)))
		q, _ := d.NearestPoint(r3.Vec{X: -at.X, Y: at.Y, Z: at.Z})
		mirrored = append(mirrored, correspond.PlaceAt(d, q))
	}
	againstDirect, err := correspond.GeodesicErrors(context.Background(), d, mirrored, direct)
	if err != nil {
		t.Fatal(err)
	}
	againstMirrored, err := correspond.GeodesicErrors(context.Background(), d, mirrored, mirrored)
	if err != nil {
		t.Fatal(err)
	}
	// The mean way from a point to its mirror image on a sphere of unit area:
	// 2 r E|asin x| = r (π-2), r = 1/√(4π).
	want := (math.Pi - 2) / math.Sqrt(4*math.Pi)
	if got := correspond.Mean(againstDirect); math.Abs(got/want-1) > 0.1 {
		t.Errorf("mean error %.4f, expected about %.4f", got, want)
	}
	if got := correspond.Mean(againstMirrored); got != 0 {
		t.Errorf("mirrored error %.4f", got)
	}
}

func TestSummaryAgreesWithCurve(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	errs := make([]float64, 501)
	for i := range errs {
		errs[i] = 0.1 * rng.ExpFloat64()
	}
	s := correspond.Summarize(errs)
	const steps = 5000
	levels := make([]float64, steps+1)
	for i := range levels {
		levels[i] = correspond.AUCLimit * float64(i) / steps
	}
	var area float64
	for _, c := range correspond.CumulativeErrors(errs, levels) {
		area += c / (steps + 1)
	}
	if math.Abs(area-s.AUC) > 1e-3 {
		t.Errorf("area under the curve %.4f, summary %.4f", area, s.AUC)
	}
	half := correspond.CumulativeErrors(errs, []float64{s.Median, s.P90, s.Max})
	if math.Abs(half[0]-0.5) > 0.01 || math.Abs(half[1]-0.9) > 0.01 || half[2] != 1 {
		t.Errorf("at median, ninth decile and maximum the curve is at %v", half)
	}
}

func ExampleSummarize() {
	s := correspond.Summarize([]float64{0.01, 0.02, math.NaN(), 0.06})
	fmt.Printf("%d known, mean %.2f, median %.2f, worst %.2f / √area\n", s.Count, s.Mean, s.Median, s.Max)
	// Output: 3 known, mean 0.03, median 0.02, worst 0.06 / √area
}
