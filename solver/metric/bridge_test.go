package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
	"gwscope/solver/internal/order"
)

// The bridges weigh as much as gonum's minimum spanning tree over the nearest
// distances of all pairs of components.
func TestBridgesAreAMinimumSpanningTree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		count := 2 + rng.IntN(12)
		n := count + rng.IntN(200)
		points, part := make([]r3.Vec, n), make([]int32, n)
		for p := range points {
			part[p] = int32(rng.IntN(count))
			if p < count {
				part[p] = int32(p) // none is empty
			}
			points[p] = r3.Vec{X: rng.Float64(), Y: rng.Float64(), Z: rng.Float64()}
			if seed%4 == 0 { // a lattice, full of ties
				points[p] = r3.Vec{X: float64(p % 6), Y: float64(p / 6 % 6), Z: float64(p / 36)}
			}
		}
		complete := simple.NewWeightedUndirectedGraph(0, math.Inf(1))
		for a := range count {
			for b := range a {
				least := math.Inf(1)
				for p := range points {
					for q := range points {
						if part[p] == int32(a) && part[q] == int32(b) {
							least = min(least, r3.Norm(r3.Sub(points[p], points[q])))
						}
					}
				}
				complete.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(a), T: simple.Node(b), W: least})
			}
		}
		want := path.Kruskal(simple.NewWeightedUndirectedGraph(0, math.Inf(1)), complete)

		var got float64
		sets := disjoint.New(count)
		links := bridges(points, part, count)
		for _, l := range links {
			if !sets.Union(part[l.a], part[l.b]) {
				t.Fatalf("seed %d: a bridge closes a cycle", seed)
			}
			if l.length != r3.Norm(r3.Sub(points[l.a], points[l.b])) {
				t.Fatalf("seed %d: a bridge has length %v", seed, l.length)
			}
			got += l.length
		}
		if len(links) != count-1 || math.Abs(got-want) > 1e-9*want {
			t.Errorf("seed %d: %d bridges of total length %v among %d components, want %v", seed, len(links), got, count, want)
		}
	}
}

// Two parallel sheets tie everywhere; the bridge joins their middles, whichever
// way they are listed.
func TestTiedBridgesAreSettledByPlace(t *testing.T) {
	t.Parallel()
	var points []r3.Vec
	var part []int32
	for z := range 2 {
		for i := range 81 {
			points = append(points, r3.Vec{X: float64(i%9) - 4, Y: float64(i/9) - 4, Z: float64(z) - 0.5})
			part = append(part, int32(z))
		}
	}
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 1))
		rng.Shuffle(len(points), func(i, j int) {
			points[i], points[j] = points[j], points[i]
			part[i], part[j] = part[j], part[i]
		})
		for _, l := range bridges(points, part, 2) {
			for _, p := range []int32{l.a, l.b} {
				if points[p].X != 0 || points[p].Y != 0 {
					t.Errorf("the bridge ends at %v instead of the middle", points[p])
				}
			}
		}
	}
}

// Nodes come nearest first, of equally near ones the lower number, and entries of longer ways count for nothing.
func TestQueueYieldsNearestNodesFirst(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	var q queue
	dist := make([]float64, 1000)
	for node := range dist {
		dist[node] = float64(rng.IntN(200)) / 7 // some equal
		q.push(int32(node), dist[node]+rng.ExpFloat64())
		q.push(int32(node), dist[node])
	}
	var came []int32
	for len(q.Min) > 0 {
		node, d, ok := q.pop(dist)
		if d != dist[node] {
			t.Fatalf("node %d came at %g, not at %g", node, d, dist[node])
		}
		if ok {
			came = append(came, node)
		}
	}
	if want := order.Ascending(dist); !slices.Equal(came, want) {
		t.Fatalf("%v came, want %v", came, want)
	}
}
