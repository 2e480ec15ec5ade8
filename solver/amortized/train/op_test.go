package train

import (
	"math"
	"math/rand/v2"
	"testing"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gwscope/solver/amortized"
	"gwscope/solver/gw"
	"gwscope/solver/nn/cpu"
)

// oracle compares a kernel with the same function written in Gorgonia's own ops: values,
// and gradients of Σ w∘out for random w.
type oracle struct {
	t   *testing.T
	rng *rand.Rand
	in  [][2]int // shapes of the inputs
	// ours and theirs build the output from the inputs.
	ours, theirs func(in G.Nodes) *G.Node
}

func (o oracle) check() {
	o.t.Helper()
	data := make([][]float64, len(o.in))
	for k, s := range o.in {
		data[k] = make([]float64, s[0]*s[1])
		for i := range data[k] {
			data[k][i] = o.rng.NormFloat64()
		}
	}
	weigh := o.rng.Uint64()
	run := func(build func(G.Nodes) *G.Node) (value []float64, grads [][]float64) {
		g := G.NewGraph()
		var in G.Nodes
		for k, s := range o.in {
			in = append(in, constant(g, s[0], s[1], data[k], "in"+string(rune('a'+k))))
		}
		out := build(in)
		rng := rand.New(rand.NewPCG(weigh, 1))
		w := make([]float64, rowsOf(out)*colsOf(out))
		for k := range w {
			w[k] = rng.NormFloat64()
		}
		loss := G.Must(G.Sum(G.Must(G.HadamardProd(out, constant(g, rowsOf(out), colsOf(out), w, "w")))))
		nodes, err := G.Grad(loss, in...)
		if err != nil {
			o.t.Fatal(err)
		}
		kept := make([]G.Value, len(nodes)+1)
		for k, n := range append(nodes, out) {
			G.Read(n, &kept[k])
		}
		m := G.NewTapeMachine(g)
		defer m.Close()
		if err := m.RunAll(); err != nil {
			o.t.Fatal(err)
		}
		for _, v := range kept {
			grads = append(grads, append([]float64(nil), v.Data().([]float64)...))
		}
		return grads[len(nodes)], grads[:len(nodes)]
	}
	value, grads := run(o.ours)
	want, wantGrads := run(o.theirs)
	compare := func(what string, got, want []float64) {
		if len(got) != len(want) {
			o.t.Fatalf("%s has %d numbers, want %d", what, len(got), len(want))
		}
		for k, v := range got {
			if !(math.Abs(v-want[k]) <= 1e-9*(1+math.Abs(want[k]))) {
				o.t.Fatalf("%s: number %d is %.12g, Gorgonia's own ops say %.12g", what, k, v, want[k])
			}
		}
	}
	compare("the value", value, want)
	for k := range grads {
		compare("the gradient of input "+string(rune('a'+k)), grads[k], wantGrads[k])
	}
}

func constant(g *G.ExprGraph, rows, cols int, v []float64, name string) *G.Node {
	return G.NewMatrix(g, tensor.Float64, G.WithShape(rows, cols), G.WithName(name),
		G.WithValue(tensor.New(tensor.WithShape(rows, cols), tensor.WithBacking(append([]float64(nil), v...)))))
}

// filled is a matrix of one number, by which products repeat and add up rows and columns:
// Gorgonia's broadcasts have gradients that depend on its mood.
func filled(g *G.ExprGraph, rows, cols int, v float64, name string) *G.Node {
	data := make([]float64, rows*cols)
	fill(data, v)
	return constant(g, rows, cols, data, name)
}

// picked is rows first to first+count of x, by a product.
func picked(x *G.Node, first, count int, name string) *G.Node {
	r := rowsOf(x)
	v := make([]float64, count*r)
	for i := range count {
		v[i*r+first+i] = 1
	}
	return G.Must(G.Mul(constant(x.Graph(), count, r, v, name), x))
}

func mul(a, b *G.Node) *G.Node { return G.Must(G.Mul(a, b)) }
func add(a, b *G.Node) *G.Node { return G.Must(G.Add(a, b)) }

// identity makes a data node the result of an op: kernels give data no gradient.
func identity(x *G.Node) *G.Node {
	return add(x, filled(x.Graph(), rowsOf(x), colsOf(x), 0, "zero"+x.Name()))
}

func TestDenseIsAProduct(t *testing.T) {
	t.Parallel()
	oracle{t: t, rng: rand.New(rand.NewPCG(1, 1)), in: [][2]int{{5, 3}, {4, 3}, {1, 4}, {4, 3}},
		ours: func(in G.Nodes) *G.Node {
			return dense[float64](identity(in[0]), layer{in[1], in[2]}, layer{in[3], nil})
		},
		theirs: func(in G.Nodes) *G.Node {
			g := in[0].Graph()
			x := identity(in[0])
			a := add(mul(x, G.Must(G.Transpose(in[1]))), mul(filled(g, 5, 1, 1, "ones"), in[2]))
			return G.Must(G.Concat(0, a, mul(x, G.Must(G.Transpose(in[3])))))
		},
	}.check()
}

func TestNormIsComposed(t *testing.T) {
	t.Parallel()
	const r, d = 4, 6
	oracle{t: t, rng: rand.New(rand.NewPCG(2, 1)), in: [][2]int{{r, d}, {r, d}, {1, d}, {1, d}},
		ours: func(in G.Nodes) *G.Node { return addNorm[float64](in[0], in[1], in[2], in[3]) },
		theirs: func(in G.Nodes) *G.Node {
			g := in[0].Graph()
			z := add(in[0], in[1])
			mean := filled(g, d, d, 1.0/d, "mean")
			centred := G.Must(G.Sub(z, mul(z, mean)))
			variance := add(mul(G.Must(G.Square(centred)), mean), filled(g, r, d, normEpsilon, "epsilon"))
			unit := G.Must(G.HadamardDiv(centred, G.Must(G.Sqrt(variance))))
			ones := filled(g, r, 1, 1, "ones")
			return add(G.Must(G.HadamardProd(unit, mul(ones, in[2]))), mul(ones, in[3]))
		},
	}.check()
}

func TestAttentionIsComposed(t *testing.T) {
	t.Parallel()
	const n, m, d, heads = 3, 4, 6, 2
	for name, cross := range map[string]bool{"self": false, "cross": true} {
		oracle{t: t, rng: rand.New(rand.NewPCG(3, 1)), in: [][2]int{{3 * (n + m), d}},
			ours: func(in G.Nodes) *G.Node { return attend[float64](in[0], n, heads, cross) },
			theirs: func(in G.Nodes) *G.Node {
				g := in[0].Graph()
				part := func(block, first, count, head int, what string) *G.Node {
					rows := picked(in[0], block*(n+m)+first, count, what)
					// The head's columns, by a product.
					v := make([]float64, d*d/heads)
					for c := range d / heads {
						v[(head*d/heads+c)*(d/heads)+c] = 1
					}
					return mul(rows, constant(g, d, d/heads, v, what+"columns"))
				}
				stream := func(first, count, from, keys int, what string) *G.Node {
					var out *G.Node
					for h := range heads {
						label := what + string(rune('0'+h))
						q, k, v := part(0, first, count, h, label+"q"), part(1, from, keys, h, label+"k"), part(2, from, keys, h, label+"v")
						s := G.Must(G.HadamardProd(mul(q, G.Must(G.Transpose(k))), filled(g, count, keys, 1/math.Sqrt(d/heads), label+"scale")))
						e := G.Must(G.Exp(s))
						p := G.Must(G.HadamardDiv(e, mul(e, filled(g, keys, keys, 1, label+"sums"))))
						wide := make([]float64, d/heads*d) // back to the head's columns of d
						for c := range d / heads {
							wide[c*d+h*d/heads+c] = 1
						}
						o := mul(mul(p, v), constant(g, d/heads, d, wide, label+"wide"))
						if out == nil {
							out = o
						} else {
							out = add(out, o)
						}
					}
					return out
				}
				if cross {
					return G.Must(G.Concat(0, stream(0, n, n, m, name+"x"), stream(n, m, 0, n, name+"y")))
				}
				return G.Must(G.Concat(0, stream(0, n, 0, n, name+"x"), stream(n, m, n, m, name+"y")))
			},
		}.check()
	}
}

func TestContextIsComposed(t *testing.T) {
	t.Parallel()
	const n, m, d, e = 3, 5, 4, 2
	oracle{t: t, rng: rand.New(rand.NewPCG(4, 1)), in: [][2]int{{n + m, d}, {1, e}},
		ours: func(in G.Nodes) *G.Node {
			return G.Must(G.Concat(1, beside[float64](in[0], in[1]), mul(filled(in[0].Graph(), n+m, 1, 1, "ones"), pool[float64](in[0], n))))
		},
		theirs: func(in G.Nodes) *G.Node {
			g := in[0].Graph()
			ones := filled(g, n+m, 1, 1, "ones")
			share := make([]float64, n+m)
			fill(share[:n], 0.5/n)
			fill(share[n:], 0.5/m)
			return G.Must(G.Concat(1, in[0], mul(ones, in[1]), mul(ones, mul(constant(g, 1, n+m, share, "share"), in[0]))))
		},
	}.check()
}

// TestLossIsThatOfThePlan writes the plan out, and the loss with all four sums.
func TestLossIsThatOfThePlan(t *testing.T) {
	t.Parallel()
	const n, m, bins, f, u, v = 5, 7, 4, 3, 0.7, 0.4
	gr, _ := randomGraph(graphSettings{config: smallConfig(), n: n, m: m, bins: bins, features: f, gw2: u, feature: v, withGrads: true}, 4)
	defer gr.close()
	gr.tau = 0.4
	g := G.NewGraph()
	rng := rand.New(rand.NewPCG(5, 5))
	scores := make([]float64, n+m)
	for k := range scores {
		scores[k] = rng.NormFloat64()
	}
	soft := softSort[float64](identity(constant(g, n+m, 1, scores, "scores")), n, bins, &gr.tau)
	dx, dy, phi := values[float64](gr.dx), values[float64](gr.dy), values[float64](gr.phi)
	var parts lossParts
	loss := fusedLoss[float64](soft, constant(g, n, n, dx, "dx"), constant(g, m, m, dy, "dy"), constant(g, n+m, f, phi, "phi"), u, v, &parts)
	var s G.Value
	G.Read(soft, &s)
	machine := G.NewTapeMachine(g)
	defer machine.Close()
	if err := machine.RunAll(); err != nil {
		t.Fatal(err)
	}
	shares := s.Data().([]float64)
	plan := make([]float64, n*m)
	for i := range n {
		for j := range m {
			for k := range bins {
				plan[i*m+j] += float64(bins) / (n * m) * shares[i*bins+k] * shares[(n+j)*bins+k]
			}
		}
	}
	var want lossParts
	for i := range n {
		mass := 0.0
		for j := range m {
			mass += plan[i*m+j]
			for q := range f {
				d := phi[i*f+q] - phi[(n+j)*f+q]
				want.feature += d * d * plan[i*m+j]
			}
			for k := range n {
				for l := range m {
					d := dx[i*n+k] - dy[j*m+l]
					want.gw2 += d * d * plan[i*m+j] * plan[k*m+l]
				}
			}
		}
		if math.Abs(mass-1.0/n) > 1e-12 {
			t.Errorf("point %d has a mass of %g", i, mass)
		}
	}
	if math.Abs(parts.gw2-want.gw2) > 1e-12 || math.Abs(parts.feature-want.feature) > 1e-12 {
		t.Errorf("the terms are %v, by the plan %v", parts, want)
	}
	if got := loss.Value().Data().(float64); math.Abs(got-u*want.gw2-v*want.feature) > 1e-12 {
		t.Errorf("the loss is %g, want %g", got, u*want.gw2+v*want.feature)
	}
}

// TestInferenceIsTheGraph compares the network that was trained with the one that people
// use.
func TestInferenceIsTheGraph(t *testing.T) {
	t.Parallel()
	c := amortized.Default()
	c.Width, c.Hidden, c.Context, c.Encoder = 32, 24, 12, []amortized.Block{amortized.S, amortized.CS, amortized.C}
	w, err := amortized.NewWeights(c, 7)
	if err != nil {
		t.Fatal(err)
	}
	m := newPairMaker(Procedural(), Settings{Config: c, Seed: 2}.Defaults())
	var shapes []*shape
	var clouds []*amortized.Tokens
	for k, n := range []int{40, 57} {
		p, err := m.draw(Test, uint64(4+16*k), n)
		if err != nil {
			t.Fatal(err)
		}
		shapes = append(shapes, p.x)
		order := make([]int32, n)
		for i := range order {
			order[i] = int32(i)
		}
		clouds = append(clouds, &amortized.Tokens{Input: p.x.input, Mass: gw.Uniform(n), Order: order})
	}
	w.FitInput(clouds)
	backend := cpu.New[float32](1)
	defer backend.Close()
	s, u, err := amortized.NewModel(w, backend).Scores(clouds[0], clouds[1])
	if err != nil {
		t.Fatal(err)
	}
	want := append(s, u...)

	n, l := shapes[0].n, shapes[1].n
	tr := &trainer{weights: w}
	gr := newGraph(graphSettings{config: c, n: n, m: l, withoutFit: true}, w.Get)
	defer gr.close()
	newWorker(tr).input(gr, &pair{x: shapes[0], y: shapes[1]})
	if err := gr.run(); err != nil {
		t.Fatal(err)
	}
	got := values[float32](gr.scores)
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range want {
		least, most = min(least, v), max(most, v)
	}
	for k, v := range got {
		if math.Abs(float64(v)-want[k]) > 1e-4*(most-least) {
			t.Fatalf("score %d is %g in training and %g in use (spread %g)", k, v, want[k], most-least)
		}
	}
}
