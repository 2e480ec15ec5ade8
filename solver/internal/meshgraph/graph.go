package meshgraph

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
)

// The weights of edges lie within these bounds, in units of a well-shaped mesh's:
// needles of triangles have cotangents of thousands, and negative ones.
const leastWeight, mostWeight = 0.05, 10

// Graph joins points that keep together.
type Graph struct {
	N      int
	Edges  [][2]int32 // each once, smaller point first, ascending
	Weight []float64  // of the edges, positive
	Start  []int32    // of the points' rows in Near and By (N+1)
	Near   []int32    // the other point
	By     []int32    // the edge
	Part   []int32    // connected part of each point
	Parts  int
}

// Row is the neighbours of point i and, side by side, the edges to them.
func (g *Graph) Row(i int) (near, by []int32) {
	return g.Near[g.Start[i]:g.Start[i+1]], g.By[g.Start[i]:g.Start[i+1]]
}

// Surface joins the corners of triangles, with half the sum of the cotangents
// opposite to an edge as its weight (Pinkall and Polthier 1993).
func Surface(points []r3.Vec, triangles [][3]int32) *Graph {
	// A row for each point has the sides that it is the smaller end of, by triangle.
	start := make([]int32, len(points)+1)
	for _, t := range triangles {
		for c := range 3 {
			if i, j := t[c], t[(c+1)%3]; i != j {
				start[min(i, j)+1]++
			}
		}
	}
	for i := range points {
		start[i+1] += start[i]
	}
	type half struct {
		to  int32
		cot float64
	}
	halves, next := make([]half, start[len(points)]), slices.Clone(start)
	for _, t := range triangles {
		for c := range 3 {
			i, j, k := t[c], t[(c+1)%3], t[(c+2)%3]
			if i == j {
				continue
			}
			u, v := r3.Sub(points[i], points[k]), r3.Sub(points[j], points[k])
			cot := r3.Dot(u, v) / math.Max(r3.Norm(r3.Cross(u, v)), 1e-300)
			halves[next[min(i, j)]] = half{max(i, j), cot}
			next[min(i, j)]++
		}
	}
	g := &Graph{N: len(points), Edges: make([][2]int32, 0, len(halves)/2+1), Weight: make([]float64, 0, len(halves)/2+1)}
	for i := range points {
		row := halves[start[i]:start[i+1]]
		slices.SortStableFunc(row, func(a, b half) int { return cmp.Compare(a.to, b.to) })
		for k := 0; k < len(row); {
			to, sum := row[k].to, 0.0
			for ; k < len(row) && row[k].to == to; k++ {
				sum += row[k].cot / 2
			}
			w := leastWeight // also where a triangle is no number
			if sum > w {
				w = math.Min(sum, mostWeight)
			}
			g.Edges, g.Weight = append(g.Edges, [2]int32{int32(i), to}), append(g.Weight, w)
		}
	}
	g.link()
	return g
}

// Cloud joins each point with its neighbours (n rows of width points, as
// metric.Domain.Neighbors gives them), all with weight 1.
func Cloud(n int, rows []int32, width int) *Graph {
	g := &Graph{N: n}
	for i := range int32(n) {
		for _, j := range rows[int(i)*width : (int(i)+1)*width] {
			if i != j && j >= 0 {
				g.Edges = append(g.Edges, [2]int32{min(i, j), max(i, j)})
			}
		}
	}
	slices.SortFunc(g.Edges, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	g.Edges = slices.Compact(g.Edges)
	g.Weight = slices.Repeat([]float64{1}, len(g.Edges))
	g.link()
	return g
}

// link fills in the rows of the points and the connected parts.
func (g *Graph) link() {
	g.Start = make([]int32, g.N+1)
	for _, e := range g.Edges {
		g.Start[e[0]+1]++
		g.Start[e[1]+1]++
	}
	for i := range g.N {
		g.Start[i+1] += g.Start[i]
	}
	g.Near, g.By = make([]int32, 2*len(g.Edges)), make([]int32, 2*len(g.Edges))
	next := append([]int32(nil), g.Start[:g.N]...)
	for k, e := range g.Edges {
		for side, i := range e {
			g.Near[next[i]], g.By[next[i]] = e[1-side], int32(k)
			next[i]++
		}
	}
	joined := disjoint.New(g.N)
	for _, e := range g.Edges {
		joined.Union(e[0], e[1])
	}
	g.Part, g.Parts = joined.Labels()
}
