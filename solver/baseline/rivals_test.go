package baseline

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/threadtest"
)

// reference is a problem with what Python Optimal Transport made of it.
type reference struct {
	Name    string      `json:"name"`
	Columns int         `json:"m"` // named, or the decoder would put it into M
	P       []float64   `json:"p"`
	Q       []float64   `json:"q"`
	C1      [][]float64 `json:"C1"`
	C2      [][]float64 `json:"C2"`
	M       [][]float64 `json:"M"`
	CG      struct {
		GW float64 `json:"gw"`
	} `json:"cg"`
	Sharp entropicReference `json:"entropic_0.01"`
	Blur  entropicReference `json:"entropic_0.05"`
	Low   fusedReference    `json:"fused_0.3"`
	High  fusedReference    `json:"fused_0.7"`
}

type entropicReference struct {
	Epsilon float64
	GW      float64
	Plan    [][]float64
}

type fusedReference struct {
	Alpha     float64
	Objective float64
}

// references reads the reference problems, from $GWSCOPE_FIXTURES or beside the
// repository, and skips the test where they are absent.
func references(t *testing.T) []reference {
	t.Helper()
	dir := os.Getenv("GWSCOPE_FIXTURES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "fixtures")
	}
	raw, err := os.ReadFile(filepath.Join(dir, "pot_reference.json"))
	if err != nil {
		t.Skipf("no reference values here: %v", err)
	}
	var all struct{ Problems []reference }
	if err := json.Unmarshal(raw, &all); err != nil || len(all.Problems) == 0 {
		t.Fatalf("%d reference problems, %v", len(all.Problems), err)
	}
	return all.Problems
}

func matrix(rows [][]float64) *mat.Dense {
	d := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, r := range rows {
		d.SetRow(i, r)
	}
	return d
}

// limbs is n points of a body with five limbs of different lengths, no two alike,
// in a pose; distances run along the limbs. at are the points' places: limb and
// distance from the body.
func limbs(seed uint64, n int) (d *mat.Dense, features *mat.Dense) {
	rng := rand.New(rand.NewPCG(seed, 5))
	lengths := []float64{1, 0.8, 0.62, 0.45, 0.3}
	roots := []float64{0, 0.13, 0.31, 0.57, 0.7} // where limbs leave the body, a line
	limb, out := make([]int, n), make([]float64, n)
	features = mat.NewDense(n, 1, nil)
	for i := range n {
		limb[i] = i % len(lengths)
		out[i] = lengths[limb[i]] * rng.Float64()
		features.Set(i, 0, 0.3*float64(limb[i])+0.05*rng.NormFloat64())
	}
	d = mat.NewDense(n, n, nil)
	largest := 0.0
	for i := range n {
		for k := range n {
			v := math.Abs(out[i] - out[k])
			if limb[i] != limb[k] {
				v = out[i] + out[k] + math.Abs(roots[limb[i]]-roots[limb[k]])
			}
			d.Set(i, k, v)
			largest = max(largest, v)
		}
	}
	d.Scale(1/largest, d)
	return d, features
}

// renamed is a space whose point i is called sigma[i], with its weights and features.
func renamed(d, features *mat.Dense, a []float64, sigma []int) (*mat.Dense, *mat.Dense, []float64) {
	n := len(sigma)
	_, f := features.Dims()
	dy, fy, b := mat.NewDense(n, n, nil), mat.NewDense(n, f, nil), make([]float64, n)
	for i, s := range sigma {
		for k, u := range sigma {
			dy.Set(s, u, d.At(i, k))
		}
		fy.SetRow(s, features.RawRowView(i))
		if a != nil {
			b[s] = a[i]
		}
	}
	if a == nil {
		b = nil
	}
	return dy, fy, b
}

// descents are the methods of this file's tests with their settings.
var descents = []struct {
	name   string
	method *Method
	with   Parameters
}{
	{"cg", &conditionalGradient, Parameters{}},
	{"pgd 0.05", &entropic, Parameters{Entropic: EntropicParameters{Epsilon: 0.05}}},
	{"pgd 0.005", &entropic, Parameters{Entropic: EntropicParameters{Epsilon: 0.005}}},
	{"ppa", &entropic, Parameters{Entropic: EntropicParameters{Epsilon: 0.02, Solver: ProximalPoint}}},
}

func TestDescentsGiveTheSameFeasiblePlanForAnyThreads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		n, m     int
		weighted bool
		alpha    float64
	}{{"uniform", 45, 45, false, 1}, {"unequal", 40, 60, true, 1}, {"fused", 50, 35, true, 0.6}} {
		x, fx := limbs(1, c.n)
		y, fy := limbs(2, c.m)
		p := &Problem{DX: x, DY: y, Alpha: c.alpha, FeaturesX: fx, FeaturesY: fy}
		a, b := gw.Uniform(c.n), gw.Uniform(c.m)
		if c.weighted {
			a, b = unevenWeights(3, c.n), unevenWeights(4, c.m)
			p.A, p.B = a, b
		}
		for _, d := range descents {
			var first *Result
			for _, threads := range threadtest.Counts(1, 2) {
				last, plans := 0.0, 0
				r, err := d.method.Run(context.Background(), p, Options{Threads: threads, Parameters: d.with, Progress: func(look Progress) {
					if look.Stage == "" || look.Fraction < 0 || look.Fraction > 1 {
						t.Errorf("%s %s: progress %+v", c.name, d.name, look)
					}
					if last = look.Fraction; look.Plan != nil {
						plans++
						if e := look.Plan.MarginalError(a, b); e > 1e-9 {
							t.Errorf("%s %s: a plan on the way has marginal error %g", c.name, d.name, e)
						}
						if l := gw.Loss(x, y, a, b, look.Plan); math.Abs(l-look.GW2) > 1e-5 {
							t.Errorf("%s %s: a plan on the way has GW² %g, %g is said", c.name, d.name, l, look.GW2)
						}
					}
				}})
				if err != nil {
					t.Fatalf("%s %s: %v", c.name, d.name, err)
				}
				if plans == 0 || last == 0 {
					t.Errorf("%s %s: %d plans on the way, fraction %g at its end", c.name, d.name, plans, last)
				}
				if err := r.Plan.Validate(); err != nil {
					t.Fatal(err)
				}
				if e := r.Plan.MarginalError(a, b); e > 1e-12 {
					t.Errorf("%s %s: marginal error %g", c.name, d.name, e)
				}
				if l := gw.Loss(x, y, a, b, r.Plan); math.Abs(l-r.GW2) > 1e-12 {
					t.Errorf("%s %s: GW² %.15g, recomputed %.15g", c.name, d.name, r.GW2, l)
				}
				if product := gw.Loss(x, y, a, b, gw.Product(a, b)); c.alpha == 1 && r.GW2 > product {
					t.Errorf("%s %s: GW² %g, the product coupling has %g", c.name, d.name, r.GW2, product)
				}
				if first == nil {
					first = r
					continue
				}
				if r.GW2 != first.GW2 || r.Iterations != first.Iterations {
					t.Errorf("%s %s: another number of threads gave another result", c.name, d.name)
				}
				samePlan(t, c.name+" "+d.name, r.Plan, first.Plan)
			}
		}
	}
}

func TestDescentsFindAShuffle(t *testing.T) {
	t.Parallel()
	const n = 60
	x, fx := limbs(7, n)
	a := unevenWeights(8, n)
	sigma := rand.New(rand.NewPCG(9, 9)).Perm(n)
	y, fy, b := renamed(x, fx, a, sigma)
	for _, d := range descents {
		r, err := d.method.Run(context.Background(), &Problem{DX: x, DY: y, A: a, B: b, FeaturesX: fx, FeaturesY: fy, Alpha: 0.5}, Options{Parameters: d.with})
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for i, j := range r.Plan.Targets() {
			if int(j) == sigma[i] {
				right++
			}
		}
		// Entropy makes neighbours hard to tell apart.
		if right < map[string]int{"cg": n, "pgd 0.05": n / 10, "pgd 0.005": n / 2, "ppa": n * 9 / 10}[d.name] {
			t.Errorf("%s: %d of %d points found their copies (GW² %g)", d.name, right, n, r.GW2)
		}
	}
}

func TestDescentsKeepAPerfectStart(t *testing.T) {
	t.Parallel()
	const n = 50
	x, fx := limbs(10, n)
	sigma := rand.New(rand.NewPCG(11, 9)).Perm(n)
	y, _, _ := renamed(x, fx, nil, sigma)
	truth := make([]int32, n)
	for i, j := range sigma {
		truth[i] = int32(j)
	}
	r, err := conditionalGradient.Run(context.Background(), &Problem{DX: x, DY: y}, Options{Start: gw.Permutation(truth)})
	if err != nil || r.GW2 != 0 {
		t.Errorf("conditional gradient left a perfect plan for GW² %g (%v)", r.GW2, err)
	}
	for _, solver := range []string{ProjectedGradient, ProximalPoint} {
		r, err := entropic.Run(context.Background(), &Problem{DX: x, DY: y}, Options{Start: gw.Permutation(truth), Parameters: Parameters{Entropic: EntropicParameters{Epsilon: 0.0003, Solver: solver}}})
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for i, j := range r.Plan.Targets() {
			if int(j) == sigma[i] {
				right++
			}
		}
		if right < n*4/5 {
			t.Errorf("%s from the truth: %d of %d points kept", solver, right, n)
		}
	}
	if _, err := entropic.Run(context.Background(), &Problem{DX: x, DY: y}, Options{Start: gw.Permutation(truth[:7])}); err == nil {
		t.Error("a start of another size gave no error")
	}
}

func TestDescentsStopWhenAsked(t *testing.T) {
	t.Parallel()
	x, _ := limbs(12, 300)
	y, _ := limbs(13, 280)
	for _, d := range descents {
		ctx, cancel := context.WithCancel(context.Background())
		looks := 0
		r, err := d.method.Run(ctx, &Problem{DX: x, DY: y}, Options{Parameters: d.with, Progress: func(Progress) {
			if looks++; looks == 2 {
				cancel()
			}
		}})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != gw.Cancelled || r.Iterations > 3 {
			t.Errorf("%s: %v after %d iterations", d.name, r.Status, r.Iterations)
		}
		if e := r.Plan.MarginalError(gw.Uniform(300), gw.Uniform(280)); e > 1e-9 {
			t.Errorf("%s: marginal error %g after a cancel", d.name, e)
		}
		if l := gw.Loss(x, y, nil, nil, r.Plan); math.Abs(l-r.GW2) > 1e-5 {
			t.Errorf("%s: GW² %g after a cancel, recomputed %g", d.name, r.GW2, l)
		}
		ended, cancel := context.WithTimeout(context.Background(), -time.Second)
		r, err = d.method.Run(ended, &Problem{DX: x, DY: y}, Options{Parameters: d.with})
		cancel()
		if err != nil || r.Status != gw.Cancelled || r.Plan == nil {
			t.Errorf("%s: begun too late: %v", d.name, err)
		}
	}
}
