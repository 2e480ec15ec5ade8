package correspond_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/gw"
)

func TestHeaviestOfPlan(t *testing.T) {
	t.Parallel()
	plan := &gw.Plan{N: 4, M: 3, I: []int32{0, 0, 1, 1, 3}, J: []int32{0, 1, 1, 2, 2}, Mass: []float64{0.1, 0.2, 0.2, 0.2, 0.3}}
	if got := plan.Targets(); !slices.Equal(got, []int32{1, 1, -1, 2}) {
		t.Errorf("targets %v", got)
	}
	if got := correspond.HeaviestSources(plan); !slices.Equal(got, []int32{0, 0, 3}) {
		t.Errorf("sources %v", got)
	}
}

func TestBarycentricProjection(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	n := b.spaceY.Len()
	points := b.spaceY.Positions()

	sigma := make([]int32, n)
	for i, j := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		sigma[i] = int32(j)
	}
	for i, at := range correspond.BarycentricProjection(gw.Permutation(sigma), b.spaceY) {
		if r3.Norm(r3.Sub(at, points[sigma[i]])) > 1e-12 {
			t.Fatalf("a permutation sends sample %d to %v, not to its target %v", i, at, points[sigma[i]])
		}
	}

	split := &gw.Plan{N: 2, M: n, I: []int32{0, 0}, J: []int32{3, 8}, Mass: []float64{0.1, 0.3}}
	got := correspond.BarycentricProjection(split, b.spaceY)
	want := r3.Add(r3.Scale(0.25, points[3]), r3.Scale(0.75, points[8]))
	if r3.Norm(r3.Sub(got[0], want)) > 1e-12 || !math.IsNaN(got[1].X) {
		t.Errorf("projection %v, expected %v and nothing", got, want)
	}
}

func TestPairDistortion(t *testing.T) {
	t.Parallel()
	p := copyPair(t, body(3, 0), body(3, 0), 7)
	x, y := spaceOf(t, p.x, 1000, 1), spaceOf(t, p.y, 1000, 2)
	sampleOf := make([]int32, len(p.y.Points))
	for j, q := range y.Samples {
		sampleOf[q] = int32(j)
	}
	sigma := make([]int32, x.Len())
	for i, s := range x.Samples {
		sigma[i] = sampleOf[p.truthX[s]]
	}
	onX, onY := correspond.PairDistortion(x, y, gw.Permutation(sigma))
	if w := max(slices.Max(onX), slices.Max(onY)); w > 1e-6 {
		t.Errorf("an isometry distorts distances by %g", w)
	}
	// Exchanging two targets shows at the two, most of all.
	sigma[3], sigma[4] = sigma[4], sigma[3]
	onX, onY = correspond.PairDistortion(x, y, gw.Permutation(sigma))
	for i, d := range onX {
		if i != 3 && i != 4 && d >= min(onX[3], onX[4]) {
			t.Errorf("sample %d has distortion %g, the exchanged ones %g and %g", i, d, onX[3], onX[4])
		}
	}
	if math.Abs(onY[sigma[3]]-onX[3]) > 1e-9 {
		t.Errorf("a pair has distortion %g on one side and %g on the other", onX[3], onY[sigma[3]])
	}
	// The mean over both equals that of the definition.
	var want float64
	for i := range sigma {
		for k := range sigma {
			want += math.Abs(x.Distances.At(i, k)-y.Distances.At(int(sigma[i]), int(sigma[k]))) / float64(x.Len()*x.Len())
		}
	}
	if got := correspond.Mean(onX); math.Abs(got-want) > 1e-12 {
		t.Errorf("mean distortion %g, expected %g", got, want)
	}
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	d := domainOf(t, body(3, 0))
	identity := &correspond.SurfaceMap{Positions: d.Points, Places: make([]correspond.Place, len(d.Points))}
	collapsed := &correspond.SurfaceMap{Positions: make([]r3.Vec, len(d.Points)), Places: make([]correspond.Place, len(d.Points))}
	half := &correspond.SurfaceMap{Positions: make([]r3.Vec, len(d.Points)), Places: make([]correspond.Place, len(d.Points))}
	for p, at := range d.Points {
		identity.Places[p] = correspond.PlaceAt(d, int32(p))
		collapsed.Places[p], collapsed.Positions[p] = correspond.PlaceAt(d, 5), d.Points[5]
		q := int32(p)
		if at.X < 0 { // fold one side onto the other
			q, _ = d.NearestPoint(r3.Vec{X: -at.X, Y: at.Y, Z: at.Z})
		}
		half.Places[p], half.Positions[p] = correspond.PlaceAt(d, q), d.Points[q]
	}
	if c := correspond.Coverage(d, d, identity); math.Abs(c-1) > 1e-12 {
		t.Errorf("the identity covers %g", c)
	}
	if c := correspond.Coverage(d, d, collapsed); c > 0.05 {
		t.Errorf("a constant map covers %g", c)
	}
	if c := correspond.Coverage(d, d, half); c < 0.3 || c > 0.8 {
		t.Errorf("a folded map covers %g", c)
	}
}
