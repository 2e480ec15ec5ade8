package anchor

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

func TestPeaksOfAPath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		f    []float64
		want []peak
	}{
		{"one hill", []float64{0, 1, 3, 2}, []peak{{2, 3}}},
		{"two hills and a pass", []float64{0, 5, 1, 4, 2}, []peak{{1, 5}, {3, 3}}},
		{"three hills", []float64{3, 1, 5, 0, 4}, []peak{{2, 5}, {4, 4}, {0, 2}}},
		{"a plateau is one peak", []float64{2, 2, 0}, []peak{{0, 2}}},
		{"flat", []float64{1, 1, 1}, []peak{{0, 0}}},
		{"one point", []float64{7}, []peak{{0, 0}}},
	} {
		adjacent := func(p int32) []int32 {
			var out []int32
			for _, q := range []int32{p - 1, p + 1} {
				if q >= 0 && int(q) < len(tt.f) {
					out = append(out, q)
				}
			}
			return out
		}
		got := slices.DeleteFunc(peaks(tt.f, adjacent), func(p peak) bool { return p.persistence == 0 && len(tt.want) > 0 && tt.want[0].persistence > 0 })
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: peaks %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The ends of a star's spikes are its tips, wherever it stands, however large it is,
// in whatever order its vertices come, and in the mirror.
func TestTipsOfAStar(t *testing.T) {
	t.Parallel()
	for _, count := range []int{3, 5, 6} {
		m, ends := star(count)
		for _, reflected := range []bool{false, true} {
			hidden, newIndex := disguise(m, uint64(count), reflected)
			d, err := metric.NewDomain(hidden, metric.DomainOptions{})
			if err != nil {
				t.Fatal(err)
			}
			tips := tipsOf(t, spaceOf(t, hidden, 300, 4), 0)
			if len(tips) != count {
				t.Fatalf("%d spikes, %d tips", count, len(tips))
			}
			var found []int
			for k, tip := range tips {
				if want := fmt.Sprintf("tip %d", k+1); tip.Name != want {
					t.Errorf("tip %d is called %q", k+1, tip.Name)
				}
				if k > 0 && tip.Persistence > tips[k-1].Persistence || k == 0 && tip.Persistence != 1 {
					t.Errorf("persistence %v does not go down from 1", tips)
				}
				for e, v := range ends {
					if r3.Norm(r3.Sub(d.Points[tip.Point], d.Points[d.PointOf[newIndex[v]]])) < 0.06 {
						found = append(found, e)
					}
				}
			}
			slices.Sort(found)
			if len(slices.Compact(found)) != count {
				t.Errorf("%d spikes: tips lie at the ends of %v", count, found)
			}
		}
	}
}

// The tips that a sampling finds are those that another one finds.
func TestTipsDependOnTheShapeAlone(t *testing.T) {
	t.Parallel()
	m := shapeOf(t, "horse/2")
	hidden, newIndex := disguise(m, 3, false)
	a, b := spaceOf(t, m, 200, 1), spaceOf(t, hidden, 500, 9)
	tipsA, tipsB := tipsOf(t, a, 1), tipsOf(t, b, 2)
	if len(tipsA) != 6 || len(tipsB) != 6 {
		t.Fatalf("a horse has %d and %d tips: four hooves, a head and a tail are six", len(tipsA), len(tipsB))
	}
	for _, tip := range tipsA {
		at := b.Domain.Points[b.Domain.PointOf[newIndex[a.Domain.VertexOf[tip.Point]]]]
		if !slices.ContainsFunc(tipsB, func(o Extremity) bool { return r3.Norm(r3.Sub(at, b.Domain.Points[o.Point])) < 0.1 }) {
			t.Errorf("%s of one sampling is no tip of the other", tip.Name)
		}
	}
}

func TestRoundShapesHaveNoTips(t *testing.T) {
	t.Parallel()
	for _, m := range []*mesh.Mesh{meshtest.Icosphere(3), meshtest.Bumpy(3), shapeOf(t, "toy3d/2")} {
		if tips := tipsOf(t, spaceOf(t, m, 200, 1), 0); len(tips) != 0 {
			t.Errorf("%s has %d tips", m.Name, len(tips))
		}
	}
}

func TestTipsOfClouds(t *testing.T) {
	t.Parallel()
	m, _ := star(5)
	cloud := &mesh.Mesh{Name: "cloud", Vertices: m.Vertices}
	if tips := tipsOf(t, spaceOf(t, cloud, 300, 1), 0); len(tips) != 5 {
		t.Errorf("a cloud of five spikes has %d tips", len(tips))
	}
}

func BenchmarkTips(b *testing.B) {
	space := spaceOf(b, shapeOf(b, "horse/1"), 500, 1)
	for b.Loop() {
		tipsOf(b, space, 0)
	}
}
