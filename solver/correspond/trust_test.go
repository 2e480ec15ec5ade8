package correspond_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
	"gwscope/solver/gw"
)

func TestConcentrationIsOneForPermutationsAndZeroForProducts(t *testing.T) {
	t.Parallel()
	for _, c := range correspond.Concentration(gw.Permutation([]int32{2, 0, 1})) {
		if c != 1 {
			t.Errorf("a permutation has %g", c)
		}
	}
	for _, c := range correspond.Concentration(gw.Product(gw.Uniform(3), gw.Uniform(10))) {
		if c > 1e-12 {
			t.Errorf("the product coupling has %g", c)
		}
	}
	got := correspond.Concentration(gw.FromDense(mat.NewDense(3, 4, []float64{
		0.25, 0.25, 0, 0, // two of four: 1 - log 2 / log 4
		0, 0, 0, 0,
		0, 0, 0, 0.5,
	}), 0))
	if math.Abs(got[0]-0.5) > 1e-12 || !math.IsNaN(got[1]) || got[2] != 1 {
		t.Errorf("got %v, want 0.5, NaN, 1", got)
	}
}

func TestFieldKeepsConstantsAndFillsGaps(t *testing.T) {
	t.Parallel()
	s := sharedBodies().spaceX
	values := make([]float64, s.Len())
	for i := range values {
		values[i] = 3
	}
	values[7] = math.NaN() // its neighbours speak for it
	for p, v := range correspond.Field(s, values) {
		if math.Abs(v-3) > 1e-12 {
			t.Fatalf("point %d has %g", p, v)
		}
	}
	// A smooth function comes back: the height, to within a spacing.
	for i, p := range s.Samples {
		values[i] = s.Domain.Points[p].Z
	}
	var off float64
	for p, v := range correspond.Field(s, values) {
		off += math.Abs(v-s.Domain.Points[p].Z) / float64(len(s.Domain.Points))
	}
	if limit := 1 / math.Sqrt(float64(s.Len())); off > limit {
		t.Errorf("heights are off by %.3f in the mean, a spacing is %.3f", off, limit)
	}
}

func TestAgreementCountsTheVotes(t *testing.T) {
	t.Parallel()
	y := sharedBodies().spaceY
	here, far := y.Samples[0], y.Samples[1] // the first two are at opposite ends
	near := y.Domain.Adjacent(here)[0]
	maps := [][]int32{{here, here, -1, here}, {near, far, here, -1}, {here, far, here, -1}}
	agreement := func(weights ...float64) []float64 {
		t.Helper()
		got, err := correspond.Agreement(t.Context(), y, maps, weights, 0)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := agreement(1, 0.5, 0.5)
	if !(got[0] > 0.85 && got[0] < 1) {
		t.Errorf("maps that agree to an edge: %g", got[0])
	}
	if math.Abs(got[1]-0.5) > 1e-3 {
		t.Errorf("half of the weight elsewhere: %g, want 0.5", got[1])
	}
	if !math.IsNaN(got[2]) {
		t.Errorf("a chosen map that does not know: %g, want NaN", got[2])
	}
	if got[3] != 1 {
		t.Errorf("others that do not know: %g, want 1", got[3])
	}
	// The one that is alone with little weight is believed little.
	if alone := agreement(0.1, 0.5, 0.5)[1]; alone > 0.12 {
		t.Errorf("a map of a tenth of the weight against the rest: %g", alone)
	}
}

func TestAgreementOfPlacesIsAMean(t *testing.T) {
	t.Parallel()
	d := sharedBodies().y
	nan := math.NaN()
	got := correspond.AgreementOfPlaces(d, [][]float64{{0, 0, nan, nan}, {0, 9, 0, nan}})
	for i, want := range []float64{1, 0.5, 1, nan} {
		if math.Abs(got[i]-want) > 1e-9 && !(math.IsNaN(want) && math.IsNaN(got[i])) {
			t.Errorf("%d: %g, want %g", i, got[i], want)
		}
	}
}

func TestDensityTellsBareFromPiledUp(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	d, s := b.x, b.spaceX
	identity := &correspond.SurfaceMap{Places: make([]correspond.Place, len(d.Points))}
	folded := &correspond.SurfaceMap{Places: make([]correspond.Place, len(d.Points))}
	for p, at := range d.Points {
		identity.Places[p] = correspond.PlaceAt(d, int32(p))
		q := int32(p)
		if at.X < 0 {
			q, _ = d.NearestPoint(r3.Vec{X: -at.X, Y: at.Y, Z: at.Z})
		}
		folded.Places[p] = correspond.PlaceAt(d, q)
	}
	for p, v := range correspond.Density(d, s, identity) {
		if math.Abs(v-1) > 1e-9 {
			t.Fatalf("the identity brings %g to point %d", v, p)
		}
	}
	density := correspond.Density(d, s, folded)
	var bare, full, all float64
	for p, v := range density {
		all += v * d.PointArea[p]
		if at := d.Points[p]; at.X < -0.4 {
			bare = max(bare, v)
		} else if at.X > 0.4 {
			full += v / 2
		}
	}
	if bare > 0.05 {
		t.Errorf("the side that was folded away has up to %g", bare)
	}
	if math.Abs(all-1) > 0.1 {
		t.Errorf("%g of the area arrives", all)
	}
	if full == 0 {
		t.Error("nothing lands on the other side")
	}
}
