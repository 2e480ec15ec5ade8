package judge_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

// pear is a closed surface of revolution with a dent on one side, so that it has
// one plane of symmetry (y = 0) and no other symmetry: 2 + 24 x 36 vertices.
// reflect gives its mirror image, faces turned so that they still look outward.
func pear(reflect bool) *mesh.Mesh {
	const rings, sides = 24, 36
	m := &mesh.Mesh{}
	at := func(u, v float64) r3.Vec {
		r := math.Sin(u) * (1 + 0.45*math.Cos(u)) * (1 - 0.25*math.Exp(-4*((u-1.2)*(u-1.2)+2-2*math.Cos(v))))
		// A slight twist in y makes left and right differ.
		p := r3.Vec{X: r * math.Cos(v), Y: 0.8*r*math.Sin(v) + 0.12*math.Sin(2*u)*math.Cos(v), Z: 1.6 * math.Cos(u)}
		if reflect {
			p.Y = -p.Y
		}
		return p
	}
	m.Vertices = append(m.Vertices, at(0, 0), at(math.Pi, 0))
	for i := range rings {
		for j := range sides {
			m.Vertices = append(m.Vertices, at(math.Pi*float64(i+1)/(rings+1), 2*math.Pi*float64(j)/sides))
		}
	}
	face := func(a, b, c int) {
		if reflect {
			b, c = c, b
		}
		m.Triangles = append(m.Triangles, [3]int32{int32(a), int32(b), int32(c)})
	}
	v := func(i, j int) int { return 2 + i*sides + j%sides }
	for j := range sides {
		face(0, v(0, j), v(0, j+1))
		face(1, v(rings-1, j+1), v(rings-1, j))
		for i := range rings - 1 {
			face(v(i, j), v(i+1, j), v(i+1, j+1))
			face(v(i, j), v(i+1, j+1), v(i, j+1))
		}
	}
	return m
}

func spaceOf(t testing.TB, m *mesh.Mesh, samples int) *metric.Space {
	t.Helper()
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: samples, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func identity(n int) []int32 {
	id := make([]int32, n)
	for i := range id {
		id[i] = int32(i)
	}
	return id
}

func TestVerdictOnIdentityAndMirrorImage(t *testing.T) {
	t.Parallel()
	for _, samples := range []int{120, 400} {
		x, mirror := spaceOf(t, pear(false), samples), spaceOf(t, pear(true), samples)
		for i := range x.Samples {
			if x.Samples[i] != mirror.Samples[i] {
				t.Fatal("the mirror image is sampled elsewhere; the test needs equal samples")
			}
		}
		shape, image := judge.NewShape(x, 1), judge.NewShape(mirror, 1)
		same := judge.NewBench(shape.Level(samples, 1), shape.Level(samples, 1)).Judge(context.Background(), identity(samples), identity(samples))
		for i, p := range same.XToY {
			if p != x.Samples[i] {
				t.Fatalf("%d samples: sample %d of the identity snaps to point %d, not to itself", samples, i, p)
			}
		}
		if same.Orientation < 1-1e-9 || same.Bending < 1-1e-9 || same.Turning < 1-1e-9 || same.Rigidity > 2e-3 {
			t.Errorf("%d samples, identity: %+v", samples, *same)
		}
		flip := judge.NewBench(shape.Level(samples, 1), image.Level(samples, 1)).Judge(context.Background(), identity(samples), identity(samples))
		if flip.Orientation > 1e-9 || flip.Bending < 0.999 || flip.Rigidity < 0.02 {
			t.Errorf("%d samples, mirror image: orientation %v, bending %v, rigidity %v", samples, flip.Orientation, flip.Bending, flip.Rigidity)
		}
		if flip.Score < same.Score+1 {
			t.Errorf("%d samples: the mirror image scores %v, the identity %v", samples, flip.Score, same.Score)
		}
	}
}

// Curvature knows a shape by its rear and front, but not by its left and right.
func TestCurvatureScore(t *testing.T) {
	t.Parallel()
	const n = 300
	x, mirror := spaceOf(t, pear(false), n), spaceOf(t, pear(true), n)
	level, image := judge.NewShape(x, 1).Level(n, 1), judge.NewShape(mirror, 1).Level(n, 1)
	b, turned := judge.NewBench(level, level), judge.NewBench(level, image)
	backwards := make([]int32, n)
	for i := range backwards {
		backwards[i] = x.Samples[n-1-i]
	}
	same, wrong := b.CurvatureScore(x.Samples, x.Samples), b.CurvatureScore(backwards, backwards)
	if want := 2 * math.Log(0.02); math.Abs(same-want) > 1e-6 || wrong < same+2 {
		t.Errorf("the identity scores %g, want %g; nonsense scores %g", same, want, wrong)
	}
	if flipped := turned.CurvatureScore(mirror.Samples, x.Samples); math.Abs(flipped-same) > 0.01 {
		t.Errorf("the mirror image scores %g, the shape itself %g", flipped, same)
	}
	v := b.Rate(backwards, backwards)
	if want := math.Log(1.02-v.Bending) + math.Log(1.02-v.Turning); math.Abs(wrong-want) > 1e-9 {
		t.Errorf("%g is not what the verdict says, %g", wrong, want)
	}
}

// A map that is off by half a sample spacing must come back to the surface's truth.
func TestSnapRemovesJitter(t *testing.T) {
	t.Parallel()
	m := pear(false)
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	space := func(seed uint64) *metric.Space {
		s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 320, Seed: seed, Kind: metric.KindAccurate})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	x, y := space(1), space(2)
	nearest := y.NearestSamples(1)
	xToY := make([]int32, x.Len())
	back := make([]int32, y.Len())
	for i, p := range x.Samples {
		xToY[i] = nearest[p]
	}
	for j, p := range x.NearestSamples(1) {
		for k, q := range y.Samples {
			if int32(j) == q {
				back[k] = p
			}
		}
	}
	bench := judge.NewBench(judge.NewShape(x, 1).Level(320, 1), judge.NewShape(y, 1).Level(320, 1))
	v := bench.Judge(context.Background(), xToY, back)
	before, after := 0.0, 0.0
	for i, p := range x.Samples {
		before += r3.Norm(r3.Sub(d.Points[p], d.Points[y.Samples[xToY[i]]]))
		after += r3.Norm(r3.Sub(d.Points[p], d.Points[v.XToY[i]]))
	}
	if after > before/3 {
		t.Errorf("snapping brings the mean error from %.4f to %.4f", before/320, after/320)
	}
}

func TestJudgeStopsWithItsContext(t *testing.T) {
	t.Parallel()
	x := spaceOf(t, pear(false), 120)
	level := judge.NewShape(x, 1).Level(120, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if v := judge.NewBench(level, level).Judge(ctx, identity(120), identity(120)); v != nil {
		t.Errorf("a verdict after the end: %+v", *v)
	}
}

func TestCloudsAreJudgedByRigidityAlone(t *testing.T) {
	t.Parallel()
	x := spaceOf(t, &mesh.Mesh{Vertices: pear(false).Vertices}, 100)
	level := judge.NewShape(x, 1).Level(100, 1)
	v := judge.NewBench(level, level).Judge(context.Background(), identity(100), identity(100))
	if !math.IsNaN(v.Orientation) || !math.IsNaN(v.Bending) || math.Abs(v.Score-2*math.Log(v.Rigidity)) > 1e-12 {
		t.Errorf("%+v", *v)
	}
}

func BenchmarkJudge(b *testing.B) {
	x := spaceOf(b, pear(false), 500)
	level := judge.NewShape(x, 0).Level(500, 0)
	bench := judge.NewBench(level, level)
	id := identity(500)
	for b.Loop() {
		bench.Judge(context.Background(), id, id)
	}
}
