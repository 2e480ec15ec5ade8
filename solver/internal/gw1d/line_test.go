package gw1d

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

func cloud(rng *rand.Rand, n, d int) *mat.Dense {
	m := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			m.Set(i, c, rng.NormFloat64()+float64(c))
		}
	}
	return m
}

func weights(rng *rand.Rand, n int) []float64 {
	w, total := make([]float64, n), 0.0
	for i := range w {
		w[i] = 0.1 + rng.Float64()
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	return w
}

// squares gives (z_i - z_k)² of the points' projections z.
func squares(points *mat.Dense, direction []float64) *mat.Dense {
	n, _ := points.Dims()
	z := mat.NewVecDense(n, nil)
	z.MulVec(points, mat.NewVecDense(len(direction), direction))
	d := mat.NewDense(n, n, nil)
	for i := range n {
		for k := range n {
			d.Set(i, k, (z.AtVec(i)-z.AtVec(k))*(z.AtVec(i)-z.AtVec(k)))
		}
	}
	return d
}

// The closed form in O(n) must be the sum over quadruples that defines it, for the
// plans that sorting gives.
func TestCompareIsTheLossOfItsPlan(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1, 1}, {2, 2}, {7, 7}, {40, 40}, {1, 5}, {12, 30}, {31, 7}} {
		for _, weighted := range []bool{false, true} {
			t.Run(fmt.Sprint(size, weighted), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(uint64(size[0]), uint64(size[1])))
				px, py := cloud(rng, size[0], 3), cloud(rng, size[1], 2)
				var a, b []float64
				fullA, fullB := gw.Uniform(size[0]), gw.Uniform(size[1])
				if weighted {
					a, b = weights(rng, size[0]), weights(rng, size[1])
					fullA, fullB = a, b
				}
				theta, phi := []float64{0.3, -2, 1}, []float64{1, 0.5}
				x, y := Project(px, theta, a, true), Project(py, phi, b, true)
				dx, dy := squares(px, theta), squares(py, phi)
				back := append([]int32(nil), y.Order...)
				for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
					back[i], back[j] = back[j], back[i]
				}
				forth := gw.Loss(dx, dy, fullA, fullB, gw.Monotone(x.Order, y.Order, fullA, fullB))
				anti := gw.Loss(dx, dy, fullA, fullB, gw.Monotone(x.Order, back, fullA, fullB))
				c := Compare(x, y)
				if want := math.Min(forth, anti); math.Abs(c.Value-want) > 1e-12*(forth+anti) || c.Reversed != (anti < forth) && math.Abs(forth-anti) > 1e-9 {
					t.Errorf("%g (reversed: %t), but the monotone coupling has %g and the other %g", c.Value, c.Reversed, forth, anti)
				}
				if unordered := Compare(Project(px, theta, a, false), Project(py, phi, b, false)); math.Abs(unordered.Value-c.Value) > 1e-14*(forth+anti) {
					t.Errorf("%g without indices, %g with them", unordered.Value, c.Value)
				}
				if other := Compare(y, x); math.Abs(other.Value-c.Value) > 1e-12*(forth+anti) {
					t.Errorf("%g from y to x, %g from x to y", other.Value, c.Value)
				}
			})
		}
	}
}

func TestCongruentMeasuresAreAtZero(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	p := cloud(rng, 200, 1)
	moved := mat.NewDense(200, 1, nil)
	for to, from := range rng.Perm(200) {
		moved.Set(to, 0, 5-p.At(from, 0)) // mirrored, moved and shuffled
	}
	c := Compare(Project(p, []float64{1}, nil, false), Project(moved, []float64{1}, nil, false))
	if c.Value > 1e-26 || !c.Reversed {
		t.Errorf("a mirrored copy is at %g (reversed: %t)", c.Value, c.Reversed)
	}
}

func TestGradientIsTheSlope(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{9, 9}, {6, 11}} {
		for _, weighted := range []bool{false, true} {
			rng := rand.New(rand.NewPCG(3, uint64(size[1])))
			px, py := cloud(rng, size[0], 1), cloud(rng, size[1], 1)
			var a, b []float64
			if weighted {
				a, b = weights(rng, size[0]), weights(rng, size[1])
			}
			one := []float64{1}
			x, y := Project(px, one, a, true), Project(py, one, b, false)
			c := Compare(x, y)
			g := Gradient(x, y, c)
			for i := range size[0] {
				const h = 1e-5
				at := px.At(i, 0)
				px.Set(i, 0, at+h)
				up := value(Project(px, one, a, false), y, c.Reversed)
				px.Set(i, 0, at-h)
				down := value(Project(px, one, a, false), y, c.Reversed)
				px.Set(i, 0, at)
				if slope := (up - down) / (2 * h); math.Abs(slope-g[i]) > 1e-6*(1+math.Abs(slope)) {
					t.Errorf("%v weighted=%t: point %d has slope %g, not %g", size, weighted, i, slope, g[i])
				}
			}
		}
	}
}

func TestMatrixComparesAllPairs(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{50, 50}, {20, 33}} {
		rng := rand.New(rand.NewPCG(3, 5))
		var xs, ys []*Measure
		for range 37 {
			xs = append(xs, Project(cloud(rng, size[0], 1), []float64{1}, nil, false))
		}
		for range 21 {
			ys = append(ys, Project(cloud(rng, size[1], 1), []float64{1}, nil, false))
		}
		values, err := Matrix(context.Background(), 1, xs, ys)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range xs {
			for j, y := range ys {
				if want := Compare(x, y).Value; math.Abs(values.At(i, j)-want) > 1e-12*(1+want) {
					t.Fatalf("pair %d, %d: %g, not %g", i, j, values.At(i, j), want)
				}
			}
		}
		more, _ := Matrix(context.Background(), 3, xs, ys)
		if !mat.Equal(values, more) {
			t.Error("three threads give other bits")
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := Matrix(ctx, 2, xs, ys); err != context.Canceled {
			t.Errorf("after the end of the context: %v", err)
		}
	}
}

func TestPointsAreSorted(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 9))
	for _, n := range []int{0, 1, 2, radixFrom - 1, radixFrom, 1000, 70000} {
		at, order := make([]float64, n), make([]int32, n)
		for i := range at {
			order[i] = int32(i)
			switch rng.IntN(4) {
			case 0:
				at[i] = math.Copysign(float64(rng.IntN(3)), rng.NormFloat64()) // ties, and -0
			case 1:
				at[i] = rng.NormFloat64() * 1e300
			case 2:
				at[i] = rng.NormFloat64() * 1e-300
			default:
				at[i] = rng.NormFloat64()
			}
		}
		before, alone := append([]float64(nil), at...), append([]float64(nil), at...)
		sortPoints(at, order)
		sortPoints(alone, nil)
		seen := make([]bool, n)
		for k, i := range order {
			if at[k] != before[i] || alone[k] != at[k] || seen[i] {
				t.Fatalf("n=%d: place %d has %g and %g of point %d, which is %g", n, k, at[k], alone[k], i, before[i])
			}
			seen[i] = true
			if k > 0 && (at[k-1] > at[k] || at[k-1] == at[k] && order[k-1] > i) {
				t.Fatalf("n=%d: %g of point %d comes before %g of point %d", n, at[k-1], order[k-1], at[k], i)
			}
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	for _, n := range []int{500, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			px, py := cloud(rng, n, 3), cloud(rng, n, 3)
			theta := []float64{1, 0, 0}
			for b.Loop() {
				Compare(Project(px, theta, nil, false), Project(py, theta, nil, false))
			}
		})
	}
}
