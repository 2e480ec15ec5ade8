package morph

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// The weights of edges lie within these bounds, in units of a well-shaped mesh's:
// needles of triangles have cotangents of thousands, and negative ones.
const leastWeight, mostWeight = 0.05, 10

// graph joins points that keep together.
type graph struct {
	n      int
	edges  [][2]int32 // each once, smaller point first, ascending
	weight []float64
	start  []int32 // of the points' rows in near and by
	near   []int32 // the other point
	by     []int32 // the edge
	part   []int32 // connected part of each point
	parts  int
}

// surfaceGraph joins the corners of triangles, with half the sum of the cotangents
// opposite to an edge as its weight (Pinkall and Polthier 1993).
func surfaceGraph(points []r3.Vec, triangles [][3]int32) *graph {
	type half struct {
		edge [2]int32
		cot  float64
	}
	halves := make([]half, 0, 3*len(triangles))
	for _, t := range triangles {
		for c := range 3 {
			i, j, k := t[c], t[(c+1)%3], t[(c+2)%3]
			if i == j {
				continue
			}
			u, v := r3.Sub(points[i], points[k]), r3.Sub(points[j], points[k])
			cot := r3.Dot(u, v) / math.Max(r3.Norm(r3.Cross(u, v)), 1e-300)
			halves = append(halves, half{[2]int32{min(i, j), max(i, j)}, cot})
		}
	}
	slices.SortStableFunc(halves, func(a, b half) int { return compareEdges(a.edge, b.edge) })
	g := &graph{n: len(points)}
	for k := 0; k < len(halves); {
		e, sum := halves[k].edge, 0.0
		for ; k < len(halves) && halves[k].edge == e; k++ {
			sum += halves[k].cot / 2
		}
		w := leastWeight // also where a triangle is no number
		if sum > w {
			w = math.Min(sum, mostWeight)
		}
		g.edges, g.weight = append(g.edges, e), append(g.weight, w)
	}
	g.link()
	return g
}

// cloudGraph joins each point with its neighbours (n rows of width points, as
// metric.Domain.Neighbors gives them), all with weight 1.
func cloudGraph(n int, rows []int32, width int) *graph {
	g := &graph{n: n}
	for i := range int32(n) {
		for _, j := range rows[int(i)*width : (int(i)+1)*width] {
			if i != j && j >= 0 {
				g.edges = append(g.edges, [2]int32{min(i, j), max(i, j)})
			}
		}
	}
	slices.SortFunc(g.edges, compareEdges)
	g.edges = slices.Compact(g.edges)
	g.weight = make([]float64, len(g.edges))
	for k := range g.weight {
		g.weight[k] = 1
	}
	g.link()
	return g
}

func compareEdges(a, b [2]int32) int {
	if c := cmp.Compare(a[0], b[0]); c != 0 {
		return c
	}
	return cmp.Compare(a[1], b[1])
}

// link fills in the rows of the points and the connected parts.
func (g *graph) link() {
	g.start = make([]int32, g.n+1)
	for _, e := range g.edges {
		g.start[e[0]+1]++
		g.start[e[1]+1]++
	}
	for i := range g.n {
		g.start[i+1] += g.start[i]
	}
	g.near, g.by = make([]int32, 2*len(g.edges)), make([]int32, 2*len(g.edges))
	next := append([]int32(nil), g.start[:g.n]...)
	for k, e := range g.edges {
		for side, i := range e {
			g.near[next[i]], g.by[next[i]] = e[1-side], int32(k)
			next[i]++
		}
	}
	g.part = make([]int32, g.n)
	for i := range g.part {
		g.part[i] = -1
	}
	var stack []int32
	for i := range int32(g.n) {
		if g.part[i] >= 0 {
			continue
		}
		g.part[i] = int32(g.parts)
		stack = append(stack[:0], i)
		for len(stack) > 0 {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, q := range g.near[g.start[p]:g.start[p+1]] {
				if g.part[q] < 0 {
					g.part[q] = int32(g.parts)
					stack = append(stack, q)
				}
			}
		}
		g.parts++
	}
}
