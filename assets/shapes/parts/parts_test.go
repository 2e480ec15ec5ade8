package parts

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

func find(t testing.TB, name string) Category {
	t.Helper()
	c, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// volume by the divergence theorem: positive for a closed surface wound outwards.
func (s *solid) volume() float64 {
	var v float64
	for _, f := range s.tri {
		v += r3.Dot(s.pos[f[0]], r3.Cross(s.pos[f[1]], s.pos[f[2]])) / 6
	}
	return v
}

// Every solid is closed, wound outwards and of good numbers: the test of what is
// buried depends on it.
func TestSolidsAreClosed(t *testing.T) {
	t.Parallel()
	for _, c := range Categories() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			for i := range int64(60) {
				o := c.Make(Train.Seed(i))
				for k, s := range o.solids {
					edges := map[[2]int32]int{}
					for _, f := range s.tri {
						for e := range 3 {
							edges[[2]int32{f[e], f[(e+1)%3]}]++
						}
					}
					for e, n := range edges {
						if n != 1 || edges[[2]int32{e[1], e[0]}] != 1 {
							t.Fatalf("object %d, solid %d: edge %v is met %d times, and %d times the other way", i, k, e, n, edges[[2]int32{e[1], e[0]}])
						}
					}
					if v := s.volume(); !(v > 1e-8) {
						t.Errorf("object %d, solid %d (%s) has volume %g", i, k, c.Parts[s.label[0]], v)
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

var _ = math.Pi
