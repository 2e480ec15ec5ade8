package correspond_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/threadtest"
	"gwscope/solver/metric"
)

func dense(t *testing.T, x, y *metric.Space, xToY, yToX []int32) (mapXToY, mapYToX *correspond.SurfaceMap) {
	t.Helper()
	mx, my, err := correspond.Dense(context.Background(), x, y, xToY, yToX, correspond.DenseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	checkMap(t, x.Domain, y.Domain, mx)
	checkMap(t, y.Domain, x.Domain, my)
	return mx, my
}

// checkMap holds whatever the shapes are.
func checkMap(t *testing.T, source, target *metric.Domain, m *correspond.SurfaceMap) {
	t.Helper()
	v := len(source.Points)
	if len(m.Places) != v || len(m.Positions) != v || len(m.Confidence) != v {
		t.Fatalf("%d places, %d positions, %d confidences for %d points", len(m.Places), len(m.Positions), len(m.Confidence), v)
	}
	for i, p := range m.Places {
		sum := p.Bary[0] + p.Bary[1] + p.Bary[2]
		if math.Abs(sum-1) > 1e-12 || p.Bary[0] < 0 || p.Bary[1] < 0 || p.Bary[2] < 0 {
			t.Fatalf("point %d: barycentric coordinates %v", i, p.Bary)
		}
		if c := m.Confidence[i]; !(c >= 0 && c <= 1) {
			t.Fatalf("point %d: confidence %g", i, c)
		}
		var at r3.Vec
		if p.Face < 0 {
			if !target.IsCloud() {
				t.Fatalf("point %d has no triangle on a mesh", i)
			}
			at = target.Points[p.Nearest]
		} else {
			corners := target.Triangles[p.Face]
			for k, c := range corners {
				at = r3.Add(at, r3.Scale(p.Bary[k], target.Points[c]))
			}
			nearest := r3.Norm(r3.Sub(target.Points[p.Nearest], m.Positions[i]))
			if !slices.Contains(corners[:], p.Nearest) {
				t.Fatalf("point %d: nearest %d is no corner of %v", i, p.Nearest, corners)
			}
			for _, c := range corners {
				if r3.Norm(r3.Sub(target.Points[c], m.Positions[i])) < nearest-1e-12 {
					t.Fatalf("point %d: corner %d is nearer than %d", i, c, p.Nearest)
				}
			}
		}
		if d := r3.Norm(r3.Sub(at, m.Positions[i])); !(d < 1e-12) {
			t.Fatalf("point %d: position is %g away from its place", i, d)
		}
	}
}

// errorsOf are the geodesic errors against true points.
func errorsOf(tb testing.TB, y *metric.Domain, m *correspond.SurfaceMap, truth []int32) []float64 {
	tb.Helper()
	places := make([]correspond.Place, len(truth))
	for i, q := range truth {
		places[i] = correspond.PlaceAt(y, q)
	}
	errs, err := correspond.GeodesicErrors(context.Background(), y, m.Places, places)
	if err != nil {
		tb.Fatal(err)
	}
	return errs
}

func TestDenseRecoversShuffledCopy(t *testing.T) {
	t.Parallel()
	p := copyPair(t, body(4, 0), body(4, 0), 3)
	x, y := spaceOf(t, p.x, 300, 1), spaceOf(t, p.y, 300, 2)
	rng := rand.New(rand.NewPCG(1, 1))
	mx, my := dense(t, x, y, snapped(x, y, p.truthX, 0, rng), snapped(y, x, p.truthY, 0, rng))
	for name, e := range map[string]float64{"X to Y": correspond.Mean(errorsOf(t, p.y, mx, p.truthX)), "Y to X": correspond.Mean(errorsOf(t, p.x, my, p.truthY))} {
		if e > 0.01 {
			t.Errorf("%s: mean error %.4f on a copy", name, e)
		}
	}
}

// With every point a sample, perfect matches give back the permutation.
func TestDenseRecoversPermutation(t *testing.T) {
	t.Parallel()
	p := copyPair(t, body(3, 0), body(3, 0), 4)
	x, y := spaceOf(t, p.x, 1000, 1), spaceOf(t, p.y, 1000, 2)
	xToY := make([]int32, x.Len())
	for i, s := range x.Samples {
		xToY[i] = p.truthX[s]
	}
	mx, my := dense(t, x, y, xToY, nil)
	wrong := 0
	for i, place := range mx.Places {
		if place.Nearest != p.truthX[i] {
			wrong++
		}
		if my.Places[p.truthX[i]].Nearest != int32(i) {
			wrong++
		}
	}
	if wrong > len(mx.Places)/50 {
		t.Errorf("%d of %d points are not on their copies", wrong, 2*len(mx.Places))
	}
	if e := correspond.Mean(errorsOf(t, p.y, mx, p.truthX)); e > 0.004 {
		t.Errorf("mean error %.4f", e)
	}
}

func TestDenseForgivesWrongMatches(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	for _, tt := range []struct {
		name    string
		reach   float64 // of a random step of every match
		outlier int     // every so many matches are anywhere
		limit   float64
	}{
		{"nearest samples", 0, 0, 0.022},
		{"off by a sample or two", 0.12, 0, 0.024},
		{"one in eight anywhere", 0, 8, 0.024},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(8, 8))
			xToY, yToX := snapped(b.spaceX, b.spaceY, b.truthX, tt.reach, rng), snapped(b.spaceY, b.spaceX, b.truthY, tt.reach, rng)
			for i := range xToY {
				if tt.outlier > 0 && i%tt.outlier == 0 {
					xToY[i] = int32(rng.IntN(len(b.y.Points)))
				}
			}
			mx, my := dense(t, b.spaceX, b.spaceY, xToY, yToX)
			ex, ey := correspond.Mean(errorsOf(t, b.y, mx, b.truthX)), correspond.Mean(errorsOf(t, b.x, my, b.truthY))
			t.Logf("errors %.4f and %.4f", ex, ey)
			if ex > tt.limit || ey > tt.limit {
				t.Errorf("mean errors %.4f and %.4f, expected at most %.3f", ex, ey, tt.limit)
			}
		})
	}
}

// Matches of one direction, or of some samples only, are enough.
func TestDenseWorksWithPartOfTheMatches(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	rng := rand.New(rand.NewPCG(8, 8))
	xToY, yToX := snapped(b.spaceX, b.spaceY, b.truthX, 0, rng), snapped(b.spaceY, b.spaceX, b.truthY, 0, rng)
	half := slices.Clone(xToY)
	for i := range half {
		if i%2 == 0 {
			half[i] = -1
		}
	}
	for name, matches := range map[string][2][]int32{"X to Y": {xToY, nil}, "Y to X": {nil, yToX}, "half": {half, nil}} {
		mx, _ := dense(t, b.spaceX, b.spaceY, matches[0], matches[1])
		if e := correspond.Mean(errorsOf(t, b.y, mx, b.truthX)); e > 0.025 {
			t.Errorf("%s alone: mean error %.4f", name, e)
		}
	}
}

// Vertices need not land on vertices: a fine source fills the triangles of a
// coarse target, and its points stay apart.
func TestDenseLandsInsideTriangles(t *testing.T) {
	t.Parallel()
	fine, coarse := body(4, 0), body(3, 0)
	p := &pair{x: domainOf(t, fine), y: domainOf(t, coarse)}
	x, y := spaceOf(t, p.x, 300, 1), spaceOf(t, p.y, 300, 2)
	// The coarse vertices are the first of the fine ones.
	xToY := make([]int32, x.Len())
	for i, s := range x.Samples {
		xToY[i] = -1
		if v := p.x.VertexOf[s]; int(v) < len(coarse.Vertices) {
			xToY[i] = p.y.PointOf[v]
		}
	}
	mx, _ := dense(t, x, y, xToY, nil)
	inside := 0
	var far float64
	seen := map[r3.Vec]bool{}
	for i, place := range mx.Places {
		if place.Bary[0] > 0.01 && place.Bary[1] > 0.01 && place.Bary[2] > 0.01 {
			inside++
		}
		seen[mx.Positions[i]] = true
		far += r3.Norm(r3.Sub(mx.Positions[i], p.x.Points[i])) / float64(len(mx.Places))
	}
	if inside < len(mx.Places)/4 {
		t.Errorf("only %d of %d places lie inside a triangle", inside, len(mx.Places))
	}
	if len(seen) < 2*len(p.y.Points) {
		t.Errorf("%d points share %d places; the target has %d points", len(mx.Places), len(seen), len(p.y.Points))
	}
	if far > 0.02 {
		t.Errorf("places are %.4f / √area away from where the finer surface has them", far)
	}
}

func TestDenseOfClouds(t *testing.T) {
	t.Parallel()
	p := copyPair(t, cloudOf(body(4, 0)), cloudOf(body(4, 0)), 5)
	x, y := spaceOf(t, p.x, 250, 1), spaceOf(t, p.y, 250, 2)
	rng := rand.New(rand.NewPCG(1, 1))
	mx, _ := dense(t, x, y, snapped(x, y, p.truthX, 0, rng), snapped(y, x, p.truthY, 0, rng))
	for i, place := range mx.Places {
		if place.Face != -1 {
			t.Fatalf("point %d of a cloud has triangle %d", i, place.Face)
		}
	}
	if e := correspond.Mean(errorsOf(t, p.y, mx, p.truthX)); e > 0.01 {
		t.Errorf("mean error %.4f of the diagonal", e)
	}
}

func TestDenseFromCloudToMesh(t *testing.T) {
	t.Parallel()
	p := copyPair(t, cloudOf(body(3, 0)), body(3, 0), 5)
	x, y := spaceOf(t, p.x, 200, 1), spaceOf(t, p.y, 150, 2)
	rng := rand.New(rand.NewPCG(1, 1))
	mx, _ := dense(t, x, y, snapped(x, y, p.truthX, 0, rng), snapped(y, x, p.truthY, 0, rng))
	if e := correspond.Mean(errorsOf(t, p.y, mx, p.truthX)); e > 0.03 {
		t.Errorf("mean error %.4f", e)
	}
}

func TestDenseOfSmallShapes(t *testing.T) {
	t.Parallel()
	tetrahedron := &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {Y: 1.3}, {Z: 1.7}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}}
	triangle := &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}, {Y: 1.5}}, Triangles: [][3]int32{{0, 1, 2}}}
	for _, tt := range []struct {
		name string
		m    *mesh.Mesh
		n    int
	}{
		{"triangle", triangle, 10}, {"two samples", body(1, 0), 2}, {"tetrahedron", tetrahedron, 10}, {"12 points", body(0, 0), 12},
		{"42 points", body(1, 0), 100}, {"five samples of 162", body(2, 0), 5}, {"pair of points", &mesh.Mesh{Vertices: []r3.Vec{{}, {X: 1}}}, 5},
	} {
		p := copyPair(t, tt.m, tt.m, 6)
		x, y := spaceOf(t, p.x, tt.n, 1), spaceOf(t, p.y, tt.n, 2)
		xToY, yToX := make([]int32, x.Len()), make([]int32, y.Len())
		for i, s := range x.Samples {
			xToY[i] = p.truthX[s]
		}
		for j, s := range y.Samples {
			yToX[j] = p.truthY[s]
		}
		mx, _ := dense(t, x, y, xToY, yToX)
		if x.Len() < len(p.x.Points) {
			continue // too few samples for more than a map that is one
		}
		for i, place := range mx.Places {
			if place.Nearest != p.truthX[i] {
				t.Errorf("%s: point %d goes to %d instead of %d", tt.name, i, place.Nearest, p.truthX[i])
			}
		}
	}
}

// Area weights, unequal numbers of samples and of points.
func TestDenseOfWeightedSpaces(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	x, err := metric.NewSpace(context.Background(), b.x, metric.SpaceOptions{Samples: 120, Weights: metric.WeightsArea, Kind: metric.KindAccurate})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	mx, my := dense(t, x, b.spaceY, snapped(x, b.spaceY, b.truthX, 0, rng), snapped(b.spaceY, x, b.truthY, 0, rng))
	if e := correspond.Mean(errorsOf(t, b.y, mx, b.truthX)); e > 0.03 {
		t.Errorf("mean error %.4f", e)
	}
	if c := correspond.Coverage(b.x, b.y, mx); c < 0.97 {
		t.Errorf("the map from X covers %.3f of Y", c)
	}
	if c := correspond.Coverage(b.y, b.x, my); c < 0.97 {
		t.Errorf("the map from Y covers %.3f of X", c)
	}
}

func TestDenseDoesNotDependOnThreads(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	rng := rand.New(rand.NewPCG(1, 1))
	xToY, yToX := snapped(b.spaceX, b.spaceY, b.truthX, 0.08, rng), snapped(b.spaceY, b.spaceX, b.truthY, 0.08, rng)
	var first [2]*correspond.SurfaceMap
	for _, threads := range threadtest.Counts(1, 2, 5) {
		mx, my, err := correspond.Dense(context.Background(), b.spaceX, b.spaceY, xToY, yToX, correspond.DenseOptions{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		if first[0] == nil {
			first = [2]*correspond.SurfaceMap{mx, my}
		} else if !reflect.DeepEqual(first, [2]*correspond.SurfaceMap{mx, my}) {
			t.Errorf("%d threads give other bits than one", threads)
		}
	}
}

func TestDenseReportsProgressAndStops(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	rng := rand.New(rand.NewPCG(1, 1))
	xToY := snapped(b.spaceX, b.spaceY, b.truthX, 0, rng)
	var seen []float64
	_, _, err := correspond.Dense(context.Background(), b.spaceX, b.spaceY, xToY, nil, correspond.DenseOptions{Progress: func(f float64) { seen = append(seen, f) }})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(seen) || len(seen) < 5 || seen[len(seen)-1] != 1 {
		t.Errorf("progress %v", seen)
	}
	stops := []float64{0, 0.25, 0.5, 0.7, 0.9}
	if testing.Short() { // see threadtest.Counts
		stops = stops[3:4]
	}
	for _, stop := range stops {
		ctx, cancel := context.WithCancel(context.Background())
		var after atomic.Int32
		if stop == 0 {
			cancel()
		}
		_, _, err := correspond.Dense(ctx, b.spaceX, b.spaceY, xToY, nil, correspond.DenseOptions{Progress: func(f float64) {
			if ctx.Err() != nil {
				after.Add(1)
			}
			if f >= stop {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %g: error %v", stop, err)
		}
		if after.Load() > 1 {
			t.Errorf("cancelled at %g: went on for %d steps", stop, after.Load())
		}
		cancel()
	}
}

func TestDenseRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	n, m := b.spaceX.Len(), b.spaceY.Len()
	tooFar := make([]int32, n)
	tooFar[7] = int32(len(b.y.Points))
	none := make([]int32, n)
	for i := range none {
		none[i] = -1
	}
	for _, tt := range []struct {
		name       string
		xToY, yToX []int32
		says       string
	}{
		{"too few", make([]int32, n-1), nil, fmt.Sprintf("%d and %d samples", n, m)},
		{"too many back", nil, make([]int32, m+1), "one match for each sample"},
		{"out of range", tooFar, nil, "sample 7 of X"},
		{"no matches", none, nil, "at least one match"},
		{"nothing", nil, nil, "at least one match"},
	} {
		_, _, err := correspond.Dense(context.Background(), b.spaceX, b.spaceY, tt.xToY, tt.yToX, correspond.DenseOptions{})
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: error %v, expected one about %q", tt.name, err, tt.says)
		}
	}
}
