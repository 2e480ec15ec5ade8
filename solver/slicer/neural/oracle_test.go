package neural

import (
	"context"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gwscope/solver/feature"
	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
)

// The oracle writes the whole loss once more, as a Gorgonia graph: slicer, lifting,
// standardised scores, LapSum as an op of its own with thresholds by bisection, GW
// and the fused term. It shares no code with what it checks but the initial
// parameters and the random features.

// lapSumOp is S (n x K) of scores (n x 1).
type lapSumOp struct {
	mass []float64
	bins int
	tau  float64
}

func (o lapSumOp) Arity() int { return 1 }
func (o lapSumOp) Type() hm.Type {
	m := G.TensorType{Dims: 2, Of: hm.TypeVariable('a')}
	return hm.NewFnType(m, m)
}
func (o lapSumOp) InferShape(...G.DimSizer) (tensor.Shape, error) {
	return tensor.Shape{len(o.mass), o.bins}, nil
}
func (o lapSumOp) ReturnsPtr() bool     { return false }
func (o lapSumOp) CallsExtern() bool    { return false }
func (o lapSumOp) OverwritesInput() int { return -1 }
func (o lapSumOp) WriteHash(h hash.Hash) {
	fmt.Fprintf(h, "LapSum %v %d %g", o.mass, o.bins, o.tau)
}
func (o lapSumOp) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
func (o lapSumOp) String() string            { return "LapSum" }
func (o lapSumOp) DiffWRT(inputs int) []bool { return []bool{true} }

func (o lapSumOp) SymDiff(inputs G.Nodes, output, grad *G.Node) (G.Nodes, error) {
	d, err := G.ApplyOp(lapSumDiffOp{o}, inputs[0], grad)
	return G.Nodes{d}, err
}

func laplaceCDF(u float64) float64 {
	if u <= 0 {
		return math.Exp(u) / 2
	}
	return 1 - math.Exp(-u)/2
}

// cuts are the thresholds.
func (o lapSumOp) cuts(scores []float64) []float64 {
	cuts := make([]float64, o.bins-1)
	for k := range cuts {
		lo, hi := -500.0, 500.0
		for range 120 {
			mid, f := (lo+hi)/2, 0.0
			for i, v := range scores {
				f += o.mass[i] * laplaceCDF((mid-v)/o.tau)
			}
			if f < float64(k+1)/float64(o.bins) {
				lo = mid
			} else {
				hi = mid
			}
		}
		cuts[k] = (lo + hi) / 2
	}
	return cuts
}

func (o lapSumOp) Do(in ...G.Value) (G.Value, error) {
	scores := in[0].Data().([]float64)
	cuts := o.cuts(scores)
	out := make([]float64, len(scores)*o.bins)
	for i, v := range scores {
		before := 0.0
		for k := range o.bins {
			after := 1.0
			if k < len(cuts) {
				after = laplaceCDF((cuts[k] - v) / o.tau)
			}
			out[i*o.bins+k] = after - before
			before = after
		}
	}
	return tensor.New(tensor.WithShape(len(scores), o.bins), tensor.WithBacking(out)), nil
}

// lapSumDiffOp is the gradient of scores, by implicit differentiation of the
// thresholds: the Jacobian is written out, n x K x n.
type lapSumDiffOp struct{ lapSumOp }

func (o lapSumDiffOp) Arity() int { return 2 }
func (o lapSumDiffOp) Type() hm.Type {
	m := G.TensorType{Dims: 2, Of: hm.TypeVariable('a')}
	return hm.NewFnType(m, m, m)
}
func (o lapSumDiffOp) InferShape(...G.DimSizer) (tensor.Shape, error) {
	return tensor.Shape{len(o.mass), 1}, nil
}
func (o lapSumDiffOp) WriteHash(h hash.Hash) {
	fmt.Fprintf(h, "dLapSum %v %d %g", o.mass, o.bins, o.tau)
}
func (o lapSumDiffOp) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}
func (o lapSumDiffOp) String() string { return "dLapSum" }

func (o lapSumDiffOp) Do(in ...G.Value) (G.Value, error) {
	scores, grad := in[0].Data().([]float64), in[1].Data().([]float64)
	cuts := o.cuts(scores)
	n := len(scores)
	out := make([]float64, n)
	for k, c := range cuts {
		phi, total := make([]float64, n), 0.0
		for i, v := range scores {
			phi[i] = math.Exp(-math.Abs(c-v)/o.tau) / (2 * o.tau)
			total += o.mass[i] * phi[i]
		}
		for p := range n {
			moved := o.mass[p] * phi[p] / total // ∂b_k/∂s_p
			for i := range n {
				d := phi[i] * moved
				if i == p {
					d -= phi[i]
				}
				out[p] += (grad[i*o.bins+k] - grad[i*o.bins+k+1]) * d
			}
		}
	}
	return tensor.New(tensor.WithShape(n, 1), tensor.WithBacking(out)), nil
}

// graph is the loss in Gorgonia.
type graph struct {
	g      *G.ExprGraph
	loss   *G.Node
	params G.Nodes // in the order in which the model declares its own
}

func (gr *graph) constant(rows, cols int, v []float64, name string) *G.Node {
	return G.NewMatrix(gr.g, tensor.Float64, G.WithShape(rows, cols), G.WithName(name),
		G.WithValue(tensor.New(tensor.WithShape(rows, cols), tensor.WithBacking(append([]float64(nil), v...)))))
}

func (gr *graph) param(p *nn.Param, values []float64) *G.Node {
	rows, cols := p.Value.Rows, p.Value.Cols
	n := gr.constant(rows, cols, values[p.Value.Offset:p.Value.Offset+p.Value.Len()], fmt.Sprintf("p%d", p.Value.Offset))
	gr.params = append(gr.params, n)
	return n
}

func must(n *G.Node, err error) *G.Node {
	if err != nil {
		panic(err)
	}
	return n
}

// rows repeats a row vector (1 x c) r times by a product with ones: Gorgonia's
// broadcasts have gradients that depend on its mood.
func (gr *graph) rows(v *G.Node, r int, name string) *G.Node {
	ones := make([]float64, r)
	for i := range ones {
		ones[i] = 1
	}
	return must(G.Mul(gr.constant(r, 1, ones, name), v))
}

func (gr *graph) dense(x, w, b *G.Node, rows int, name string) *G.Node {
	return must(G.Add(must(G.Mul(x, must(G.Transpose(w)))), gr.rows(b, rows, name)))
}

// norm is layer normalisation; √ and a division, for Gorgonia's InverseSqrt has a
// wrong gradient.
func (gr *graph) norm(x, gain, bias *G.Node, rows, width int, name string) *G.Node {
	average, spread := make([]float64, width*width), make([]float64, width*width)
	for i := range average {
		average[i] = 1 / float64(width)
		spread[i] = average[i]
	}
	m := gr.constant(width, width, average, name+"mean")
	centred := must(G.Sub(x, must(G.Mul(x, m))))
	variance := must(G.Mul(must(G.Square(centred)), gr.constant(width, width, spread, name+"spread")))
	epsilon := make([]float64, rows*width)
	for i := range epsilon {
		epsilon[i] = 1e-5
	}
	deviation := must(G.Sqrt(must(G.Add(variance, gr.constant(rows, width, epsilon, name+"epsilon")))))
	unit := must(G.HadamardDiv(centred, deviation))
	return must(G.Add(must(G.HadamardProd(unit, gr.rows(gain, rows, name+"g"))), gr.rows(bias, rows, name+"b")))
}

func (gr *graph) act(x *G.Node, a nn.Activation) *G.Node {
	switch a {
	case nn.Tanh:
		return must(G.Tanh(x))
	case nn.ReLU:
		return must(G.Rectify(x))
	case nn.SiLU:
		return must(G.HadamardProd(x, must(G.Sigmoid(x))))
	}
	return x
}

// net is a network on rows of input.
func (gr *graph) net(n *nn.Net, x *G.Node, rows int, values []float64, name string) *G.Node {
	s, params := n.Shape(), n.Params()
	next := func() *G.Node {
		p := gr.param(params[0], values)
		params = params[1:]
		return p
	}
	if s.Features > 0 {
		draws := n.Fourier()
		w := gr.constant(s.Features, s.In, draws[:s.Features*s.In], name+"frequency")
		b := gr.constant(1, s.Features, draws[s.Features*s.In:], name+"phase")
		x = must(G.Cos(gr.dense(x, w, b, rows, name+"f")))
	}
	layer := func(x *G.Node, k int, part string) *G.Node {
		w, b := next(), next()
		return gr.dense(x, w, b, rows, fmt.Sprint(name, part, k))
	}
	normed := func(x *G.Node, k int) *G.Node {
		g, b := next(), next()
		return gr.norm(x, g, b, rows, s.Width, fmt.Sprint(name, "n", k))
	}
	switch {
	case s.Depth > 0 && s.Expansion > 0:
		x = layer(x, 0, "e")
		for k := range s.Depth {
			inner := gr.act(layer(normed(x, k), k, "u"), s.Activation)
			x = must(G.Add(x, layer(inner, k, "d")))
		}
		x = normed(x, s.Depth)
	default:
		for k := range s.Depth {
			x = gr.act(layer(x, k, "h"), s.Activation)
		}
	}
	return layer(x, 0, "head")
}

// standard gives a column (n x 1) mean 0 and variance 1 under masses.
func (gr *graph) standard(x *G.Node, mass []float64, name string) *G.Node {
	n := len(mass)
	weigh := make([]float64, n*n)
	for i := range n {
		copy(weigh[i*n:], mass)
	}
	w := gr.constant(n, n, weigh, name+"w")
	centred := must(G.Sub(x, must(G.Mul(w, x))))
	flat := make([]float64, n)
	for i := range flat {
		flat[i] = 1e-12
	}
	variance := must(G.Add(must(G.Mul(w, must(G.Square(centred)))), gr.constant(n, 1, flat, name+"flat")))
	return must(G.HadamardDiv(centred, must(G.Sqrt(variance))))
}

// newGraph writes the loss of a model with the given parameters: without the
// production code's shift of distances, with the plan written out (n x m).
func newGraph(s Settings, mo *model, x, y Side, values []float64, bins int, tau float64) *graph {
	gr := &graph{g: G.NewGraph()}
	n, m := x.Len(), y.Len()
	_, p := x.Points.Dims()
	_, q := y.Points.Dims()
	px := gr.constant(n, p, x.Points.RawMatrix().Data, "x")
	py := gr.constant(m, q, y.Points.RawMatrix().Data, "y")
	var sx, sy *G.Node
	if mo.other != nil {
		sy = gr.net(mo.slicer, py, m, values, "f")
		sx = gr.net(mo.other, px, n, values, "g")
	} else {
		matrix, shift := gr.param(mo.matrix, values), gr.param(mo.shift, values)
		lifted := gr.dense(px, matrix, shift, n, "lift")
		if mo.lift != nil {
			lifted = must(G.Add(lifted, gr.net(mo.lift, px, n, values, "h")))
		}
		all := gr.net(mo.slicer, must(G.Concat(0, lifted, py)), n+m, values, "f")
		// Rows of the batch by products: slices of a column lose a dimension.
		pick := func(first, count int, name string) *G.Node {
			v := make([]float64, count*(n+m))
			for i := range count {
				v[i*(n+m)+first+i] = 1
			}
			return must(G.Mul(gr.constant(count, n+m, v, name), all))
		}
		sx, sy = pick(0, n, "pickX"), pick(n, m, "pickY")
	}
	softX := must(G.ApplyOp(lapSumOp{x.Weights, bins, tau}, gr.standard(sx, x.Weights, "sx")))
	softY := must(G.ApplyOp(lapSumOp{y.Weights, bins, tau}, gr.standard(sy, y.Weights, "sy")))
	diagonal := func(w []float64, name string) *G.Node {
		v := make([]float64, len(w)*len(w))
		for i, a := range w {
			v[i*len(w)+i] = a
		}
		return gr.constant(len(w), len(w), v, name)
	}
	ax := must(G.Mul(diagonal(x.Weights, "a"), softX))
	by := must(G.Mul(diagonal(y.Weights, "b"), softY))
	scale := make([]float64, n*m)
	for i := range scale {
		scale[i] = float64(bins)
	}
	plan := must(G.HadamardProd(must(G.Mul(ax, must(G.Transpose(by)))), gr.constant(n, m, scale, "K")))
	dx := gr.constant(n, n, x.Distances.RawMatrix().Data, "dx")
	dy := gr.constant(m, m, y.Distances.RawMatrix().Data, "dy")
	cost := must(G.Mul(must(G.Mul(dx, plan)), dy))
	constant := 0.0
	for _, side := range []Side{x, y} {
		for i, a := range side.Weights {
			for k, v := range side.Distances.RawRowView(i) {
				constant += a * side.Weights[k] * v * v
			}
		}
	}
	two := G.NewConstant(2.0)
	loss := must(G.Sub(G.NewConstant(constant), must(G.Mul(two, must(G.Sum(must(G.HadamardProd(cost, plan))))))))
	if s.Fused > 0 {
		features := gr.constant(n, m, feature.Cost(x.Features, y.Features).RawMatrix().Data, "features")
		fused := must(G.Mul(G.NewConstant(s.Fused), must(G.Sum(must(G.HadamardProd(features, plan))))))
		loss = must(G.Add(loss, fused))
	}
	gr.loss = loss
	return gr
}

// oracleCase is a model with parameters off their special first values.
func oracleCase[T float32 | float64](s Settings, b *cpu.Backend[T]) (*model, *objective, Side, Side, []float64, int) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := bent(rng, 14, 2, true), bent(rng, 11, 3, true)
	bins := 11
	if len(s.Bins) > 0 {
		bins /= s.Bins[0]
	}
	o := newObjective(context.Background(), b, x, y, bins, s)
	o.setBins(bins)
	mo := newModel(b, s, x, y, 1, 7)
	values := make([]float64, mo.params.Len())
	b.Download(values, mo.params.Value)
	for i := range values {
		values[i] += 0.1 * rng.NormFloat64()
	}
	b.Upload(mo.params.Value, values)
	return mo, o, x, y, values, bins
}

func againstOracle[T float32 | float64](t *testing.T, s Settings, tolerance float64) {
	b := cpu.New[T](1)
	defer b.Close()
	mo, o, x, y, values, bins := oracleCase(s, b)
	const tau = 0.3
	mo.forward(0)
	loss := o.loss(mo.scoresX(), mo.scoresY(), tau)
	o.backward(mo.dScores.Slice(0, mo.n), mo.dScores.Slice(mo.n, mo.n+mo.m))
	mo.backward(0)
	grad := make([]float64, len(values))
	b.Download(grad, mo.params.Grad)

	gr := newGraph(s, mo, x, y, values, bins, tau)
	grads, err := G.Grad(gr.loss, gr.params...)
	if err != nil {
		t.Fatal(err)
	}
	var lossValue G.Value
	G.Read(gr.loss, &lossValue)
	kept := make([]G.Value, len(grads))
	for k, g := range grads {
		G.Read(g, &kept[k])
	}
	machine := G.NewTapeMachine(gr.g)
	defer machine.Close()
	if err := machine.RunAll(); err != nil {
		t.Fatal(err)
	}
	want := lossValue.Data().(float64)
	if math.Abs(loss-want) > tolerance*math.Abs(want) {
		t.Errorf("the loss is %.12g, the oracle says %.12g", loss, want)
	}
	largest := 0.0
	for _, v := range kept {
		for _, g := range v.Data().([]float64) {
			largest = max(largest, math.Abs(g))
		}
	}
	seen := 0
	for k, p := range gr.params {
		// Each layer by its own largest gradient; some, such as the head's shift, have none.
		own := largest * 1e-3
		for _, v := range kept[k].Data().([]float64) {
			own = max(own, math.Abs(v))
		}
		var first int
		fmt.Sscanf(p.Name(), "p%d", &first)
		for i, v := range kept[k].Data().([]float64) {
			seen++
			if math.Abs(grad[first+i]-v) > tolerance*own {
				t.Fatalf("dL/dp_%d is %.12g, the oracle says %.12g (largest of its kind %g)", first+i, grad[first+i], v, own)
			}
		}
	}
	if seen != len(values) {
		t.Errorf("the oracle has %d parameters, the model %d", seen, len(values))
	}
}

func TestKernelsAgreeWithOracle(t *testing.T) {
	t.Parallel()
	for name, s := range variants() {
		s.Net.Dropout = 0 // has its own test: masks are no part of the mathematics
		t.Run(name+"/float64", func(t *testing.T) { againstOracle[float64](t, s, 1e-9) })
		t.Run(name+"/float32", func(t *testing.T) { againstOracle[float32](t, s, 1e-4) })
	}
}

func TestOracleTrainsToTheSameCurve(t *testing.T) {
	t.Parallel()
	s := variants()["plain"]
	b := cpu.New[float64](1)
	defer b.Close()
	mo, o, x, y, values, bins := oracleCase(s, b)
	const tau, rate, steps = 0.3, 0.01, 25
	gr := newGraph(s, mo, x, y, values, bins, tau)
	if _, err := G.Grad(gr.loss, gr.params...); err != nil {
		t.Fatal(err)
	}
	var lossValue G.Value
	G.Read(gr.loss, &lossValue)
	machine := G.NewTapeMachine(gr.g, G.BindDualValues(gr.params...))
	defer machine.Close()
	solver := G.NewAdamSolver(G.WithLearnRate(rate), G.WithBeta1(beta1), G.WithBeta2(beta2), G.WithEps(epsilon))
	first, last := 0.0, 0.0
	for step := range steps {
		mo.forward(0)
		last = o.loss(mo.scoresX(), mo.scoresY(), tau)
		o.backward(mo.dScores.Slice(0, mo.n), mo.dScores.Slice(mo.n, mo.n+mo.m))
		mo.backward(0)
		mo.params.Step(nn.AdamStep{Rate: rate, Beta1: beta1, Beta2: beta2, Epsilon: epsilon, Scale: 1})
		if err := machine.RunAll(); err != nil {
			t.Fatal(err)
		}
		want := lossValue.Data().(float64)
		if math.Abs(last-want) > 1e-6*want {
			t.Fatalf("step %d: the loss is %.10g, the oracle's %.10g", step, last, want)
		}
		if step == 0 {
			first = last
		}
		if err := solver.Step(G.NodesToValueGrads(gr.params)); err != nil {
			t.Fatal(err)
		}
		// Gradients would add up from run to run.
		for _, p := range gr.params {
			g, err := p.Grad()
			if err != nil {
				t.Fatal(err)
			}
			g.(*tensor.Dense).Zero()
		}
		machine.Reset()
	}
	if !(last < 0.97*first) {
		t.Errorf("%d steps took the loss from %g to %g only", steps, first, last)
	}
}
