package parts

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/spatial/r3"
)

func forEachCategory(t *testing.T, test func(t *testing.T, c Category)) {
	t.Parallel()
	for _, c := range Categories() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			test(t, c)
		})
	}
}

// Every solid is closed, wound outwards and of finite numbers: the search for buried points depends on
// it.
func TestSolidsAreClosed(t *testing.T) {
	forEachCategory(t, func(t *testing.T, c Category) {
		for i := range int64(60) {
			for k, s := range c.Make(Train.Seed(i)).solids {
				edges := map[[2]int32]int{}
				var volume float64 // by the divergence theorem
				for _, f := range s.tri {
					for e := range 3 {
						edges[[2]int32{f[e], f[(e+1)%3]}]++
					}
					volume += r3.Dot(s.pos[f[0]], r3.Cross(s.pos[f[1]], s.pos[f[2]])) / 6
				}
				for e, n := range edges {
					if n != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
						t.Fatalf("object %d, solid %d: edge %v is met %d times, and %d times the other way", i, k, e, n, edges[[2]int32{e[1], e[0]}])
					}
				}
				if !(volume > 1e-8) {
					t.Errorf("object %d, solid %d (%s) has volume %g", i, k, c.Parts[s.label[0]], volume)
				}
				for _, p := range s.pos {
					if l := r3.Norm(p); !(l <= 1+1e-9) {
						t.Fatalf("object %d, solid %d: vertex %v outside the unit sphere", i, k, p)
					}
				}
			}
		}
	})
}

func TestCloudsLieOutsideWithGoodNormals(t *testing.T) {
	forEachCategory(t, func(t *testing.T, c Category) {
		for _, split := range []Split{Train, Validation, Test, Samples} {
			seen := make([]int, len(c.Parts))
			inside, points := 0, 0
			for i := range int64(25) {
				o := c.Make(split.Seed(i))
				cloud := o.Cloud(300)
				if len(cloud.Points) != 300 || len(cloud.Normals) != 300 || len(cloud.Labels) != 300 {
					t.Fatalf("%d points, %d normals, %d labels", len(cloud.Points), len(cloud.Normals), len(cloud.Labels))
				}
				here := make([]bool, len(c.Parts))
				for k, p := range cloud.Points {
					n := cloud.Normals[k]
					if l := r3.Norm(n); !(math.Abs(l-1) < 1e-9) || !(r3.Norm(p) <= 1+1e-9) {
						t.Fatalf("object %d, point %d at %v with a normal of length %v", i, k, p, l)
					}
					if o.buried(r3.Add(p, r3.Scale(1e-3, n)), -1) {
						inside++
					}
					points++
					here[cloud.Labels[k]] = true
				}
				for part, yes := range here {
					if yes {
						seen[part]++
					}
				}
			}
			// A step outwards leads inside next to where solids meet, and in the sharp
			// bends of tubes; hardly elsewhere.
			if inside > points/50 {
				t.Errorf("%s: a step along the normal leads inside at %d of %d points", split, inside, points)
			}
			for part, objects := range seen {
				if objects == 0 {
					t.Errorf("%s: none of 25 objects has a point labelled %s", split, c.Parts[part])
				}
			}
		}
	})
}

// Points are drawn by area: the parts' shares of points are their shares of the outside, so clouds of
// two sizes must agree.
func TestCloudsFollowArea(t *testing.T) {
	forEachCategory(t, func(t *testing.T, c Category) {
		o := c.Make(Train.Seed(3))
		share := func(labels []int32) []float64 {
			out := make([]float64, len(c.Parts))
			for _, l := range labels {
				out[l] += 1 / float64(len(labels))
			}
			return out
		}
		few, many := share(o.Cloud(1000).Labels), share(o.Cloud(8000).Labels)
		for part := range few {
			if math.Abs(few[part]-many[part]) > 0.035 {
				t.Errorf("%s: %.3f of 1000 points, %.3f of 8000", c.Parts[part], few[part], many[part])
			}
		}
	})
}

func TestSameSeedSameCloud(t *testing.T) {
	forEachCategory(t, func(t *testing.T, c Category) {
		for _, draw := range []func(*Object) Cloud{func(o *Object) Cloud { return o.Cloud(200) }, func(o *Object) Cloud { return o.SpreadCloud(200) }} {
			a, b := draw(c.Make(Train.Seed(5))), draw(c.Make(Train.Seed(5)))
			if d := cmp.Diff(a, b); d != "" {
				t.Fatal(d)
			}
			if other := draw(c.Make(Validation.Seed(5))); cmp.Equal(a.Points, other.Points) {
				t.Error("training and validation objects are the same")
			}
		}
	})
}

// Farthest points of twice as many keep their distance: the closest two of them
// are farther apart than those of a stratified draw.
func TestSpreadCloudIsMoreEven(t *testing.T) {
	forEachCategory(t, func(t *testing.T, c Category) {
		o := c.Make(Train.Seed(2))
		plain, spread := closestTwo(o.Cloud(400).Points), closestTwo(o.SpreadCloud(400).Points)
		if spread < 3*plain || spread < 0.01 {
			t.Errorf("closest two points: %.4f spread, %.4f stratified", spread, plain)
		}
	})
}

func closestTwo(points []r3.Vec) float64 {
	best := math.Inf(1)
	for i, p := range points {
		for _, q := range points[:i] {
			best = min(best, r3.Norm(r3.Sub(p, q)))
		}
	}
	return best
}

func TestSplitsNeverMeet(t *testing.T) {
	t.Parallel()
	var last uint64
	for k, s := range []Split{Train, Validation, Test, Samples} {
		if s.Seed(0) <= last && k > 0 {
			t.Errorf("%s begins at seed %d, before the end of the split before", s, s.Seed(0))
		}
		last = s.Seed(SplitSize - 1)
	}
	defer func() {
		if recover() == nil {
			t.Error("a seed beyond the split's end")
		}
	}()
	Train.Seed(SplitSize)
}

// Objects of a category differ: the sorted distances from all points to all
// others, which no rigid motion changes, are far apart between any two, and far
// farther than between two draws of the same object.
func TestObjectsOfACategoryVary(t *testing.T) {
	forEachCategory(t, func(t *testing.T, c Category) {
		const objects, points = 16, 250
		profile := func(cloud Cloud) []float64 {
			var out []float64
			for i, p := range cloud.Points {
				for _, q := range cloud.Points[:i] {
					out = append(out, length(r3.Sub(p, q)))
				}
			}
			slices.Sort(out)
			return out
		}
		apart := func(a, b []float64) float64 { // mean difference of quantiles: W1 of the distance distributions
			var sum float64
			for i := range a {
				sum += math.Abs(a[i]-b[i]) / float64(len(a))
			}
			return sum
		}
		var all [][]float64
		var noise float64
		for i := range int64(objects) {
			o := c.Make(Train.Seed(i))
			all = append(all, profile(o.Cloud(points)))
			noise += apart(all[i], profile(o.SpreadCloud(2*points).first(points))) / objects
		}
		var mean float64
		least := math.Inf(1)
		for i := range all {
			for j := range i {
				d := apart(all[i], all[j])
				mean += d / (objects * (objects - 1) / 2)
				least = min(least, d)
			}
		}
		t.Logf("mean %.3f, least %.4f, between two draws %.4f", mean, least, noise)
		if mean < 0.024 || mean < 1.6*noise {
			t.Errorf("objects lie %.4f apart on average, two draws of one %.4f", mean, noise)
		}
		if least == 0 {
			t.Error("two objects are the same")
		}
	})
}

func BenchmarkCloud(b *testing.B) {
	for _, n := range []int{256, 1024} {
		for _, kind := range []string{"stratified", "spread"} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				all := Categories()
				for i := 0; b.Loop(); i++ {
					o := all[i%len(all)].Make(Train.Seed(int64(i)))
					if kind == "spread" {
						o.SpreadCloud(n)
					} else {
						o.Cloud(n)
					}
				}
			})
		}
	}
}

func ExampleCategory_Make() {
	chair, err := Find("chair")
	if err != nil {
		fmt.Println(err)
		return
	}
	cloud := chair.Make(Train.Seed(7)).Cloud(1024)
	fmt.Println(len(cloud.Points), "points with", chair.Parts)
	// Output: 1024 points with [back seat leg arm]
}
