package shapes

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

func angles(pos []r3.Vec, tri [][3]int32) []float64 {
	var out []float64
	for _, f := range tri {
		small := math.Inf(1)
		for c := range 3 {
			cs := cosAt(pos[f[c]], pos[f[(c+1)%3]], pos[f[(c+2)%3]])
			small = math.Min(small, math.Acos(math.Max(-1, math.Min(1, cs)))*180/math.Pi)
		}
		out = append(out, small)
	}
	slices.Sort(out)
	return out
}

// crossings counts triangles that an edge of another triangle pierces, roughly: edge-tri tests via brute grid.
func crossings(pos []r3.Vec, tri [][3]int32) int {
	s := newSurface(pos, tri)
	bad := 0
	for t, f := range tri {
		hit := false
		for e := range 3 {
			a, b := pos[f[e]], pos[f[(e+1)%3]]
			lo := r3.Vec{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}
			hi := r3.Vec{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}
			stack := []int32{0}
			for len(stack) > 0 && !hit {
				k := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				n := &s.nodes[k]
				if n.lo.X > hi.X || n.hi.X < lo.X || n.lo.Y > hi.Y || n.hi.Y < lo.Y || n.lo.Z > hi.Z || n.hi.Z < lo.Z {
					continue
				}
				if n.right != 0 {
					stack = append(stack, k+1, n.right)
					continue
				}
				for _, u := range s.order[n.first:n.last] {
					g := tri[u]
					if int(u) == t || slices.Contains(g[:], f[e]) || slices.Contains(g[:], f[(e+1)%3]) {
						continue
					}
					if pierces(a, b, pos[g[0]], pos[g[1]], pos[g[2]]) {
						hit = true
					}
				}
			}
		}
		if hit {
			bad++
		}
	}
	return bad
}

func pierces(p, q, a, b, c r3.Vec) bool {
	n := r3.Cross(r3.Sub(b, a), r3.Sub(c, a))
	dp, dq := r3.Dot(n, r3.Sub(p, a)), r3.Dot(n, r3.Sub(q, a))
	if (dp > 0) == (dq > 0) {
		return false
	}
	x := mix(p, q, dp/(dp-dq))
	for _, e := range [3][2]r3.Vec{{a, b}, {b, c}, {c, a}} {
		if r3.Dot(n, r3.Cross(r3.Sub(e[1], e[0]), r3.Sub(x, e[0]))) < 0 {
			return false
		}
	}
	return true
}

func TestStats(t *testing.T) {
	if os.Getenv("SHAPES_PICTURES") == "" {
		t.Skip()
	}
	only := os.Getenv("SHAPES_ONLY")
	q := func(a []float64, p float64) float64 { return a[int(p*float64(len(a)-1))] }
	for name, of := range map[string]struct {
		c *character
		p []pose
		l limbs
	}{"horse": {horse(), horsePoses, quadrupedLimbs}, "cat": {cat(), catPoses, quadrupedLimbs}, "elephant": {elephant(), elephantPoses, quadrupedLimbs}, "human": {human(), humanPoses, humanLimbs}} {
		if only != "" && only != name {
			continue
		}
		report := func(what string, pos []r3.Vec) {
			a := angles(pos, of.c.rest.tri)
			var st []float64
			for v, ns := range of.c.near {
				for _, u := range ns {
					if int(u) > v {
						st = append(st, math.Abs(math.Log(length(r3.Sub(pos[u], pos[v]))/length(r3.Sub(of.c.rest.pos[u], of.c.rest.pos[v])))))
					}
				}
			}
			slices.Sort(st)
			fmt.Printf("%-10s %-16s angle min %.1f 1%% %.1f 10%% %.1f  stretch 50%% %.3f 95%% %.3f 99%% %.3f crossing %d\n", name, what, a[0], q(a, .01), q(a, .1), q(st, .5), q(st, .95), q(st, .99), crossings(pos, of.c.rest.tri))
		}
		report("rest", of.c.rest.pos)
		for _, p := range of.p {
			report(p.label, of.c.posed(p, of.l))
		}
	}
}
