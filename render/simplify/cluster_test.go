package simplify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"gwscope/render/scene"
)

// torus has 2 n m triangles; the tube's radius is r. Vertices are shuffled.
func torus(n, m int, r float64) (ps []scene.Vec, ts [][3]int32) {
	order := rand.New(rand.NewPCG(3, 1)).Perm(n * m)
	ps = make([]scene.Vec, n*m)
	for i := range n {
		for j := range m {
			u, v := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(m)
			d := 1 + r*math.Cos(v)
			ps[order[i*m+j]] = scene.Vec{float32(d * math.Cos(u)), float32(d * math.Sin(u)), float32(r * math.Sin(v))}
			at := func(i, j int) int32 { return int32(order[i%n*m+j%m]) }
			ts = append(ts, [3]int32{at(i, j), at(i+1, j), at(i, j+1)}, [3]int32{at(i+1, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return ps, ts
}

func volume(ps []scene.Vec, ts [][3]int32) (v float64) {
	for _, t := range ts {
		var p [3]mgl64.Vec3
		for k := range 3 {
			for i := range 3 {
				p[k][i] = float64(ps[t[k]][i])
			}
		}
		v += p[0].Dot(p[1].Cross(p[2])) / 6
	}
	return v
}

func TestClusterKeepsTheShape(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		n, m, target int
		radius       float64
		volume       float64 // relative error allowed
	}{
		"fat":  {300, 150, 6000, 0.4, 0.02},
		"thin": {1500, 30, 6000, 0.03, 0.12},
	} {
		ps, ts := torus(tc.n, tc.m, tc.radius)
		out := Cluster(ps, ts, tc.target)
		if len(out) < tc.target/2 || len(out) > tc.target*2 {
			t.Errorf("%s: %d triangles of %d, wanted about %d", name, len(out), len(ts), tc.target)
		}
		if want, got := volume(ps, ts), volume(ps, out); math.Abs(got/want-1) > tc.volume {
			t.Errorf("%s: volume %.4f, was %.4f", name, got, want)
		}
		for _, tri := range out {
			if tri[0] == tri[1] || tri[1] == tri[2] || tri[2] == tri[0] {
				t.Fatalf("%s: degenerate triangle %v", name, tri)
			}
		}
		if !slices.Equal(out, Cluster(ps, ts, tc.target)) {
			t.Errorf("%s: a second run gives other triangles", name)
		}
	}
}

// A spike that a mean of its cell would cut off must keep its tip.
func TestClusterKeepsTips(t *testing.T) {
	t.Parallel()
	ps, ts := torus(200, 100, 0.4)
	top := 0
	for i, p := range ps {
		if p[0] > ps[top][0] {
			top = i
		}
	}
	ps[top][0] += 1
	for _, tri := range Cluster(ps, ts, 3000) {
		if slices.Contains(tri[:], int32(top)) {
			return
		}
	}
	t.Error("the tip is gone")
}

func TestClusterLeavesOutTheUnsound(t *testing.T) {
	t.Parallel()
	nan := float32(math.NaN())
	ps, ts := torus(40, 40, 0.4)
	ps = append(ps, scene.Vec{nan, 0, 0}, scene.Vec{0, float32(math.Inf(1)), 0})
	bad := int32(len(ps) - 1)
	ts = append(ts, [3]int32{0, 1, bad}, [3]int32{0, bad - 1, 1}, [3]int32{0, 1, 99999}, [3]int32{-1, 1, 2}, [3]int32{5, 5, 5})
	for _, tri := range Cluster(ps, ts, 800) {
		for _, v := range tri {
			if v < 0 || v >= bad-1 {
				t.Fatalf("vertex %d is drawn", v)
			}
		}
	}
	for name, ts := range map[string][][3]int32{"none": nil, "only bad": {{0, 1, bad}}, "no area": {{3, 3, 4}}} {
		if out := Cluster(ps, ts, 100); out != nil {
			t.Errorf("%s: %d triangles", name, len(out))
		}
	}
	if out := Cluster(nil, ts, 100); out != nil {
		t.Error("triangles without vertices")
	}
}

func BenchmarkCluster(b *testing.B) {
	ps, ts := torus(500, 500, 0.4)
	for b.Loop() {
		Cluster(ps, ts, 20000)
	}
}
