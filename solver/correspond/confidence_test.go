package correspond_test

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// samplePair is two embedded shapes with spaces and the true place on Y of every
// point of X.
type samplePair struct {
	x, y  *metric.Space
	truth []correspond.Place
}

func newSamplePair(tb testing.TB, a, b string, n int) *samplePair {
	tb.Helper()
	meshX, err := shapes.Make(a)
	if err != nil {
		tb.Fatal(err)
	}
	meshY, err := shapes.Make(b)
	if err != nil {
		tb.Fatal(err)
	}
	places, err := shapes.Truth(a, b)
	if err != nil {
		tb.Fatal(err)
	}
	v := len(places)
	truth := &correspond.Truth{Target: make([]int32, v), Face: make([]int32, v), Bary: make([][3]float64, v)}
	for i, p := range places {
		truth.Target[i], truth.Face[i], truth.Bary[i] = meshY.Triangles[p.Face][0], p.Face, p.Bary
	}
	dx, dy := domainOf(tb, meshX), domainOf(tb, meshY)
	p := &samplePair{x: spaceOf(tb, dx, n, 1), y: spaceOf(tb, dy, n, 2)}
	if p.truth, _, err = truth.Places(dx, dy, meshY); err != nil {
		tb.Fatal(err)
	}
	return p
}

// matches are the true targets, off by a random step within reach.
func (p *samplePair) matches(reach float64, rng *rand.Rand) []int32 {
	nearest := make([]int32, len(p.truth))
	for i, place := range p.truth {
		nearest[i] = place.Nearest
	}
	return snapped(p.x, p.y, nearest, reach, rng)
}

func (p *samplePair) errors(tb testing.TB, m *correspond.SurfaceMap) []float64 {
	tb.Helper()
	errs, err := correspond.GeodesicErrors(context.Background(), p.y.Domain, m.Places, p.truth)
	if err != nil {
		tb.Fatal(err)
	}
	return errs
}

func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for r, i := range order {
		out[i] = float64(r)
	}
	return out
}

// rankCorrelation is Spearman's.
func rankCorrelation(a, b []float64) float64 {
	ra, rb := ranks(a), ranks(b)
	mean := float64(len(a)-1) / 2
	var ab, aa float64
	for i := range ra {
		ab += (ra[i] - mean) * (rb[i] - mean)
		aa += (ra[i] - mean) * (ra[i] - mean)
	}
	return ab / aa
}

func meanWhere(values []float64, where func(i int) bool) float64 {
	var sum, count float64
	for i, v := range values {
		if where(i) {
			sum += v
			count++
		}
	}
	return sum / count
}

func TestConfidenceFallsWithError(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("makes two embedded shapes for each case")
	}
	for _, ids := range [][2]string{{"horse/1", "horse/3r"}, {"human/2", "human/5r"}, {"horse/1", "cat/2r"}} {
		t.Run(ids[0]+" "+ids[1], func(t *testing.T) {
			t.Parallel()
			p := newSamplePair(t, ids[0], ids[1], 300)
			m, _ := dense(t, p.x, p.y, p.matches(0.08, rand.New(rand.NewPCG(4, 4))), nil)
			errs := p.errors(t, m)
			correlation := rankCorrelation(m.Confidence, errs)
			byConfidence := ranks(m.Confidence)
			worst := meanWhere(errs, func(i int) bool { return byConfidence[i] < 0.1*float64(len(errs)) })
			t.Logf("mean error %.4f, rank correlation %.2f, tenth of least confidence %.4f", correspond.Mean(errs), correlation, worst)
			if correlation > -0.1 {
				t.Errorf("confidence and error have rank correlation %.2f", correlation)
			}
			if worst < 1.25*correspond.Mean(errs) {
				t.Errorf("the tenth of least confidence has error %.4f, all have %.4f", worst, correspond.Mean(errs))
			}
		})
	}
}

// A map made of nonsense is not trusted.
func TestConfidenceOfNonsense(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	rng := rand.New(rand.NewPCG(4, 4))
	nonsense := make([]int32, b.spaceX.Len())
	for i := range nonsense {
		nonsense[i] = int32(rng.IntN(len(b.y.Points)))
	}
	good, _ := dense(t, b.spaceX, b.spaceY, snapped(b.spaceX, b.spaceY, b.truthX, 0, rng), nil)
	bad, _ := dense(t, b.spaceX, b.spaceY, nonsense, nil)
	g, n := correspond.Mean(good.Confidence), correspond.Mean(bad.Confidence)
	t.Logf("mean confidence %.2f, of nonsense %.2f", g, n)
	if !(g > 0.5 && n < 0.5*g) || math.IsNaN(n) {
		t.Errorf("mean confidence %.2f for a good map and %.2f for nonsense", g, n)
	}
}

// Mean errors of the samples' matches and of the dense map, over pairs whose
// vertices, triangles and samples have nothing in common.
func BenchmarkDenseEmbeddedPairs(b *testing.B) {
	for _, ids := range [][2]string{{"horse/1", "horse/3r"}, {"cat/1", "cat/3r"}, {"elephant/2", "elephant/5r"}, {"human/1", "human/4r"}, {"horse/1", "cat/1r"}} {
		p := newSamplePair(b, ids[0], ids[1], 500)
		b.Run(ids[0]+"-"+ids[1], func(b *testing.B) {
			xToY := p.matches(0.08, rand.New(rand.NewPCG(4, 4)))
			var m *correspond.SurfaceMap
			for b.Loop() {
				var err error
				if m, _, err = correspond.Dense(context.Background(), p.x, p.y, xToY, nil, correspond.DenseOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(correspond.Mean(p.errors(b, m)), "error/√area")
		})
	}
}
