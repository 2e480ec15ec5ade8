package correspond_test

import (
	"context"
	"slices"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/threadtest"
	"gwscope/solver/metric"
)

// damaged is a pair of which the target has lost all that lies within reach of one of
// its extremities: the farthest samples are extremities.
type damaged struct {
	x, y    *metric.Space
	xToY    []int32 // the true map of x's samples; nearest to the cut where the place is lost
	missing []bool  // of x's samples
}

func damage(t testing.TB, a, b string, tip int, reach float64, samples int) *damaged {
	t.Helper()
	load := func(id string) *mesh.Mesh {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	mx, my := load(a), load(b)
	whole := domainOf(t, my)
	few := spaceOf(t, whole, 12, 1)
	gone := make([]bool, len(my.Vertices))
	for v := range gone {
		gone[v] = float64(few.Row(tip).At(whole.PointOf[v]))*few.Diameter < reach
	}
	cut := &mesh.Mesh{}
	kept := make([]int32, len(my.Vertices))
	for v, p := range my.Vertices {
		kept[v] = -1
		if !gone[v] {
			kept[v] = int32(len(cut.Vertices))
			cut.Vertices = append(cut.Vertices, p)
		}
	}
	for _, f := range my.Triangles {
		if !gone[f[0]] && !gone[f[1]] && !gone[f[2]] {
			cut.Triangles = append(cut.Triangles, [3]int32{kept[f[0]], kept[f[1]], kept[f[2]]})
		}
	}
	d := &damaged{x: spaceOf(t, domainOf(t, mx), samples, 3), y: spaceOf(t, domainOf(t, cut), samples, 4)}
	truth, err := shapes.Truth(a, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range d.x.Samples {
		place := truth[d.x.Domain.VertexOf[s]]
		v := my.Triangles[place.Face][0]
		d.missing = append(d.missing, gone[v])
		// Lost places go to the nearest place that is left, as in maps.
		best, least := int32(-1), 0.0
		if p := kept[v]; p >= 0 && d.y.Domain.PointOf[p] >= 0 {
			best = d.y.Domain.PointOf[p]
		} else {
			for w, q := range kept {
				if q < 0 || d.y.Domain.PointOf[q] < 0 {
					continue
				}
				dx := my.Vertices[w].X - my.Vertices[v].X
				dy := my.Vertices[w].Y - my.Vertices[v].Y
				dz := my.Vertices[w].Z - my.Vertices[v].Z
				if r := dx*dx + dy*dy + dz*dz; best < 0 || r < least {
					best, least = d.y.Domain.PointOf[q], r
				}
			}
		}
		d.xToY = append(d.xToY, best)
	}
	return d
}

// marked is the share of missing samples that are marked and the share of others.
func (d *damaged) marked(t testing.TB) (hit, wrong float64) {
	t.Helper()
	misfit, err := correspond.Misfit(context.Background(), d.x, d.y, d.xToY, 0)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for i, u := range correspond.Unmatched(misfit) {
		switch {
		case d.missing[i] && u:
			hit++
		case u:
			wrong++
		}
		if d.missing[i] {
			lost++
		}
	}
	return hit / float64(max(lost, 1)), wrong / float64(len(d.missing)-lost)
}

func TestUnmatchedFindsTheMissingLimb(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b  string
		tip   int
		reach float64
	}{
		{"cat/2", "cat/3", 2, 0.6}, {"horse/1", "horse/4", 0, 0.35}, {"human/1", "human/3", 4, 0.35},
	} {
		d := damage(t, c.a, c.b, c.tip, c.reach, 250)
		hit, wrong := d.marked(t)
		lost := 0
		for _, m := range d.missing {
			if m {
				lost++
			}
		}
		t.Logf("%s to %s: %d of %d samples lost, %.2f of them marked and %.3f of the others", c.a, c.b, lost, len(d.missing), hit, wrong)
		if hit < 0.4 || wrong > 0.05 {
			t.Errorf("%s to %s without extremity %d: %.2f of what is lost is marked, and %.3f of the rest", c.a, c.b, c.tip, hit, wrong)
		}
	}
}

func TestNothingIsUnmatchedBetweenWholeShapes(t *testing.T) {
	t.Parallel()
	for _, ids := range [][2]string{{"cat/2", "cat/3"}, {"human/1", "human/3"}} {
		if _, wrong := damage(t, ids[0], ids[1], 0, 0, 250).marked(t); wrong > 0.05 {
			t.Errorf("%s to %s: %.3f is marked", ids[0], ids[1], wrong)
		}
	}
}

func TestMisfitDoesNotDependOnThreads(t *testing.T) {
	t.Parallel()
	x, y := "cat/2", "cat/3"
	if testing.Short() { // the race detector makes animals for seconds and needs none
		x, y = "toy3d/4", "toy2d/4"
	}
	d := damage(t, x, y, 2, 0.35, 80)
	var one []float64
	for _, threads := range threadtest.Counts(1, 7) {
		many, err := correspond.Misfit(context.Background(), d.x, d.y, d.xToY, threads)
		if one == nil {
			one = many
		}
		if err != nil || !slices.Equal(one, many) {
			t.Errorf("the bits depend on the number of threads (%v)", err)
		}
	}
}

func BenchmarkMisfit(b *testing.B) {
	d := damage(b, "cat/2", "cat/3", 2, 0.35, 500)
	for b.Loop() {
		if _, err := correspond.Misfit(context.Background(), d.x, d.y, d.xToY, 1); err != nil {
			b.Fatal(err)
		}
	}
}
