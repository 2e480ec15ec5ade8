package train

import (
	"fmt"
	"sync"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gwscope/solver/amortized"
)

// graph is the network and its loss as a Gorgonia graph for pairs of n and m points,
// with a machine that runs it. Both streams go through it as one matrix, X above Y: whatever
// treats them alike is one product. Graphs are not safe for concurrent use; several
// may share the memory of their parameters.
type graph[T Float] struct {
	n, m int
	g    *G.ExprGraph
	// A run reads inputs ((n+m) x F), already shifted and scaled, descriptors
	// ((n+m) x f), distances (n x n, m x m), the temperature of the soft sort, and ranks ((n+m) x 1)
	// with the weight at which scores are drawn to them.
	input, phi, dx, dy, ranks *G.Node
	// Of a network of places it reads these instead of all but the input ((n+m) x outputs).
	places        *G.Node
	tau, guidance float64
	// A run leaves these.
	loss, scores *G.Node
	parts        lossParts
	grads        G.Nodes // as names; nil unless the graph was made to train

	names   []string // of the trained parameters
	params  map[string]*G.Node
	machine G.VM
}

// graphSettings say what a graph is for.
type graphSettings struct {
	config     amortized.Config
	n, m       int
	bins       int     // K of the soft sort
	features   int     // columns of the descriptor
	gw2        float64 // weights of the terms of the loss
	feature    float64
	withGrads  bool
	withoutFit bool // scores alone, no loss
}

// trained reports whether a matrix of a network is changed by training.
func trained(name string) bool { return name != "input.shift" && name != "input.scale" }

// differentiating is held while Gorgonia works gradients out: all graphs begin with one node of ones
// that the library shares among them, and writes to.
var differentiating sync.Mutex

// newGraph builds the graph on the memory that value gives for each matrix of the
// network's layout.
func newGraph[T Float](s graphSettings, value func(name string) []T) *graph[T] {
	gr := &graph[T]{n: s.n, m: s.m, g: G.NewGraph(), tau: 1, params: map[string]*G.Node{}}
	matrix := func(name string, rows, cols int, backing []T) *G.Node {
		return G.NewMatrix(gr.g, dtype[T](), G.WithShape(rows, cols), G.WithName(name),
			G.WithValue(tensor.New(tensor.WithShape(rows, cols), tensor.WithBacking(backing))))
	}
	data := func(name string, rows, cols int) *G.Node { return matrix(name, rows, cols, make([]T, rows*cols)) }
	for _, e := range amortized.Layout(s.config) {
		if !trained(e.Name) {
			continue
		}
		gr.names = append(gr.names, e.Name)
		gr.params[e.Name] = matrix(e.Name, e.Rows, e.Cols, value(e.Name))
	}
	gr.input = data("input", s.n+s.m, s.config.Inputs())
	gr.scores = gr.network(s.config)
	switch {
	case s.withoutFit:
	case s.config.Places:
		gr.places = data("places", s.n+s.m, s.config.Outputs())
		gr.loss = placeLoss[T](gr.scores, gr.places)
	default:
		gr.phi = data("phi", s.n+s.m, s.features)
		gr.dx, gr.dy = data("dx", s.n, s.n), data("dy", s.m, s.m)
		gr.ranks = data("ranks", s.n+s.m, 1)
		standard := standardize[T](gr.scores, s.n)
		soft := softSort[T](standard, s.n, s.bins, &gr.tau)
		gr.loss = G.Must(G.Add(
			fusedLoss[T](soft, gr.dx, gr.dy, gr.phi, s.gw2, s.feature, &gr.parts),
			guide[T](standard, gr.ranks, &gr.guidance)))
	}
	if s.withGrads {
		var params G.Nodes
		for _, name := range gr.names {
			params = append(params, gr.params[name])
		}
		differentiating.Lock()
		grads, err := G.Grad(gr.loss, params...)
		differentiating.Unlock()
		if err != nil {
			panic(fmt.Sprintf("train: %v", err)) // every op has its gradient
		}
		gr.grads = grads
	}
	gr.machine = G.NewTapeMachine(gr.g)
	return gr
}

func (gr *graph[T]) layer(name string) layer {
	return layer{gr.params[name+".weight"], gr.params[name+".bias"]}
}

// network is the scores ((n+m) x 1) of the input, matrix by matrix as amortized.Layout
// describes them.
func (gr *graph[T]) network(c amortized.Config) *G.Node {
	token := gr.mlp("token.0", "token.1", gr.input)
	h := gr.stack("encoder", c.Encoder, c.Heads, dense[T](token, gr.layer("embed")))
	set := gr.mlp("context.0", "context.1", token)
	context := dense[T](pool[T](set, gr.n), gr.layer("context.out"))
	h = dense[T](beside[T](h, context), gr.layer("join"))
	h = gr.stack("head", c.Head, c.Heads, h)
	return dense[T](h, gr.layer("readout"))
}

func (gr *graph[T]) mlp(up, down string, x *G.Node) *G.Node {
	return dense[T](gelu[T](dense[T](x, gr.layer(up))), gr.layer(down))
}

func (gr *graph[T]) stack(name string, blocks []amortized.Block, heads int, h *G.Node) *G.Node {
	norm := func(x, more *G.Node, part string) *G.Node {
		return addNorm[T](x, more, gr.params[part+".norm.gain"], gr.params[part+".norm.bias"])
	}
	for b, block := range blocks {
		prefix := fmt.Sprintf("%s.%d.", name, b)
		for _, kind := range block.Parts() {
			part := prefix + kind
			packed := dense[T](h, gr.layer(part+".q"), gr.layer(part+".k"), gr.layer(part+".v"))
			seen := dense[T](attend[T](packed, gr.n, heads, kind == "cross"), gr.layer(part+".out"))
			h = norm(h, seen, part)
		}
		h = norm(h, gr.mlp(prefix+"mlp.up", prefix+"mlp.down", h), prefix+"mlp")
	}
	return h
}

// run computes whatever the graph was made for from what its data nodes hold.
func (gr *graph[T]) run() error {
	defer gr.machine.Reset()
	return gr.machine.RunAll()
}

func values[T Float](n *G.Node) []T { return n.Value().Data().([]T) }

func (gr *graph[T]) lossValue() float64 {
	switch v := gr.loss.Value().Data().(type) {
	case float32:
		return float64(v)
	case float64:
		return v
	}
	panic("unreachable")
}

func (gr *graph[T]) close() { _ = gr.machine.Close() }
