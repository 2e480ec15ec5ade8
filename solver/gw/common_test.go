package gw

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/heap"
)

// fixture is one reference problem, computed with Python Optimal Transport.
type fixture struct {
	Name       string      `json:"name"`
	Rows       int         `json:"n"`
	Columns    int         `json:"m"` // named, or the decoder would put it into M
	P          []float64   `json:"p"`
	Q          []float64   `json:"q"`
	PlanRandom [][]float64 `json:"plan_random"`
	GWProduct  float64     `json:"gw_product"`
	GWRandom   float64     `json:"gw_random"`
	EMDCost    float64     `json:"emd_cost"`
	Sinkhorn   struct {
		Reg  float64     `json:"reg"`
		Plan [][]float64 `json:"plan"`
	} `json:"sinkhorn"`
	CG struct {
		GW   float64     `json:"gw"`
		Plan [][]float64 `json:"plan"`
	} `json:"cg"`
	Fused03 fusedFixture `json:"fused_0.3"`
	Fused07 fusedFixture `json:"fused_0.7"`

	C1 [][]float64 `json:"C1"`
	C2 [][]float64 `json:"C2"`
	M  [][]float64 `json:"M"`
}

type fusedFixture struct {
	Alpha     float64     `json:"alpha"`
	Objective float64     `json:"objective"`
	Plan      [][]float64 `json:"plan"`
}

// fixtures reads the reference problems, from $GWSCOPE_FIXTURES or beside the
// repository, and skips the test where they are absent.
func fixtures(t *testing.T) []fixture {
	t.Helper()
	dir := os.Getenv("GWSCOPE_FIXTURES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "fixtures")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "pot_reference.json"))
	if err != nil {
		t.Skipf("no reference values here: %v", err)
	}
	var all struct {
		Problems []fixture `json:"problems"`
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Problems) == 0 {
		t.Fatal("the reference file holds no problems")
	}
	return all.Problems
}

func toDense(rows [][]float64) *mat.Dense {
	d := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		d.SetRow(i, r)
	}
	return d
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// randomWeights are n weights that sum to 1, spread over a factor of about five.
func randomWeights(rng *rand.Rand, n int) []float64 {
	w := make([]float64, n)
	total := 0.0
	for i := range w {
		w[i] = 0.25 + rng.Float64()
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	return w
}

// shape is n points of a bent, tapering strip with four limbs of different
// lengths, no symmetry, and its distances along a graph of 8 nearest neighbours: an
// animal of a sort, in a pose given by bend.
func shape(rng *rand.Rand, n int, bend float64) (points *mat.Dense, distances *mat.Dense) {
	type limb struct{ at, angle, length float64 }
	limbs := []limb{{0.1, 1.2, 0.7}, {0.25, -1.4, 0.5}, {0.8, 1.7, 0.6}, {0.9, -1.1, 0.85}, {1.0, 0.2, 0.45}}
	points = mat.NewDense(n, 2, nil)
	spine := func(s float64) (x, y, heading float64) {
		heading = bend * (s - 0.5)
		return 1.6 * s, 0.3 * bend * s * s, heading
	}
	for k := range n {
		s := rng.Float64()
		if k%2 == 0 {
			x, y, h := spine(s)
			w := (0.22 - 0.1*s) * (2*rng.Float64() - 1)
			points.SetRow(k, []float64{x - w*math.Sin(h), y + w*math.Cos(h)})
			continue
		}
		l := limbs[k/2%len(limbs)]
		x, y, h := spine(l.at)
		a := h + l.angle + bend*0.4*s*l.at
		w := (0.07 - 0.03*s) * (2*rng.Float64() - 1)
		points.SetRow(k, []float64{x + l.length*s*math.Cos(a) - w*math.Sin(a), y + l.length*s*math.Sin(a) + w*math.Cos(a)})
	}
	return points, graphDistances(points, 8)
}

// graphDistances are shortest paths along the graph of k nearest neighbours of the
// rows, across gaps as the crow flies, divided by the largest.
func graphDistances(points *mat.Dense, k int) *mat.Dense {
	n, _ := points.Dims()
	d := mat.NewDense(n, n, nil)
	length := func(i, j int) float64 {
		return math.Hypot(points.At(i, 0)-points.At(j, 0), points.At(i, 1)-points.At(j, 1))
	}
	type edge struct {
		to int
		w  float64
	}
	near := make([][]edge, n)
	for i := range n {
		order := make([]int, n)
		for j := range order {
			order[j] = j
		}
		sort.Slice(order, func(a, b int) bool { return length(i, order[a]) < length(i, order[b]) })
		for _, j := range order[1:min(k+1, n)] {
			near[i] = append(near[i], edge{j, length(i, j)})
			near[j] = append(near[j], edge{i, length(i, j)})
		}
	}
	largest := 0.0
	dist := make([]float64, n)
	for i := range n {
		for j := range dist {
			dist[j] = math.Inf(1)
		}
		dist[i] = 0
		var open heap.Min[float64, int32]
		open.Push(0, int32(i))
		for len(open) > 0 {
			at, top := open.Pop()
			if at > dist[top] {
				continue
			}
			for _, e := range near[top] {
				if v := at + e.w; v < dist[e.to] {
					dist[e.to] = v
					open.Push(v, int32(e.to))
				}
			}
		}
		for j, v := range dist {
			if math.IsInf(v, 1) {
				v = length(i, j) // another part: as the crow flies
			}
			d.Set(i, j, v)
			largest = max(largest, v)
		}
	}
	d.Apply(func(i, j int, _ float64) float64 {
		return min(d.At(i, j), d.At(j, i)) / largest
	}, mat.DenseCopyOf(d))
	return symmetric(d)
}

func symmetric(d *mat.Dense) *mat.Dense {
	n, _ := d.Dims()
	for i := range n {
		d.Set(i, i, 0)
		for j := range i {
			v := (d.At(i, j) + d.At(j, i)) / 2
			d.Set(i, j, v)
			d.Set(j, i, v)
		}
	}
	return d
}

// halvings sorts two point sets along one curve by cutting both at their medians,
// again and again: a simple slicer, for starts.
func halvings(x, y *mat.Dense) (orderX, orderY []int32) {
	indices := func(d *mat.Dense) []int32 {
		n, _ := d.Dims()
		o := make([]int32, n)
		for i := range o {
			o[i] = int32(i)
		}
		return o
	}
	orderX, orderY = indices(x), indices(y)
	var cut func(a, b []int32, axis int)
	cut = func(a, b []int32, axis int) {
		if len(a) < 2 || len(b) < 2 {
			return
		}
		sort.SliceStable(a, func(k, l int) bool { return x.At(int(a[k]), axis) < x.At(int(a[l]), axis) })
		sort.SliceStable(b, func(k, l int) bool { return y.At(int(b[k]), axis) < y.At(int(b[l]), axis) })
		cut(a[:len(a)/2], b[:len(b)/2], 1-axis)
		cut(a[len(a)/2:], b[len(b)/2:], 1-axis)
	}
	cut(orderX, orderY, 0)
	return orderX, orderY
}

// endsAfter is a context that is cancelled at the k-th look at it.
type endsAfter struct {
	context.Context
	looks *int
}

func (c endsAfter) Err() error {
	if *c.looks--; *c.looks < 0 {
		return context.Canceled
	}
	return nil
}
